"""The line under the prompt, at every width."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.cli import layout
from assistant.cli.sections import marks_of
from assistant.cli.stack import Look, shares, stacked
from assistant.cli.toolbar import Status, draw
from assistant.prompt.table import NAMES
from tests.cli.conversation import conversing
from tests.servers.scripted import Reply, ScriptedServer

USED = Status(
    tokens=1204,
    sections={"system": 428, "facts": 60, "window": 500, "tools": 200, "message": 16},
    window=(3, 6),
    topic="deployment de pagos",
    facts=2,
    model="llama3.2:latest",
)


def text(status: Status, look: Look) -> str:
    return "".join(part for _, part in draw(status, look))


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (120, "1,204 of 4,000 tokens · window 3/6 · topic: deployment de pagos · 2 facts used"
              " · llama3.2"),
        (100, "1,204 of 4,000 tokens · topic: deployment de pagos · 2 facts used · llama3.2"),
        (79, "1,204 of 4,000 · topic: deployment… · 2 facts used · llama3.2"),
        (59, "1,204 of 4,000 · topic: deployment… · llama3.2"),
        (39, "1,204 of 4,000 · llama3.2"),
    ],
)  # fmt: skip
def test_it_shrinks_sensibly(width: int, shown: str) -> None:
    drawn = text(USED, Look(width=width))
    assert drawn.endswith(f" {shown}")
    assert layout.cells(drawn) <= width


def test_a_cell_stands_for_250_tokens_of_its_section() -> None:
    assert text(USED, Look(width=100)).startswith("sswwo··········· ")
    coloured = draw(USED, Look(width=100, colour=True))
    assert ("fg:ansiblue", "██") in coloured
    assert "".join(part for _, part in coloured).startswith("█████··········· ")
    assert text(USED, Look(width=39)).startswith("sw······ ")


def test_without_unicode_it_is_ascii() -> None:
    drawn = text(USED, Look(width=100, unicode=False))
    assert drawn.startswith("[sswwo...........] 1,204 of 4,000 tokens | ")
    assert drawn.isascii()


def test_in_spanish() -> None:
    drawn = text(USED, Look(width=120, language="es"))
    assert "1.204 de 4.000 tokens · ventana 3/6 · tema: deployment de pagos · usó 2 datos" in drawn


def test_before_anything_was_asked() -> None:
    assert text(Status(), Look(width=80)).endswith("0 of 4,000 tokens · window 0/6 · no model")


@pytest.mark.parametrize(("small", "budget"), [("true", 600), ("false", 4000)])
def test_A9_the_limit_is_that_of_the_prompt_in_force(home: Path, small: str, budget: int) -> None:
    with (
        ScriptedServer(Reply("Rome is.")) as server,
        conversing(home, server, f"[model]\nsmall = {small}\n") as chat,
    ):
        assert Status.of(chat).budget == budget, "before anything was asked"
        chat.take("What is the capital of Italy?")
        after = Status.of(chat)
    assert after.budget == budget
    assert 0 < after.tokens <= budget
    assert f" of {budget:,} tokens" in text(after, Look(width=120))


def test_files_that_wait_and_an_index_that_is_made_are_told() -> None:
    assert "1 file" in text(Status(attached=1), Look(width=60))
    assert text(Status(indexing=(2, 3000)), Look()) == "indexing facts for the embedder: 2 of 3,000"


def test_nothing_in_it_can_drive_the_terminal() -> None:
    drawn = text(Status(model="a\x1b[2Jb\nc"), Look())
    assert drawn.endswith("a[2Jb c")


statuses = st.builds(
    Status,
    tokens=st.integers(0, 4000),
    sections=st.dictionaries(st.sampled_from(NAMES), st.integers(0, 500)),
    topic=st.text(max_size=40),
    facts=st.none() | st.integers(0, 30),
    model=st.text(max_size=60),
    attached=st.integers(0, 12),
)


@given(statuses, st.integers(24, 160), st.booleans(), st.booleans())
def test_it_always_fits(status: Status, width: int, unicode: bool, colour: bool) -> None:
    assert layout.cells(text(status, Look(width, unicode, colour))) <= width


@given(st.lists(st.integers(0, 4000), max_size=8), st.integers(8, 40))
def test_every_part_has_a_cell_and_none_takes_another_s(parts: list[int], cells: int) -> None:
    drawn = shares(parts, 4000, cells)
    assert all(bool(part) == bool(filled) for part, filled in zip(parts, drawn, strict=True))
    assert sum(drawn) <= max(cells, sum(map(bool, parts)))


@given(st.lists(st.integers(0, 500), max_size=8), st.integers(8, 40))
def test_one_bar_is_as_long_as_its_parts_are_together(parts: list[int], cells: int) -> None:
    drawn = stacked(parts, 4000, cells)
    assert len(drawn) == len(parts)
    assert min(drawn, default=0) >= 0
    assert abs(sum(drawn) - cells * sum(parts) / 4000) <= (0.5 if sum(drawn) > 1 else 1)


def test_a_third_of_the_budget_fills_a_third_of_the_bar() -> None:
    many = {str(name): 160 for name in NAMES}  # eight sections, 1,280 of 4,000: 32 %
    drawn = text(Status(tokens=1280, sections=many), Look(width=100))
    assert drawn.split(" ")[0].count("·") == 11


def test_every_section_has_its_own_letter() -> None:
    letters = [marks_of(name).letter for name in (*NAMES, "market")]
    assert len(set(letters)) == len(letters)
