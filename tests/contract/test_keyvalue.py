from __future__ import annotations

import pytest

from assistant.storage.base import Stores
from tests.contract.samples import NOW, later


@pytest.mark.parametrize("value", [None, 0, 1.5, "año", True, [], [1, [2]], {"a": {"b": None}}])
def test_a_value_comes_back_as_json_holds_it(stores: Stores, value: object) -> None:
    stores.keyvalue.put("n", "k", value)
    assert stores.keyvalue.get("n", "k", now=NOW) == value


def test_what_is_not_there_is_none(stores: Stores) -> None:
    stores.keyvalue.put("n", "k", 1)
    assert stores.keyvalue.get("n", "other", now=NOW) is None
    assert stores.keyvalue.get("other", "k", now=NOW) is None


@pytest.mark.parametrize("value", [object(), {1, 2}, float("nan"), b"x"])
def test_what_json_cannot_hold_is_refused(stores: Stores, value: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        stores.keyvalue.put("n", "k", value)
    assert stores.keyvalue.get("n", "k", now=NOW) is None


def test_A2_a_value_ends_at_its_instant(stores: Stores) -> None:
    stores.keyvalue.put("n", "k", 1, expires_at=later(hours=24))
    assert stores.keyvalue.get("n", "k", now=later(hours=23.99)) == 1
    assert stores.keyvalue.get("n", "k", now=later(hours=24)) is None
    assert stores.keyvalue.items("n", now=later(hours=24)) == []


def test_putting_again_replaces_value_and_end_and_keeps_the_place(stores: Stores) -> None:
    stores.keyvalue.put("n", "b", 1, expires_at=later(hours=1))
    stores.keyvalue.put("n", "a", 2)
    stores.keyvalue.put("n", "b", 3)
    assert stores.keyvalue.items("n", now=later(days=9)) == [("b", 3), ("a", 2)]


def test_delete_takes_an_entry_or_the_namespace(stores: Stores) -> None:
    for key in ("a", "b", "c"):
        stores.keyvalue.put("n", key, key)
    stores.keyvalue.put("other", "a", 1)
    assert stores.keyvalue.delete("n", "a") == 1
    assert stores.keyvalue.delete("n", "a") == 0
    assert stores.keyvalue.delete("n") == 2
    assert stores.keyvalue.items("other", now=NOW) == [("a", 1)]


def test_sweep_removes_what_is_past_its_end(stores: Stores) -> None:
    stores.keyvalue.put("n", "ends", 1, expires_at=later(hours=1))
    stores.keyvalue.put("n", "stays", 1, expires_at=later(hours=2))
    stores.keyvalue.put("n", "for good", 1)
    assert stores.keyvalue.sweep(later(hours=1)) == 1
    assert [k for k, _ in stores.keyvalue.items("n", now=NOW)] == ["stays", "for good"]
