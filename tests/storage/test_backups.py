"""The copies that lie beside the database, and the way back from them."""

from __future__ import annotations

import os
import signal
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from assistant.errors import BadData, Damaged, TryAgainLater
from assistant.storage.sqlite import backups
from assistant.storage.sqlite.backups import (
    back_up_daily,
    backups_of,
    newest_backup,
    remove_copies,
    restore,
)
from assistant.storage.sqlite.connection import PAGE_SIZE, Database
from assistant.storage.sqlite.driver import Driver
from tests.contract.samples import (
    NOW,
    conversation,
    fact,
    later,
    metrics,
    segment,
    turn,
    undone,
    vector,
)
from tests.killing import killed_at
from tests.storage.conftest import Opener


def names(path: Path) -> list[str]:
    """Of the files; a digest lies beside each complete copy, and beside nothing else."""
    found = sorted(p.name.removeprefix("assistant.db.") for p in path.parent.iterdir())
    copies = {name.replace("digest-", "backup-") for name in found if name.startswith("digest-")}
    assert copies <= set(found)
    return [name for name in found if not name.startswith("digest-")]


def use(open_home: Opener, day: int, writes: bool = True) -> None:
    stores = open_home(NOW + timedelta(days=day))
    if writes:
        stores.keyvalue.put("n", "k", day)
    stores.close()


def test_a_day_of_use_leaves_one_backup_and_two_are_kept(open_home: Opener, path: Path) -> None:
    use(open_home, 0)
    use(open_home, 0)
    assert names(path) == ["assistant.db", "backup-2026-02-03"]
    use(open_home, 1)
    use(open_home, 2)
    assert names(path) == ["assistant.db", "backup-2026-02-04", "backup-2026-02-05"]
    assert all(p.stat().st_mode & 0o777 == 0o600 for p in backups_of(path))
    newest = newest_backup(path)
    assert newest is not None
    assert newest.name.endswith("2026-02-05")


def test_a_day_of_reading_leaves_none(open_home: Opener, path: Path) -> None:
    use(open_home, 0)
    use(open_home, 1, writes=False)
    stores = open_home(later(days=1))
    with undone(stores):
        stores.keyvalue.put("n", "k", 2)
    stores.close()
    assert names(path) == ["assistant.db", "backup-2026-02-03"]


def test_a_clock_that_jumps_back_still_backs_up(open_home: Opener, path: Path) -> None:
    use(open_home, 5)
    use(open_home, 6)
    use(open_home, -300)
    assert "backup-2025-04-09" in names(path)


def test_a_backup_of_a_migration_goes_after_a_week(open_home: Opener, path: Path) -> None:
    use(open_home, 0)
    old = Path(f"{path}.backup-v1")
    old.write_bytes(b"as it was")
    os.utime(old, (NOW.timestamp(), NOW.timestamp()))
    use(open_home, 6)
    assert old.exists()
    use(open_home, 8)
    assert not old.exists()


def test_what_is_meant_to_last_comes_back(open_home: Opener, path: Path) -> None:
    stores = open_home()
    old, new = fact("usa Apache", retired_at=NOW), fact("usa Caddy")
    for added in (old, new):
        stores.facts.add(added)
    stores.facts.put_vectors("e", {new.id: vector(1)})
    stores.facts.erase([], ["digest"], NOW)
    summary = segment("certificados")
    stores.segments.add(summary)
    stores.conversations.save(conversation())
    for n in (1, 2):
        stores.conversations.append(turn(n))
    stores.conversations.drop("default:ana:1", [1], NOW)
    stores.keyvalue.put("state", "k", 1)
    stores.keyvalue.put("cache", "k", 1, expires_at=later(days=1))
    stores.journal.record(metrics())
    revision = stores.facts.revision()
    stores.close()

    backup = newest_backup(path)
    assert backup is not None
    path.write_bytes(b"not a database at all" * 500)
    with pytest.raises(BadData) as caught:
        open_home()
    assert str(backup) in caught.value.hint
    assert "assistant doctor" in caught.value.hint
    aside = restore(path, backup, NOW)

    stores = open_home()
    assert stores.check() == []
    assert stores.facts.all(retired=True) == [old, new]
    assert [id for id, _ in stores.facts.search(["caddy"], 5)] == [new.id]
    assert stores.facts.without_vector("e") == [new]
    assert stores.facts.forgotten("digest")
    assert stores.facts.revision() > revision
    assert [id for id, _ in stores.segments.search(["certificados"], 5)] == [summary.id]
    assert stores.conversations.turns("default:ana:1") == []
    assert [m.turn_number for m in stores.conversations.messages("default:ana:1")] == [1, 1]
    assert stores.keyvalue.get("state", "k", now=NOW) == 1
    assert stores.keyvalue.get("cache", "k", now=NOW) is None
    assert stores.journal.metrics() == [metrics()]
    assert aside is not None
    assert aside.read_bytes().startswith(b"not a database")
    with stores._database.reading() as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


@pytest.mark.parametrize("log", [False, True])
def test_C3_a_kill_at_any_step_of_restoring_leaves_a_database(
    open_home: Opener, path: Path, log: bool
) -> None:
    """The damaged one or the good one, which restoring again puts there; nothing of either goes."""
    use(open_home, 0)
    backup = newest_backup(path)
    assert backup is not None
    kept, damaged, ended, number = backup.read_bytes(), b"no database " * 999, -signal.SIGKILL, 0
    while ended == -signal.SIGKILL:
        for old in path.parent.glob(f"{path.name}.damaged-*"):
            old.unlink()
        path.write_bytes(damaged)
        if log:
            Path(f"{path}-wal").write_bytes(b"log")
        number += 1
        ended = killed_at(number, path.parent, lambda: restore(path, backup, NOW))
        asides = [file.read_bytes() for file in path.parent.glob(f"{path.name}.damaged-*T??????")]
        assert path.read_bytes() == damaged or (path.read_bytes() == kept and damaged in asides)
        assert not log or any(f.read_bytes() == b"log" for f in path.parent.glob("*-wal"))
        assert backup.read_bytes() == kept
        restore(path, backup, NOW)
        assert path.read_bytes() == kept
        assert not Path(f"{path}-wal").exists()
    assert number > 5


def test_C3_a_database_that_is_gone_is_not_begun_anew_beside_its_copies(
    open_home: Opener, path: Path
) -> None:
    use(open_home, 0)
    path.unlink()
    with pytest.raises(Damaged, match="missing") as caught:
        open_home()
    assert "assistant doctor --restore" in caught.value.hint
    assert not path.exists()
    for copy in backups_of(path):
        copy.rename(f"{path}.damaged-2026-02-03T000000")
    with pytest.raises(Damaged, match="missing"):
        open_home()


def test_F7_a_copy_that_is_erased_leaves_the_database_whose_second_name_it_is(
    open_home: Opener, path: Path
) -> None:
    """A kill of restoring may leave one file by both names."""
    use(open_home, 0)
    Path(f"{path}.damaged-2026-02-03T000000").hardlink_to(path)
    remove_copies(Database(path))
    assert open_home().keyvalue.get("n", "k", now=NOW) == 0
    assert names(path) == ["assistant.db", "assistant.db-shm", "assistant.db-wal"]


def test_a_damaged_backup_is_not_restored(open_home: Opener, path: Path) -> None:
    known = fact()
    stores = open_home()
    stores.facts.add(known)
    stores.close()
    backup = newest_backup(path)
    assert backup is not None
    backup.write_bytes(backup.read_bytes()[:5000])
    with pytest.raises(BadData, match="damaged too"):
        restore(path, backup, NOW)
    assert open_home().facts.all() == [known]


def test_a_damaged_database_does_not_push_out_good_backups(open_home: Opener, path: Path) -> None:
    stores = open_home()
    for n in range(40):
        stores.facts.add(fact(f"hecho {n}"))
    stores.close()
    with closing(sqlite3.connect(path)) as connection:
        (root,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'facts'"
        ).fetchone()
    content = bytearray(path.read_bytes())
    content[(root - 1) * PAGE_SIZE : root * PAGE_SIZE] = bytes(PAGE_SIZE)
    path.write_bytes(content)
    for day in (1, 2, 3):
        with pytest.raises(Damaged):
            use(open_home, day)
    assert "backup-2026-02-03" in names(path)


@pytest.mark.parametrize("left", [".tmp", ".tmp-wal", ".tmp-shm", ".tmp-journal"])
def test_a_backup_is_complete_or_not_there(open_home: Opener, path: Path, left: str) -> None:
    stores = open_home()
    stores.facts.add(fact())
    broken = Path(f"{path}.backup-2026-02-03.{os.getpid()}{left}")
    broken.write_bytes(b"of a killed process")
    assert backups_of(path) == []
    stores.close()
    assert names(path) == ["assistant.db", "backup-2026-02-03"]


def test_nobody_touches_a_copy_that_another_is_making(
    open_home: Opener, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def while_copying(source: Path, target: Path, driver: Driver) -> None:
        other = Database(path, busy_seconds=0.05)
        with pytest.raises(TryAgainLater):
            back_up_daily(other, later(days=1))
        with pytest.raises(TryAgainLater):
            remove_copies(other)
        copy_lasting_rows(source, target, driver)
        during.append(names(path))

    during: list[list[str]] = []
    copy_lasting_rows = backups._copy_lasting_rows
    monkeypatch.setattr(backups, "_copy_lasting_rows", while_copying)
    stores = open_home()
    stores.facts.add(fact())
    stores.close()
    assert [name for name in during[0] if name.endswith(".tmp")]
    assert [b.name for b in backups_of(path)] == ["assistant.db.backup-2026-02-03"]


def test_an_unwritable_backup_does_not_keep_the_home_from_closing(
    open_home: Opener, path: Path, events: list[object]
) -> None:
    stores = open_home()
    known = fact()
    stores.facts.add(known)
    Path(f"{path}.backup-2026-02-03.{os.getpid()}.tmp").mkdir()
    stores.close()
    assert [e.kind for e in events][-1] == "postponed"  # type: ignore[attr-defined]
    assert open_home().facts.all() == [replace(known)]
