"""What every store promises of what is still to be erased."""

from __future__ import annotations

import pytest

from assistant.records import ErrorRecord
from assistant.storage.base import Stores
from tests.contract.samples import NOW, later


def test_F7_a_turn_sees_what_was_owed_after_it_began(stores: Stores) -> None:
    stores.erasures.owe(["before"], [], NOW)
    with stores.erasures.turn() as since:
        assert stores.erasures.since(since) == []
        stores.erasures.owe(["one", "two"], [], NOW)
        stores.erasures.owe(["three"], [], NOW)
        assert stores.erasures.since(since) == ["one", "two", "three"]
        with stores.erasures.turn() as later_one:
            assert stores.erasures.since(later_one) == []


def test_F7_what_is_undone_is_not_owed(stores: Stores) -> None:
    with stores.erasures.turn() as since, pytest.raises(RuntimeError):  # noqa: PT012, SIM117
        with stores.transaction():
            stores.erasures.owe(["never"], [], NOW)
            raise RuntimeError
    assert stores.erasures.since(since) == []
    assert not stores.erasures.pending()


def test_all_entries_are_told_also_those_past_their_end(stores: Stores) -> None:
    stores.keyvalue.put("a", "old", {"x": 1}, expires_at=later(days=-1))
    stores.keyvalue.put("b", "new", [2])
    assert stores.keyvalue.entries() == [("a", "old", {"x": 1}), ("b", "new", [2])]
    stores.keyvalue.put("pack:x:default:ana:1", "k", 1)
    stores.keyvalue.put("pack:x:default:ana:11", "k", 2)
    assert stores.keyvalue.entries(":default:ana:1") == [("pack:x:default:ana:1", "k", 1)]


def test_errors_that_tell_of_it_are_erased(stores: Stores) -> None:
    for text in ("400: my cat", "another"):
        stores.journal.record_error(ErrorRecord(NOW, None, "BadData", text))
    assert stores.journal.erase_errors(lambda text: "cat" in text) == 1
    assert [error.message for error in stores.journal.errors()] == ["another"]
