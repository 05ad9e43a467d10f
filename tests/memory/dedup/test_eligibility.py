"""What is asked anew each time: it depends on the instant, on a mood, on chance (A3)."""

from __future__ import annotations

import pytest

from assistant.memory.dedup.eligibility import may_be_reused, personal, standing

DATED = [
    *("what's on tv tonight", "yesterday's closing value of the S&P", "newest iPhone model"),
    *("last week's minutes", "the next eclipse in Chile", "how much is a kilo of bread"),
    *("exchange rate euro dollar", "news about Ukraine", "the weather in Bogotá"),
    *("will it rain this weekend", "what did I do two days ago", "who is winning"),
    *("what's in theaters", "the richest person in the world", "minimum wage in Spain"),
    *("how old is Messi", "how long has Merkel been retired", "upcoming concerts in Paris"),
    *("what happened this morning", "latest stable release of Rust", "what is the deadline"),
    *("a cómo está el dólar", "qué se estrena el jueves", "qué dan en el cine"),
    *("la semana que viene hay feriado", "pronóstico para el finde", "cuánto sale un iPhone"),
    *("última versión de Python", "qué versión de Debian es la estable", "quién gobierna Chile"),
    *("a qué hora cierra el súper", "cuánto falta para navidad", "cómo salió Boca"),
    *("hay paro de subtes", "cuál es el salario mínimo", "qué edad tiene el papa"),
    *("dentro de tres días qué feriado hay", "el partido de ayer", "noticias de la guerra"),
    *("los resultados del lunes pasado", "hace dos horas que no anda", "el tiempo en Vigo"),
]
LASTING = [
    *("what is the time complexity of quicksort", "how do I format a date in Go"),
    *("when did the Titanic sink", "how many days are in a leap year", "what is inflation"),
    *("how old is the universe", "how do newspapers print color", "how much does a bison weigh"),
    *("cómo convierto una fecha a texto en SQL", "cómo se calcula la inflación"),
    *("cuánto dura un partido de fútbol", "dónde queda Samarcanda", "cómo se hace una tortilla"),
    *("qué es la tasa de interés", "what time zone does Peru use", "how do I generate a key pair"),
]


def test_A3_what_depends_on_time_is_asked_each_time() -> None:
    reused = [text for text in DATED if may_be_reused(text)]
    assert len(reused) <= 2, reused  # the price of bread; the card tells how many people lose


def test_A3_what_lasts_may_be_answered_again() -> None:
    asked_anew = [text for text in LASTING if not may_be_reused(text)]
    assert len(asked_anew) <= 1, asked_anew


@pytest.mark.parametrize(
    "text", ["cheer me up", "estoy triste, qué hago", "what should I cook", "tirame un dado"]
)
def test_A3_moods_and_chance_are_answered_anew(text: str) -> None:
    assert not may_be_reused(text)


@pytest.mark.parametrize(
    ("text", "own"),
    [
        *(("what is my name", True), ("cómo me llamo", True), ("dónde trabajo", True)),
        *(("how do I tie a knot", False), ("para qué me sirve el magnesio", False)),
        *(("can I use vinegar on marble", False), ("define entropy for me", False)),
    ],
)
def test_A2_a_question_about_the_person_rests_on_facts(text: str, own: bool) -> None:
    assert personal(text) is own


def test_A2_my_says_whose_and_needs_no_context() -> None:
    assert may_be_reused("What's my name?")
    assert may_be_reused("Where do I work?")
    assert not may_be_reused("What's the name?")
    assert not may_be_reused("And my other one?")


@pytest.mark.parametrize(
    ("text", "rests_on"),
    [
        *(("is the server running", "state"), ("did the backup finish", "state")),
        *(("and in Python?", "context"), ("hacelo más corto", "context")),
        *(("tirame un dado", "fresh"), ("what time is it", "time"), ("hola", "told")),
    ],
)
def test_A3_what_an_answer_would_rest_on_is_told(text: str, rests_on: str) -> None:
    shares = standing(text)
    assert max(shares, key=shares.__getitem__) == rests_on
    assert sum(shares.values()) == pytest.approx(1)


@pytest.mark.parametrize(
    "text",
    [
        *("how do I undo my last commit", "how do I see who is logged in on linux"),
        *("who won the world cup of 1986", "cómo vuelvo a la rama anterior en git"),
        *("I dripped wax on the linen, how do I lift it", "cuánto tarda en hervir un huevo"),
    ],
)
def test_A3_words_of_time_and_place_do_not_make_a_question_pass(text: str) -> None:
    assert may_be_reused(text)


@pytest.mark.parametrize("text", ["", "¿?", "```\nx\n```", "what does https://example.org say"])
def test_A3_what_is_no_question_or_brings_its_own_text_is_not_reused(text: str) -> None:
    assert not may_be_reused(text)
