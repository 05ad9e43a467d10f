"""How a fact stands in a prompt."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.memory.recall.rendering import brief, full, terse
from assistant.records import Fact, Language

NOW = datetime(2026, 1, 5, tzinfo=UTC)
TELLING = (
    "no",
    "not",
    "never",
    "only",
    "sin",
    "nunca",
    "sólo",
    "40",
    "3.5",
    "Ana",
    "Leeds",
    "Plata",
)
WORDS = (*TELLING, "is", "of", "that", "de", "del", "la", "los", "me", "se", "tren", "boat", "más")


def fact(text: str, language: Language) -> Fact:
    return Fact("f", "personal", text, "high", "explicit", NOW, NOW, language=language)


@pytest.mark.parametrize(
    ("text", "language", "line"),
    [
        ("I'm allergic to the penicillin family.", "en", "allergic to penicillin family"),
        ("We went with NATS instead of Kafka", "en", "went with NATS instead of Kafka"),
        ("I strongly dislike big cruise ships", "en", "dislike big cruise ships"),
        ("Tengo quince gallinas y un gallo", "es", "quince gallinas y un gallo"),
        ("My brother sleeps in our van", "en", "brother sleeps in van"),
        ("El coche no circula los lunes", "es", "coche no circula lunes"),
        ("Mi cliente paga a 90 días", "es", "cliente paga a 90 días"),
        ("Estoy en la obra del puerto", "es", "en obra del puerto"),
        ("El taller abre a las nueve de la mañana", "es", "taller abre a las nueve de la mañana"),
        ("Las llaves la tiene Elvira", "es", "llaves la tiene Elvira"),
        ("Vendo los que me sobran", "es", "Vendo los que me sobran"),
        ("La tengo desde hace tres semanas", "es", "La tengo desde hace tres semanas"),
        ("Los odio con toda el alma", "es", "Los odio con toda el alma"),
        ("Soy celíaca", "es", "Soy celíaca"),
        ("La Paz me sienta mal", "es", "La Paz me sienta mal"),
        ("I was born in The Hague", "en", "was born in The Hague"),
        ("spaces \n and   lines", "en", "spaces and lines"),
    ],
)
def test_a_line_drops_only_what_says_nothing(text: str, language: Language, line: str) -> None:
    assert full(fact(text, language)) == line


@pytest.mark.parametrize(
    ("text", "language", "line"),
    [
        (
            "I avoid long novels because I never find the time",
            "en",
            "avoid long novels because I never find time",
        ),
        (
            "I avoid very long novels, as I never find the time",
            "en",
            "avoid very long novels",
        ),
        (
            "No conduzco nunca de noche porque veo mal",
            "es",
            "No conduzco nunca de noche",
        ),
    ],
)
def test_a_brief_line_drops_the_reason_where_enough_is_left(
    text: str, language: Language, line: str
) -> None:
    assert brief(fact(text, language)) == line


@pytest.mark.parametrize(
    ("text", "language", "line"),
    [
        ("My sister Ana is a vet of the old school", "en", "sister Ana vet old school"),
        (
            "The hearing for the Hobbs case is on 17 June",
            "en",
            "hearing for Hobbs case on 17 June",
        ),
        ("I moved to the University of Leeds", "en", "moved to University of Leeds"),
        ('It is called "End of the line"', "en", 'It is called "End of line"'),
        ("La jefa de enfermería se llama Graciela", "es", "jefa enfermería se llama Graciela"),
        ("Elegimos Mar del Plata para enero", "es", "Elegimos Mar del Plata para enero"),
        (
            "Elegimos Mar de las Pampas para las vacaciones de enero",
            "es",
            "Elegimos Mar de las Pampas para vacaciones enero",
        ),
        ("El taller abre a las nueve de la mañana", "es", "taller abre a las nueve mañana"),
        ("Vendo los que me sobran del huerto", "es", "Vendo los que me sobran del huerto"),
        ("No acepto piezas de más de cinco kilos", "es", "No acepto piezas de más de cinco kilos"),
        (
            "Prefiero el tren al avión y leer a que me lean",
            "es",
            "Prefiero tren al avión y leer a que me lean",
        ),
        (
            "Me queda un riñón y una cicatriz grande",
            "es",
            "Me queda un riñón y una cicatriz grande",
        ),
        ("Soy de Vigo", "es", "Soy de Vigo"),
    ],
)
def test_a_terse_line_leaves_out_what_a_telegram_does(
    text: str, language: Language, line: str
) -> None:
    assert terse(fact(text, language)) == line


@pytest.mark.parametrize(
    ("text", "language", "line"),
    [
        (
            "The van is a diesel, not that it matters to you",
            "en",
            "van diesel, not that it matters to you",
        ),
        ("The dog that bit me is at the shelter", "en", "dog that bit me at shelter"),
        ("My sister has to take insulin", "en", "sister has to take insulin"),
        ("I picked the train instead of a flight", "en", "picked train instead of flight"),
        ("I'd rather you answered with a list", "en", "I'd rather you answered with list"),
        ("I own a few boats and the dock", "en", "own a few boats and dock"),
        ("En los mails tratame de vos", "es", "En mails tratame de vos"),
        ("Dejé de fumar en la primavera", "es", "Dejé de fumar en primavera"),
        ("El hijo de Ana es alérgico al maní", "es", "hijo de Ana alérgico al maní"),
        ("Mi jefe me llama Toño en la obra", "es", "jefe me llama Toño en obra"),
        ("La poda la hago entre febrero y marzo", "es", "poda la hago entre febrero y marzo"),
    ],
)
def test_F8_little_words_that_carry_sense_stay(text: str, language: Language, line: str) -> None:
    assert terse(fact(text, language)) == line


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=14), st.sampled_from(("en", "es")))
def test_F8_a_terse_line_keeps_every_name_number_and_negation(
    said: list[str], language: Language
) -> None:
    line = terse(fact(" ".join(said), language)).split()
    assert [word for word in line if word in TELLING] == [word for word in said if word in TELLING]


@pytest.mark.parametrize("word", ["no", "not", "never", "nunca", "sin", "without", "40", "Begoña"])
def test_negations_numbers_and_names_stay(word: str) -> None:
    text = f"I am {word} in the house with the others"
    assert word in full(fact(text, "en")).split()
