"""What trains stays apart from what runs: ``training/`` learns, ``data/`` is read by the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from training import CARDS, DATA
from training.__main__ import HEADS, main

ROOT = Path(__file__).parent.parent
SOURCES = "\n".join(path.read_text("utf-8") for path in (ROOT / "assistant").rglob("*.py"))


def test_what_no_module_reads_does_not_ship() -> None:
    """Each file of ``data/`` is named by what reads it; a model's files by what comes before it."""
    shipped = [path for path in (ROOT / "data").rglob("*") if path.is_file()]
    read = [p for p in shipped if p.stem != "README" and "sample" not in p.parts]
    unread = [p for p in read if p.name.partition(".")[0].partition("-use-")[0] not in SOURCES]
    assert not unread


def test_nothing_of_training_is_read_by_the_program() -> None:
    assert "from training" not in SOURCES
    assert "import training" not in SOURCES
    assert {path.name for path in DATA.iterdir()} >= {"signals", "recall", "plan", "topics"}


@pytest.mark.parametrize("head", HEADS)
def test_each_head_has_a_card_that_says_how_it_is_trained(head: str) -> None:
    card = (CARDS / f"{head}.md").read_text("utf-8")
    assert f"python -m training {head}" in card
    for row in ("Learns from", "Writers", "Unseen", "Size", "Time"):
        assert f"| {row} |" in card


def test_a_name_that_is_none_of_the_heads_is_told_which_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["nothing"]) == 2
    told = capsys.readouterr().err
    assert all(head in told for head in HEADS)
