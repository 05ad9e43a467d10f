"""What the program works out by itself, and what it leaves to a model (A1)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from assistant.answers import known
from assistant.answers.known import likely
from assistant.records import Fact, Language
from tests.answers.support import Held

NOW = datetime(2026, 1, 30, 14, 5, tzinfo=UTC)


def ask(text: str, language: Language = "en", facts: tuple[Fact, ...] = ()) -> str | None:
    found = known(text, language, NOW, Held(facts))
    return found.text if found else None


@pytest.mark.parametrize(
    ("text", "language", "answer"),
    [
        ("¿cuánto es 15% de 240?", "es", "15% de 240 = 36"),
        ("what's 12*(3+4)?", "en", "12*(3+4) = 84"),
        ("2^10", "en", "2^10 = 1024"),
        ("what is 9 - 5", "en", "9 - 5 = 4"),
        ("how much is 9-5", "en", "9-5 = 4"),
        ("¿cuánto es 4x4?", "es", "4x4 = 16"),
        ("raíz cuadrada de 144", "es", "raiz cuadrada de 144 = 12"),
        ("2,5 * 2", "es", "2,5 * 2 = 5"),
        ("80 * 2,5", "en", "80 * 2,5 = 200"),
        ("1.500 + 2", "es", "1.500 + 2 = 1502"),
        ("5 millas a km", "es", "5 millas = 8,04672 km"),
        ("98.6 F in celsius", "en", "98.6 F = 37 celsius"),
        ("how many feet are in 2 miles?", "en", "2 miles = 10560 feet"),
        ("what year is it", "en", "2026"),
        (
            "¿qué hora es en Tokio?",
            "es",
            "23:05, viernes 30 de enero de 2026 (Asia/Tokyo)",
        ),
    ],
)
def test_A1_certain_answers(text: str, language: Language, answer: str) -> None:
    assert ask(text, language) == answer


@pytest.mark.parametrize(
    "text",
    [
        *("24/7", "2026-01-30", "call me at 555-1234", "what is 3", "10/0", "9**9**9**9"),
        *("5 km in seconds", "5 apples to oranges", "what time is it in Narnia"),
        *("what is the date of the moon landing", "how much is the rent", "__import__('os')"),
        *("print(2+2)", "version 3.11 + notes", "2 + 2 in French", "3.11 vs 3.12", "10^400"),
        *("what is 24/7", "what is 9/11", "what is 80/20", "qué es 24/7", "4x4", "2 por 1"),
        *("what time is the meeting", "a qué hora es la clase", "cuánto es mucho", "0x10 + 1"),
        *("01/02/2024", "31-12-1999", "+54 9 11 5555-1234", "555 123 4567", "192.168.1.0/24"),
        *("if I have 3 apples and eat 2, how many are left", "4-4-2 formation", "16:9", "1-2-3"),
        *("si tengo 3 manzanas y como 2 cuántas quedan", "15% off 200", "1 cup in grams of flour"),
        *("what is 2 + 2 in binary", "2x + 3", "1+1 = 3?", "100 usd a pesos", "5 Mb to MB"),
        *(
            "10 days in barcelona",
            "6 feet under",
            "180 grados a fuego lento",
            "qué día es el examen",
        ),
    ],
)
def test_A1_what_is_not_certain_goes_on(text: str) -> None:
    assert ask(text) is None


def fact(text: str, language: Language = "es") -> Fact:
    return Fact(text, "work", text, "high", "explicit", NOW, NOW, language=language)


def test_A1_what_is_stored_is_told_with_dates() -> None:
    known_facts = (fact("su equipo son cinco personas"), fact("vive en Rosario"))
    told = ask("¿qué sabés de mi equipo?", "es", known_facts)
    assert told is not None
    assert "su equipo son cinco personas (2026-01-30)" in told
    assert "Rosario" not in told
    everything = ask("what do you know about me?", "en", known_facts)
    assert everything is not None
    assert "Rosario" in everything


def test_A1_a_name_in_small_letters_is_whom_a_fact_begins_with() -> None:
    known_facts = (fact("tiene tres hijos, simón de 15 y lola"), fact("lola juega al hockey"))
    told = ask("que sabes de lola", "es", known_facts)
    assert told is not None
    assert "tres hijos" in told
    assert "hockey" in told
    assert ask("que sabes de roma", "es", (fact("el mes que viene viaja a roma"),)) is None


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("que sabes de la Carolina?", "estoy casado con la Carolina, que es matrona"),
        ("dime todo lo que sabes del Nelson", "al Nelson le subí el sueldo"),
        ("qué sabés de Nelson", "Nelson maneja la camioneta"),
        ("que sabes de Abril?", "mi hija Abril tiene 4 años"),
    ],
)
def test_A11_a_name_behind_its_article_is_somebody_told_of(question: str, told: str) -> None:
    found = ask(question, "es", (fact(told),))
    assert found is not None
    assert told in found


def test_A1_nothing_stored_is_no_answer() -> None:
    assert ask("what do you know about my car?") is None
    assert ask("what do you know about Rome?", facts=(fact("Rome is nice", "en"),)) is None


def test_A1_a_wall_of_marks_costs_nothing() -> None:
    assert not likely("[" * 10_000_000)
    assert not likely("¿" * 299)
