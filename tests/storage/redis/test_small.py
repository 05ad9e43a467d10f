"""Counts and caches in a real Redis, with their ends (T4, A2, U6)."""

from __future__ import annotations

from typing import Any

from assistant.storage.base import Stores
from tests.contract.samples import NOW, later, undone
from tests.storage.redis.conftest import Opener


def test_U6_counts_hold_across_programs(opened: Opener, stores: Stores) -> None:
    other = opened()
    assert stores.counters.increment("t", NOW, limit=2) == 1
    assert other.counters.increment("t", NOW, limit=2) == 2
    assert stores.counters.increment("t", NOW, limit=2) is None


def test_T4_a_count_ends_by_itself(stores: Stores, raw: Any, owner: str) -> None:
    stores.counters.increment("t", NOW)
    lives = [raw.ttl(key) for key in raw.scan_iter(f"assistant:{{{owner}}}:count*")]
    assert len(lives) == 2
    assert all(24 * 3600 < life <= 48 * 3600 for life in lives)


def test_T4_what_is_undone_alone_is_not_counted(stores: Stores) -> None:
    with stores.transaction():
        stores.counters.increment("t", NOW)
        with undone(stores):
            stores.counters.increment("t", NOW)
        assert stores.counters.value("t", NOW) == 1


def test_A2_caches_are_in_redis_alone_with_their_end(
    stores: Stores, opened: Opener, raw: Any, owner: str
) -> None:
    stores.keyvalue.put("answers", "b", {"text": "año"}, expires_at=later(hours=24))
    stores.keyvalue.put("tools/market", "a", [1], expires_at=later(seconds=5))
    stores.keyvalue.put("answers", "a", None, expires_at=later(hours=1))
    assert opened().keyvalue.get("answers", "b", now=NOW) == {"text": "año"}
    assert stores.keyvalue.items("answers", now=NOW) == [("b", {"text": "año"}), ("a", None)]
    assert stores.keyvalue.items("answers", now=later(hours=2)) == [("b", {"text": "año"})]
    assert opened(live="").keyvalue.entries() == []
    assert {name for name, *_ in stores.keyvalue.entries()} == {"answers", "tools/market"}
    life = raw.pttl(f"assistant:{{{owner}}}:cache:answers")
    assert 23 * 3_600_000 < life <= 24 * 3_600_000
    assert raw.pttl(f"assistant:{{{owner}}}:cache:tools/market") <= 5000
    assert stores.keyvalue.sweep(later(hours=2)) >= 1
    assert stores.keyvalue.delete("answers", "b") == 1
    assert stores.keyvalue.delete("answers") == 0


def test_A5_a_cache_keeps_nothing_of_what_was_undone(stores: Stores) -> None:
    with undone(stores):
        stores.keyvalue.put("answers", "a", 1)
    assert stores.keyvalue.get("answers", "a", now=NOW) is None
    with stores.transaction():
        stores.keyvalue.put("answers", "a", 1)
        with undone(stores):
            stores.keyvalue.put("answers", "b", 1)
    assert stores.keyvalue.items("answers", now=NOW) == [("a", 1)]
