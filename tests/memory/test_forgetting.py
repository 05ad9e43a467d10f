"""Which facts are meant, what goes with them, and the hash that stays (F7)."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from assistant.embedding.base import Embedder
from assistant.memory.base import ForgetRequest
from assistant.memory.forgetting import digest, digests, mentions
from assistant.memory.matching import Meaning
from assistant.memory.plan.meant import meant as judged
from assistant.records import Fact, Language
from tests.memory.facts import fact

KEY = b"a key of this home"
HOME = [
    fact("my boat is a 1987 Petrel", id="boat"),
    fact("the recital is on march 9th", id="recital-date"),
    fact("the recital gown is blue", id="recital-gown"),
    fact("hace yoga con Nerea", id="nerea", language="es"),
    fact("decidimos veranear en Mompox", id="mompox", language="es"),
    fact("veranea con sus tíos", id="tios", language="es"),
    fact("el servidor corre debian", id="debian", language="es"),
    fact("tiene un microscopio de 400 aumentos", id="microscopio", language="es"),
]


def meant(about: str, language: Language = "en", facts: list[Fact] = HOME) -> set[str]:
    found = judged(ForgetRequest((0, 1), about), facts, language, Meaning())
    return {*found.plain, *found.doubtful}


@pytest.mark.parametrize(
    ("about", "language", "expected"),
    [
        ("boat", "en", {"boat"}),
        ("the boat info", "en", {"boat"}),
        ("recital date", "en", {"recital-date"}),
        ("recital", "en", {"recital-date", "recital-gown"}),
        ("nerea", "es", {"nerea"}),
        ("veranear en mompox", "es", {"mompox"}),
        ("servidores", "es", {"debian"}),
        ("microscope", "en", {"microscopio"}),
        ("the piano", "en", set()),
    ],
)
def test_F7_forgetting_means_exactly_the_facts_it_names(
    about: str, language: Language, expected: set[str]
) -> None:
    assert meant(about, language) == expected


@pytest.mark.parametrize(
    "again",
    [
        "Hace yoga con Nerea.",
        "HACE  YOGA CON NEREA",
        "hago yoga con nerea",
        "recordá que hago yoga con Nerea",
        "con Nerea hace yoga",
    ],
)
def test_F7_the_same_words_are_recognised_again(again: str) -> None:
    assert digest(again, KEY) == digest("hace yoga con Nerea", KEY)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("hace yoga con Nerea", "hace yoga con Olga"),
        ("the rent is 900", "the rent is 950"),
        ("eats meat", "does not eat meat"),
        ("usa fish", "usa zsh"),
        ("nos vemos los lunes", "nos vemos los martes"),
    ],
)
def test_F7_other_names_numbers_and_negations_are_other_texts(one: str, other: str) -> None:
    assert digest(one, KEY) != digest(other, KEY)


def test_F7_what_was_forgotten_before_is_known_by_its_hash_of_then() -> None:
    typed, small = digests("my desk is Green", KEY), digests("my desk is green", KEY)
    assert len(typed) == 2  # a home of before holds the second
    assert typed[0] == small[0] == digest("MY DESK IS GREEN", KEY)


def test_F7_without_the_key_the_hash_tells_nothing() -> None:
    assert digest("hace yoga con Nerea", KEY) != digest("hace yoga con Nerea", b"another")
    assert "nerea" not in digest("Nerea", KEY)


@given(st.text())
@example("0A")
@example("Green")
@example("my teacher of Spanish")
def test_F7_any_text_has_a_digest_that_case_does_not_change(text: str) -> None:
    assert digest(text, KEY) == digest(text, KEY)
    assert len(digest(text, KEY)) == 64
    if text.isascii():
        assert digest(text.upper(), KEY) == digest(text.lower(), KEY)


@pytest.mark.parametrize(
    ("known", "text", "expected"),
    [
        ("hace yoga con Nerea", "topic: yoga; discussed: horarios", True),
        ("hace yoga con Nerea", "le escribe a Nerea", True),
        ("hace yoga con Nerea", "topic: recetas; outcome: sopa", False),
        ("my boat is a 1987 Petrel", "discussed: a 1987 engine", True),
        ("my boat is a 1987 Petrel", "discussed: the boat's hull", True),
        ("the staging box has 8 gb of ram and two disks", "bought 8 chairs", False),
    ],
)
def test_F7_what_tells_of_a_forgotten_fact_is_found(known: str, text: str, expected: bool) -> None:
    assert mentions(known, "es" if "yoga" in known else "en", text) is expected


@pytest.fixture(scope="module")
def meaning(embedder: Embedder) -> Meaning:
    return Meaning.of(embedder)


FULL = [
    fact("is looking for a new job", id="search"),
    fact("works at a notary's", id="notary"),
    fact("takes the ferry to work", id="ferry"),
    fact("no trabaja los martes", id="tuesdays", language="es"),
    fact("mi DNI termina en 917", id="dni", language="es"),
    fact("Sundays are my day off", id="sundays"),
    fact("smokes a pipe a day", id="pipe"),
    fact("toma bisoprolol", id="bisoprolol", language="es"),
    fact("my cousin lives in Bergen", id="cousin"),
    fact("takes bisoprolol", id="bisoprolol-too"),
    fact("usamos Vuex para el estado", id="state", language="es"),
    fact("prefiere que le hables de vos", id="vos", language="es"),
    fact("speaks Basque", id="basque"),
]


@pytest.mark.parametrize(
    ("about", "language", "expected"),
    [
        ("me job hunting", "en", {"search"}),
        ("dni", "es", {"dni"}),
        ("bisoprolol", "es", {"bisoprolol", "bisoprolol-too"}),
        ("estado civil", "es", set()),
        ("hablarme de vos", "es", {"vos"}),
    ],
)
def test_F7_in_a_full_memory_a_word_in_common_is_not_enough_to_be_forgotten(
    about: str, language: Language, expected: set[str], meaning: Meaning
) -> None:
    found = judged(ForgetRequest((0, 1), about), FULL, language, meaning)
    assert set(found.plain) <= expected, "nothing else goes unasked"
    assert expected <= {*found.plain, *found.doubtful}
