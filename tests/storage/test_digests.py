"""What is written of a backup when it is made: found again to the last bit, or told."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from assistant.errors import BadData
from assistant.storage.sqlite import backups, digests
from assistant.storage.sqlite.backups import back_up_daily, backups_of, newest_backup, restore
from assistant.storage.sqlite.connection import Database
from assistant.storage.sqlite.digests import check, digest_file, last_recorded, seal
from assistant.storage.sqlite.drill import since, sweep_drills, temporary_home
from assistant.storage.sqlite.driver import PLAIN
from tests.contract.samples import NOW, fact, later
from tests.storage.conftest import Opener


@pytest.fixture
def backup(open_home: Opener, path: Path) -> Path:
    """Of a home with one fact."""
    stores = open_home()
    stores.facts.add(fact("usa Caddy"))
    stores.close()
    (made,) = backups_of(path)
    return made


def flip(file: Path, at: int) -> None:
    content = bytearray(file.read_bytes())
    content[at] ^= 1
    file.write_bytes(content)


def test_a_backup_carries_its_digest(backup: Path) -> None:
    assert check(backup) == "sound"
    assert digest_file(backup).stat().st_mode & 0o777 == 0o600
    made = last_recorded(backup)
    assert made is not None
    assert made.size == backup.stat().st_size
    assert made.tables["facts"].count == 1


def test_any_flipped_bit_is_found_before_it_replaces_anything(backup: Path, path: Path) -> None:
    before = path.read_bytes()
    size = backup.stat().st_size
    for at in (0, 24, 100, size // 3, size // 2, size - 1):
        flip(backup, at)
        assert check(backup) == "altered"
        with pytest.raises(BadData, match="damaged too"):
            restore(path, backup, NOW)
        flip(backup, at)
    assert check(backup) == "sound"
    assert path.read_bytes() == before


def test_a_backup_cut_or_grown_is_altered(backup: Path) -> None:
    whole = backup.read_bytes()
    for content in (whole[:-1], whole + b"\0", b""):
        backup.write_bytes(content)
        assert check(backup) == "altered"


def test_a_backup_of_an_older_version_is_told_as_such_and_restored(
    backup: Path, path: Path, open_home: Opener
) -> None:
    digest_file(backup).unlink()
    assert check(backup) == "unsealed"
    restore(path, backup, NOW)
    assert [known.fact for known in open_home().facts.all()] == ["usa Caddy"]
    seal(backup)
    assert check(backup) == "sound"


def test_a_digest_that_is_half_written_or_altered_is_no_verdict_on_the_backup(
    backup: Path,
) -> None:
    file = digest_file(backup)
    whole = file.read_bytes()
    for content in (whole[: len(whole) // 2], whole[:-2], b"", b"\xff\xfe", whole[:70] + b"[]\n"):
        file.write_bytes(content)
        assert check(backup) == "unreadable"
    for at in range(0, len(whole) - 1, 37):
        file.write_bytes(whole)
        flip(file, at)
        assert check(backup) == "unreadable"


def test_forgetting_leaves_no_digest_of_what_was(
    backup: Path, path: Path, open_home: Opener
) -> None:
    old = digest_file(backup).read_text()
    stores = open_home()
    stores.facts.add(fact("usa Apache"))
    with stores.transaction():
        stores.facts.erase([known.id for known in stores.facts.all()], ["digest"], NOW)
        stores.scrub()
    stores.close()
    (made,) = backups_of(path)
    assert check(made) == "sound"
    written = digest_file(made).read_text()
    recorded = last_recorded(made)
    assert recorded is not None
    assert recorded.tables["facts"].count == 0
    assert old.split('"sha256": "')[1][:64] not in written
    assert len(list(path.parent.glob("*.digest-*"))) == 1


@pytest.mark.parametrize("again", [False, True], ids=["first", "rewritten"])
def test_killed_at_any_step_a_backup_fits_what_is_written_of_it(
    open_home: Opener, path: Path, again: bool
) -> None:
    """A child ends without a word before its n-th change of a name, for every n."""
    stores = open_home()
    stores.facts.add(fact("usa Caddy"))
    stores.close()
    survived = 0
    for step in range(12):
        for copy in () if again else backups_of(path):
            backups.erase(copy)
        if (child := os.fork()) == 0:
            _make_and_die(path, step, again=again)
        _, status = os.waitpid(child, 0)
        for copy in backups_of(path):
            assert check(copy) == "sound", step
        survived += os.waitstatus_to_exitcode(status) == 0
    assert survived, "the last ones came to the end"
    back_up_daily(Database(path), later(days=3))
    left = {digest_file(copy) for copy in backups_of(path)}
    assert set(path.parent.glob("*.digest-*")) == left


def _make_and_die(path: Path, step: int, *, again: bool) -> None:
    left = [step]

    def dying(self: Path, *values: object) -> object:
        if left[0] == 0:
            os._exit(9)
        left[0] -= 1
        return replaced(self, *values)  # type: ignore[arg-type]

    replaced = Path.replace
    Path.replace = dying  # type: ignore[method-assign, assignment]
    try:
        database = Database(path)
        if again:
            (copy,) = backups_of(path)
            with closing(sqlite3.connect(path)) as source:
                source.execute("PRAGMA user_version")
            with backups._arriving(copy, NOW, PLAIN) as temporary:
                backups._copy_lasting_rows(path, temporary, PLAIN)
                with closing(sqlite3.connect(temporary)) as other:
                    other.execute(f"PRAGMA application_id = {os.getpid()}")
        else:
            back_up_daily(database, NOW)
        os._exit(0)
    except BaseException:
        os._exit(1)


def test_what_came_and_went_since_is_counted(backup: Path, path: Path, open_home: Opener) -> None:
    assert since(path, backup) == ({}, {})
    stores = open_home()
    stores.facts.add(fact("usa Apache"))
    stores.close()
    assert since(path, backup).newer == {"facts": 1}
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.create_function("seal_of", -1, lambda *_: 0)
        connection.execute("DELETE FROM facts WHERE fact = 'usa Caddy'")
    assert since(path, backup).gone == {"facts": 1}


def test_a_temporary_home_is_private_and_leaves_nothing(path: Path, backup: Path) -> None:
    dead = path.parent / "drill-999999999-x"
    dead.mkdir()
    (dead / "assistant.db").write_bytes(b"of a killed drill")
    with temporary_home(path.parent) as home:
        assert home.stat().st_mode & 0o777 == 0o700
        assert not dead.exists()
        (home / "file").write_text("x")
        sweep_drills(path.parent)
        assert home.exists(), "one that goes on is left alone"
    assert not home.exists()
    with temporary_home(path.parent) as home:
        backups.remove_copies(Database(path))
        assert not home.exists(), "forgetting leaves no copy at all"
    assert newest_backup(path) is None
    assert digests.check(backup) == "unsealed"
