"""The smallest pieces that may stand alone."""

from __future__ import annotations

import pytest

from assistant.memory.segments.reading import sentences
from assistant.memory.segments.units import Unit, units
from assistant.memory.segments.words import rows
from assistant.records import Language


def _units(text: str, language: Language = "en") -> list[Unit]:
    said = sentences(text, by_user=True, turn=1)
    return units(said, rows([s.text for s in said], language))


def _texts(text: str, language: Language = "en") -> list[str]:
    return [unit.text for unit in _units(text, language)]


@pytest.mark.parametrize(
    ("text", "language", "kept"),
    [
        ("We moved it on June 20 with Postgres 16", "en", ["June 20", "Postgres 16"]),
        ("we go there on May 9", "en", ["May 9"]),
        ("lo pasamos al 20 de junio de 2026", "es", ["20 de junio de 2026"]),
        ("estudia en la Universidad de Buenos Aires", "es", ["Universidad de Buenos Aires"]),
        ("novels like The Remains of the Day", "en", ["Remains of the Day"]),
        ("it costs $1,200 for 3 servers on port 5432", "en", ["3 servers", "port 5432"]),
        ("corré `pg_dump --all` y mirá `/etc/hosts`", "es", ["pg_dump --all", "/etc/hosts"]),
        ("we write it in C++ with node.js", "en", ["C++", "node.js"]),
        ("see https://www.example.com/a/b?c=d today", "en", ["example.com"]),
    ],
)
def test_S1_names_numbers_and_dates_stay_whole(
    text: str, language: Language, kept: list[str]
) -> None:
    found = _texts(text, language)
    assert [unit for unit in kept if unit not in found] == []


@pytest.mark.parametrize(
    ("text", "language", "unit", "alone"),
    [
        ("it is not working at all", "en", "not working", "working"),
        ("we don't want Kubernetes", "en", "don't want", "want"),
        ("la réplica no funciona", "es", "no funciona", "funciona"),
        ("quedó sin backups", "es", "sin backups", "backups"),
    ],
)
def test_S1_what_is_negated_never_stands_without_its_negation(
    text: str, language: Language, unit: str, alone: str
) -> None:
    found = _texts(text, language)
    assert unit in found
    assert alone not in found


@pytest.mark.parametrize(
    "text",
    [
        "Thanks, Ana! The server is up.",
        "Wow, Ana! The server is up.",
        "The server is up now, Ana.",
        "Hey Ana, the server is up.",
        "Sure, Ana. Ana, the server is up.",
    ],
)
def test_who_is_spoken_to_is_no_subject(text: str) -> None:
    assert "Ana" not in " ".join(_texts(text))


def test_who_is_spoken_about_is_a_subject() -> None:
    assert "Ana" in _texts("We asked Ana about the server.")
    assert "Kafka" in _texts("We use Postgres, Redis, Kafka.")


def test_small_talk_weighs_less_than_subjects_and_grammar_nothing() -> None:
    values = {unit.text: unit.value for unit in _units("a really good migration of the database")}
    assert set(values) == {"good", "migration", "database"}
    assert values["good"] < values["database"] < 2 * values["migration"]


def test_a_word_that_comes_back_weighs_more() -> None:
    once = {unit.text: unit.value for unit in _units("indexes help. caching helps.")}
    again = {unit.text: unit.value for unit in _units("indexes help. caching helps. caching wins.")}
    assert again["caching"] > once["caching"]
