from __future__ import annotations

from assistant.storage.base import Stores
from tests.contract.samples import NOW, later


def test_T4_counts_up_to_the_limit_and_no_further(stores: Stores) -> None:
    assert [stores.counters.increment("t", NOW, limit=2) for _ in range(4)] == [1, 2, None, None]
    assert stores.counters.value("t", NOW) == 2


def test_a_limit_of_zero_lets_nothing_through(stores: Stores) -> None:
    assert stores.counters.increment("t", NOW, limit=0) is None
    assert stores.counters.value("t", NOW) == 0


def test_without_a_limit_it_only_counts(stores: Stores) -> None:
    assert [stores.counters.increment("t", NOW) for _ in range(3)] == [1, 2, 3]


def test_each_name_and_each_window_counts_alone(stores: Stores) -> None:
    stores.counters.increment("t", NOW)
    assert stores.counters.increment("t", later(minutes=1), limit=1) == 1
    assert stores.counters.increment("u", NOW, limit=1) == 1
    assert stores.counters.value("t", later(hours=1)) == 0


def test_sweep_drops_windows_that_started_before(stores: Stores) -> None:
    for minutes in (0, 1, 2):
        stores.counters.increment("t", later(minutes=minutes))
    assert stores.counters.sweep(later(minutes=1)) == 1
    assert stores.counters.value("t", NOW) == 0
    assert stores.counters.value("t", later(minutes=1)) == 1
