"""Patterns are compiled only where a text holds a beginning of them, and match as before."""

from __future__ import annotations

import re

import pytest

from assistant.memory.signals.lexicon import load_lexicon
from assistant.text.beginnings import beginnings, needed, prefixes

TEXTS = (
    "recorda que el deploy es los jueves",
    "from now on answer in spanish , please",
    "i would rather not use tabs",
    "a lo mejor nos vamos a nomad",
    "my boss says always to use spaces",
    "no hace falta que lo recuerdes",
    "what is the capital of france ?",
    "",
)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("no hace falta", {"no "}),
        ("^por ahi (?!va)", {"por "}),
        ("contrasenas?", {"contrasena"}),
        ("(?:estoy|ando) pensando", {"estoy", "ando"}),
        ("(?:ya )?no", {"ya ", "no"}),
        ("(?:a|b(?:c|d)) e", {"a", "b"}),
        (r"\d+ euros", None),
        ("[ab]c", None),
        ("a|b", None),
        ("(a|b) c", {"a", "b"}),
        ("no ?hace", {"no"}),
        ("(?=a)b", None),
        ("<greeting> ,? you", {"hi", "hola"}),
        ("(?:<greeting> )?bye", {"hi", "hola", "bye"}),
        ("<unclear> you", None),
        ("<greeting>{2}", None),
    ],
)
def test_how_a_pattern_can_begin(source: str, expected: set[str] | None) -> None:
    assert beginnings(source, {"greeting": frozenset({"hi", "hola"})}.get) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("(?:ya )?no", {"no"}),
        ("(?:<greeting> ,? ?)*bye", {"bye"}),
        ("(?!not )(?:so )?(?:go|run) on", {"go", "run"}),
        (r"^(?:\S+ ){0,4}?(?:lives|works)", {"lives", "works"}),
        (r"[a-z]+ (?:is|was)", {"is", "was"}),
        ("(?<!not )forget", {"forget"}),
        ("(?:un)?happy", {"un", "happy"}),
        ("(?:a |un)?happy", {"a ", "un", "happy"}),
        ("(?:a )?b|c", None),
        (r"\d+ euros", None),
        ("<unclear> you", None),
    ],
)
def test_what_a_matched_text_holds(source: str, expected: set[str] | None) -> None:
    assert needed(source, {"greeting": frozenset({"hi", "hola"})}.get) == expected


def test_every_beginning_of_every_token() -> None:
    assert prefixes("no va") == {"n", "no", "no ", "v", "va", "va "}


@pytest.mark.parametrize("text", TEXTS)
def test_a_search_finds_what_all_patterns_together_find(text: str) -> None:
    lexicon = load_lexicon()
    for cue in lexicon.cues:
        whole: re.Match[str] | None = lexicon.pattern(cue).search(text)
        found = lexicon.search(cue, text)
        assert (whole and whole.span()) == (found and found.span()), cue
