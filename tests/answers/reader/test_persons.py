"""Of whom a question asks, where it asks of several (A6)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from assistant.answers.reader import answer
from assistant.memory.signals.language import detect_language
from assistant.records import Fact, Language

AT = datetime(2026, 3, 2, tzinfo=UTC)


def fact(text: str) -> Fact:
    return Fact(text, "personal", text, "high", "explicit", AT, AT, language=detect_language(text))


@pytest.mark.parametrize(
    ("question", "language", "told"),
    [
        (
            "what are my kids called?",
            "en",
            {"my son Ivo is in year 4", "my daughter Noa starts nursery in May"},
        ),
        (
            "¿cómo se llaman mis hijos?",
            "es",
            {"my son Ivo is in year 4", "my daughter Noa starts nursery in May"},
        ),
        ("which of my kids is in year 4?", "en", {"my son Ivo is in year 4"}),
    ],
)
def test_A6_who_asks_for_several_of_a_role_is_told_of_all(
    question: str, language: Language, told: set[str]
) -> None:
    facts = [
        fact(text)
        for text in (
            "my son Ivo is in year 4",
            "my daughter Noa starts nursery in May",
            "my cousin Pol sails",
            "we bank with Monzo",
        )
    ]
    found = answer(question, language, facts)
    assert found is not None
    assert {one.fact for one in found.facts} == told
