from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from assistant.storage.base import Stores
from tests.contract.samples import (
    NOW,
    conversation,
    document,
    fact,
    later,
    metrics,
    segment,
    turn,
    undone,
    vector,
)


def test_A5_what_a_transaction_writes_is_all_there_or_not_at_all(stores: Stores) -> None:
    stores.conversations.save(conversation())
    stores.conversations.append(turn(1))
    known = fact("uno")
    stores.facts.add(known)
    stores.facts.put_vectors("e", {known.id: vector(1)})
    before = stores.facts.revision()
    with undone(stores):
        stores.conversations.append(turn(2))
        stores.conversations.drop("default:ana:1", [1], NOW)
        stores.segments.add(segment())
        stores.facts.add(fact("dos"))
        stores.facts.update(replace(known, fact="cambiado"))
        stores.facts.erase([known.id], ["digest"], NOW)
        stores.collections.put(document("a", height=1))
        stores.keyvalue.put("n", "k", 1)
        stores.counters.increment("t", NOW)
        stores.journal.record(metrics())
        assert stores.facts.all() != [known]
        assert stores.facts.vectors("e")[0] == []
    assert stores.conversations.turns("default:ana:1") == [turn(1)]
    assert stores.segments.all("default:ana:1") == []
    assert stores.facts.all(retired=True) == [known]
    assert stores.facts.vectors("e")[0] == [known.id]
    assert stores.facts.revision() == before
    assert stores.facts.search(["dos", "cambiado"], 5) == []
    assert not stores.facts.forgotten("digest")
    assert stores.collections.find("garden/plants") == ((), None)
    assert stores.keyvalue.get("n", "k", now=NOW) is None
    assert stores.counters.value("t", NOW) == 0
    assert stores.journal.metrics() == []


def test_what_is_written_after_an_undone_transaction_is_seen(stores: Stores) -> None:
    with undone(stores):
        lost = fact("perdido")
        stores.facts.add(lost)
        stores.facts.put_vectors("e", {lost.id: vector(1)})
        assert stores.facts.all() == [lost]
        assert stores.facts.vectors("e")[0] == [lost.id]
    kept = fact("quedó")
    stores.facts.add(kept)
    stores.facts.put_vectors("e", {kept.id: vector(2)})
    assert stores.facts.all() == [kept]
    assert stores.facts.vectors("e")[0] == [kept.id]
    assert stores.facts.vectors("e")[1].tolist() == [[2, 2, 2, 2]]


def test_a_matrix_read_inside_a_transaction_shares_nothing(stores: Stores) -> None:
    first, second = fact("uno"), fact("dos")
    stores.facts.add(first)
    stores.facts.add(second)
    stores.facts.put_vectors("e", {first.id: vector(1)})
    stores.facts.vectors("e")
    with undone(stores):
        stores.facts.put_vectors("e", {second.id: vector(5)})
        _, private, _ = stores.facts.vectors("e")
    stores.facts.put_vectors("e", {second.id: vector(7)})
    assert stores.facts.vectors("e")[1].tolist() == [[1] * 4, [7] * 4]
    assert private.tolist() == [[1] * 4, [5] * 4]


def test_a_nested_transaction_joins_the_outer_one(stores: Stores) -> None:
    with undone(stores), stores.transaction():
        stores.facts.add(fact())
    assert stores.facts.all() == []


def test_a_nested_transaction_that_fails_is_undone_alone(stores: Stores) -> None:
    first, last = fact("uno"), fact("tres")
    with stores.transaction():
        stores.facts.add(first)
        with undone(stores):
            stores.facts.add(fact("dos"))
            with stores.transaction():
                stores.keyvalue.put("n", "k", 1)
        stores.facts.add(last)
    assert stores.facts.all() == [first, last]
    assert stores.facts.search(["dos"], 5) == []
    assert stores.keyvalue.get("n", "k", now=NOW) is None


def test_a_refused_write_inside_a_transaction_leaves_the_rest(stores: Stores) -> None:
    known = fact()
    with stores.transaction():
        stores.facts.add(known)
        with pytest.raises(ValueError, match=known.id):
            stores.facts.add(known)
    assert stores.facts.all() == [known]


def test_a_transaction_sees_its_own_writes_in_every_reading(stores: Stores) -> None:
    stores.facts.add(fact("antes"))
    stores.facts.all()
    with stores.transaction():
        mine = fact("ahora mismo", created_at=later(days=1))
        stores.facts.add(mine)
        assert stores.facts.all()[-1] == mine
        assert stores.facts.get(mine.id) == mine
        assert [id for id, _ in stores.facts.search(["ahora"], 5)] == [mine.id]
        assert stores.facts.without_vector("e")[-1] == mine


def test_scrub_inside_a_transaction_waits_for_its_end(stores: Stores) -> None:
    known = fact("vive en Rosario")
    stores.facts.add(known)
    with stores.transaction():
        stores.facts.erase([known.id], [], NOW)
        stores.scrub()
        stores.keyvalue.put("n", "k", 1)
    assert stores.facts.all() == []
    assert stores.keyvalue.get("n", "k", now=NOW) == 1


def test_no_thread_sees_another_ones_unfinished_writes(stores: Stores) -> None:
    stores.facts.add(fact("uno"))
    written, seen = threading.Event(), []

    def look() -> None:
        written.wait(5)
        seen.append((len(stores.facts.all()), len(stores.facts.without_vector("e"))))

    with ThreadPoolExecutor() as pool:
        looking = pool.submit(look)
        with undone(stores):
            stores.facts.add(fact("dos"))
            stores.facts.all()
            written.set()
            threading.Event().wait(0.05)
        looking.result()
    assert seen == [(1, 1)]


def test_threads_lose_no_writes(stores: Stores) -> None:
    stores.conversations.save(conversation())

    def work(worker: int) -> None:
        for n in range(20):
            with stores.transaction():
                count = stores.counters.value("t", NOW)
                stores.counters.increment("t", NOW)
                assert stores.counters.value("t", NOW) == count + 1
            stores.facts.add(fact(f"worker {worker} number {n}", id=f"{worker}-{n}"))
            stores.facts.all()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))
    assert stores.counters.value("t", NOW) == 160
    assert len(stores.facts.all()) == 160
    assert len(stores.facts.search(["number"], 200)) == 160


def test_a_sound_store_has_nothing_to_report(stores: Stores) -> None:
    stores.facts.add(fact())
    stores.segments.add(segment())
    stores.collections.put(document("a", height=1))
    stores.scrub()
    stores.flush()
    assert stores.check() == []


def test_closing_twice_is_closing_once(stores: Stores) -> None:
    stores.facts.add(fact())
    stores.close()
    stores.close()


def test_what_cannot_be_added_leaves_the_rest_of_the_transaction(stores: Stores) -> None:
    one, two, three = fact("uno"), fact("dos"), fact("tres")
    stores.facts.add(one)
    with stores.transaction():
        stores.facts.add(two)
        with pytest.raises(ValueError, match="already"):
            stores.facts.add(replace(three, id=one.id))
        stores.facts.add(three)
    assert [f.id for f in stores.facts.all()] == [one.id, two.id, three.id]
    assert [id for id, _ in stores.facts.search(["tres"], 5)] == [three.id]
