"""Questions that leave out what the one before them said (A6)."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.answers.reader.following import made_whole
from assistant.app import open_app
from assistant.memory.signals.language import detect_language
from assistant.session.base import TurnInput
from tests.clock import Clock

FAMILY = (
    "my sister Niamh lives in Melbourne",
    "my brother Tom lives in Leeds, he is a chef",
    "mi prima Ruth vive en Oslo y es enfermera",
)


@pytest.mark.parametrize(
    ("before", "question", "whole"),
    [
        ("where does my sister live?", "and my brother?", "where does my brother live?"),
        ("who is Rohan?", "and Anya?", "who is Anya?"),
        ("does kev still work with us", "and my nan?", "does my nan still work with us?"),
        ("donde trabaja la yasna", "y el benja?", "donde trabaja el benja?"),
        ("is my dad allergic to nuts?", "what about my mum", "is my mum allergic to nuts?"),
        ("when is the boiler service?", "and the car's?", "when is the car's service?"),
        ("what time does Ola finish?", "and on fridays?", "what time does Ola finish on fridays?"),
        ("who is Deano?", "what's his number", "what's Deano's number?"),
        ("what's on tuesdays?", "and on fridays?", "what's on fridays?"),
        ("¿qué tomo por la mañana?", "¿y por la noche?", "qué tomo por la noche?"),
        ("que hago los lunes", "y los viernes?", "que hago los viernes?"),
        ("¿dónde vive mi hermana?", "¿y mi hermano?", "dónde vive mi hermano?"),
        ("¿cuándo vence el alquiler?", "¿y el seguro?", "cuándo vence el seguro?"),
        ("¿quién es Paola?", "¿y cuánto gana?", "cuánto gana Paola?"),
        ("¿a qué hora sale Ola?", "¿y los viernes?", "a qué hora sale Ola los viernes?"),
    ],
)
def test_A6_a_question_is_read_with_what_it_leaves_out(
    before: str, question: str, whole: str
) -> None:
    assert made_whole(question, detect_language(question), before, "") == whole


@pytest.mark.parametrize(
    ("before", "question"),
    [
        ("where does mum live?", "and what's my pin?"),
        ("¿dónde vive mi hermana?", "¿y cuánto pago de alquiler?"),
        ("¿dónde vive mi hermana?", "¿cuál es mi color favorito?"),
        ("where does my sister live?", "and where does my brother work?"),
        ("", "and my brother?"),
    ],
)
def test_A6_a_question_that_leaves_nothing_out_stands_by_itself(before: str, question: str) -> None:
    assert made_whole(question, detect_language(question), before, "") == ""


@pytest.mark.parametrize(
    ("questions", "value"),
    [
        (("where does my sister live?", "and my brother?"), "Leeds"),
        (("where does my sister live?", "and my brother?", "and what does he do?"), "chef"),
        (("¿dónde vive mi prima?", "¿y qué hace?"), "enfermera"),
    ],
)
def test_A6_what_goes_on_is_answered_of_another(
    tmp_path: Path, questions: tuple[str, ...], value: str
) -> None:
    clock = Clock()
    with open_app(home=tmp_path, clock=clock, model="none") as app:
        for text in FAMILY:
            app.facts.add(text)
            clock.pass_(minutes=1)
        session = app.session()
        replies = [session.respond(TurnInput(question)).text for question in questions]
    assert value in replies[-1]


def test_A6_a_statement_that_says_he_is_no_question(tmp_path: Path) -> None:
    with open_app(home=tmp_path, clock=Clock(), model="none") as app:
        app.facts.add(FAMILY[1])
        session = app.session()
        session.respond(TurnInput("where does my brother live?"))
        assert "Leeds" not in session.respond(TurnInput("he is tired today")).text
