"""Facts as JSON Lines."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.errors import BadData
from assistant.memory.base import Action, Add, Refuse
from assistant.memory.exchange import from_line, merge, split_lines, to_line
from assistant.records import DOMAINS, Fact, Slot
from tests.memory.facts import NOW, any_fact, fact


def nothing(_text: str) -> bool:
    return False


def imported(known: list[Fact], lines: list[str]) -> list[Fact]:
    actions = merge(known, [from_line(line, n) for n, line in enumerate(lines, 1)], nothing)
    return known + [action.fact for action in actions if isinstance(action, Add)]


@given(any_fact)
def test_a_fact_comes_back_from_its_line(known: Fact) -> None:
    line = to_line(known)
    assert "\n" not in line
    assert from_line(line, 1) == known


@given(st.lists(any_fact, unique_by=lambda known: known.id, max_size=6))
def test_importing_what_was_exported_gives_the_same_facts(known: list[Fact]) -> None:
    assert imported([], [to_line(one) for one in known]) == known


@given(
    st.lists(any_fact, unique_by=lambda known: known.id, max_size=5),
    st.lists(any_fact, unique_by=lambda known: known.id, max_size=5),
)
def test_importing_twice_changes_nothing(mine: list[Fact], theirs: list[Fact]) -> None:
    lines = [to_line(one) for one in theirs]
    once = imported(mine, lines)
    assert imported(once, lines) == once


def test_the_same_words_under_another_id_are_known() -> None:
    assert merge([fact("Uso Fish")], [fact("uso fish.")], nothing) == []


def test_another_role_may_hold_the_same_words() -> None:
    other = Fact("b", "work", "uso fish", "high", "explicit", NOW, NOW, role="home")
    assert merge([fact("uso fish")], [other], nothing) == [Add(other, "imported")]


def test_an_old_copy_does_not_bring_back_what_was_forgotten() -> None:
    forgotten: Callable[[str], bool] = lambda text: "Nerea" in text  # noqa: E731
    actions: list[Action] = merge([], [fact("yoga con Nerea"), fact("usa fish")], forgotten)
    assert [type(action) for action in actions] == [Refuse, Add]


def test_a_list_with_states_can_be_imported() -> None:
    row = json.loads(to_line(fact("x"))) | {"state": "active", "next_change_at": None}
    assert from_line(json.dumps(row), 1).fact == "x"


def test_only_the_fields_of_F1_are_needed() -> None:
    row = json.loads(to_line(fact("x")))
    short = {name: row[name] for name in row if name not in ("kind", "role", "language", "slot")}
    assert from_line(json.dumps(short), 1).kind == "statement"


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"domain": "music"}, "domain"),
        ({"confidence": 3}, "confidence"),
        ({"created_at": "yesterday"}, "created_at"),
        ({"created_at": "2026-01-05T09:00:00"}, "time zone"),
        ({"fact": "  "}, "fact"),
        ({"color": "red"}, "color"),
        ({"kind": ["rule"]}, "kind"),
        ({"id": None}, "id"),
        ({"slot": {"subject": "x"}}, "slot.attribute"),
        ({"slot": {"subject": "x", "attribute": "y", "value": "z", "many": 2}}, "slot.many"),
        ({"slot": []}, "slot"),
    ],
)
def test_a_bad_line_is_named_with_its_field(change: dict[str, object], named: str) -> None:
    row = json.loads(to_line(fact("x"))) | change
    with pytest.raises(BadData) as caught:
        from_line(json.dumps(row), 7)
    assert "Line 7" in caught.value.message
    assert named in caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize("line", ["{", "[]", "3", '"x"', "{}"])
def test_what_is_no_fact_is_refused(line: str) -> None:
    with pytest.raises(BadData, match="Line 2"):
        from_line(line, 2)


def test_K1_a_domain_is_known_or_the_line_is_named_and_what_to_do() -> None:
    line = to_line(replace(fact("x"), domain="garden"))
    assert from_line(line, 7, (*DOMAINS, "garden")).domain == "garden"
    with pytest.raises(BadData, match=r"Line 7: `domain` is none of work, .*pack"):
        from_line(line, 7)


def test_a_slot_survives() -> None:
    known = Fact(
        "a", "work", "x", "high", "explicit", NOW, NOW, slot=Slot("server", "os", "Debian 12")
    )
    assert from_line(to_line(known), 1).slot == known.slot


anything = st.text(st.characters(codec="utf-8"), min_size=1, max_size=60).filter(str.strip)


@given(st.lists(st.tuples(anything, anything), min_size=1, max_size=5))
def test_an_export_of_any_letters_comes_back(texts: list[tuple[str, str]]) -> None:
    """Line and paragraph separators, form feeds, marks and all: through bytes and back."""
    facts = [
        Fact(f"{n}{id}", "work", text, "high", "explicit", NOW, NOW)
        for n, (id, text) in enumerate(texts)
    ]
    data = "".join(f"{to_line(one)}\n" for one in facts).encode()
    lines = list(split_lines(data.decode()))
    assert len(lines) == len(facts)
    assert [from_line(line, n) for n, line in enumerate(lines, 1)] == facts


@given(st.text(max_size=200))
def test_no_line_raises_anything_but_what_names_it(line: str) -> None:
    told = "Line 7"
    try:
        from_line(line, 7)
    except BadData as error:
        told = error.message
    assert "Line 7" in told


def test_a_last_line_without_its_end_counts() -> None:
    assert list(split_lines("a\n\nb")) == ["a", "", "b"]
    assert list(split_lines("a\n")) == ["a"]
    assert list(split_lines("")) == []
