"""Which facts are meant, what goes with them, and the hash that stays (F7)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.memory.base import ForgetRequest
from assistant.memory.forgetting import digest, mentions, which
from assistant.memory.matching import Meaning
from assistant.records import Fact, Language
from tests.memory.facts import fact

KEY = b"a key of this home"
HOME = [
    fact("my van is a 1998 Transit", id="van"),
    fact("the wedding is on june 5th", id="wedding-date"),
    fact("the wedding dress is blue", id="wedding-dress"),
    fact("hace terapia con Irma", id="irma", language="es"),
    fact("decidimos alquilar en Colonia", id="colonia", language="es"),
    fact("alquila un taller", id="taller", language="es"),
    fact("el servidor corre debian", id="debian", language="es"),
    fact("tiene un telescopio de 200 mm", id="telescopio", language="es"),
]


def meant(about: str, language: Language = "en", facts: list[Fact] = HOME) -> set[str]:
    return set(which(ForgetRequest((0, 1), about), facts, language, Meaning()))


@pytest.mark.parametrize(
    ("about", "language", "expected"),
    [
        ("van", "en", {"van"}),
        ("the van info", "en", {"van"}),
        ("wedding date", "en", {"wedding-date"}),
        ("wedding", "en", {"wedding-date", "wedding-dress"}),
        ("irma", "es", {"irma"}),
        ("alquilar en colonia", "es", {"colonia"}),
        ("servidores", "es", {"debian"}),
        ("telescope", "en", {"telescopio"}),
        ("the boat", "en", set()),
    ],
)
def test_F7_forgetting_means_exactly_the_facts_it_names(
    about: str, language: Language, expected: set[str]
) -> None:
    assert meant(about, language) == expected


def test_F7_everything_is_every_live_fact() -> None:
    gone = fact("old", id="old", retired=HOME[0].created_at)
    request = ForgetRequest((0, 1), "everything", everything=True)
    assert which(request, [*HOME, gone], "en", Meaning()) == tuple(f.id for f in HOME)


@pytest.mark.parametrize(
    "again",
    [
        "Hace terapia con Irma.",
        "HACE  TERAPIA CON IRMA",
        "hago terapia con irma",
        "recordá que hago terapia con Irma",
        "con Irma hace terapia",
    ],
)
def test_F7_the_same_words_are_recognised_again(again: str) -> None:
    assert digest(again, KEY) == digest("hace terapia con Irma", KEY)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("hace terapia con Irma", "hace terapia con Olga"),
        ("the rent is 900", "the rent is 950"),
        ("eats meat", "does not eat meat"),
        ("usa fish", "usa zsh"),
        ("nos vemos los lunes", "nos vemos los martes"),
    ],
)
def test_F7_other_names_numbers_and_negations_are_other_texts(one: str, other: str) -> None:
    assert digest(one, KEY) != digest(other, KEY)


def test_F7_without_the_key_the_hash_tells_nothing() -> None:
    assert digest("hace terapia con Irma", KEY) != digest("hace terapia con Irma", b"another")
    assert "irma" not in digest("Irma", KEY)


@given(st.text())
def test_F7_any_text_has_a_digest_that_case_does_not_change(text: str) -> None:
    assert digest(text, KEY) == digest(text, KEY)
    assert len(digest(text, KEY)) == 64
    if text.isascii():
        assert digest(text.upper(), KEY) == digest(text.lower(), KEY)


@pytest.mark.parametrize(
    ("known", "text", "expected"),
    [
        ("hace terapia con Irma", "topic: terapia; discussed: horarios", True),
        ("hace terapia con Irma", "le escribe a Irma", True),
        ("hace terapia con Irma", "topic: recetas; outcome: sopa", False),
        ("my van is a 1998 Transit", "discussed: a 1998 engine", True),
        ("my van is a 1998 Transit", "discussed: the van's clutch", True),
        ("the staging box has 8 gb of ram and two disks", "bought 8 chairs", False),
    ],
)
def test_F7_what_tells_of_a_forgotten_fact_is_found(known: str, text: str, expected: bool) -> None:
    assert mentions(known, "es" if "terapia" in known else "en", text) is expected
