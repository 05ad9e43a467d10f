"""F2 and F5: what is told with a laugh, in a relative clause or in a second sentence."""

from __future__ import annotations

import pytest

from assistant.memory.signals import read
from tests.memory.signals.conftest import Embed


def texts(message: str, embed: Embed) -> list[str]:
    return [finding.text for finding in read(message, embed).findings]


@pytest.mark.parametrize(
    "message",
    [
        "hola, soy Delfina, jardinera de oficio y de castigo jajaja",
        "vivo en Azul, frente al arroyo, con más mosquitos que vecinos jaja",
        "I'm a locksmith in Hull, three generations of it lol",
        "hey, im tessa, baker by trade and insomniac by habit haha",
    ],
)
def test_F2_who_laughs_tells_all_the_same(message: str, embed: Embed) -> None:
    assert texts(message, embed)


@pytest.mark.parametrize(
    ("message", "held"),
    [
        ("My landlord is Mr Osei, who keeps the spare keys in his shop.", "spare keys"),
        ("our biggest buyer is Norvik, whose orders close on the 20th", "20th"),
        ("mi socia, Elvira, que es contadora, lleva los números del taller", "números"),
        ("tengo un primo, Anselmo, cuyo camión usamos para las mudanzas", "camión"),
        ("my bench is a Sjoberg, which I bought from my uncle in Bergen", "uncle"),
        ("mi clienta es la editorial Solana, que me paga 9 centavos por palabra", "centavos"),
    ],
)
def test_F5_a_relative_clause_stays_with_whom_it_is_about(
    message: str, held: str, embed: Embed
) -> None:
    found = texts(message, embed)
    assert len(found) == 1
    assert held in found[0]


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ("i have two cats, who should i ask about a vet", "has two cats"),
        ("I live in Turku, where is the best sauna", "lives in Turku"),
        ("tengo dos gatos, donde consigo arena barata", "tiene dos gatos"),
        ("i work at a bakery, which oven is the quietest", "works at a bakery"),
    ],
)
def test_F3_a_question_without_its_mark_is_no_relative_clause(
    message: str, kept: str, embed: Embed
) -> None:
    assert texts(message, embed) == [kept]


@pytest.mark.parametrize(
    ("message", "fact"),
    [
        (
            "My sister Ottilie lives in Ghent. She teaches the oboe.",
            "My sister Ottilie lives in Ghent, she teaches the oboe",
        ),
        (
            "vivo con mi novia, Jacinta. ella es veterinaria",
            "vivo con mi novia, Jacinta, ella es veterinaria",
        ),
        (
            "mi hermano Evaristo vive en Jaca. Él es guarda forestal",
            "mi hermano Evaristo vive en Jaca, él es guarda forestal",
        ),
    ],
)
def test_F5_a_sentence_about_somebody_named_before_is_no_fact_alone(
    message: str, fact: str, embed: Embed
) -> None:
    assert texts(message, embed) == [fact]


@pytest.mark.parametrize(
    "message", ["from today i report to Oduya", "desde hoy le reporto a Evaristo"]
)
def test_F2_what_begins_today_lasts(message: str, embed: Embed) -> None:
    assert texts(message, embed)


@pytest.mark.parametrize(
    "message",
    [
        "since this morning my head hurts",
        "desde ayer me duele la cabeza",
        "today i report to Oduya",
    ],
)
def test_F3_what_is_so_today_passes(message: str, embed: Embed) -> None:
    assert not texts(message, embed)


def test_F5_what_is_so_for_the_moment_is_not_taken_along(embed: Embed) -> None:
    assert texts("I live in Turku. It's raining again.", embed) == ["lives in Turku"]


def test_F5_two_sentences_that_would_be_too_long_stay_apart(embed: Embed) -> None:
    first = "My sister Ottilie lives in Ghent in a house by the canal with four flatmates, "
    first += "two of whom play the cello and one of whom repairs church organs for a living."
    second = "She teaches the oboe at the conservatory in the old town, in the mornings, and the cello at home in the evenings."
    found = texts(f"{first} {second} ", embed)
    assert len(found) == 2


def test_F5_a_face_opens_no_bracket(embed: Embed) -> None:
    (text,) = texts("my cat Ludo is deaf now :( poor thing", embed)
    assert ")" not in text


@pytest.mark.parametrize(
    "message",
    [
        "the wifi password is brambl77e. it has been the same since we moved to Leeds",
        "mi clave del banco es brambl77e. Ella la sabe porque mi hermana Ana vive conmigo",
    ],
)
def test_F4_a_sentence_with_a_secret_is_part_of_no_fact(message: str, embed: Embed) -> None:
    assert "brambl77e" not in " ".join(texts(message, embed))


@pytest.mark.parametrize(
    ("message", "held"),
    [
        ("FIRST GIG!!! 24 april at the tote, we are on at 9", "GIG, 24 april"),
        ("just opened my payslip from the bakery. 24.50 an hour, daylight robbery", "payslip"),
        ("llegó el alquiler nuevo. 510 lucas por mes desde enero", "alquiler nuevo, 510"),
    ],
)
def test_F5_a_figure_that_begins_a_sentence_stays_with_what_it_is_of(
    message: str, held: str, embed: Embed
) -> None:
    found = texts(message, embed)
    assert len(found) == 1
    assert held in found[0]


@pytest.mark.parametrize(
    ("message", "held"),
    [
        (
            "My landlord is Mr Osei. The deposit was two months and he wants cash on the first "
            "Monday.",
            "two months",
        ),
        ("mañana veo a gasparini. el tipo me debe 340 lucas desde octubre", "gasparini"),
        ("I have a lodger, Bram. The lad pays 400 on the first of the month", "Bram"),
    ],
)
def test_F5_a_sentence_beside_what_is_kept_stays_with_it(
    message: str, held: str, embed: Embed
) -> None:
    found = texts(message, embed)
    assert held in found[0]


@pytest.mark.parametrize(
    ("message", "asks"),
    [
        ("Puedo trabajar los lunes y los martes.", False),
        ("puedo trabajar los lunes y los martes", True),
        ("¿Puedo trabajar los lunes y los martes?", True),
    ],
)
def test_F3_who_writes_marks_asks_with_them(message: str, asks: bool, embed: Embed) -> None:
    statuses = [clause.status for clause in read(message, embed).clauses]
    assert ("question" in statuses) is asks


def test_F3_an_appointment_is_no_quotation(embed: Embed) -> None:
    said = "la doctora me ha cambiado la cita: ya no es el 9 de diciembre sino el 14"
    assert [clause.status for clause in read(said, embed).clauses] == ["assertion"]
