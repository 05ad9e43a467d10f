"""The board of facts (M3): states side by side, what comes next, at any width."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from assistant.cli.facts.columns import board
from assistant.cli.report.screen import Screen
from assistant.memory.decay import state_of
from assistant.records import Confidence, Fact, FactState, Language
from assistant.session.facts import FactView

NOW = datetime(2026, 6, 1, tzinfo=UTC)


def view(number: int, text: str, days: int, confidence: Confidence = "high") -> FactView:
    """A fact that was stated so many days ago, with the state that its age gives it."""
    stated = NOW - timedelta(days=days)
    fact = Fact(f"{number:04x}{number:08x}", "work", text, confidence, "explicit", stated, stated)
    decay = state_of(fact, NOW)
    return FactView(
        fact.id, fact.domain, fact.fact, confidence, fact.source, decay.state, stated, stated,
        decay.next_change_at,
    )  # fmt: skip


FACTS = [
    view(1, "el deploy es los jueves", 1),
    view(2, "the staging server runs Postgres 16 on two small machines in Frankfurt", 170),
    view(3, "uses uv for this one", 100, "medium"),
    view(4, "vive en Rosario", 200),
]


def text(lines: list[str]) -> str:
    return "\n".join(lines)


def test_M3_states_stand_side_by_side_with_what_comes_next_and_when() -> None:
    lines = board(FACTS, NOW, screen=Screen(100))
    assert re.match(r"active 2 +dormant 1 +stale 1$", lines[0])
    assert re.search(r"0002 · stale in 10 d", text(lines))
    assert re.search(r"0003 · stale in 80 d", text(lines))
    assert re.search(r"0004 · stated 200 d ago", text(lines))


def test_M3_the_next_to_change_comes_first() -> None:
    shown = text(board(FACTS, NOW, screen=Screen(60)))
    assert shown.index("Postgres") < shown.index("jueves")


def test_M3_of_a_conversation_what_was_told_last_comes_first() -> None:
    shown = text(board(FACTS, NOW, screen=Screen(60), order="newest"))
    assert shown.index("jueves") < shown.index("Postgres")
    given = text(board(FACTS[1::-1], NOW, screen=Screen(60), order="given"))
    assert given.index("Postgres") < given.index("jueves")


@pytest.mark.parametrize("width", [39, 100])
def test_M3_a_state_that_no_fact_is_in_takes_no_room(width: int) -> None:
    lines = board([FACTS[0]], NOW, screen=Screen(width))
    assert lines[0] == "active 1"
    assert len(lines[1]) == width
    assert not re.search("dormant|stale \\d", text(lines))


def test_M3_what_is_about_to_change_stands_beside_the_command_that_keeps_it() -> None:
    last = " ".join(board(FACTS, NOW, screen=Screen(100), soon=1)[-2:])
    assert "1 fact changes its state within 30 days: `assistant facts review`" in last
    assert "review" not in text(board(FACTS, NOW, screen=Screen(100)))


@pytest.mark.parametrize("width", [36, 39, 59, 79, 100])
@pytest.mark.parametrize("language", ["en", "es"])
def test_no_line_is_wider_than_the_terminal(width: int, language: Language) -> None:
    long = [*FACTS, view(5, "x" * 300, 2), view(6, "palabra " * 60, 120, "medium")]
    for line in board(long, NOW, language, screen=Screen(width), soon=3):
        assert len(line) <= width, line


def test_narrow_terminals_have_the_states_under_one_another() -> None:
    lines = board(FACTS, NOW, screen=Screen(39))
    headings = [line for line in lines if re.fullmatch(r"(active|dormant|stale) \d", line)]
    assert headings == ["active 2", "dormant 1", "stale 1"]


def test_without_unicode_every_letter_is_ascii() -> None:
    shown = text(board([*FACTS, view(5, "niño añejo", 2)], NOW, screen=Screen(79, unicode=False)))
    assert shown.isascii()
    assert "nino anejo" in shown


def test_a_long_column_ends_with_the_command_that_lists_the_rest() -> None:
    many = [view(n, f"fact number {n}", n % 80) for n in range(1, 31)]
    shown = text(board(many, NOW, screen=Screen(100)))
    assert "and 22 more: `assistant facts list --state active`" in shown


def test_ids_are_as_long_as_it_takes_to_tell_them_apart() -> None:
    one, other = FACTS[0], replace(FACTS[1], id="0001ffffffff")
    old: FactState = "superseded"
    hidden = replace(FACTS[2], id="00010fffffff", state=old)
    shown = text(board([one, other, hidden], NOW, screen=Screen(100)))
    assert "000100 · " in shown
    assert "0001ff · " in shown
    assert FACTS[2].fact not in shown


def test_an_id_is_told_from_those_that_are_not_shown() -> None:
    other = replace(FACTS[1], id="0001ffffffff")
    shown = text(board([FACTS[0]], NOW, screen=Screen(100), among=[other]))
    assert "00010 · " in shown


def test_without_facts_there_is_no_board() -> None:
    assert board([], NOW, screen=Screen(79)) == []
    assert board([replace(FACTS[0], state="superseded")], NOW, screen=Screen(79)) == []


def test_a_fact_cannot_drive_the_terminal() -> None:
    shown = board([view(9, "a\x1b[2J\x07b\nc", 1)], NOW, screen=Screen(79))
    assert not any(set("\x1b\x07\n") & set(line) for line in shown)
