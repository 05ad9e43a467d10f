"""How a clause says what it says, where a word would mislead: suppositions, conditions, doubts."""

from __future__ import annotations

import pytest

from assistant.memory.signals import read
from tests.memory.signals.conftest import Embed


@pytest.mark.parametrize(
    "message",
    ["si algo no queda claro preguntame, siempre", "if you're unsure say so, always"],
)
def test_F2_a_rule_for_when_the_assistant_doubts_is_no_doubt_of_the_user(
    message: str, embed: Embed
) -> None:
    assert [finding.kind for finding in read(message, embed).findings] == ["rule"]


@pytest.mark.parametrize(
    ("message", "held"),
    [
        ("si no digo el huso, asumí que es el de Lima", "Lima"),
        ("if i leave out the units, assume metric", "metric"),
        ("cuando aparezca una sigla, decime qué significa", "sigla"),
        ("when a price comes up, say if it includes tax", "tax"),
    ],
)
def test_F2_what_to_suppose_from_now_on_is_a_rule(message: str, held: str, embed: Embed) -> None:
    found = read(message, embed).findings
    assert [finding.kind for finding in found] == ["rule"]
    assert held in found[0].text


def test_F3_what_to_suppose_in_a_story_is_no_rule(embed: Embed) -> None:
    assert read("suponé que soy astronauta y no digo la hora", embed).findings == ()
    assert read("assume i am a pirate, how would i talk", embed).findings == ()


@pytest.mark.parametrize(
    "message",
    ["if a film is long, tell me how long, every time", "si el plato pica, avisame, siempre"],
)
def test_F2_a_condition_belongs_to_its_rule(message: str, embed: Embed) -> None:
    assert [finding.text for finding in read(message, embed).findings] == [message]


def test_F3_que_no_se_te_olvide_takes_nothing_back(embed: Embed) -> None:
    found = read("que no se te olvide, mi turno es el martes", embed).findings
    assert [finding.text for finding in found] == ["mi turno es el martes"]
    assert read("olvide lo que dije, mi turno es el martes", embed).findings == ()


@pytest.mark.parametrize(
    "message", ["nunca asumas que uso windows", "ask before you assume a date"]
)
def test_F3_what_not_to_suppose_supposes_nothing(message: str, embed: Embed) -> None:
    assert [clause.status for clause in read(message, embed).clauses] == ["assertion"]
