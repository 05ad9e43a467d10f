"""The pictures of the documentation come from programs, and those programs still run."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from assistant.config import HARD_BUDGET
from tests.docs import ROOT
from tests.pictures import diagrams, terminal
from tests.pictures.dialogue import measured

PICTURES = sorted((ROOT / "docs" / "pictures").glob("*.svg"))


def test_every_picture_is_shown_and_every_shown_picture_exists() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    shown = {
        Path(name).name
        for page in pages
        for name in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page.read_text("utf-8"))
    }
    assert shown == {picture.name for picture in PICTURES}


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_a_picture_is_whole_and_loads_nothing(picture: Path) -> None:
    text = picture.read_text("utf-8")
    ElementTree.fromstring(text)
    assert not re.findall(r"url\((?!#)", text)
    assert set(re.findall(r"https?://[^\"'\s<&]+", text)) <= {
        "http://www.w3.org/2000/svg",
        "http://127.0.0.1:18080/v1",  # what the banner in the terminal says
    }
    assert "<script" not in text


def test_F6_the_life_of_a_fact_is_drawn_from_the_rule() -> None:
    stored = (ROOT / "docs" / "pictures" / "life.svg").read_text("utf-8")
    assert stored == diagrams.life(), "run `make docs`"


@pytest.mark.slow
def test_M1_the_growth_that_is_drawn_can_be_measured_again(tmp_path: Path) -> None:
    rows = measured(tmp_path / "home", turns=24)
    assert len(rows) == 24
    assert max(row.prompt_tokens for row in rows) < HARD_BUDGET
    assert rows[-1].full_history_tokens > 2 * rows[-1].prompt_tokens
    for text in (diagrams.growth(rows), diagrams.prompt(rows)):
        ElementTree.fromstring(text)


@pytest.mark.heavy
@pytest.mark.slow
def test_the_pictures_of_the_terminal_can_be_taken_again(tmp_path: Path) -> None:
    talk, board = ("\n".join(line.plain for line in s) for s in terminal.screens(tmp_path))
    assert talk.startswith("$ assistant chat\n")
    assert "noted: we deploy on Thursdays" in talk
    assert "works in fintech, team of 5" in talk
    assert re.search(r"active 3 .*dormant 0 .*stale 1", board)
    for text in terminal.pictures(tmp_path / "again").values():
        ElementTree.fromstring(text)
