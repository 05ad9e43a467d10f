"""A11: a day of the person's own is counted to only where memory gives it plainly."""

from __future__ import annotations

import pytest

from assistant.records import Fact
from tests.answers.support import Held, ask
from tests.answers.test_examples import told

EXAM = told("my exam is on January 14", "2026-11-02", "personal")
EXAMEN = told("mi examen de Procesal es el 22 de enero", "2026-11-02", "personal", "es")


def test_A11_a_day_that_was_told_is_counted_to() -> None:
    said = ask("how many days until my exam?", Held((EXAM,)))
    assert said is not None
    assert "52 days" in said
    assert "“my exam is on January 14” (Monday, November 2, 2026)" in said
    said = ask("¿cuánto falta para mi examen de Procesal?", Held((EXAMEN,)))
    assert said is not None
    assert "Faltan 60 días" in said or "1 mes y 30 días" in said


@pytest.mark.parametrize(
    "facts",
    [
        (),
        (told("my exam is hard", "2026-11-02"),),
        (told("my exam is on January 14 or January 15", "2026-11-02"),),
        (told("the Mercantile Law exam is on January 14", "2026-11-02"),),
        (EXAM, told("my exam is in Leeds", "2026-11-03")),
        (told("my exam is on Thursday", "2026-11-02"),),
        (told("my exam is on January 14", "2025-01-02"),),
        (told("Ana moved my exam to January 14", "2026-11-02"),),
    ],
)
def test_A11_a_day_that_is_not_plain_goes_on(facts: tuple[Fact, ...]) -> None:
    assert ask("how many days until my exam", Held(facts)) is None


def test_A11_a_birthday_comes_every_year() -> None:
    fact = told("my birthday is on March 3", "2026-09-02", "personal")
    assert "100 days" in (ask("how many days until my birthday", Held((fact,))) or "")
    later = told("mi cumpleaños es el 20 de noviembre", "2026-09-02", "personal", "es")
    assert "362 días" in (ask("cuántos días faltan para mi cumpleaños", Held((later,))) or "")
