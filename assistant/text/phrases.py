"""Texts as tokens, and the phrases of ``data/plan/words.txt`` that stand in them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache

from assistant.resources import lines_of, sections_of
from assistant.text.folding import fold

TOKEN = re.compile(
    r"(?!\d\d?h\d\d\b)\d+[^\W\d_]+\d[^\W_]*(?:[-_][^\W_]+)*"
    r"|\d+(?:[.,:/-]\d+)*(?:[ªº%]|st\b|nd\b|rd\b|th\b)?"
    r"|\b(?:dd?|mm?|yyyy|aaaa)(?:[/-](?:dd?|mm?|yy(?:yy)?|aa(?:aa)?)){1,2}\b"
    r"|[^\W\d_]+(?:[-'’.@_][^\W_]+)*(?:\+\+|#)?[\d]*"
)
"""A code that begins with its number ("3f2a9c"; but "10h30" is a time), a number, a form of dates,
a word, name or identifier with all that holds it together ("abc-12", "db_user", "ana@acme.io")."""
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th|[ªº])$")
THOUSANDS = re.compile(r"(?<=\d)[.,](?=\d{3}(?!\d))")
_CONTRACTED = {"a": "al", "de": "del"}
CUES = ("new", "gone", "still", "also", "for now", "negation")


@lru_cache(maxsize=16_384)
def tokens(text: str) -> tuple[str, ...]:
    """Folded words and numbers in order; digits lose the marks of thousands and ordinals."""
    folded = THOUSANDS.sub("", fold(text))
    return tuple(_ORDINAL.sub(r"\1", found.group()) for found in TOKEN.finditer(folded))


@cache
def listed(name: str) -> frozenset[str]:
    """The entries of a section of ``data/plan/words.txt``, folded."""
    return frozenset(sections_of("plan", "words.txt")[name])


def cues_in(found: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
    """The places of each kind of cue; "nothing changed" is no change, "never left" no leaving."""
    places = {name: places_of(found, name) for name in CUES}
    for strong, weak in (
        *(("still", "new"), ("still", "gone"), ("still", "negation")),
        *(("no change", "new"), ("no change", "gone")),
        *(("new", "for now"), ("new", "gone")),
    ):
        # "Gone up" is no end, "moved out" is one: a phrase of its own stands.
        covered = _phrase_places(found, strong) - _phrase_places(found, weak)
        places[weak] = tuple(place for place in places[weak] if place not in covered)
    return places


@lru_cache(maxsize=16_384)
def places_of(found: tuple[str, ...], name: str) -> tuple[int, ...]:
    """The token places that phrases of a section cover."""
    places: list[int] = []
    phrases = _phrases(name)
    for start, token in enumerate(found):
        for phrase in phrases.get(token, ()):
            if found[start : start + len(phrase)] == phrase:
                places.extend(range(start, start + len(phrase)))
                break
        if token.endswith("'s"):  # "gradle's out" is out
            places.extend(_after_is(found, start + 1, phrases.get("is", ())))
    return tuple(dict.fromkeys(places))


def _after_is(
    found: tuple[str, ...], start: int, phrases: tuple[tuple[str, ...], ...]
) -> tuple[int, ...]:
    """The places of what follows an "is" that a word has taken up."""
    for phrase in phrases:
        rest = phrase[1:]
        if rest and found[start : start + len(rest)] == rest:
            return tuple(range(start, start + len(rest)))
    return ()


def _phrase_places(found: tuple[str, ...], name: str) -> frozenset[int]:
    """The places under cues of more than one word."""
    covered: set[int] = set()
    for start, token in enumerate(found):
        for phrase in _phrases(name).get(token, ()):
            if len(phrase) > 1 and found[start : start + len(phrase)] == phrase:
                covered.update(range(start, start + len(phrase)))
                break
    return frozenset(covered)


@cache
def _phrases(name: str) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Phrases of a section by their first token, longest first."""
    by_first: dict[str, list[tuple[str, ...]]] = {}
    for entry in listed(name):
        phrase = tokens(entry)
        by_first.setdefault(phrase[0], []).append(phrase)
        if len(phrase) > 1 and phrase[-1] in _CONTRACTED:
            by_first[phrase[0]].append((*phrase[:-1], _CONTRACTED[phrase[-1]]))
    return {first: tuple(sorted(all_, key=len, reverse=True)) for first, all_ in by_first.items()}


def bordered(patterns: Iterable[str]) -> re.Pattern[str]:
    """Any of the patterns in folded text, between word borders, the first that fits."""
    return re.compile(rf"(?<!\w)(?:{'|'.join(f'(?:{one})' for one in patterns)})(?!\w)")


@cache
def phrases_of(*parts: str) -> re.Pattern[str]:
    """Any of the phrases of a list (one a line) of ``data/``; see ``any_of``."""
    return any_of(lines_of(*parts))


def any_of(phrases: Iterable[str]) -> re.Pattern[str]:
    """Any of the phrases in folded text, between word borders; one that ends in ``*`` is the
    beginning of a word."""
    listed = sorted((fold(phrase.strip()) for phrase in phrases), key=len, reverse=True)
    parts = [re.escape(p.removesuffix("*")) + (r"\w*" if p.endswith("*") else "") for p in listed]
    return re.compile(rf"(?<!\w)(?:{'|'.join(parts)})(?!\w)")
