"""A11: a day of the person's own is counted to only where memory gives it plainly."""

from __future__ import annotations

import pytest

from assistant.answers.known import thing_counted_to
from assistant.memory.signals.language import detect_language
from assistant.records import Fact
from tests.answers.support import NOW, Held, ask
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


def test_A11_a_birthday_is_told_as_a_doing_and_of_somebody_by_name() -> None:
    mine = told("cumplo años el 9 de febrero", "2026-11-02", "personal", "es")
    hers = told("Meera's birthday is 12 February", "2026-11-02", "personal")
    held = Held((mine, hers))
    assert "78 días" in (ask("¿cuántos días faltan para mi cumpleaños?", held) or "")
    assert "81 days" in (ask("how many days until Meera's birthday?", held) or "")


def test_A11_what_tells_which_one_it_is_leaves_its_day_plain() -> None:
    exam = told("the exam for year 11 is on 14 January", "2026-11-02", "work")
    assert "52 days" in (ask("how many days until the exam?", Held((exam,))) or "")
    assert "52 days" in (ask("how many days until my exam?", Held((exam,))) or "")
    moved = told("the results of the exam are on 14 January", "2026-11-02", "work")
    assert ask("how many days until the exam?", Held((moved,))) is None


@pytest.mark.parametrize(
    ("question", "theirs"),
    [
        ("how many days until the exam?", "the exam"),
        ("¿cuántos días faltan para el dentista?", "el dentista"),
        ("how many days until the World Cup?", ""),
        ("how many days until Christmas?", ""),
        ("when is the exam?", ""),
    ],
)
def test_A7_only_the_person_knows_when_a_thing_of_theirs_is(question: str, theirs: str) -> None:
    language = detect_language(question)
    assert thing_counted_to(question, language, NOW) == theirs


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
