"""Requests to forget that their words alone do not decide, read beside the facts (F7)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant import Assistant

FACTS = (
    "peso 96 kilos y me da bronca",
    "cobro 1.850.000 por mes en la ferretería",
    "my cousin Olga is getting divorced in May",
    "the tractor reg is SJ57 PLV",
    "la heladera pesa 80 kilos",
    "I play the oboe on Tuesdays",
)


@pytest.fixture
def told(tmp_path: Path) -> Iterator[Assistant]:
    with Assistant.open(home=tmp_path) as assistant:
        for fact in FACTS:
            assistant.remember(fact)
        yield assistant


def live(assistant: Assistant) -> set[str]:
    return {fact.fact for fact in assistant.facts() if fact.state == "active"}


@pytest.mark.parametrize(
    ("message", "meant"),
    [
        ("forget my salary", FACTS[1]),
        ("borrá lo de mi sueldo", FACTS[1]),
        ("olvidate de mi instrumento", FACTS[5]),
        ("the split-up in my family. wipe it", FACTS[2]),
    ],
)
def test_F7_what_is_named_in_other_words_goes_or_is_asked_about_alone(
    told: Assistant, message: str, meant: str
) -> None:
    answer = told.observe(message, "ok")
    [change] = answer.memory_changes
    assert change.kind in ("forgotten", "to_forget")
    assert set(FACTS) - live(told) == ({meant} if change.kind == "forgotten" else set())
    assert len(change.fact_ids) == 1


def test_F7_a_code_that_is_one_letter_off_is_another(told: Assistant) -> None:
    told.observe("delete the tractor reg SJ57 PVL", "ok")
    assert live(told) == set(FACTS)


@pytest.mark.parametrize(
    "message", ["forget it, I'll weigh the boxes myself", "no te olvides de la heladera"]
)
def test_F7_what_asks_for_nothing_takes_nothing(told: Assistant, message: str) -> None:
    told.observe(message, "ok")
    assert live(told) == set(FACTS)
