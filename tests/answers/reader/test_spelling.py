"""Words of a question that are typed otherwise than they were told (A6)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from assistant.answers.reader import answer
from assistant.memory.matching.spelling import spelled_as_told
from assistant.memory.signals.language import detect_language
from assistant.records import Fact

AT = datetime(2026, 3, 2, tzinfo=UTC)


def fact(text: str) -> Fact:
    return Fact(text, "personal", text, "high", "explicit", AT, AT, language=detect_language(text))


@pytest.mark.parametrize(
    ("question", "told", "read"),
    [
        ("what does tom do", "my partner Tom is a chef", "what does Tom do"),
        ("¿quién es carla?", "mi mujer se llama Carla", "¿quién es Carla?"),
        ("where is tom's desk", "Tom sits upstairs", "where is tom's desk"),  # any first word
        ("is it on wednesday?", "the standup is on Wednesday", "is it on wednesday?"),
        ("what's our SQL dialect?", "our SQL runs on Postgres", "what's our SQL dialect?"),
        ("olvida lo del mecánico", "le pagué 800 al mecanico", "olvida lo del mecanico"),
        ("cuanto gana Rocio", "Rocío gana 1050", "cuanto gana Rocío"),
    ],
)
def test_A6_a_word_is_read_as_the_facts_write_it(question: str, told: str, read: str) -> None:
    assert spelled_as_told(question, [fact(told)]) == read


@pytest.mark.parametrize(
    ("question", "language", "answers"),
    [
        ("what does tom do", "en", "my partner Tom is a chef"),
        ("quién es carla?", "es", "mi mujer se llama Carla"),
    ],
)
def test_A6_a_question_in_small_letters_is_answered(
    question: str, language: str, answers: str
) -> None:
    others = [fact("mi cumple es el 14 de marzo"), fact("we've got a whippet called Noodle")]
    found = answer(question, "es" if language == "es" else "en", [fact(answers), *others])
    assert found is not None
    assert [told.fact for told in found.facts] == [answers]
