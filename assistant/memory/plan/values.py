"""The words and values of a text that a correction may put in each other's place. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from assistant.languages import FALLBACK
from assistant.memory.signals.lexicon import load_lexicon
from assistant.records import Language
from assistant.text.folding import fold
from assistant.text.phrases import THOUSANDS, listed
from assistant.text.wording import wording
from assistant.text.words import names

VALUE = re.compile(r"[^\W_]+(?:[-_./:,#'’][^\W_]+)*%?")
_COMPOUND = re.compile(r"\d+ ([^\W\d_]{1,8}) \d+(?![^\W_]|[.,:/-]\d)")
"""A value in two figures: "3 kilos 200"."""
ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th|[ªº])")


class Token(NamedTuple):
    """A word or value as typed, and its sort: "number", "id", a kind of value, "name" or ""."""

    typed: str
    word: str
    sort: str
    span: tuple[int, int]


def one_value(one: Token, other: Token) -> bool:
    """Whether two tokens are forms of one value: "Thursday" and "Thursdays"."""
    if one.sort != other.sort or one.sort in ("name", "id"):
        return False
    first, second = (wording(t.word, FALLBACK).words for t in (one, other))
    return bool(first and second) and first[0].key == second[0].key


def values_of(text: str, language: Language) -> list[Token]:
    """Words that carry meaning, and values whole: "27C", "0.14", "OPS-3317"."""
    found = []
    named = names(text)
    for match in _values_in(text):
        typed = match.group()
        ordinal = ORDINAL.fullmatch(typed)
        word = fold(THOUSANDS.sub("", ordinal[1] if ordinal else typed))
        sort = _sort(word, language, named)
        if sort is not None:
            found.append(Token(typed, word, sort, match.span()))
    return found


def _values_in(text: str) -> Iterable[re.Match[str]]:
    no_units = listed("function") | load_lexicon().entries("function")
    at = 0
    while match := VALUE.search(text, at):
        compound = _COMPOUND.match(text, match.start())
        if compound and fold(compound[1]) not in no_units:
            match = compound
        yield match
        at = match.end()


def _sort(word: str, language: Language, named: frozenset[str]) -> str | None:
    """None for a word that carries no meaning."""
    figures, letters = any(map(str.isdigit, word)), any(map(str.isalpha, word))
    if figures:
        ordinal = re.fullmatch(r"\d+(?:st|nd|rd|th|am|pm)", word)
        return "number" if not letters or ordinal else "id"
    words = wording(word, language).words
    if not words or word in listed("negation"):
        return None
    kind = words[0].kind
    if kind and kind != "person":
        return kind
    return "name" if word in named else ""
