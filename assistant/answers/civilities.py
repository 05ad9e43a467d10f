"""Greetings, thanks and goodbyes: what asks nothing and states nothing (A1)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal, get_args

from assistant.answers.vocabulary import phrases
from assistant.languages import each
from assistant.records import Language
from assistant.text.folding import fold

Civility = Literal["parting", "thanks", "greeting"]
"""Of several in one message the first of these is answered: "thanks, see you"."""

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_PARTS = re.compile(r"[,.;:!?¡¿()\n]+")
_LONGEST = 60


def civility(text: str) -> Civility | None:
    """What a message is that holds nothing else; None for any other."""
    said = tuple(_WORD.findall(fold(text[: _LONGEST + 1]).replace("\u2019", "'")))
    if not said or len(text) > _LONGEST:
        return None
    found = set()
    at = 0
    while at < len(said):
        match = next((p for p in _phrases() if said[at : at + len(p[0])] == p[0]), None)
        if match is None:
            return None
        found.add(match[1])
        at += len(match[0])
    return next((kind for kind in get_args(Civility) if kind in found), None)


def courtesy_beside(text: str) -> Civility | None:
    """The thanks or the goodbye that a message holds between commas or stops, whatever it says
    beside: "I'm off to bed, thanks, good night"."""
    found = {civility(part) for part in _PARTS.split(text)}
    return next((kind for kind in get_args(Civility)[:2] if kind in found), None)


def language_of(text: str) -> Language | None:
    """The one language whose courtesies a message is made of: "chau" tells it, "ok" does not."""
    said = " ".join(_WORD.findall(fold(text[: _LONGEST + 1])))
    theirs = {language for language, own in each("answers", "civilities") if _opens(said, own)}
    return theirs.pop() if len(theirs) == 1 else None


def _opens(said: str, own: Mapping[str, Sequence[str]]) -> bool:
    listed = (fold(phrase) for kind in get_args(Civility) for phrase in own.get(kind, ()))
    return any(f"{said} ".startswith(f"{phrase} ") for phrase in listed)


@cache
def _phrases() -> tuple[tuple[tuple[str, ...], str], ...]:
    """Each with its kind, the longest first."""
    kinds = (*get_args(Civility), "beside")
    found = ((words, kind) for kind in kinds for words in phrases("civilities", kind))
    return tuple(sorted(found, key=lambda pair: -len(pair[0])))
