"""A stored row that cannot be used spoils no other: it is passed over, and named once."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from assistant.errors import BadData
from assistant.storage.events import StorageEvent
from assistant.storage.sqlite.seals import allow_seals
from tests.contract.samples import NOW, conversation, fact, metrics, segment, turn
from tests.storage.conftest import Opener

BAD = (
    "9999-12-31T23:59:59.000000+00:00",
    "0001-01-01T00:00:00.000000+00:00",
    "soon",
    "",
    "2026-01-01",
)


@contextmanager
def database(path: Path) -> Iterator[sqlite3.Connection]:
    """As another program writes it: with seals, and dates of its own."""
    with closing(sqlite3.connect(path)) as connection:
        allow_seals(connection)
        yield connection
        connection.commit()


@pytest.mark.parametrize("date", BAD)
def test_a_fact_with_an_impossible_date_spoils_no_other(
    open_home: Opener, path: Path, events: list[StorageEvent], date: str
) -> None:
    stores = open_home()
    good, bad = fact("uno"), fact("dos")
    stores.facts.add_all([good, bad])
    stores.close()
    with database(path) as connection:
        connection.execute("UPDATE facts SET created_at = ? WHERE id = ?", (date, bad.id))
    stores = open_home()
    for _ in range(2):
        assert stores.facts.all(retired=True) == [good]
        assert stores.facts.get(bad.id) is None
    assert [one.id for one in stores.facts.without_vector("e")] == [good.id]
    told = [event for event in events if event.kind == "set_aside"]
    assert [event.detail for event in told] == [f"facts {bad.id}"]
    assert [(table, row) for table, row, _ in stores.unusable()] == [("facts", bad.id)]
    stores.facts.erase([bad.id], [], NOW)
    assert stores.unusable() == []


@pytest.mark.parametrize("date", BAD)
def test_so_do_rows_of_every_other_kind(open_home: Opener, path: Path, date: str) -> None:
    stores = open_home()
    stores.conversations.save(conversation())
    for n in (1, 2):
        stores.conversations.append(turn(n))
        stores.segments.add(segment(f"tema {n}", first_turn=n, last_turn=n))
        stores.journal.record(metrics(n))
    session = conversation().id
    stores.close()
    with database(path) as connection:
        connection.execute("UPDATE messages SET timestamp = ? WHERE turn_number = 1", (date,))
        connection.execute("UPDATE turn_metrics SET at = ? WHERE turn_number = 1", (date,))
        connection.execute("DROP TRIGGER segments_are_write_once")
        connection.execute("UPDATE segments SET created_at = ? WHERE first_turn = 1", (date,))
    stores = open_home()
    assert [one.number for one in stores.conversations.turns(session)] == [2]
    assert [one.first_turn for one in stores.segments.all(session)] == [2]
    assert [one.turn_number for one in stores.journal.metrics()] == [2]
    tables = {table for table, _, _ in stores.unusable()}
    assert tables == {"messages", "turn_metrics", "segments"}


def test_a_value_that_is_no_json_is_passed_over(open_home: Opener, path: Path) -> None:
    stores = open_home()
    stores.keyvalue.put("n", "good", 1)
    stores.keyvalue.put("n", "bad", 2)
    stores.close()
    for text in ("{", "[" * 100_000):
        with database(path) as connection:
            connection.execute("UPDATE keyvalue SET value = ? WHERE key = 'bad'", (text,))
        stores = open_home()
        assert stores.keyvalue.items("n", now=NOW) == [("good", 1)]
        assert stores.keyvalue.get("n", "bad", now=NOW) is None
        stores.close()


@pytest.mark.parametrize("version", [-5, -(2**31), 2**31 - 1])
def test_a_format_that_no_version_has_is_named(open_home: Opener, path: Path, version: int) -> None:
    open_home().close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
    with pytest.raises(BadData) as caught:
        open_home()
    assert str(version) in caught.value.message
