"""F7 and F8 for wishes about the answers, and for what is taken up again."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant import Assistant
from assistant.embedding.base import Embedder
from assistant.memory.matching import Meaning, Relation, relate
from assistant.memory.recall.cues import of_every_answer
from assistant.memory.signals.language import detect_language
from tests.clock import Clock


def relation(known: str, said: str, embedder: Embedder) -> Relation:
    meaning = Meaning.of(embedder)
    meaning.learn((known, said))
    return relate(known, detect_language(known), said, detect_language(said), meaning)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("no me gusta que me respondas con listas larguísimas", "tratame de vos"),
        ("prefiero respuestas cortas", "de ahora en más contestame en inglés"),
        ("I'd rather you answered in British English", "no emojis please"),
        ("call me Dan", "from now on answer in one line"),
        ("tratame de usted", "quiero que seas breve"),
    ],
)
def test_F7_a_wish_leaves_those_of_another_matter_as_they_are(
    known: str, said: str, embedder: Embedder
) -> None:
    judged = relation(known, said, embedder)
    assert judged.other > 0.6
    assert judged.changed == 0


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("tratame de vos", "tratame de usted"),
        ("tuteame", "de ahora en más tratame de usted"),
        ("answer me in French", "from now on answer in German"),
        ("use bullet points", "stop using bullet points"),
    ],
)
def test_F7_a_wish_takes_the_place_of_the_one_that_it_contradicts(
    known: str, said: str, embedder: Embedder
) -> None:
    assert relation(known, said, embedder).changed > 0.9


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("is vegetarian", "I eat meat again"),
        ("es vegetariano", "otra vez como carne"),
        ("soy vegana", "he vuelto a comer huevos"),
        ("soy celíaca", "volví a comer pan"),
        ("doesn't drink coffee", "I drink coffee again"),
        ("stopped driving", "I'm driving again"),
        ("no fumo", "volví a fumar"),
    ],
)
def test_F7_what_is_taken_up_again_retires_its_end(
    known: str, said: str, embedder: Embedder
) -> None:
    assert relation(known, said, embedder).changed > 0.9


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("is vegetarian", "I eat gluten again"),
        ("soy celíaca", "volví a comer pescado"),
        ("is vegetarian", "I'm running again"),
        ("vive con Ana", "otra vez fumo"),
    ],
)
def test_F7_what_is_taken_up_again_retires_nothing_else(
    known: str, said: str, embedder: Embedder
) -> None:
    assert relation(known, said, embedder).changed < 0.25


@pytest.mark.parametrize(
    "wish",
    [
        "Preferiría que me contestaras corto",
        "I'd rather you answered in British English",
        "quiero que seas breve",
        "no need to explain basics",
        'stop saying "great question"',
        "I'd appreciate it if you skipped the pleasantries",
        "a partir de ahora tuteame",
        "I hate it when you repeat my question",
        "no me des sermones",
        "dejá de disculparte",
        "háblame claro",
        "I want short answers",
    ],
)
def test_F8_wishes_about_the_answers_hold_for_every_answer(wish: str) -> None:
    assert of_every_answer(wish)


@pytest.mark.parametrize(
    "other",
    [
        "prefiere el tren al avión",
        "I love quiet mornings",
        "reply to my landlord in Polish",
        "cuando te pida código, respondé en Rust",
        "usamos tablas anchas en la planilla",
        "I never eat after eight",
        "mi jefa responde los lunes",
        "commit subjects imperative, lower case, under 50 chars",
        "I like hearing summaries as bullet points",
        "me gusta que me expliquen las cosas del ordenador paso a paso",
    ],
)
def test_F8_other_facts_do_not(other: str) -> None:
    assert not of_every_answer(other)


@pytest.mark.parametrize(
    ("wish", "question"),
    [
        ("quiero que seas breve", "¿cuál es la capital de Francia?"),
        ("I'd appreciate it if you skipped the pleasantries", "what is the capital of France?"),
    ],
)
def test_F8_a_wish_stands_in_the_prompt_of_any_question(
    wish: str, question: str, home: Path
) -> None:
    with Assistant.open(home=home, clock=Clock(), model=None) as assistant:
        assistant.observe(wish, "ok")
        assistant.end_conversation()
        preview = assistant.preview(question)
        (facts,) = (s for s in preview.sections if s.name == "facts")
        assert facts.items
        assert [c.decision for c in preview.considered] == ["in"]
