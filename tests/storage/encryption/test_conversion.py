"""There and back: nothing lost, no plain byte left, whatever happens in between."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from assistant.errors import BadData, Damaged, NotAuthorised, StorageUnavailable, TryAgainLater
from assistant.homekey import KEY_FILE, KEY_FILE_COPY, ask_with, forget_key, is_encrypted, known_key
from assistant.homekey import _ask as askers
from assistant.paths import Paths
from assistant.storage.encryption import access, header
from assistant.storage.encryption.conversion import (
    Home,
    decrypt,
    encrypt,
    encrypt_stragglers,
    plain_files,
)
from assistant.storage.encryption.files import UNFINISHED
from assistant.storage.open import open_stores
from assistant.storage.sqlite.backups import backups_of, newest_backup, restore
from assistant.storage.sqlite.connection import Database
from assistant.storage.sqlite.driver import Driver, driver_for, is_plain
from tests.contract.samples import NOW, fact, later
from tests.encryption import PASSPHRASE
from tests.killing import in_a_child, killed_at
from tests.storage.conftest import start
from tests.storage.encryption.conftest import WORD, containing, told

pytestmark = pytest.mark.slow  # whole homes, killed at step after step


def lock(home: Home) -> None:
    encrypt(home, lambda key, state: access.by_passphrase(key, PASSPHRASE, state))


def unlock(home: Home) -> None:
    key, found = access.unlock(home, "", PASSPHRASE), header.read(home.folder)
    if key and found:
        decrypt(home, found, key)


def texts(home: Home) -> dict[str, bytes]:
    files = [*(file for _, file in home.texts()), *home.set_aside()]
    return {str(file): file.read_bytes() for file in files}


def test_no_plain_byte_remains_and_everything_is_still_told(paths: Paths, lived: Home) -> None:
    before = told(paths)
    assert len(containing(paths.data)) == 7  # the database, two backups, history, log, note, aside
    lock(lived)
    assert containing(paths.data) == []
    assert plain_files(lived) == []
    assert told(paths) == before
    assert [is_plain(file) for file in (paths.database, *backups_of(paths.database))] == [False] * 3
    assert containing(paths.data) == []


def test_what_is_written_afterwards_is_encrypted_too(paths: Paths, lived: Home) -> None:
    from assistant.cli import history
    from assistant.homekey import HISTORY_ROLE
    from assistant.session.lines import rewrite
    from assistant.session.logs import Log

    lock(lived)
    with closing(open_stores(paths.database, clock=lambda: later(days=3))) as stores:
        stores.facts.add(fact("a later qzxother thing"))
        assert containing(paths.data, "qzxother") == []  # the write-ahead log is open
    history.append(paths.history, "qzxother typed")
    assert rewrite(paths.history, lambda line: "two lines" not in line, HISTORY_ROLE)
    Log(paths.logs, lambda: NOW, "debug").write("debug", "x", text="qzxother")
    assert containing(paths.data, "qzxother") == []
    assert history.read(paths.history) == ["qzxother typed"]
    assert len(backups_of(paths.database)) == 2


def test_decrypting_puts_every_byte_of_text_back(paths: Paths, lived: Home) -> None:
    before, files = told(paths), texts(lived)
    lock(lived)
    assert not set(files.values()) & set(texts(lived).values())
    unlock(lived)
    assert texts(lived) == files
    assert not is_encrypted(paths.data)
    assert told(paths) == before
    assert len(containing(paths.data)) == 7


def test_a_database_behind_a_link_is_encrypted_where_it_lies(paths: Paths, lived: Home) -> None:
    elsewhere = paths.data.parent / "elsewhere.db"
    paths.database.rename(elsewhere)
    paths.database.symlink_to(elsewhere)
    before = told(paths)
    lock(lived)
    assert paths.database.is_symlink()
    assert containing(paths.data.parent) == []
    assert told(paths) == before


def test_a_home_without_anything_is_encrypted_from_its_first_byte(home: Path) -> None:
    from assistant.paths import resolve_paths

    paths = resolve_paths(home)
    lock(Home.of(paths))
    with closing(open_stores(paths.database, clock=lambda: NOW)) as stores:
        stores.facts.add(fact(WORD))
    assert containing(home) == []
    forget_key(home)


def test_without_its_key_nothing_is_read_written_or_called_damaged(
    paths: Paths, lived: Home
) -> None:
    from assistant.cli import history
    from assistant.session.logs import Log

    lock(lived)
    forget_key(paths.data)
    files = {file: file.read_bytes() for file in paths.data.rglob("*") if file.is_file()}
    with pytest.raises(NotAuthorised, match="encrypted"):
        open_stores(paths.database, clock=lambda: NOW)
    history.append(paths.history, "never in plain")
    Log(paths.logs, lambda: NOW, "debug").write("error", "never in plain")
    assert history.read(paths.history) == []
    assert {f: f.read_bytes() for f in paths.data.rglob("*") if f.is_file()} == files


def test_a_person_is_asked_three_times_at_most(
    paths: Paths, lived: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock(lived)
    forget_key(paths.data)
    monkeypatch.setattr("assistant.homekey._ask", list(askers))
    asked: list[int] = []

    def ask(attempt: int) -> str:
        asked.append(attempt)
        return "wrong passphrase"

    ask_with(ask)
    with pytest.raises(NotAuthorised, match="wrong"):
        access.unlock(lived, "")
    assert asked == [0, 1, 2]
    ask_with(lambda attempt: PASSPHRASE if attempt else "wrong passphrase")
    assert access.unlock(lived, "") is not None
    ask_with(lambda _: "never asked again")
    assert access.unlock(lived, "") is not None


def test_a_new_passphrase_rewrites_no_data(paths: Paths, lived: Home) -> None:
    lock(lived)
    key, data = known_key(paths.data), paths.database.read_bytes()
    assert key is not None
    header.write(paths.data, access.by_passphrase(key, "otra frase larga", "locked"))  # type: ignore[arg-type]
    assert paths.database.read_bytes() == data
    forget_key(paths.data)
    with pytest.raises(NotAuthorised):
        access.unlock(lived, "", PASSPHRASE)
    assert access.unlock(lived, "", "otra frase larga") == key


def test_what_another_program_left_in_plain_is_found_and_encrypted(
    paths: Paths, lived: Home
) -> None:
    lock(lived)
    with paths.history.open("a") as file:
        file.write(f'"{WORD}"\n')
    (paths.notes / "new.md").write_text(WORD)
    assert plain_files(lived) == [paths.history, paths.notes / "new.md"]
    key = known_key(paths.data)
    encrypt_stragglers(lived, key)  # type: ignore[arg-type]
    assert containing(paths.data) == []
    assert plain_files(lived) == []


def test_F7_what_a_killed_program_left_half_written_is_not_left_in_plain(
    paths: Paths, lived: Home
) -> None:
    names = ("assistant.db", "assistant.db.backup-2026-01-01")
    left = [paths.data / f"{name}.999999999.tmp" for name in names]
    left += [paths.data / "history.999999999", paths.logs / "x.jsonl.999999999"]
    for file in left:
        file.write_text(WORD)
    lock(lived)
    assert containing(paths.data) == []
    left[-1].write_text(WORD)
    assert plain_files(lived) == [left[-1]]


def test_a_backup_that_only_seems_encrypted_is_sealed(paths: Paths, lived: Home) -> None:
    """One altered byte among the first sixteen: the rest can be read."""
    backup = newest_backup(paths.database)
    assert backup is not None
    altered = b"X" + backup.read_bytes()[1:]
    backup.write_bytes(altered)
    lock(lived)
    assert containing(paths.data) == []
    assert plain_files(lived) == []
    backup.write_bytes(altered)
    assert plain_files(lived) == [backup]
    unlock(lived)
    aside = Path(f"{paths.database}.damaged-{backup.name.removeprefix('assistant.db.')}")
    assert aside.read_bytes() == altered


def test_a_database_that_only_seems_encrypted_keeps_a_home_from_being_locked(
    paths: Paths, lived: Home
) -> None:
    paths.database.write_bytes(b"X" + paths.database.read_bytes()[1:])
    with pytest.raises(BadData):
        lock(lived)
    assert not is_encrypted(paths.data)


def test_a_note_is_searched_read_and_added_to(paths: Paths, lived: Home) -> None:
    from assistant.app import open_app
    from assistant.tools.base import Context, Surroundings
    from assistant.tools.builtin import notes

    lock(lived)
    with open_app(home=paths.data, answers=False) as app:
        here = Surroundings(
            "ana", "premium", app.config.tools, paths.notes, app.clock, None, (paths.data,)
        )
        context = Context(here, 5)
        notes.add.handler(context, text="buy qzxmilk", note="inbox")
        assert notes.search.handler(context, words="qzxmilk")[0]["note"] == "inbox"  # type: ignore[index]
        whole = str(notes.read.handler(context, note="inbox"))
        assert whole.startswith(f"# {WORD}\n\n- one {WORD}\n")
    assert containing(paths.data, "qzxmilk") == []


# What can go wrong


@contextmanager
def held(paths: Paths) -> Iterator[None]:
    """Another process has read the database, and keeps it open."""
    process = start(paths.database, HOLD, PASSPHRASE)
    assert process.stdout is not None
    assert process.stdin is not None
    assert process.stdout.readline() == "open\n"
    yield
    process.stdin.close()
    assert process.wait(60) == 0
    process.stdout.close()


HOLD = """
from pathlib import Path
from assistant.paths import resolve_paths
from assistant.storage.encryption import access
from assistant.storage.encryption.conversion import Home
access.unlock(Home.of(resolve_paths(Path(path).parent)), "", args[0])
stores = open_home()
stores.facts.all()
print("open", flush=True)
sys.stdin.read()
stores.close()
"""


def test_a_home_that_another_program_has_open_stays_as_it_is(paths: Paths, lived: Home) -> None:
    before = told(paths)
    with held(paths), pytest.raises(TryAgainLater, match="open in another program"):
        lock(lived)
    assert not is_encrypted(paths.data)
    assert told(paths) == before
    lock(lived)
    with held(paths), pytest.raises(TryAgainLater, match="open in another program"):
        unlock(lived)
    assert header.read(paths.data).state == "locked"  # type: ignore[union-attr]
    assert told(paths) == before
    assert containing(paths.data) == []


def test_a_program_that_came_before_loses_no_write_and_is_told(paths: Paths, lived: Home) -> None:
    early = Database(paths.database)
    lock(lived)
    with pytest.raises(TryAgainLater, match="just now"), early.reading() as connection:
        connection.execute("SELECT count(*) FROM facts")
    key = known_key(paths.data)
    assert key is not None
    late = Database(paths.database, driver=Driver(key.database))
    unlock(lived)
    with pytest.raises(TryAgainLater, match="just now"), late.reading() as connection:
        connection.execute("SELECT count(*) FROM facts")


def test_two_conversions_at_once_are_one(paths: Paths, lived: Home) -> None:
    from assistant.storage.encryption.files import alone

    with alone(paths.data), pytest.raises(TryAgainLater):
        lock(lived)
    assert not is_encrypted(paths.data)


@pytest.mark.parametrize("place", [100, 5000, 60_000])
def test_damage_is_told_from_a_wrong_key(paths: Paths, lived: Home, place: int) -> None:
    lock(lived)
    data = bytearray(paths.database.read_bytes())
    data[place] ^= 1
    paths.database.write_bytes(data)
    with pytest.raises(Damaged) as caught:  # noqa: PT012
        stores = open_stores(paths.database, clock=lambda: NOW)
        try:
            if problems := stores.check():
                raise Damaged(problems[0])
        finally:
            stores.close()
    assert "passphrase" not in str(caught.value)


def test_a_backup_comes_back(paths: Paths, lived: Home) -> None:
    lock(lived)
    facts = {f.id for f in told(paths)["facts"]}  # type: ignore[attr-defined]
    paths.database.write_bytes(b"\xff" * 9000)
    backup = newest_backup(paths.database)
    assert backup is not None
    restore(paths.database, backup, NOW, driver_for(paths.database))
    assert {f.id for f in told(paths)["facts"]} == facts  # type: ignore[attr-defined]
    assert containing(paths.data) == []


@pytest.mark.parametrize(
    "every", [9, pytest.param(1, marks=pytest.mark.heavy)], ids=["each ninth", "each"]
)
@pytest.mark.parametrize("way", ["lock", "unlock"])
def test_a_kill_at_any_step_leaves_a_whole_home(
    paths: Paths, lived: Home, way: str, every: int
) -> None:
    """The next program goes on with it, or finds it as it was."""
    before, number, ended = told(paths), 0, -signal.SIGKILL
    while ended == -signal.SIGKILL:
        number += every
        if way == "unlock" and not is_encrypted(paths.data):
            lock(lived)
        forget_key(paths.data)
        ended = killed_at(number, paths.data, lambda: (lock if way == "lock" else unlock)(lived))
        assert ended in (0, -signal.SIGKILL), f"step {number}"
        key = access.unlock(lived, "", PASSPHRASE)
        assert told(paths) == before, f"step {number}"
        if key is not None:
            assert containing(paths.data) == [], f"step {number}"
            assert plain_files(lived) == []
        left = {file.name for file in paths.data.rglob(f"*{UNFINISHED}")}
        assert key is None or left <= {f"{name}{UNFINISHED}" for name in (KEY_FILE, KEY_FILE_COPY)}
        if way == "lock" and key is not None:
            unlock(lived)
    assert number > 20


def test_a_full_disk_leaves_a_plain_home_plain(paths: Paths, lived: Home) -> None:
    import resource

    before = told(paths)

    def run() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (64 * 1024, 64 * 1024))
        lock(lived)

    assert in_a_child(run) == StorageUnavailable.exit_status
    assert not is_encrypted(paths.data)
    assert told(paths) == before
    assert not list(paths.data.rglob(f"*{UNFINISHED}"))


def test_without_room_for_all_of_it_nothing_is_begun(
    paths: Paths, lived: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = sum(file.stat().st_size for file in paths.data.rglob("*.db*") if file.is_file())
    before = told(paths)
    with monkeypatch.context() as full:
        full.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=whole))
        with pytest.raises(StorageUnavailable, match="free space"):
            lock(lived)
    assert not is_encrypted(paths.data)
    assert told(paths) == before
