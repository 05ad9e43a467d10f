"""Keyed hashes tell what the words would have told."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.memory.forgetting import mentions
from assistant.memory.traces import (
    Traces,
    telling_words,
    trace_of,
    trace_of_text,
    trace_of_value,
)
from assistant.records import Language

KEY, OTHER = b"k" * 32, b"o" * 32
FACTS: tuple[tuple[str, Language], ...] = (
    ("mi cuñada se llama Escolástica", "es"),
    ("relicensed the project Zorro-9 under MIT", "en"),
    ("my sister is Ana", "en"),
    ("trabaja en fintech, equipo de 5 personas", "es"),
    ("I like tea", "en"),
    ("prefiero respuestas cortas", "es"),
    ("yo", "es"),
    ("we went with Postgres 16 in staging", "en"),
    ("the club number is 48151", "en"),
)
TEXTS = (
    "¿cómo se llama mi cuñada?", "ESCOLASTICA!", "a license of Zorro", "fintechs", "teas", "té",
    "personas y equipos", "short answers", "respuesta corta", "Postgres 15", "postgresql", "stage",
    "licensing projects", "yo digo", "mi equipo trabajaba", "48151", "4815", "un club", "",
)  # fmt: skip


@pytest.mark.parametrize(("fact", "language"), FACTS)
def test_F7_a_trace_tells_what_the_words_tell(fact: str, language: Language) -> None:
    traces = Traces([trace_of(fact, language, KEY)], KEY)
    for text in (*TEXTS, *(f for f, _ in FACTS)):
        assert traces.tells(text) == mentions(fact, language, text), text


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.sampled_from(" ".join((*TEXTS, *(f for f, _ in FACTS))).split()), max_size=9),
    st.sampled_from(FACTS),
)
def test_F7_also_of_any_words_put_together(words: list[str], fact: tuple[str, Language]) -> None:
    text = " ".join(words)
    assert Traces([trace_of(*fact, KEY)], KEY).tells(text) == mentions(*fact, text)


def test_a_trace_holds_no_word_and_says_nothing_without_the_key() -> None:
    trace = trace_of("mi cuñada se llama Escolástica", "es", KEY)
    assert "escol" not in trace.lower()
    assert not Traces([trace], OTHER).tells("Escolástica")
    assert json.loads(trace) != json.loads(trace_of("mi cuñada se llama Escolástica", "es", OTHER))


def test_another_fact_that_shares_a_name_does_not_state_it_again() -> None:
    traces = Traces([trace_of("my cat Zorro has bad kidneys", "en", KEY)], KEY)
    assert traces.tells("my daughter goes to Zorro school")
    assert not traces.states("my daughter goes to Zorro school")
    assert traces.states("the kidneys of my cat Zorro are bad")


def test_a_text_is_known_again_word_for_word_alone() -> None:
    traces = Traces([trace_of_text("my car is a Tesla", KEY)], KEY)
    assert traces.tells("My car is  a tesla")
    assert not traces.tells("my car is a Tesla, I think")


def test_the_words_to_look_for_are_the_telling_ones_as_written() -> None:
    assert telling_words("mi cuñada se llama Escolástica", "es") == ("Escolástica",)


def test_F7_a_value_is_told_by_all_its_own_words_and_not_by_its_currency() -> None:
    coin = Traces([trace_of_value("DOGE/USD", "en", KEY)], KEY)
    assert coin.tells("sold the doge at last")
    assert not coin.tells("opero en dólares")
    habit = Traces([trace_of_value("banana skins on the compost", "en", KEY)], KEY)
    assert habit.tells("the compost got its banana skins")
    assert not habit.tells("coffee grounds on the compost")
