"""What two texts share by chance changes nothing, and a list keeps what it names (F7)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from assistant import Assistant
from tests.memory.test_put_right import after

TEAM = (
    "En mi equipo somos cinco: Nuria lleva el frontend, Iván hace DevOps, Samir es QA y Clara es "
    "la product owner"
)


@pytest.mark.parametrize(
    ("told", "later"),
    [
        ("abrimos de lunes a sabado de 12 a 5", "me levanto a las 5 y media"),
        ("Mi padre se llama Eusebio", "Mi padre toma Sintrom"),
        (
            "El 14 de mayo a las 7:20 tengo que estar donde el cardiólogo, el doctor Barrios",
            "Y el 21 de mayo a las cuatro de la tarde la doctora Pinilla me saca una muela",
        ),
        ("I take my coffee black and I don't eat meat", "I'm eating fish again now"),
        ("won't be reachable tues 4pm, every week", "sum this csv again, every rent line is wrong"),
        (
            "my left knee is bad so I see a physical therapist named Joanna on Tuesdays",
            "ok so the dishwasher is broken again, the repair guy is coming Thursday at 10",
        ),
        (
            "my clients are Bluebird Coffee, Harlow Dental, Fern & Stone and the Mill Street Theater",
            "my contact at Harlow Dental is Denise",
        ),
        (
            "Tenemos cuatro servicios: orders, billing, tracking y auth",
            "Hemos añadido un servicio nuevo, notifications",
        ),
        (
            "my clients are Bluebird Coffee, Harlow Dental and Fern & Stone",
            "I picked up a new client, Juniper Yoga",
        ),
    ],
)
def test_F7_what_is_shared_by_chance_leaves_a_fact_as_it_is(
    tmp_path: Path, told: str, later: str
) -> None:
    assert told in after(tmp_path, [told], later)


@pytest.mark.parametrize(
    ("told", "later", "left"),
    [
        ("doesn't drink coffee", "I drink coffee again", ["drinks coffee again"]),
        (
            "is training for a half marathon on October 4",
            "the race got moved to October 11",
            ["is training for a half marathon on October 11"],
        ),
        (
            "Lucy has swim lessons on Wednesdays at 4:30",
            "Lucy's swim lessons moved to Fridays",
            ["Lucy has swim lessons on Fridays at 4:30"],
        ),
        (
            "El servidor de staging es stg-04 y el de producción es prod-01",
            "We moved staging to stg-05.",
            ["El servidor de staging es stg-05 y el de producción es prod-01"],
        ),
        (
            "La API de tracking va en el puerto 8083 y la de billing en el 8081",
            "Olvida el puerto de billing.",
            ["La API de tracking va en el puerto 8083"],
        ),
        (
            "la junta de padres es el viernes 6 de junio a las 8 de la mañana",
            "la junta de padres ya no es el viernes 6 sino el miercoles 11 de junio a la misma hora",
            ["la junta de padres es el miercoles 11 de junio a las 8 de la mañana"],
        ),
        (
            "pagamos 6500 de renta y 800 de internet",
            "nos subieron la renta a 7000",
            ["pagamos 7000 de renta y 800 de internet"],
        ),
        (
            "we've got twins, Owen and Carys, they're 15",
            "sorry, the twins are 16 not 15",
            ["we've got twins, Owen and Carys, they're 16"],
        ),
        (
            "anwen owes me 380 quid for the flat 2 job",
            "anwen's paid me 200 of what she owes, so it's 180 left",
            ["anwen's paid me 200 of what she owes, so it's 180 left"],
        ),
        (
            "Dave Hughes runs the Red Lion pub and i test his emergency lights every three months",
            "Dave's left the Red Lion, Kelly Marsh runs it now",
            [
                "Dave's left the Red Lion, Kelly Marsh runs it now",
                "Red Lion: i test his emergency lights every three months",
            ],
        ),
        (
            "Ximena va a clases de natacion los lunes y miercoles a las 5",
            "Ximena ya no va a natacion, ahora la meti a danza folklorica los sabados a las 10",
            ["Ximena ya no va a natacion, ahora la meti a danza folklorica los sabados a las 10"],
        ),
        (
            "we fly to Lisbon on 3 July with TAP at 7 in the morning",
            "the flight is at 9 now",
            ["we fly to Lisbon on 3 July with TAP at 9 in the morning"],
        ),
        (
            "the kitchen is being done by Carl from Bright Kitchens for 8,400",
            "Carl has gone up to 9,100",
            ["the kitchen is being done by Carl from Bright Kitchens for 9,100"],
        ),
        (
            "Maya's school is St Anne's and Leo goes to Hilltop nursery",
            "Leo's left nursery, he starts at St Anne's with Maya",
            ["Leo starts at St Anne's with Maya", "Maya's school is St Anne's"],
        ),
        ("charges $85 an hour", "I'm raising my rate to $95 an hour", None),
        (
            TEAM,
            "Clara se ha ido de la empresa, ahora la product owner es Miriam.",
            [
                "Clara se ha ido de la empresa, ahora la product owner es Miriam",
                TEAM.removesuffix(" y Clara es la product owner"),
            ],
        ),
    ],
)
def test_F7_what_changes_changes_in_its_place_alone(
    tmp_path: Path, told: str, later: str, left: Sequence[str] | None
) -> None:
    now = after(tmp_path, [told], later)
    assert told not in now
    assert left is None or sorted(now) == sorted(left)


def test_F7_a_list_that_grows_is_told_what_is_new(tmp_path: Path) -> None:
    told = "Tenemos cuatro servicios: orders, billing, tracking y auth"
    assert any(
        "notifications" in fact
        for fact in after(tmp_path, [told], "Hemos añadido un servicio nuevo, notifications")
    )


def test_F7_a_number_that_both_hold_is_nothing_to_ask_about(tmp_path: Path) -> None:
    with Assistant.open(home=tmp_path, model=None) as assistant:
        assistant.remember("abrimos de lunes a sabado de 12 a 5")
        changes = assistant.observe("me levanto a las 5 y media", "ok").memory_changes
        assert [change.kind for change in changes] == ["noted"]


def test_F7_an_exchange_is_no_question_beside_what_else_is_known(tmp_path: Path) -> None:
    known = ["mi padre toma Sintrom por las noches", "abrimos de lunes a sabado de 12 a 5"]
    later = "el médico le ha cambiado el Sintrom por Eliquis"
    assert "mi padre toma Eliquis por las noches" in after(tmp_path, known, later)
