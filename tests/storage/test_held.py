"""What a process keeps in memory, and how it keeps up with the database."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

from assistant.storage.sqlite.stores import SQLiteStores
from tests.contract.samples import NOW, fact, later, vector
from tests.storage.conftest import Opener


def statements(stores: SQLiteStores) -> list[str]:
    """What this thread's connection runs from now on."""
    seen: list[str] = []
    with stores._database.reading() as connection:
        connection.set_trace_callback(seen.append)
    return seen


def filled(open_home: Opener, count: int) -> SQLiteStores:
    stores = open_home()
    with stores.transaction():
        for n in range(count):
            stores.facts.add(fact(f"n{n}", id=f"f{n}", created_at=NOW + timedelta(seconds=n)))
        stores.facts.put_vectors("e", {f"f{n}": vector(n) for n in range(count)})
    return stores


def test_reading_again_reads_only_what_changed(open_home: Opener) -> None:
    stores = filled(open_home, 50)
    stores.facts.all(), stores.facts.vectors("e")
    stores.facts.add(fact(id="new", created_at=later(days=1)))
    stores.facts.put_vectors("e", {"new": vector(7)})
    seen = statements(stores)
    assert len(stores.facts.all()) == 51
    assert len(stores.facts.vectors("e")[0]) == 51
    wide = [s for s in seen if re.search(r"FROM fact(s|_vectors)\b", s) and "WHERE" not in s]
    assert wide == []
    seen.clear()
    stores.facts.all(), stores.facts.vectors("e")
    assert [s for s in seen if "FROM facts" in s or "FROM fact_vectors" in s] == []


def test_a_log_that_is_too_short_makes_it_read_all_again(open_home: Opener) -> None:
    stores = filled(open_home, 10)
    other = open_home()
    other.facts.all(), other.facts.vectors("e")
    start = other.facts.revision()
    known = stores.facts.get("f0")
    assert known is not None
    with stores.transaction():
        for n in range(9000):
            stores.facts.update(replace(known, last_confirmed_at=NOW + timedelta(seconds=n)))
        stores.facts.put_vectors("e", {"f1": vector(99)})
    assert other.facts.changes(start) is None
    assert other.facts.all()[0].last_confirmed_at == NOW + timedelta(seconds=8999)
    ids, matrix, _ = other.facts.vectors("e")
    assert matrix[ids.index("f1")].tolist() == [99] * 4
    with stores._database.reading() as connection:
        assert connection.execute("SELECT count(*) FROM fact_log").fetchone()[0] < 6000


def test_very_many_changes_are_not_told_one_by_one(open_home: Opener) -> None:
    stores, other = filled(open_home, 3), open_home()
    other.facts.all(), other.facts.vectors("e")
    start = other.facts.revision()
    with stores.transaction():
        for n in range(4100):
            stores.facts.add(fact(f"m{n}", id=f"m{n}", created_at=later(days=1)))
        stores.facts.put_vectors("e", {f"m{n}": vector(n) for n in range(4100)})
    assert other.facts.changes(start) is None
    assert len(other.facts.all()) == len(other.facts.vectors("e")[0]) == 4103


def test_a_log_in_which_additions_stand_between_is_kept_short_too(open_home: Opener) -> None:
    stores = filled(open_home, 1)
    with stores.transaction():
        for n in range(6000):  # so that no change falls on a round revision
            known = fact(f"m{n}", id=f"m{n}", created_at=later(days=1))
            stores.facts.add(known)
            stores.facts.update(replace(known, last_confirmed_at=later(days=2)))
    with stores._database.reading() as connection:
        assert connection.execute("SELECT count(*) FROM fact_log").fetchone()[0] < 3000
    assert stores.facts.revision() == 12001
    assert stores.facts.changes(11999) == ["m5999"]
    assert stores.facts.changes(5000) is None


def test_a_vector_that_is_replaced_comes_last(open_home: Opener) -> None:
    stores, other = filled(open_home, 3), open_home()
    other.facts.vectors("e")
    stores.facts.put_vectors("e", {"f0": vector(9)})
    ids, matrix, _ = other.facts.vectors("e")
    assert ids == open_home().facts.vectors("e")[0] == ["f1", "f2", "f0"]
    assert matrix[2].tolist() == [9] * 4


def test_a_scrub_keeps_everybody_up_to_date(open_home: Opener) -> None:
    stores, other = filled(open_home, 10), open_home()
    other.facts.all(), other.facts.vectors("e")
    revision = stores.facts.revision()
    stores.facts.erase(["f3"], [], NOW)
    stores.scrub()
    assert stores.facts.revision() > revision
    assert "f3" not in [f.id for f in other.facts.all()]
    assert "f3" not in other.facts.vectors("e")[0]


def test_the_buffer_grows_without_disturbing_earlier_views(open_home: Opener) -> None:
    stores = filled(open_home, 3)
    views = [stores.facts.vectors("e")]
    for n in range(3, 120):
        with stores.transaction():
            stores.facts.add(fact(id=f"f{n}", created_at=NOW + timedelta(seconds=n)))
            stores.facts.put_vectors("e", {f"f{n}": vector(n)})
        views.append(stores.facts.vectors("e"))
    for ids, matrix, _ in views:
        assert [f"f{int(row[0])}" for row in matrix] == ids


def test_threads_share_what_is_held(open_home: Opener) -> None:
    stores = filled(open_home, 20)

    def work(worker: int) -> None:
        for n in range(15):
            id = f"w{worker}-{n}"
            with stores.transaction():
                stores.facts.add(fact(id=id, created_at=later(days=1)))
                stores.facts.put_vectors("e", {id: vector(worker)})
            ids, matrix, _ = stores.facts.vectors("e")
            assert len(ids) == len(matrix)
            assert matrix[ids.index(id)].tolist() == [worker] * 4
            assert id in [f.id for f in stores.facts.all()]

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    assert len(stores.facts.vectors("e")[0]) == 80
    assert len(stores.facts.all()) == 80
