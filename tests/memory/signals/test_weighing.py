"""What a head and a network make of a clause together (F2, F3): plain statements in words of which
no example has any, and what only looks like one."""

from __future__ import annotations

import pytest

from assistant.memory.signals import read
from assistant.memory.signals.weighing import LEAST, believed, domain_of, weighed
from tests.memory.signals.conftest import Embed


@pytest.mark.parametrize(
    "message",
    [
        "las pastillas de la tensión van en el cajón del baño",
        "boiler service is every March",
        "el sofá cama lo heredé de mi abuela",
        "the landlady holds a 600 deposit of mine",
        "la pileta la limpia Osvaldo los jueves",
        "two of the hens are broody",
        "no tengo coche",
    ],
)
def test_F2_a_plain_statement_is_noted_whatever_its_words(message: str, embed: Embed) -> None:
    assert read(message, embed).findings


@pytest.mark.parametrize(
    "message",
    [
        "the second one looks better",
        "mm eso no cambió nada",
        "ok so then it's the cable",
        "it's pouring out there",
        "me acabo de levantar de la siesta",
        "write Nora a note that the van is parked behind the mill",
        "borra lo que te conté de la pileta",
        "does bay 9 have power",
    ],
)
def test_F3_reactions_moods_tasks_and_questions_are_not(message: str, embed: Embed) -> None:
    assert not read(message, embed).findings


@pytest.mark.parametrize(
    "message",
    [
        "My nephew Leo, who keeps the bees, comes up every second Sunday.",
        "Mi sobrina Ada, que estudia en Cáceres, viene los puentes",
    ],
)
def test_F2_a_clause_that_only_begins_as_a_question_does_is_told(
    message: str, embed: Embed
) -> None:
    assert read(message, embed).findings


def test_F3_what_the_head_rules_out_the_network_is_not_asked() -> None:
    assert weighed(LEAST / 2, "hi", "hi", several=False) == LEAST / 2


def test_F3_both_have_to_be_sure_enough() -> None:
    told = "bay 9 has no power"
    alone = believed(told, told)
    assert 0.5 < alone < 1
    assert weighed(0.1, told, told, several=False) < weighed(0.9, told, told, several=False) < 1


@pytest.mark.parametrize(
    ("message", "domain"),
    [
        ("the loft conversion starts in March and the builder is Kev", "projects"),
        ("my mother-in-law keeps the spare keys", "personal"),
        ("we went with the gas boiler in the end", "decisions"),
        ("odio que me llamen de usted", "preferences"),
        ("mi encargada se llama Rosa y ficho a las siete", "work"),
    ],
)
def test_F1_the_sense_of_a_fact_says_its_domain(message: str, domain: str, embed: Embed) -> None:
    [finding, *_] = read(message, embed).findings
    assert finding.domain == domain


def test_F1_head_and_network_decide_of_what_domain_a_fact_is() -> None:
    even = dict.fromkeys(("work", "preferences", "decisions", "personal", "projects"), 0.2)
    said = "my sister's birthday is in June"
    assert domain_of(even, said, said, several=False) == "personal"
    sure = even | {"personal": 1e-4, "work": 0.9}
    assert domain_of(sure, said, said, several=False) == "work"
