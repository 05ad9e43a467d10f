"""Tasks of erasing: counted, kept while they must be, done by whoever comes."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from assistant import locks
from assistant.storage.open import open_stores
from assistant.storage.sqlite.stores import SQLiteStores
from tests.contract.samples import NOW, document, fact
from tests.storage.conftest import Opener, start
from tests.storage.test_held import statements


class Beside:
    """Files that are clean at once; what tells is the trace itself."""

    def __init__(self) -> None:
        self.erased: list[str] = []

    def files(self) -> Iterator[Path]:
        return iter(())

    def erase(self, traces: Sequence[str], key: bytes) -> bool:
        assert key
        self.erased += traces
        return True

    def teller(self, traces: Sequence[str], key: bytes) -> Callable[[str], bool]:
        return lambda text: any(trace in text for trace in traces)


def opened(path: Path, beside: Beside | None, days: int = 0) -> SQLiteStores:
    now = NOW + timedelta(days=days)
    stores = open_stores(path, clock=lambda: now, surroundings=(lambda: beside) if beside else None)
    assert isinstance(stores, SQLiteStores)
    return stores


def test_F7_where_nothing_is_owed_opening_takes_one_look(open_home: Opener, path: Path) -> None:
    open_home().close()
    stores = open_home()
    seen = statements(stores)
    stores.resume()
    assert len(seen) == 1
    assert "upkeep" in seen[0]
    with closing(sqlite3.connect(path)) as raw:
        plan = " ".join(row[3] for row in raw.execute(f"EXPLAIN QUERY PLAN {seen[0]}"))
    assert "SCAN" not in plan


def test_F7_a_task_waits_for_one_who_knows_the_files_beside(path: Path) -> None:
    with closing(opened(path, None)) as stores:
        stores.erasures.owe(["cat"], [], NOW)
        stores.scrub()
        assert stores.erasures.pending()
    beside = Beside()
    with closing(opened(path, beside)) as stores:
        assert beside.erased == ["cat"]
        assert not stores.erasures.pending()


def test_F7_a_later_process_drops_what_was_there_then_and_keeps_what_came_since(path: Path) -> None:
    with closing(opened(path, None)) as stores:
        stores.keyvalue.put("state:1", "old", "the cat")
        stores.collections.put(document("old", said="a\ncat"))
        stores.erasures.owe(["cat"], [], NOW)
        stores.keyvalue.put("state:1", "new", "the cat, on purpose")
        stores.collections.put(document("new", said="the cat, on purpose"))
        stores.keyvalue.put("tools/files", "k", {"data": "a\ncat"})
    with closing(opened(path, Beside())) as stores:
        kept = [(space, key) for space, key, _ in stores.keyvalue.entries() if space != "keys"]
        assert kept == [("state:1", "new")]
        assert [d.id for d in stores.collections.find("garden/plants").documents] == ["new"]


def test_F7_a_word_found_in_the_bytes_keeps_it_owed(path: Path) -> None:
    """Unless something that stays holds it."""
    with closing(opened(path, Beside())) as stores:
        Path(f"{path}.stray").write_text("of Felisberto")
        stores.erasures.owe([], ["Felisberto"], NOW)
        stores.scrub()
        assert stores.erasures.pending()
        stores.facts.add(fact("my dog is called Felisberto too"))
        stores.scrub()
        assert not stores.erasures.pending()


def test_F7_what_is_erased_while_it_is_scrubbed_stays_owed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from assistant import steps

    with closing(opened(path, Beside())) as stores, closing(opened(path, Beside())) as other:
        for n in range(3):
            other.facts.add(fact(id=f"f{n}"))

        def reached(step: str) -> None:
            if step == "read":
                other.facts.erase(["f1"], [], NOW)

        monkeypatch.setattr(steps, "reached", reached)
        stores.facts.erase(["f0"], [], NOW)
        stores.scrub()
        assert stores.erasures.pending()
        monkeypatch.undo()
        stores.scrub()
        assert not stores.erasures.pending()


def test_F7_without_locks_a_task_stays_as_long_as_a_turn_may_last(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "available", lambda: False)
    with closing(opened(path, Beside())) as stores, stores.erasures.turn():
        stores.erasures.owe(["cat"], [], NOW)
        stores.scrub()
        assert stores.erasures.pending()
    opened(path, Beside(), days=1).close()
    with closing(opened(path, Beside(), days=2)) as stores:
        assert not stores.erasures.pending()


def test_F7_a_turn_of_another_process_keeps_the_task_until_it_ends(path: Path) -> None:
    with closing(opened(path, Beside())) as stores:
        body = "stores = open_home()\nwith stores.erasures.turn():\n print(1, flush=True)\n input()"
        turn = start(path, body)
        assert turn.stdout
        turn.stdout.readline()
        stores.erasures.owe(["cat"], [], NOW)
        stores.scrub()
        assert stores.erasures.pending()
        turn.kill()  # however it ends
        turn.wait()
        stores.scrub()
        assert not stores.erasures.pending()


def test_F7_ones_own_turn_is_over_when_it_erases(path: Path) -> None:
    with closing(opened(path, Beside())) as stores, stores.erasures.turn():
        with stores.transaction():
            stores.erasures.owe(["cat"], [], NOW)
            stores.scrub()
        assert not stores.erasures.pending()
