"""Which of the facts near a question are told (A6, A7), through a real home."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.answers.reader.question import asks_for_several
from assistant.answers.reader.verdicts import verdict
from assistant.app import open_app
from assistant.memory.signals.language import detect_language
from assistant.session.base import TurnInput
from tests.answers.reader.test_reader import ask, fact_of
from tests.clock import Clock


def told(home: Path, facts: tuple[str, ...], question: str) -> str:
    clock = Clock()
    with open_app(home=home, clock=clock, model="none") as app:
        for text in facts:
            app.facts.add(text)
            clock.pass_(minutes=1)
        return ask(app, question).text


def test_A6_a_later_fact_that_changes_nothing_outdates_nothing(tmp_path: Path) -> None:
    facts = (
        "mum lives in Leicester",
        "my sister Nisha lives in Toronto",
        "we're doing up the house, a 1930s semi in Chorlton",
        "mum's not coming for christmas after all, she's going to nisha's",
    )
    assert "Leicester" in told(tmp_path, facts, "where does my mum live")


@pytest.mark.parametrize(
    ("facts", "question", "values"),
    [
        (  # each begins with the thing that is asked for
            (
                "freelance devops, two clients only",
                "client one is Lumbre, a coffee chain",
                "client two is Pampero Seguros",
            ),
            "list my clients",
            ("Lumbre", "Pampero"),
        ),
        (  # what is denied may be of the list
            (
                "Mo is out, broke his wrist on a trampoline",
                "Jayden can't make it, caravan",
                "the tournament is in Widnes",
            ),
            "who's missing the tournament",
            ("Mo is out", "Jayden"),
        ),
    ],
)
def test_A6_what_belongs_to_a_list_is_told(
    tmp_path: Path, facts: tuple[str, ...], question: str, values: tuple[str, ...]
) -> None:
    text = told(tmp_path, facts, question)
    assert all(value in text for value in values), text


@pytest.mark.parametrize(
    ("question", "several"),
    [
        ("what tablets do i take?", True),
        ("list my clients", True),
        ("name all the languages I speak", True),
        ("qué vehículos tengo", True),
        ("quiénes son mis clientes", True),
        ("decime todas las alergias", True),
        ("what is the dress code", False),
        ("what does Ana do", False),
        ("which days do I work", False),  # one fact tells them all
        ("qué es lo de Luis", False),
        ("what's my bus", False),
    ],
)
def test_A6_more_than_one_may_be_asked_for_by_form(question: str, several: bool) -> None:
    assert asks_for_several(question) is several


def test_A7_where_what_answers_is_of_another_thing_no_third_is_told(tmp_path: Path) -> None:
    facts = (
        "we've a cat called Boron lol",
        "we've got two kids, Anya who's 11 and Rohan who's 7",
        "we're doing up the house, a 1930s semi in Chorlton",
    )
    text = told(tmp_path, facts, "do we have a dog")
    assert "kids" not in text
    assert "Boron" not in text


@pytest.mark.parametrize(
    ("question", "fact", "said"),
    [
        ("does nisha live in london?", "my sister Nisha lives in Toronto", "no"),
        ("elsa vive en quilmes?", "mi vieja, elsa, vive en lanús", "no"),
        ("do I live in Leeds?", "I live in Leeds with my brother", "yes"),
        ("tengo moto?", "tengo una moto honda wave que casi no uso", "yes"),
        ("am I allergic to nuts?", "I'm allergic to penicillin", None),  # one may be so to both
        (
            "me pagan 650 mil los de aguirre?",
            "llevo textil aguirre, 22 empleados, me pagan 780 mil por mes",
            "no",
        ),
        (
            "me pagan 780 mil los de aguirre?",
            "llevo textil aguirre, 22 empleados, me pagan 780 mil por mes",
            "yes",
        ),
    ],
)
def test_A6_another_place_or_amount_is_a_no(question: str, fact: str, said: str | None) -> None:
    assert verdict(question, detect_language(question) or "en", fact_of(fact)) == said


@pytest.mark.parametrize("said", ["vendí la moto la semana pasada", "ayer dejé el gimnasio"])
def test_F3_what_was_done_is_told_and_not_asked(tmp_path: Path, said: str) -> None:
    facts = ("tengo un gol trend gris y una moto honda wave", "voy al gimnasio los lunes")
    assert "Entendido" in told(tmp_path, facts, said)


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("contame de juli", ("juli de 13", "bajo")),
        ("qué sabés de mis hijas", ("cami de 16", "hockey", "bajo")),
        ("quién es verónica", ("madre, verónica",)),
        ("elsa vive en quilmes?", ("No", "lanús")),
    ],
)
def test_A6_all_is_told_of_somebody_whose_name_was_typed_small(
    tmp_path: Path, question: str, values: tuple[str, ...]
) -> None:
    facts = (
        "tengo dos hijas, cami de 16 y juli de 13",
        "cami hace hockey en ferro",
        "juli toca el bajo",
        "están conmigo los miércoles, y los demás días con la madre, verónica",
        "mi vieja, elsa, vive en lanús",
    )
    text = told(tmp_path, facts, question)
    assert all(value in text for value in values), text


TABLETS = (
    "I take 10mg of bisoprolol in the mornings",
    "the GP moved me from codeine to dihydrocodeine",
    "half a temazepam when I can't sleep",
    "my sister is on warfarin",
    "I owe Pete a tenner",
    "the dishwasher leaks",
)
DEBTS = ("Danni owes me 40 for the concert", "I owe Pete a tenner", "lent Mags a fiver till friday")
DEUDAS = (
    "patricia me debe 3 millones",
    "le debo 2 millones a la ferretería",
    "don Hernán me debe 8",
)
WEEK = (
    "wound clinic is on tuesdays 10 to 1",
    "thursdays I do the baby clinic in Togher",
    "fridays I bring mam for her shopping",
)
CUENTAS = (
    "Mi hija Lola va a la escuela 12",
    "el Beto, mi otro hijo, estudia mecánica",
    "mi sobrina Ana vive con nosotros",
    "soy alérgico al polen",
)


@pytest.mark.parametrize(
    ("facts", "question", "members", "others"),
    [
        (
            TABLETS,
            "what meds am I on?",
            ("bisoprolol", "dihydrocodeine", "temazepam"),
            ("warfarin", "Pete"),
        ),
        (TABLETS, "what do I take to sleep?", ("temazepam",), ("bisoprolol", "warfarin")),
        (DEBTS, "who owes me money?", ("Danni", "Mags"), ("Pete",)),
        (DEBTS, "who do I owe money to?", ("Pete",), ("Danni", "Mags")),
        (DEUDAS, "quien me debe plata", ("patricia", "Hernán"), ("ferretería",)),
        (DEUDAS, "¿a quién le debo plata?", ("ferretería",), ("patricia", "Hernán")),
        (WEEK, "what do I have on fridays?", ("shopping",), ("Togher", "wound")),
        (
            (*CUENTAS[:2], "mi hermano Wilmar es electricista"),
            "cómo se llama mi hermano",
            ("Wilmar",),
            ("Lola",),
        ),
        (CUENTAS, "¿quiénes son mis hijos?", ("Lola", "Beto"), ("Ana", "polen")),
    ],
)
def test_A6_what_belongs_together_is_told_in_other_words_and_nothing_beside_it(
    tmp_path: Path,
    facts: tuple[str, ...],
    question: str,
    members: tuple[str, ...],
    others: tuple[str, ...],
) -> None:
    text = told(tmp_path, facts, question)
    assert all(value in text for value in members), text
    assert not any(value in text for value in others), text


@pytest.mark.parametrize(
    ("facts", "asked", "value"),
    [
        (("I can't stand kale or liver", "I love figs"), "foods i hate", "kale"),
        (("le presté la taladradora a Nico", "odio el hígado"), "cosas que presté", "Nico"),
    ],
)
def test_F3_a_kind_of_thing_without_a_verb_is_asked_for_and_not_noted(
    tmp_path: Path, facts: tuple[str, ...], asked: str, value: str
) -> None:
    with open_app(home=tmp_path, clock=Clock(), model="none") as app:
        for text in facts:
            app.facts.add(text)
        result = app.session().respond(TurnInput(asked))
        assert not result.memory_changes
        assert value in result.text
