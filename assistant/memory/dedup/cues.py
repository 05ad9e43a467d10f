"""The lists of ``data/dedup/cues.toml``, compiled when first used."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from assistant.resources import toml_of
from assistant.text.phrases import bordered


@cache
def table(name: str) -> Mapping[str, Any]:
    """A section as it stands in the file."""
    section: Mapping[str, Any] = toml_of("dedup", "cues.toml")[name]
    return section


@cache
def pattern(section: str, name: str) -> re.Pattern[str]:
    """Everything that a list names, at the borders of words."""
    return bordered(table(section)[name])


@cache
def words(name: str) -> frozenset[str]:
    """A list of single words."""
    return _listed(str(table("words")[name]))


@cache
def asking(ask: str) -> frozenset[str]:
    """The words that only express this kind of question."""
    return _listed(str(table("asking").get(ask, "")))


@cache
def relation(preposition: str) -> frozenset[str]:
    """What a preposition may mean; empty for any other word."""
    return _listed(str(table("relation").get(preposition, "")))


@cache
def little() -> frozenset[str]:
    """What the proof passes over: prepositions and kinds of question are compared elsewhere."""
    return words("function") - words("counted")


@cache
def light() -> frozenset[str]:
    """The words that in some question say nothing about its matter."""
    return words("soft").union(*map(asking, table("asking")))


def whole(section: str, name: str, text: str) -> bool:
    """Whether the list matches the text from end to end."""
    return pattern(section, name).fullmatch(text) is not None


def found(section: str, name: str, text: str) -> bool:
    """Whether the list matches somewhere in the text."""
    return pattern(section, name).search(text) is not None


def _listed(text: str) -> frozenset[str]:
    return frozenset(word.strip() for word in text.split(",") if word.strip())
