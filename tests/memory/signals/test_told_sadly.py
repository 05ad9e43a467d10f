"""F2: who has died is noted, however short and sad the sentence is, and what is told in the words of
a question; a thing that stopped is not."""

from __future__ import annotations

import pytest

from assistant.memory.signals import read
from tests.memory.signals.conftest import Embed


@pytest.mark.parametrize(
    "said",
    [
        "Frida murió ayer, estoy destrozada",
        "mi abuela falleció el martes",
        "ayer tuvimos que dormir a la Frida",
        "Biscuit had to be put to sleep yesterday, I'm sorry to say.",
        "my dog died last night",
        "Hal passed away on Sunday",
    ],
)
def test_F2_who_has_died_is_noted(said: str, embed: Embed) -> None:
    assert read(said, embed).findings


@pytest.mark.parametrize(
    "said",
    [
        "se murió la batería del coche",
        "el servidor murió otra vez",
        "my phone died",
        "nginx died again",
        "casi me muero de risa",
        "who died in the war?",
    ],
)
def test_F3_what_stopped_working_is_not(said: str, embed: Embed) -> None:
    assert not read(said, embed).findings


@pytest.mark.parametrize(
    ("said", "tells"),
    [
        ("oye que me han cambiado el turno del agua y ahora es los viernes por la noche", True),
        ("es que me han operado de la rodilla", True),
        ("debo dieciocho mil al banco del préstamo del tractor", True),
        ("debemos tres mil euros de la furgoneta", True),
        ("debo ir al médico", False),
        ("oye que me recomiendas para la tos", False),
        ("oye que me ha dicho el médico", False),
    ],
)
def test_F2_what_is_told_in_a_question_s_words(said: str, tells: bool, embed: Embed) -> None:
    assert bool(read(said, embed).findings) is tells
