"""A statement that tells of several, and a fact that does, are compared part by part (F7)."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.memory.plan.several import told_of_its_own
from assistant.memory.plan.statements import Statement
from tests.benchmarks.suites import empty_memory
from tests.memory.facts import fact
from tests.memory.test_put_right import after

DAYANA = "Dayana gana 1200 y lleva la caja, y Wilmer está en cocina"


@pytest.mark.parametrize(
    ("known", "said", "own"),
    [
        ("Wilmer gana 2100", DAYANA, "Wilmer está en cocina"),
        ("Dayana gana 1100", DAYANA, "Dayana gana 1200 y lleva la caja"),
        ("Yeison gana 1800", DAYANA, DAYANA),  # of nobody whom it names
        ("Ana lives in Leeds", "Ana moved to York, she rents there", None),  # all of it is hers
    ],
)
def test_F7_of_a_statement_what_is_told_of_the_fact_s_own_is_compared(
    known: str, said: str, own: str | None
) -> None:
    assert told_of_its_own(Statement(said, said, "es"), fact(known)).said == (own or said)


def test_F7_what_is_told_of_one_is_no_news_of_another(tmp_path: Path) -> None:
    known = after(tmp_path, ["Wilmer gana 2100 y Yeison 1800"], DAYANA)
    assert sorted(known) == sorted([DAYANA, "Wilmer gana 2100 y Yeison 1800"])


def test_F7_a_change_is_seen_in_the_part_that_it_is_of(tmp_path: Path) -> None:
    known = after(tmp_path, ["Wilmer gana 2100 y Yeison 1800"], "le subí el sueldo a Yeison a 2000")
    assert known == ["Wilmer gana 2100 y Yeison 2000"]


@pytest.mark.parametrize(
    ("told", "later"),
    [
        (
            "I have a dog, murphy, a 5 yr old lurcher",
            "murphy is on apoquel for his skin, half a tablet twice a day",
        ),
        (  # what its speaker tells of themselves first is nothing to whom it names then
            "my husband declan drives a bus for bus éireann",
            "i drive a silver skoda octavia, declan has the old transit van",
        ),
        (
            "traigo tres proyectos: la casa en Valle de Bravo, un café en la Condesa",
            "la casa de Valle es de los Arizmendi, el cliente es don Ernesto",
        ),
    ],
)
def test_F7_what_tells_more_of_something_stands_beside_it(
    tmp_path: Path, told: str, later: str
) -> None:
    assert len(after(tmp_path, [told], later)) == 2


def test_F7_a_number_of_another_thing_takes_no_place(tmp_path: Path) -> None:
    told = "rent is 1150 between us, i pay 600 cos i have the big room"
    known = after(tmp_path, [told], "rent's going up, my share is 640 from now on")
    assert not any("640 between us" in fact for fact in known)


@pytest.mark.parametrize(
    ("told", "later", "now"),
    [
        (
            "tomo loratadina todas las noches por la alergia al polvo",
            "al final dejé la loratadina, ahora tomo cetirizina",
            "tomo cetirizina todas las noches por la alergia al polvo",
        ),
        (
            "I take loratadine every night for the dust allergy",
            "I stopped the loratadine, I'm on cetirizine now",
            "I take cetirizine every night for the dust allergy",
        ),
    ],
)
def test_F7_what_is_taken_instead_takes_the_place(
    tmp_path: Path, told: str, later: str, now: str
) -> None:
    assert after(tmp_path, [told], later) == [now]


@pytest.mark.parametrize(
    "said",
    [
        "prawns give me hives too, can't eat them",
        "en el estudio somos cuatro: yo, Dani que hace los renders, Paola que lleva obra y Beto",
    ],
)
def test_F3_what_tells_something_is_noted_though_it_may_look_otherwise(
    tmp_path: Path, said: str
) -> None:
    assert said in after(tmp_path, ["kiwis make my mouth swell"], said)


def test_F5_a_later_sentence_without_a_subject_is_of_whom_the_one_before_tells(
    tmp_path: Path,
) -> None:
    known = after(tmp_path, [], "anya is allergic to peanuts, badly. carries an epipen")
    assert known == ["anya is allergic to peanuts, badly, carries an epipen"]


@pytest.mark.parametrize(
    ("told", "later", "left"),
    [
        (
            ["dev's got an old Transit van too for tip runs", "my husband Dev drives HGVs"],
            "dev sold the van, finally!!",
            ["dev sold the van, finally", "my husband Dev drives HGVs"],
        ),
        (  # what only describes has a verb of its own
            ["tengo un gol trend 2014 gris y una moto honda wave que casi no uso"],
            "ayer vendí el gol",
            ["ayer vendí el gol", "tengo una moto honda wave que casi no uso"],
        ),
    ],
)
def test_F7_what_was_sold_goes_and_nothing_else(
    tmp_path: Path, told: list[str], later: str, left: list[str]
) -> None:
    assert sorted(after(tmp_path, told, later)) == sorted(left)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("two techs at work, kelly and imran", "imrans off on mondays"),
        ("en la bodega trabajan conmigo el Chino y la Marta", "el Chino ya no trabaja conmigo"),
    ],
)
def test_F7_what_is_told_of_one_of_two_leaves_the_other(known: str, said: str) -> None:
    with empty_memory() as (assistant, _):
        assistant.remember(known)
        assistant.respond(said)
        assert known in [one.fact for one in assistant.facts() if one.state == "active"]


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("my husband Declan drives a bus for Bus Éireann", "Declan and I got married in 2008"),
        ("my tech lead is Priya", "my tech lead Priya is vegan"),
        ("my tech lead Priya is based in Toronto", "my tech lead Priya is vegan"),
        ("my tech lead Priya is based in Toronto", "my tech lead Priya only works mornings"),
        ("el Nelson lleva 8 años conmigo", "al Nelson le subí el sueldo, ahora gana 1050"),
    ],
)
def test_F7_what_has_nothing_to_do_with_a_fact_of_the_same_person_leaves_it(
    tmp_path: Path, known: str, said: str
) -> None:
    assert sorted(after(tmp_path, [known], said)) == sorted([known, said])


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("my sister Ruth lives in Galway", "my sister Ruth lives in Cork now"),
        ("Ruth works at the bank", "Ruth works at the library now"),
    ],
)
def test_F7_what_is_new_of_a_person_changes_what_was_told_of_it(
    tmp_path: Path, known: str, said: str
) -> None:
    assert known not in after(tmp_path, [known], said)


def test_F7_what_a_name_leads_is_no_correction_of_the_speaker_s_own(tmp_path: Path) -> None:
    own = "tengo 36 años, cumplo el 14 de septiembre"
    sons = "tengo dos hijos, la Antonia de 9 y el Benja de 5"
    assert own in after(tmp_path, [own, sons], "el Benja ya cumplió 6 la semana pasada")


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (
            "Frida ya está viejita de la cadera, el vet le recetó carprofeno por 10 días",
            "el depa nuevo tiene terraza y 2 recámaras, cabe perfecto la Frida",
        ),
        ("Rex is on carprofen for his hips", "the new flat has a garden, big enough for Rex"),
    ],
)
def test_F7_who_is_named_in_passing_loses_nothing(known: str, said: str, tmp_path: Path) -> None:
    assert known in after(tmp_path, [known], said)


def test_F5_a_number_or_a_time_of_day_alone_confirms_nothing(tmp_path: Path) -> None:
    with empty_memory() as (assistant, clock):
        assistant.remember("mi mamá se inyecta insulina todas las noches, 18 unidades")
        assistant.observe("mi mamá se inyecta insulina todas las noches, ahora 22 unidades", "ok")
        told = next(fact for fact in assistant.facts() if "22" in fact.fact)
        clock.next_day()
        for said in ("gracias, buenas noches", "cambié de planes, al final volvemos el 22"):
            assistant.observe(said, "ok")
        (now,) = [fact for fact in assistant.facts() if fact.id == told.id]
    assert now.last_confirmed_at == told.last_confirmed_at


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (
            "Neil's left Nationwide and gone into business for himself",
            "I sold the truck to Neil, and I've bought a used Chevy Colorado",
        ),
        (
            "mi hijo tiene una novia que se llama Beatriz y se casan en junio",
            "a la Beatriz la han cogido de maestra en Écija y están mirando piso allí",
        ),
        (
            "Our grandchildren are Owen, Lily, Maddie and little Josephine",
            "Owen and Lily belong to Douglas, Maddie is Carolyn's, and Josephine is Neil's",
        ),
        ("beth is doing year 6 now", "pick beth up at half 6 on friday, her mate is with her"),
        ("cat is called biscuit, shes 6", "biscuits got the vets on 9 december for her teeth"),
    ],
)
def test_F7_more_of_whom_is_known_takes_no_place(known: str, said: str, tmp_path: Path) -> None:
    assert known in after(tmp_path, [known], said)


def test_F5_a_name_alone_is_no_sign_that_something_is_told_again(tmp_path: Path) -> None:
    known = "tengo un pleito con Gregorio Lendínez por la linde del Cerrillo"
    told = "este año hemos sacado del Cerrillo once mil kilos con un rendimiento del veintiuno"
    assert after(tmp_path, [known], told) == [known, told]


def test_F7_who_has_died_is_asked_about() -> None:
    with empty_memory() as (assistant, _):
        assistant.remember("My dog is a beagle named Biscuit, nine years old")
        reply = assistant.respond("Biscuit had to be put to sleep yesterday, I'm sorry to say.")
    assert any("replace" in notice and "beagle" in notice for notice in reply.notices)
