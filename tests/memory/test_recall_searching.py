"""What a person finds who looks for words among the facts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.app import App, open_app

FACTS = (
    "my cat is called Mochi",
    "mi perro Tango es un labrador",
    "I'm allergic to peanuts",
    "I live in Braga",
    "vivo en Lisboa los veranos",
    "my sister Ana lives in Oslo",
    "we deploy on Thursdays",
    "the staging database is Postgres 15",
    "we use GitHub Actions for CI",
    "I prefer tabs",
    "I drink coffee black",
    "mi jefe se llama Tomás",
    "I hate meetings before 10",
    "la reunión de equipo es los lunes a las 9",
    "juego al tenis los sábados",
    "my project key is ATLAS",
)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, embedder_cache: Path) -> Iterator[App]:
    with open_app(home=tmp_path_factory.mktemp("searched") / "assistant") as app:
        for fact in FACTS:
            app.facts.add(fact)
        yield app


def found(app: App, words: str) -> list[str]:
    return [fact.fact for fact in app.facts.search(words)]


@pytest.mark.parametrize(
    ("words", "about"),
    [
        ("cats", {"my cat is called Mochi"}),
        ("gato", {"my cat is called Mochi"}),
        ("pets", {"my cat is called Mochi", "mi perro Tango es un labrador"}),
        ("coffee", {"I drink coffee black"}),
        ("base de datos", {"the staging database is Postgres 15"}),
        ("boss", {"mi jefe se llama Tomás"}),
        ("dónde vivo", {"I live in Braga", "vivo en Lisboa los veranos"}),
        ("project key", {"my project key is ATLAS"}),
        ("allerg", {"I'm allergic to peanuts"}),
        ("tomas", {"mi jefe se llama Tomás"}),
    ],
)
def test_a_search_gives_what_matches_and_no_more(app: App, words: str, about: set[str]) -> None:
    assert set(found(app, words)) == about


@pytest.mark.parametrize("words", ["quantum physics", "kubernetes", "música", "??"])
def test_a_search_for_what_no_fact_is_about_finds_nothing(app: App, words: str) -> None:
    assert found(app, words) == []


def test_facts_that_say_the_words_come_before_those_that_are_near(app: App) -> None:
    assert found(app, "reunión")[0] == "la reunión de equipo es los lunes a las 9"


def test_a_fact_is_found_by_its_own_words(app: App) -> None:
    assert all(found(app, fact)[0] == fact for fact in FACTS)


def test_a_part_of_an_identifier_is_found(tmp_path: Path) -> None:
    with open_app(home=tmp_path, answers=False) as app:
        for fact in ("I opened ticket OPS-412 for the flaky DNS", "OPS-418 is closed", *FACTS[:4]):
            app.facts.add(fact)
        assert found(app, "412")[0] == "I opened ticket OPS-412 for the flaky DNS"
        assert set(found(app, "ops")) >= {"I opened ticket OPS-412 for the flaky DNS"}
