"""A6: a question is of whoever the facts say that is, and of each thing that a fact tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant import Assistant
from assistant.answers.reader.aliases import with_alias
from assistant.answers.reader.verdicts import verdict
from tests.memory.facts import fact


@pytest.mark.parametrize(
    ("told", "asked", "read"),
    [
        ("my girlfriend Flor is a nurse", "where does my girlfriend work", "girlfriend Flor work"),
        ("the dog is Biscuit", "who looks after Biscuit when I'm gone", "Biscuit (dog) when"),
        ("mi novia se llama Flor", "donde trabaja mi novia", "mi novia Flor"),
        ("my girlfriend Flor is a nurse", "does my sister Ana work", None),
        ("my girlfriend Flor is a nurse", "where does my brother work", None),
        ("my girlfriend Flor is a nurse", "does my girlfriend Flor work", None),
    ],
)
def test_A6_a_question_is_read_with_the_name_and_with_who_it_is(
    told: str, asked: str, read: str | None
) -> None:
    language = "es" if "mi novia" in told else "en"
    found = with_alias(asked, language, [fact(told, language=language)])
    assert found is None if read is None else found is not None and read in found[0]


def test_A6_another_of_the_same_role_is_not_meant() -> None:
    amparo, rocio = fact("mi clienta Amparo paga en efectivo"), fact("mi clienta Rocío viene poco")
    found = with_alias("cada cuánto viene Amparo", "es", [rocio, amparo])
    assert found is not None
    assert found[1] == [amparo]


@pytest.mark.parametrize(
    ("told", "asked", "has"),
    [
        (
            [
                "the electrician is Padraig Fahy from Athenry and his number is 087 555 0142",
                "Magda gets 17 euro an hour and Siobhan gets 14.50",
            ],
            "what's Padraig's phone number",
            "087 555 0142",
        ),
        (
            ["my sister Noreen minds the dog when we're away", "the dog is Biscuit, a spaniel"],
            "who looks after Biscuit when I'm gone",
            "Noreen",
        ),
        (
            ["my brother Ian works there still", "Siobhan handed in her notice"],
            "is Siobhan still working for me",
            "No",
        ),
    ],
)
def test_A6_the_reply_says_what_a_fact_tells_in_its_second_half(
    told: list[str], asked: str, has: str, tmp_path: Path
) -> None:
    with Assistant.open(home=tmp_path) as assistant:
        for text in told:
            assistant.remember(text)
        assert has in assistant.respond(asked).text


@pytest.mark.parametrize(
    ("told", "changed", "asked", "begins"),
    [
        (
            "the rent is 1450 a month",
            "the rent is 1600 a month now",
            "what did the rent use to be",
            "What was so before is not kept.",
        ),
        (
            "la sesión la cobro a 38 euros",
            "desde hoy la sesión la cobro a 40 euros",
            "¿cuánto cobraba antes por la sesión?",
            "Lo de antes no se guarda.",
        ),
        (
            "the rent is 1450 a month",
            "the rent is 1600 a month now",
            "how much is the rent?",
            "You told me",
        ),
    ],
)
def test_F9_who_asks_what_was_so_before_is_told_that_it_is_not_kept(
    told: str, changed: str, asked: str, begins: str, tmp_path: Path
) -> None:
    with Assistant.open(home=tmp_path) as assistant:
        assistant.remember(told)
        assistant.observe(changed, "ok")
        reply = assistant.respond(asked).text
        assert reply.startswith(begins) or (begins == "You told me" and "1600" in reply)
        assert "1450" not in reply


OPENING = "Abrimos de lunes a viernes de 9 a 20, los sábados cerramos"


@pytest.mark.parametrize(
    ("told", "asked", "says"),
    [
        (OPENING, "¿Está abierta la clínica los sábados?", "no"),
        (OPENING, "¿abrimos los martes?", "yes"),
        (
            "we open Tuesday to Saturday and we're shut Sunday and Monday",
            "are we open on Fridays",
            "yes",
        ),
        (
            "we open Tuesday to Saturday and we're shut Sunday and Monday",
            "are we open on Mondays",
            "no",
        ),
    ],
)
def test_A6_a_day_between_two_is_told_with_them(told: str, asked: str, says: str) -> None:
    language = "es" if told is OPENING else "en"
    assert verdict(asked, language, fact(told, language=language)) == says
