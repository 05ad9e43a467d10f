"""What every store promises of the documents of packs."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta, timezone
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assistant.errors import TryAgainLater
from assistant.storage.base import Document, Field, Span, Stores
from tests.contract.samples import NOW, conversation, document, later, undone

BEDS = "garden/beds"


def ids(stores: Stores, where: dict[str, Field | Span] | None = None, **asked: Any) -> list[str]:
    found = stores.collections.find("garden/plants", where, **asked)
    return [one.id for one in found.documents]


@pytest.fixture
def plants(stores: Stores) -> list[Document]:
    """Three, in another order than that of their ids, and one of another collection."""
    made = [
        document("c", height=1.5, planted=NOW, bed="north"),
        document("a", height=20, planted=later(days=2), bed="south"),
        document("b", height=3.0, planted=later(days=1), bed="north"),
    ]
    stores.collections.put(document("z", BEDS, height=2.0))
    return [stores.collections.put(one) for one in made]


@pytest.mark.parametrize(
    "content", [{}, {"name": "año", "tags": [1, [None, {"x": True}]]}, {"año": 1.5, "": "a\nb"}]
)
def test_a_document_comes_back_as_json_holds_it(stores: Stores, content: dict[str, Any]) -> None:
    given = replace(document("a", height=3, planted=NOW, bed="el norte"), content=content)
    stored = stores.collections.put(given)
    assert stored == replace(given, revision=stored.revision)
    assert stores.collections.get("garden/plants", "a") == stored
    assert stores.collections.find("garden/plants").documents == (stored,)


def test_what_is_not_there_is_none(stores: Stores) -> None:
    stores.collections.put(document("a"))
    assert stores.collections.get("garden/plants", "b") is None
    assert stores.collections.get(BEDS, "a") is None
    assert stores.collections.find(BEDS) == ((), None)


def test_an_instant_comes_back_to_the_microsecond_in_utc(stores: Stores) -> None:
    there = NOW.astimezone(timezone(timedelta(hours=-3)))
    stores.collections.put(document("a", planted=there))
    found = stores.collections.get("garden/plants", "a")
    assert found is not None
    assert found.fields["planted"] == NOW
    assert ids(stores, {"planted": NOW}) == ["a"]


@pytest.mark.parametrize(
    ("content", "fields"),
    [
        ({"x": object()}, {}),
        ({"x": {1, 2}}, {}),
        ({"x": float("nan")}, {}),
        ({}, {"height": float("nan")}),
        ({}, {"height": float("inf")}),
        ({}, {"planted": NOW.replace(tzinfo=None)}),
    ],
)
def test_what_cannot_be_kept_is_refused(
    stores: Stores, content: dict[str, Any], fields: dict[str, Field]
) -> None:
    stored = stores.collections.put(document("a", height=1))
    with pytest.raises((TypeError, ValueError)):
        stores.collections.put(replace(stored, content=content, fields=fields))
    assert stores.collections.get("garden/plants", "a") == stored


def test_what_is_handed_out_can_be_changed_without_changing_what_is_kept(stores: Stores) -> None:
    content = {"tags": ["one"]}
    stored = stores.collections.put(replace(document("a"), content=content))
    for known in (content, stored.content):
        known["tags"].append("two")
    found = stores.collections.get("garden/plants", "a")
    assert found is not None
    assert found.content == {"tags": ["one"]}


def test_U5_who_read_an_older_revision_loses_the_race(stores: Stores) -> None:
    read = stores.collections.put(document("a", height=1))
    first = stores.collections.put(replace(read, fields={"height": 2.0}))
    assert first.revision > read.revision
    for late in (read, document("a"), replace(read, revision=first.revision + 1)):
        with pytest.raises(TryAgainLater, match="garden/plants a"):
            stores.collections.put(late)
    assert stores.collections.get("garden/plants", "a") == first
    assert ids(stores, {"height": 2}) == ["a"]


def test_U5_what_was_deleted_is_not_written_over_what_came_after_it(stores: Stores) -> None:
    read = stores.collections.put(document("a"))
    stores.collections.delete("garden/plants", "a")
    with pytest.raises(TryAgainLater):
        stores.collections.put(read)
    again = stores.collections.put(document("a"))
    assert again.revision > read.revision
    with pytest.raises(TryAgainLater):
        stores.collections.put(read)


def test_U5_of_writers_at_once_each_revision_has_one_successor(stores: Stores) -> None:
    stores.collections.put(replace(document("a"), content={"count": 0}))

    def count(_: int) -> int:
        lost = 0
        while True:
            read = stores.collections.get("garden/plants", "a")
            assert read is not None
            try:
                stores.collections.put(replace(read, content={"count": read.content["count"] + 1}))
            except TryAgainLater:
                lost += 1
            else:
                return lost

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(count, range(24)))
    found = stores.collections.get("garden/plants", "a")
    assert found is not None
    assert found.content == {"count": 24}


def test_a_refused_put_inside_a_transaction_leaves_the_rest(stores: Stores) -> None:
    known = stores.collections.put(document("a"))
    with stores.transaction():
        stores.collections.put(document("b"))
        with pytest.raises(TryAgainLater):
            stores.collections.put(document("a"))
        stores.collections.put(document("c"))
    assert ids(stores) == ["a", "b", "c"]
    with undone(stores):
        stores.collections.put(replace(known, content={"new": 1}))
        stores.collections.delete("garden/plants", "b")
    assert stores.collections.get("garden/plants", "a") == known
    assert ids(stores) == ["a", "b", "c"]


@pytest.mark.usefixtures("plants")
@pytest.mark.parametrize(
    ("where", "found"),
    [
        ({"bed": "north"}, ["b", "c"]),
        ({"bed": "North"}, []),
        ({"height": 3}, ["b"]),
        ({"height": Span(1.5, 20)}, ["b", "c"]),
        ({"height": Span(least=3)}, ["a", "b"]),
        ({"height": Span(below=3)}, ["c"]),
        ({"planted": Span(later(hours=1), later(days=2))}, ["b"]),
        ({"planted": NOW}, ["c"]),
        ({"bed": "north", "height": Span(least=2)}, ["b"]),
        ({"depth": Span()}, []),
        ({"height": Span()}, ["a", "b", "c"]),
        ({"height": "3.0"}, []),
        ({}, ["a", "b", "c"]),
    ],
)
def test_documents_are_found_by_their_fields(
    stores: Stores, where: dict[str, Field | Span], found: list[str]
) -> None:
    assert ids(stores, where) == found


@pytest.mark.usefixtures("plants")
def test_documents_are_ordered_by_a_field_and_then_by_id(stores: Stores) -> None:
    stores.collections.put(document("d", height=3))
    stores.collections.put(document("without"))
    assert ids(stores, order="height") == ["c", "b", "d", "a"]
    assert ids(stores, order="height", descending=True) == ["a", "d", "b", "c"]
    assert ids(stores, order="planted", descending=True, limit=2) == ["a", "b"]
    assert ids(stores, {"bed": "north"}, order="height", limit=1) == ["c"]
    assert ids(stores, descending=True) == ["without", "d", "c", "b", "a"]
    assert ids(stores, order="depth") == []
    assert ids(stores, limit=0) == []


@pytest.mark.usefixtures("plants")
def test_a_field_that_was_taken_away_finds_nothing(stores: Stores) -> None:
    known = stores.collections.get("garden/plants", "b")
    assert known is not None
    stores.collections.put(replace(known, fields={"bed": "west"}))
    assert ids(stores, {"bed": "north"}) == ["c"]
    assert ids(stores, order="height") == ["c", "a"]


def test_a_role_and_a_conversation_have_their_own(stores: Stores) -> None:
    stores.collections.put(replace(document("a"), role="client", session_id="client:ana:1"))
    stores.collections.put(replace(document("b"), role="admin"))
    stores.collections.put(document("c"))
    assert ids(stores, role="client") == ["a"]
    assert ids(stores, role="admin") == ["b"]
    assert ids(stores, session_id="client:ana:1") == ["a"]
    assert ids(stores, role="admin", session_id="client:ana:1") == []
    assert ids(stores) == ["a", "b", "c"]


@pytest.mark.usefixtures("plants")
def test_a_page_goes_on_where_the_last_one_ended_whatever_came_meanwhile(stores: Stores) -> None:
    find = stores.collections.find
    first = find("garden/plants", order="height", limit=1)
    assert [one.id for one in first.documents] == ["c"]
    stores.collections.put(document("before", height=1))
    stores.collections.delete("garden/plants", "c")
    second = find("garden/plants", order="height", limit=1, after=first.cursor)
    assert [one.id for one in second.documents] == ["b"]
    last = find("garden/plants", order="height", limit=1, after=second.cursor)
    assert [one.id for one in last.documents] == ["a"]
    assert last.cursor is None


@pytest.mark.parametrize("cursor", ["", "nonsense", "[]", "[1]", '{"a": 1}', "[[1], 2]", "[1, 2]"])
def test_what_is_no_cursor_is_refused(stores: Stores, cursor: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 -- json's own words, or ours
        stores.collections.find("garden/plants", order="height", after=cursor)


FIELD = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False),
    st.integers(-(2**53), 2**53).map(float),
    st.datetimes(timezones=st.just(NOW.tzinfo)),
    st.text(max_size=4),
)


@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    documents=st.dictionaries(st.text(min_size=1, max_size=3), FIELD, max_size=7),
    limit=st.integers(1, 3),
    descending=st.booleans(),
)
def test_pages_together_are_all_documents_once_in_order(
    stores: Stores, documents: dict[str, Field], limit: int, descending: bool
) -> None:
    stores.collections.delete("garden/plants")
    for id, value in documents.items():
        stores.collections.put(document(id, x=value))
    found: list[Document] = []
    cursor = None
    for _ in range(len(documents) + 1):
        page = stores.collections.find(
            "garden/plants", order="x", descending=descending, limit=limit, after=cursor
        )
        found += page.documents
        cursor = page.cursor
        if cursor is None:
            break
    whole = stores.collections.find("garden/plants", order="x", descending=descending)
    assert tuple(found) == whole.documents
    assert sorted(one.id for one in found) == sorted(documents)
    assert all(one.fields["x"] == documents[one.id] for one in found)


@pytest.mark.usefixtures("plants")
def test_delete_takes_a_document_or_the_namespace(stores: Stores) -> None:
    assert stores.collections.namespaces() == [BEDS, "garden/plants"]
    assert stores.collections.delete("garden/plants", "a") == 1
    assert stores.collections.delete("garden/plants", "a") == 0
    assert stores.collections.delete("garden/plants") == 2
    assert stores.collections.namespaces() == [BEDS]
    assert ids(stores, {"height": Span()}) == []


def test_C7_the_documents_of_a_conversation_go_with_it(stores: Stores) -> None:
    stores.conversations.save(conversation())
    stores.collections.put(replace(document("a"), session_id="default:ana:1"))
    stores.collections.put(replace(document("b"), session_id="default:ana:11"))
    stores.collections.put(document("c"))
    stores.conversations.delete("default:ana:1")
    assert ids(stores) == ["b", "c"]


def test_F7_what_tells_of_something_forgotten_goes_whole(stores: Stores) -> None:
    put = stores.collections.put
    put(replace(document("id of the cat"), content={}))
    put(replace(document("a"), content={"deep": [{"note": "my\nCAT"}]}))
    put(replace(document("b"), content={"cat": 1}))
    put(replace(document("c", BEDS), content={}, fields={"pet": "a cat"}))
    kept = put(replace(document("d"), content={"note": "a dog"}))
    assert stores.collections.erase(lambda text: "cat" in text.lower()) == 4
    assert stores.collections.erase(lambda text: "cat" in text.lower()) == 0
    assert stores.collections.find("garden/plants").documents == (kept,)
    assert stores.collections.namespaces() == ["garden/plants"]
