"""A11, by examples: what is computed, in other words and both languages, and what goes on.

The second half of each file was written once the answerers were there, as another would word it.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from assistant.answers.base import Talk
from assistant.records import Domain, Fact, Language
from tests.answers.support import EXAMPLES, Held, ask, examples

FILES = sorted(path.name for path in EXAMPLES.glob("*.txt"))


def told(
    text: str, day: str, domain: Domain = "personal", language: Language = "en", again: str = ""
) -> Fact:
    at, confirmed = (datetime.fromisoformat(f"{d}T10:00+00:00") for d in (day, again or day))
    return Fact(text, domain, text, "high", "explicit", at, confirmed, language=language)


OLD = replace(
    told("the deploy is on Tuesdays", "2026-09-01", "work"),
    superseded_by="the deploy is on Thursdays",
    retired_at=datetime(2026, 11, 23, 10, tzinfo=UTC),
)
HELD = Held(
    live=(
        told("the staging server runs Postgres 16", "2026-08-01", "projects", again="2026-11-20"),
        told("prefiere respuestas cortas", "2026-09-14", "preferences", "es"),
        told("is allergic to peanuts", "2026-10-05"),
        told("works in fintech, team of 5", "2026-11-02", "work"),
        told("es celíaco", "2026-11-17", language="es"),
        told("la hermana Ana vive en Oslo", "2026-11-18", language="es"),
        told("decided to use FastAPI for the API", "2026-11-17", "decisions"),
        told("vive en Rosario", "2026-11-22", language="es"),
        replace(told("the deploy is on Thursdays", "2026-11-23", "work"), replaces=OLD.id),
    ),
    gone=(OLD,),
    talked=(
        Talk(datetime(2026, 11, 18, 15, tzinfo=UTC), "vacaciones en Italia"),
        Talk(datetime(2026, 11, 22, 15, tzinfo=UTC), "deployment", "ship on Thursday"),
        Talk(datetime(2026, 11, 23, 9, tzinfo=UTC), "taxes"),
    ),
    before="where do I live?\nIn Rosario: vive en Rosario",
)


@pytest.mark.parametrize("name", [name for name in FILES if not name.startswith("goes_on")])
def test_A11_computed_in_other_words(name: str) -> None:
    cases = list(examples(name))
    assert len(cases) >= 60
    wrong = {q: ask(q, HELD) for q, expected in cases if not fits(ask(q, HELD), expected)}
    assert wrong == {}


@pytest.mark.parametrize("name", [name for name in FILES if name.startswith("goes_on")])
def test_A11_what_is_not_surely_of_a_kind_goes_on(name: str) -> None:
    cases = [question for question, _ in examples(name)]
    assert len(cases) >= 60
    assert {q: answer for q in cases if (answer := ask(q, HELD))} == {}


def fits(answer: str | None, expected: str) -> bool:
    """Whether it holds all of the words, or is none where none is expected."""
    if not expected:
        return answer is None
    parts = expected.lower().split(" ; ")
    return answer is not None and all(part.strip() in answer.lower() for part in parts)
