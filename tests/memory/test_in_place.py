"""A new value in the place of the old one in a fact that tells more (F7)."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant import Assistant
from assistant.memory.matching import Meaning
from assistant.memory.plan.in_place import holds_values, with_new_values
from assistant.memory.plan.statements import Statement
from assistant.memory.signals.language import detect_language
from tests.memory.facts import fact
from tests.memory.test_put_right import after

WEDDING = "mi hija Núria se casa el 17 de abril de 2027 en Peralada con un escocés, Callum"
BOX = "bann is 10.4.2.12, debian 11, still on pg 13"
LETTER = "the estate agent wants the deposit letter by 12 June at the office in Leith"


def edited(told: str, later: str) -> str | None:
    known = fact(told, id="known", language=detect_language(told))
    found = with_new_values(known, Statement(later, later, detect_language(later)), Meaning())
    return found.text if found else None


@pytest.mark.parametrize(
    ("told", "later", "now"),
    [
        (
            WEDDING,
            "la boda de Núria se pasó al 24 de abril",
            "mi hija Núria se casa el 24 de abril de 2027 en Peralada con un escocés, Callum",
        ),
        (
            "el service de la chata quedó para el 12 de diciembre en lo de Rufino",
            "me corrieron el service para el 19, qué plato",
            "el service de la chata quedó para el 19 de diciembre en lo de Rufino",
        ),
        (
            "the press pays me £0.09 a word and always wants the files before noon",
            "the press has put the rate up, they pay £0.11 a word now",
            "the press pays me £0.11 a word and always wants the files before noon",
        ),
        (  # the day behind a weekday, and not the hour
            "el viernes 14 a las 10 es la cirugía de toby",
            "la cirugía de toby se pasó para el martes 18 a la misma hora",
            "el martes 18 a las 10 es la cirugía de toby",
        ),
        (
            "my dentist is on Friday 14 at 10 in Leith",
            "the dentist moved to Tuesday 18, same time",
            "my dentist is on Tuesday 18 at 10 in Leith",
        ),
        (
            "our on-call rate is £350 a week",
            "my on-call rate went up to 400 quid",
            "our on-call rate is £400 a week",
        ),
        (BOX, "bann is on debian 13 now", "bann is 10.4.2.12, debian 13, still on pg 13"),
        (
            "the book club meets on Thursday evenings in room 3C",
            "the book club is now in room 5A",
            "the book club meets on Thursday evenings in room 5A",
        ),
        (
            "Ivo goes to the Red Kite playgroup two days a week",
            "Ivo now goes to playgroup five days a week",
            "Ivo goes to the Red Kite playgroup five days a week",
        ),
        (
            "we rent a small workshop in Leith for £640 a month",
            "the rent of the workshop went up to £710 in May",
            "we rent a small workshop in Leith for £710 a month, in May",
        ),
        (
            "el seguro del camión son 310 euros y se paga a la Mutua el día 8",
            "me suben el seguro a 345 a partir de marzo",
            "el seguro del camión son 345 euros y se paga a la Mutua el día 8, a partir de marzo",
        ),
        (
            "mi tren a Teruel sale el 12 de mayo",
            "el tren se pasó al 19 de mayo",
            "mi tren a Teruel sale el 19 de mayo",
        ),
        (
            "mi recibo de agua llega el 20 y el de Enercoop llega el 8",
            "el recibo de Enercoop llega el 9, no el 8",
            "mi recibo de agua llega el 20 y el de Enercoop llega el 9",
        ),
        (
            "the choir sings on Tuesdays at St Anne's with old Mr Pym",
            "choir is on Thursdays, not Tuesdays",
            "the choir sings on Thursdays at St Anne's with old Mr Pym",
        ),
    ],
)
def test_F7_a_new_value_takes_the_place_of_the_old_one_and_the_rest_stays(
    told: str, later: str, now: str
) -> None:
    assert edited(told, later) == now


@pytest.mark.parametrize(
    ("told", "later"),
    [
        ("we pay 520 a month", "we pay 575 a month"),  # it says no more
        (LETTER, "they want the letter in September"),  # the 12th of what?
        ("my car is a 1998 Corolla called Brenda", "I sold Brenda for 1800"),
        ("my address is 14 Albany Street in Leith", "my address is 82 Queens Drive"),
        ("kafka keeps its messages 7 days for the auditors", "kafka keeps messages 72 hours"),
        (BOX, "bann is on debian 13 and on postgres 16"),  # what is 16 instead of?
        (WEDDING, "la boda de Núria sigue el 17 de abril"),
        ("Biel tiene remo los martes a las seis", "Biel ahora rema los jueves a las seis y media"),
        ("our bakery is stall 4 in the north hall in Leith", "the stall is now the big one"),
        ("el DJ se llama Kike y cobra 2 millones la noche", "Kike cobra 2.400.000"),
        (WEDDING, "la boda es el 24 de abril y ya no es en Peralada"),
        ("my therapy with Graciela is on Mondays at five", "la terapia pasó a los jueves"),
        (
            "rate with Harrow is £0.11 a word and with Lind £0.12 a word",
            "they pay £0.13 a word",
        ),
    ],
)
def test_F7_no_value_is_put_where_it_is_not_plain_what_it_is_instead_of(
    told: str, later: str
) -> None:
    assert edited(told, later) is None


def test_F7_the_new_value_said_again_only_confirms(tmp_path: Path) -> None:
    with Assistant.open(home=tmp_path) as assistant:
        assistant.remember("el service de la chata quedó para el 12 de diciembre en lo de Rufino")
        kinds = [
            [change.kind for change in assistant.observe(said, "ok").memory_changes]
            for said in 2 * ["el service de la chata pasó al 19"]
        ]
        assert kinds == [["replaced"], ["confirmed"]]
        (live,) = [known for known in assistant.facts() if known.state == "active"]
        assert live.fact == "el service de la chata quedó para el 19 de diciembre en lo de Rufino"


def test_F7_a_word_that_is_no_value_tells_nothing_again() -> None:
    known = fact("mi prima Nora se casa el 9 de mayo en Haro", id="known", language="es")
    said = "nos hemos pasado a Euskaltel en casa"
    assert not holds_values(known, Statement(said, said, "es"), Meaning())


def test_F7_a_value_of_another_thing_is_not_held() -> None:
    known = fact(BOX, id="known", language="en")
    said = (Statement(text, text, "en") for text in ("bann is on debian 13", "bann is on pg 13"))
    assert [holds_values(known, one, Meaning()) for one in said] == [False, True]


@pytest.mark.parametrize(
    ("fact_", "later"),
    [
        ("vivo en Rosario", "vivo en Mendoza"),
        ("I live in Braga", "I live in Porto"),
        ("monto siempre en Premiere", "monto siempre en Avid"),
        ("my manager is Annika", "henrik is my manager from this week"),
        ("our metrics go to prometheus", "as of monday our metrics go to victoriametrics"),
        ("my favorite food is ramen", "my favorite food is brisket"),
        ("mi plato favorito es el mole", "mi plato favorito son los chilaquiles"),
    ],
)
def test_F7_another_value_in_the_same_words_replaces_the_first(
    tmp_path: Path, fact_: str, later: str
) -> None:
    assert len(after(tmp_path, [fact_], later)) == 1


def test_F7_a_statement_with_news_of_its_own_is_kept_beside_the_fact_with_its_value(
    tmp_path: Path,
) -> None:
    told = "the board meets on 12 December at the Royal in Leith and thirty people are coming"
    news = "the board meets on 17 December, since the chair flies to Oslo with her brother Magnus"
    kept = after(tmp_path, [told], news)
    assert (
        "the board meets on 17 December at the Royal in Leith and thirty people are coming" in kept
    )
    assert any("Magnus" in text for text in kept)


@pytest.mark.parametrize(
    ("told", "later"),
    [
        ("we rent two rooms in Leith for £1,150 a month", "our rent went up to £1,220"),
        ("I ride a Trek to work", "I switched to a Brompton for riding to work"),
    ],
)
def test_F7_a_plain_change_is_one_beside_much_that_is_known(
    tmp_path: Path, told: str, later: str
) -> None:
    others = [f"drawer {n} holds the spoons of size {n}" for n in range(12)]
    assert told not in after(tmp_path, [told, *others], later)


def test_F7_no_other_fact_of_such_a_day_goes_with_what_changes(tmp_path: Path) -> None:
    office = "I'm in the studio on Wednesdays and paint at home the other days"
    kept = after(
        tmp_path,
        ["we ship on Tuesdays and Thursdays", office],
        "we ship on Mondays and Wednesdays now",
    )
    assert len(kept) == 2
    assert office in kept


def test_F7_how_to_answer_is_no_word_of_what_is_so(tmp_path: Path) -> None:
    kept = after(tmp_path, ["no tomo café, me cae mal"], "contéstame siempre breve, sin rodeos")
    assert len(kept) == 2


def test_F7_beside_much_that_is_known_two_facts_in_question_are_asked_about(tmp_path: Path) -> None:
    told = [
        "lola es diabética, así que nada de turrón con azúcar",
        "los padres de amparo, vicente y lola, llegan el 18 de diciembre",
        *(f"el cajón {n} guarda las cucharas de talla {n}" for n in range(9)),
    ]
    kept = after(tmp_path, told, "lola se ha caído y cancelan el viaje, vienen en pascua")
    assert set(told) <= set(kept)


@pytest.mark.parametrize(
    ("told", "later", "now"),
    [
        (
            "Mi padre toma Sintrom por las noches",
            "El médico le ha cambiado el Sintrom por Eliquis",
            "Mi padre toma Eliquis por las noches",
        ),
        (
            "tiene una kangoo blanca modelo 2016 para las visitas a domicilio",
            "cambié la kangoo por una berlingo gris 2019",
            "tiene una berlingo gris 2019 para las visitas a domicilio",
        ),
        (
            "drives a Corolla to work",
            "We traded the Corolla in for a Yaris last week",
            "drives a Yaris to work",
        ),
        (
            "el CI del equipo corre en Jenkins, en el servidor viejo",
            "pasamos de Jenkins a Woodpecker en marzo",
            "el CI del equipo corre en Woodpecker, en el servidor viejo",
        ),
    ],
)
def test_F7_what_is_given_for_another_stands_in_its_place(
    tmp_path: Path, told: str, later: str, now: str
) -> None:
    assert after(tmp_path, [told], later) == [now]
