"""Closed segments come back when the question is about them, never automatically (S4)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from assistant.memory.base import Summary
from assistant.memory.segments.archive import choose, queries, wording_of
from assistant.records import Segment
from assistant.text.phrases import tokens
from tests.memory.segments.samples import NOW

DEPLOY = Segment(
    id="deploy",
    session_id="default:me:1",
    role="default",
    first_turn=1,
    last_turn=3,
    created_at=NOW - timedelta(days=1),
    topic="deployment de la API",
    discussed=("railway Argentina latencia",),
    decisions=("ir con fly.io en gru",),
    language="es",
)
LOGO = replace(
    DEPLOY,
    id="logo",
    created_at=NOW - timedelta(days=8),
    topic="logo colibrí",
    discussed=("tipografía Inter verde",),
    decisions=("isotipo colibrí",),
)
TESTS = replace(
    LOGO, id="tests", topic="tests de integración", discussed=("pytest-xdist CI",), decisions=()
)
ARCHIVE = {segment.id: segment for segment in (DEPLOY, LOGO, TESTS)}


def ask(
    question: str,
    cosines: Mapping[str, float] | None = None,
    *,
    archive: Mapping[str, Segment] = ARCHIVE,
    exclude: Collection[str] = (),
    limit: int = 4,
) -> list[str]:
    def hits(words: Sequence[str]) -> list[tuple[str, float]]:
        held = {i: set(tokens(wording_of(s))) for i, s in archive.items()}
        return [(i, 1.0) for i in archive if held[i] & set(words)]

    found: list[Summary] = choose(
        question,
        cosines={identity: (cosines or {}).get(identity, 0.0) for identity in archive},
        hits=hits,
        get=archive.get,
        exclude=exclude,
        calibrate=lambda cosine: cosine,
        now=NOW,
        limit=limit,
    )
    return [archived.segment.id for archived in found]


def test_S4_what_the_words_name_comes_back() -> None:
    assert ask("¿Cómo quedó lo que decidimos ayer sobre el deployment?") == ["deploy"]
    assert ask("¿qué tipografía elegimos para el logo?") == ["logo"]


def test_S4_what_is_meant_in_other_words_comes_back() -> None:
    assert ask("where do we host the backend?", {"deploy": 0.6}) == ["deploy"]


@pytest.mark.parametrize(
    "question",
    ["¿cuál es la capital de Mongolia?", "write a haiku about the sea", "ok gracias", "why?", ""],
)
def test_S4_nothing_comes_back_for_what_nothing_is_about(question: str) -> None:
    assert ask(question, {"deploy": 0.1, "logo": 0.12}) == []


def test_S4_a_day_and_a_word_that_refers_back_are_enough() -> None:
    assert ask("¿qué decidimos ayer?", {"deploy": 0.15, "logo": 0.15}) == ["deploy"]
    assert ask("¿qué tal?", {"deploy": 0.15}) == []


def test_S4_the_named_day_decides_between_two_that_are_alike() -> None:
    older = replace(DEPLOY, id="older", created_at=NOW - timedelta(days=40))
    archive = {"older": older, "deploy": DEPLOY}
    assert ask("lo que decidimos ayer sobre el deployment", archive=archive)[0] == "deploy"


def test_S4_what_is_shown_already_is_not_recalled() -> None:
    assert ask("¿cómo quedó el deployment?", exclude={"deploy"}) == []


def test_S4_at_most_the_free_slots_come_back() -> None:
    many = {f"s{n}": replace(DEPLOY, id=f"s{n}") for n in range(10)}
    near = dict.fromkeys(many, 0.7)
    assert len(ask("¿cómo quedó el deployment?", near, archive=many)) == 4
    assert len(ask("¿cómo quedó el deployment?", near, archive=many, limit=2)) == 2


def test_S4_a_segment_that_the_store_lost_meanwhile_is_skipped() -> None:
    found = choose(
        "¿cómo quedó el deployment?",
        cosines={"gone": 0.9},
        hits=lambda words: [("gone", 1.0), ("erased", 1.0)],
        get=lambda identity: None,
        exclude=(),
        calibrate=lambda cosine: cosine,
        now=NOW,
    )
    assert found == []


def test_S4_a_question_is_looked_for_whole_and_by_its_telling_words() -> None:
    assert queries("what did Laura say about the budget?") == (
        "what did Laura say about the budget?",
        "say budget",
    )
    assert queries("¿y?") == ("¿y?",)


@pytest.mark.parametrize(
    "question",
    [
        *("Good morning. What did we do yesterday?", "what happened yesterday afternoon?"),
        *("Buenas noches. ¿Qué hicimos ayer?", "hola, ¿qué pasó ayer a la tarde?"),
    ],
)
def test_S4_a_question_about_a_day_alone_is_answered_from_that_day(question: str) -> None:
    greeting = replace(
        LOGO, id="greeting", topic="morning", discussed=("good morning", "buenas noches tarde")
    )
    assert ask(question, archive={**ARCHIVE, "greeting": greeting}) == ["deploy"]
