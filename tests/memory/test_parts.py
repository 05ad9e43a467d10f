"""What stays of a fact told in several parts when one of them changes (F7)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from assistant import Assistant
from assistant.memory.plan.cutting import part_of
from assistant.memory.plan.parts import divided
from assistant.memory.plan.statements import Statement
from assistant.memory.signals.language import detect_language
from assistant.records import Fact, Slot
from tests.memory.test_put_right import after

AT = datetime(2026, 3, 2, tzinfo=UTC)


@pytest.mark.parametrize(
    ("told", "later", "left"),
    [
        (
            "tengo tres perros, Lía de 3 y Kiko que tiene 12",
            "Kiko ya cumplió los 13",
            "tengo tres perros, Lía de 3",
        ),
        (
            "Olga is in year 9 at Hill Park and failed maths and art, the resit is on 4 June",
            "Olga passed maths in the end",
            "Olga is in year 9 at Hill Park, the resit is on 4 June",
        ),
        (
            "the van is a Transit and the garage is Doyle's, honest but slow",
            "swapped the van for a Vito",
            "the garage is Doyle's, honest but slow",
        ),
        (
            "Ana Murphy is the foreman in Leith, and Ana Murray is the foreman in Fife",
            "Pat Twomey is the foreman in Leith from Monday",
            "Ana Murray is the foreman in Fife",
        ),
        (
            "Budget for Leith is 2.4 million, contingency is 5 percent",
            "Contingency for Leith went to 8 percent",
            "Budget for Leith is 2.4 million",
        ),
        (
            "la Remedios cobra 1400 euros al mes y la Toñi 1250",
            "le subí el sueldo a la Toñi, ahora cobra 1320",
            "la Remedios cobra 1400 euros al mes",
        ),
        (  # whoever has gone is told of in one part, and what they have left in another
            "el kiosco lo atiende de mañana nilda y a la noche un pibe, kevin",
            "kevin se fue del kiosco, ahora a la noche está brian",
            "el kiosco lo atiende de mañana nilda",
        ),
        (  # of whom it is told stands in one part, and what is told in another
            "otra clienta es paula medina, psicóloga, monotributista categoría F",
            "paula pasó a la categoría G",
            "otra clienta es paula medina, psicóloga",
        ),
        (
            "lautaro está en 4to año de económicas y entra a las 10 porque cursa a la mañana",
            "lautaro ya no entra a las 10, ahora entra a las 9",
            "lautaro está en 4to año de económicas",
        ),
        (
            "we pay Ana 40 an hour and Luis 35, Luis does nights",
            "Luis is on 38 now",
            "we pay Ana 40 an hour, Luis does nights",
        ),
        (  # a new amount is news of the part that has one
            "Edison es mi oficial, se gana 120 mil el dia",
            "a Edison le subi a 130 mil",
            "Edison es mi oficial",
        ),
        (  # a number goes on as a place does
            "Wilmer gana 1200 y Yeison 2000",
            "Wilmer renunció",
            "Yeison gana 2000",
        ),
        (  # what only "she" tells of somebody goes with them
            "my trainee is lottie, she's with me til february half term",
            "lottie's left, she's switched to another school",
            None,
        ),
        (  # whose phone it is goes with them
            "en Polanco el contratista es Toño Rivas, su cel es 55 4821 9036",
            "corrí a Toño, ahora el contratista de Polanco es Fermín Lagos",
            None,
        ),
        (
            "rent is 1150 between us, i pay 600 cos i have the big room",
            "rent's going up, my share is 640 from now on",
            "i pay 600 cos i have the big room",
        ),
        (  # two are named, and both are told of
            "la Carla vive en Lima y el Thiago en Arequipa",
            "la Carla y el Thiago se mudaron a Cusco",
            None,
        ),
        (
            "la señora de Úbeda se llama Inés Coso y viene el lunes a las cinco y media a probarse",
            "la señora de Úbeda al final no viene el lunes, viene el martes a las siete",
            None,
        ),
        (
            "Irene va a esgrima los miércoles y Unai a remo los viernes",
            "Unai ha dejado el remo y se ha apuntado a atletismo los jueves",
            "Irene va a esgrima los miércoles",
        ),
        (
            "mi asesora es Loreto Sanz y su teléfono es 961 234 567",
            "Loreto se jubila, mi nueva asesora es Rut Polo",
            None,
        ),
        ("enseño los lunes y jueves en la 12", "en la 12 ahora enseño los martes", None),
        ("vivo en Ávila, cerca del parque", "ahora vivo en Soria", None),
        ("los martes y jueves tengo coro a las 10", "el coro pasó a los miércoles a las 8", None),
        ("I row on Sundays", "I row on Mondays now", None),
        ("trabajo en fintech, equipo de 5", "me pasé a una ONG", None),
    ],
)
def test_F7_what_a_change_does_not_speak_of_stays(told: str, later: str, left: str | None) -> None:
    fact = Fact("a", "personal", told, "high", "explicit", AT, AT, language=detect_language(told))
    said = Statement(later, later, detect_language(later))
    found = divided(fact, said)
    assert (found.left if found else None) == left


@pytest.mark.parametrize(
    ("told", "later", "left"),
    [
        (
            "tengo los 15 de Valentina el 6 de marzo en el Club El Nogal, 120 invitados, torta de "
            "tres pisos",
            "la fiesta de Valentina ya no es en El Nogal sino en el Country Club",
            "Valentina: 120 invitados, torta de tres pisos",
        ),
        ("the Alpina party is on Friday, thirty guests and a band", "Alpina's party is off", None),
        ("vivo en Ávila, cerca del parque grande", "ahora vivo en Soria", None),
    ],
)
def test_F7_what_stays_and_names_nobody_stays_under_the_name_that_both_have(
    told: str, later: str, left: str | None
) -> None:
    fact = Fact("a", "personal", told, "high", "explicit", AT, AT, language=detect_language(told))
    said = Statement(later, later, detect_language(later))
    found = divided(fact, said, named=True)
    assert (found.left if found else None) == left


def test_F7_the_rest_of_a_changed_fact_is_one_of_its_own_told_when_it_was(tmp_path: Path) -> None:
    with Assistant.open(home=tmp_path) as assistant:
        assistant.observe("callum does network, amira does windows", "ok")
        (before,) = assistant.facts()
        answer = assistant.observe("callum left, imran does network now", "ok")
        live = {f.fact: f for f in assistant.facts() if f.state == "active"}
        assert set(live) == {"amira does windows", "imran does network now"}
        assert live["amira does windows"].created_at == before.created_at
        assert [change.kind for change in answer.memory_changes] == ["replaced", "noted"]


@pytest.mark.parametrize(
    ("told", "later", "now"),
    [
        (
            "tengo dos hijos, Simón de 15 y Lola que tiene 9",
            "Lola ya cumplió los 10",
            {"tengo dos hijos, Simón de 15 y Lola que tiene 10"},
        ),
        (
            "manejo una Honda Odyssey gris y Rogelio drives a Tacoma roja",
            "vendí la Odyssey, ahora traigo una Kia Telluride negra",
            {"Rogelio drives a Tacoma roja", "ahora traigo una Kia Telluride negra"},
        ),
    ],
)
def test_F7_a_statement_with_a_name_is_of_the_part_with_that_name(
    told: str, later: str, now: set[str], tmp_path: Path
) -> None:
    with Assistant.open(home=tmp_path) as assistant:
        assistant.observe(told, "ok")
        assistant.observe(later, "ok")
        assert {f.fact for f in assistant.facts() if f.state == "active"} == now


@pytest.mark.parametrize(
    ("facts", "message", "left"),
    [
        (
            ["hartley's site visit is tues 8 dec at 10"],
            "hartnell site visit is thurs 10 dec at 2",
            {
                "hartley's site visit is tues 8 dec at 10",
                "hartnell site visit is thurs 10 dec at 2",
            },
        ),
        (
            ["zelda moved her terrace, it starts on 8 feb", "my sister bethan arrives on the 22nd"],
            "bethan now arrives on the 23rd, not the 22nd",
            {"zelda moved her terrace, it starts on 8 feb", "my sister bethan arrives on the 23rd"},
        ),
        (
            ["our plumber is Tom"],
            "our boiler engineer is Tom",
            {"our plumber is Tom", "our boiler engineer is Tom"},
        ),
        (
            ["contestame en español, con onda"],
            "gracias crack, sos lo mas",
            {"contestame en español, con onda"},
        ),
    ],
)
def test_F7_what_is_told_of_one_leaves_what_is_known_of_another(
    tmp_path: Path, facts: Sequence[str], message: str, left: set[str]
) -> None:
    assert set(after(tmp_path, facts, message)) == left


def test_F7_what_was_replaced_goes_with_what_is_forgotten(tmp_path: Path) -> None:
    with Assistant.open(home=tmp_path) as assistant:
        assistant.observe("mi compa Damián hace el frontend y Delia es la SRE", "ok")
        assistant.observe("ahora Delia es la jefa de datos", "ok")
        assert any("Damián" in fact.fact for fact in assistant.facts())
        assistant.observe("olvidate de todo lo de Damián", "ok")
        assert not any("Damián" in fact.fact for fact in assistant.facts())


def test_F7_of_a_fact_in_several_parts_the_one_that_is_named_is_forgotten(tmp_path: Path) -> None:
    with Assistant.open(home=tmp_path) as assistant:
        assistant.remember("the van is parked at Doyle's, and the spare key is under the pot")
        answer = assistant.observe("forget where the spare key is, under the pot", "ok")
        assert [change.kind for change in answer.memory_changes] == ["forgotten", "noted"]
        assert [fact.fact for fact in assistant.facts()] == ["the van is parked at Doyle's"]


def test_F7_a_part_that_stays_keeps_nothing_of_what_goes() -> None:
    slot = Slot("user", "allergy", "penicillin")
    told = "Bethan is allergic to penicillin, and the van is parked at Doyle's"
    fact = Fact("a", "personal", told, "high", "explicit", AT, AT, language="en", slot=slot)
    rest = part_of(fact, "the van is parked at Doyle's", "b")
    assert "penicillin" not in repr(rest)


def test_F7_what_no_reader_hears_as_a_request_is_asked_about(tmp_path: Path) -> None:
    facts = ["Ana Murphy's number is 0142, she never answers before ten", "the dog is deaf"]
    message = "Ana Murray is still the foreman in Fife, I never said she was gone."
    assert set(facts) <= set(after(tmp_path, facts, message))
