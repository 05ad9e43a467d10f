"""Room that is made in the write-ahead log, and what a crash leaves of it."""

from __future__ import annotations

import shutil
from pathlib import Path

from assistant.storage.open import open_stores
from assistant.storage.sqlite.connection import Database
from tests.contract.samples import NOW, fact
from tests.storage.conftest import Opener

KIB = 1024


def length(path: Path) -> int:
    return Path(f"{path}-wal").stat().st_size


def test_a_log_that_is_written_to_has_room_for_the_next_commits(
    open_home: Opener, path: Path
) -> None:
    open_home().close()  # the tables are made
    stores, lengths = open_home(), []
    for n in range(60):
        stores.facts.add(fact(f"el hecho número {n}"))
        lengths.append(length(path))
    assert lengths[0] < 64 * KIB  # one that writes little stays small
    steps = {size for size in lengths if size % (512 * KIB) == 0}
    assert len(steps) >= 2
    assert len(set(lengths)) < 20


def test_after_a_crash_the_room_is_passed_over(open_home: Opener, path: Path) -> None:
    stores = open_home()
    known = [fact(f"el hecho número {n}") for n in range(12)]
    for one in known:
        stores.facts.add(one)
    assert length(path) % (512 * KIB) == 0
    copy = path.parent.parent / "copy" / path.name
    copy.parent.mkdir(mode=0o700)
    for end in ("", "-wal"):  # as a killed process leaves them
        shutil.copy2(f"{path}{end}", f"{copy}{end}")
    found = open_stores(copy, clock=lambda: NOW)
    assert found.facts.all() == known
    assert found.check() == []
    found.facts.add(fact("uno más"))
    found.close()


def test_a_log_without_room_is_written_all_the_same(open_home: Opener, path: Path) -> None:
    stores = open_home()
    database: Database = stores._database
    database._log._path = "/nowhere/assistant.db-wal"
    for n in range(12):
        stores.facts.add(fact(f"el hecho número {n}"))
    assert len(stores.facts.all()) == 12
    assert length(path) % (512 * KIB)
