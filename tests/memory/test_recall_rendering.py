"""How a fact stands in a prompt."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from assistant.memory.recall.rendering import brief, full
from assistant.records import Fact, Language

NOW = datetime(2026, 1, 5, tzinfo=UTC)


def fact(text: str, language: Language) -> Fact:
    return Fact("f", "personal", text, "high", "explicit", NOW, NOW, language=language)


@pytest.mark.parametrize(
    ("text", "language", "line"),
    [
        ("I'm allergic to the penicillin family.", "en", "allergic to penicillin family"),
        ("We went with NATS instead of Kafka", "en", "went with NATS instead of Kafka"),
        ("I strongly dislike big cruise ships", "en", "dislike big cruise ships"),
        ("Tengo quince gallinas y un gallo", "es", "quince gallinas y un gallo"),
        ("My brother sleeps in our van", "en", "brother sleeps in van"),
        ("El coche no circula los lunes", "es", "coche no circula lunes"),
        ("Mi cliente paga a 90 días", "es", "cliente paga a 90 días"),
        ("Estoy en la obra del puerto", "es", "en obra del puerto"),
        ("El taller abre a las nueve de la mañana", "es", "taller abre a las nueve de la mañana"),
        ("Las llaves la tiene Elvira", "es", "llaves la tiene Elvira"),
        ("Vendo los que me sobran", "es", "Vendo los que me sobran"),
        ("Soy celíaca", "es", "Soy celíaca"),
        ("spaces \n and   lines", "en", "spaces and lines"),
    ],
)
def test_a_line_drops_only_what_says_nothing(text: str, language: Language, line: str) -> None:
    assert full(fact(text, language)) == line


@pytest.mark.parametrize(
    ("text", "language", "line"),
    [
        (
            "I avoid long novels because I never find the time",
            "en",
            "avoid long novels because I never find time",
        ),
        (
            "I avoid very long novels, as I never find the time",
            "en",
            "avoid very long novels",
        ),
        (
            "No conduzco nunca de noche porque veo mal",
            "es",
            "No conduzco nunca de noche",
        ),
    ],
)
def test_a_brief_line_drops_the_reason_where_enough_is_left(
    text: str, language: Language, line: str
) -> None:
    assert brief(fact(text, language)) == line


@pytest.mark.parametrize("word", ["no", "not", "never", "nunca", "sin", "without", "40", "Begoña"])
def test_negations_numbers_and_names_stay(word: str) -> None:
    text = f"I am {word} in the house with the others"
    assert word in full(fact(text, "en")).split()
