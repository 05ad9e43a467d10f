"""What is asked anew each time: it depends on the instant, on a mood, on chance (A3)."""

from __future__ import annotations

import pytest

from assistant.memory.dedup.eligibility import personal, refusal

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


@pytest.mark.parametrize("text", DATED)
def test_A3_what_depends_on_time_is_asked_each_time(text: str) -> None:
    assert refusal(text) == "time"


@pytest.mark.parametrize("text", LASTING)
def test_A3_what_lasts_may_be_answered_again(text: str) -> None:
    assert refusal(text) is None


@pytest.mark.parametrize(
    "text", ["cheer me up", "estoy triste, qué hago", "what should I cook", "tirame un dado"]
)
def test_A3_moods_and_chance_are_answered_anew(text: str) -> None:
    assert refusal(text) == "creative"


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
    assert refusal("What's my name?") is None
    assert refusal("Where do I work?") is None
    assert refusal("What's the name?") == "context"
    assert refusal("And my other one?") == "context"
