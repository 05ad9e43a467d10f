"""A prompt drawn as a stack."""

from __future__ import annotations

import pytest

from assistant.cli import layout, stack
from assistant.cli.stack import Look
from assistant.prompt.base import Drop, Prompt, Section
from assistant.records import ConsideredFact

PROMPT = Prompt(
    messages=(),
    tools=(),
    tokens=1100,
    budget=4000,
    sections=(
        Section("system", 400, ["a"]),
        Section("facts", 100, ["a", "b"]),
        Section("window", 600, ["a"] * 12),
        Section("tools", 0, []),
    ),
    considered=(
        ConsideredFact("aa", "lives in Rosario \x1b[2J", "out", "too far from the question", 0.1),
        ConsideredFact("bb", "is vegetarian", "in", "1st nearest to the question", 0.91),
    ),
    drops=(Drop("window", "turn 3 of the conversation", 120, "the prompt passed 4,000 tokens"),),
)


def test_M1_every_section_and_what_is_free_add_up_to_the_limit() -> None:
    lines = stack.sizes(PROMPT, Look(width=79))
    assert lines[0] == "1,100 of 4,000 tokens"
    assert [line.split()[0] for line in lines[1:]] == ["system", "facts", "window", "free"]
    assert sum(int(line.replace(",", "").split()[2]) for line in lines[1:]) == 4000
    assert lines[1].endswith("1 item")
    assert lines[3].endswith("12 items")


@pytest.mark.parametrize("width", [99, 79, 59, 39])
@pytest.mark.parametrize("unicode", [True, False])
def test_it_fits_the_window(width: int, unicode: bool) -> None:
    look = Look(width=width, unicode=unicode, language="es" if unicode else "en")
    lines = [
        *stack.sizes(PROMPT, look),
        *stack.facts(PROMPT.considered, look),
        *stack.drops(PROMPT, look),
    ]
    assert all(layout.cells(line) <= width for line in lines), lines
    assert unicode or all(line.replace("…", "").isascii() for line in lines)


def test_F8_every_fact_has_its_score_and_reason_those_in_first() -> None:
    assert stack.facts(PROMPT.considered, Look(width=79)) == [
        "in     0.91  is vegetarian  1st nearest to the question",
        "out    0.10  lives in Rosario [2J  too far from the question",
    ]


def test_in_a_narrow_window_the_reason_goes_below() -> None:
    lines = stack.facts(PROMPT.considered, Look(width=39))
    assert lines[:2] == ["in     0.91  is vegetarian", "       1st nearest to the question"]


def test_P5_every_drop_is_told_with_its_size_and_reason() -> None:
    (line,) = stack.drops(PROMPT, Look(width=99))
    assert line == "window  -120  turn 3 of the conversation  the prompt passed 4,000 tokens"
