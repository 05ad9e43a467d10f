"""The days that a question names."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from assistant.memory.segments.period import named_period

NOW = datetime(2026, 3, 10, 15, 0, tzinfo=UTC)  # a Tuesday


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("¿qué decidimos ayer?", (3, 9), (3, 9)),
        ("what did we do yesterday?", (3, 9), (3, 9)),
        ("lo que hablamos anoche", (3, 9), (3, 9)),
        ("lo de anteayer", (3, 8), (3, 8)),
        ("what we said the day before yesterday", (3, 8), (3, 8)),
        ("lo que vimos hoy", (3, 10), (3, 10)),
        ("what did we settle on for the logo last week?", (2, 24), (3, 6)),
        ("hace 3 días", (3, 7), (3, 7)),
        ("two topics from 2 weeks ago", (2, 21), (2, 27)),
        ("lo que dijimos el lunes", (3, 9), (3, 9)),
        ("what we decided on Tuesday", (3, 3), (3, 3)),
        ("en febrero", (2, 1), (3, 3)),
        ("the plan of 2026-01-30", (1, 30), (1, 30)),
    ],
)
def test_S4_a_question_may_name_the_day(
    question: str, first: tuple[int, int], last: tuple[int, int]
) -> None:
    assert named_period(question, NOW) == (date(2026, *first), date(2026, *last))


@pytest.mark.parametrize(
    "question", ["¿cómo hago un bucle?", "in Python", "on top", "el perro", "2026-13-40", ""]
)
def test_S4_other_questions_name_none(question: str) -> None:
    assert named_period(question, NOW) is None


def test_S4_a_month_that_is_to_come_was_last_year() -> None:
    assert named_period("in November", NOW) == (date(2025, 11, 1), date(2025, 12, 1))
