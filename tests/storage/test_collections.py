"""How SQLite finds documents, and what becomes of one that was altered on the disk."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from assistant.storage.base import Span
from assistant.storage.events import StorageEvent
from assistant.storage.sqlite.seals import allow_seals
from tests.contract.samples import document
from tests.storage.conftest import Opener
from tests.storage.test_held import statements


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"order": "height", "descending": True},
        {"where": {"bed": "north", "height": Span(1, 2)}, "order": "height"},
        {"where": {"bed": "north"}, "session_id": "s"},
    ],
)
def test_every_way_to_find_walks_an_index_and_sorts_nothing(
    open_home: Opener, path: Path, asked: dict[str, Any]
) -> None:
    stores = open_home()
    for n in range(20):
        stores.collections.put(document(f"{n:02}", height=n, bed="north"))
    seen = statements(stores)
    page = stores.collections.find("garden/plants", limit=2, **asked)
    stores.collections.find("garden/plants", limit=2, after=page.cursor, **asked)
    questions = [text for text in seen if "FROM document" in text]
    assert len(questions) == 2
    with closing(sqlite3.connect(path)) as raw:
        for question in questions:
            plan = " ".join(row[3] for row in raw.execute(f"EXPLAIN QUERY PLAN {question}"))
            assert "SCAN" not in plan
            assert "B-TREE" not in plan


def test_a_document_that_cannot_be_read_is_set_aside_and_named(
    open_home: Opener, path: Path, events: list[StorageEvent]
) -> None:
    stores = open_home()
    for id in ("a", "b"):
        stores.collections.put(document(id))
    with closing(sqlite3.connect(path)) as raw, raw:
        allow_seals(raw)
        raw.execute("UPDATE documents SET content = '{' WHERE id = 'a'")
    assert [one.id for one in stores.collections.find("garden/plants").documents] == ["b"]
    assert stores.collections.get("garden/plants", "a") is None
    told = [event.detail for event in events if event.kind == "set_aside"]
    assert told == ["documents garden/plants a"]
