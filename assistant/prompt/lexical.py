"""BM25 over the pieces of one text, without an index.

A question has few words, so each is looked for in the whole text (a C-speed scan) and its hits are
counted by piece: ten megabytes take a fraction of a second and little memory.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Collection, Sequence

from assistant.text.folding import fold_in_place

K1 = 1.2
B = 0.75
INSIDE_WEIGHT = 0.3
"""What a hit in the middle of a word counts ("config" in "parseConfig"), from 5 letters on."""
MAX_TERMS = 24
COMMON = 2
COMMON_BASE = 1000
"""A term that occurs more than ``COMMON`` times a span, and this, is passed over."""

_WORD = re.compile(r"\w+(?:[-.:/]\w+)*")
_PART = re.compile(r"[^\W_]+")
# Endings that inflect words in Spanish and English; what remains is looked for as a prefix.
_ENDING = re.compile(
    r"(?:aciones|iciones|amientos?|imientos?|acion|icion|ciones|cion|mente|ements?|ments?|ations?"
    r"|tions?|ando|iendo|aron|ieron|aban?|ados?|adas?|idos?|idas?|ings?|ies|ers?|ed|es|ar|er|ir"
    r"|[aeiosy])$"
)
_MIN_STEM = 4


def terms(question: str, stop: Collection[str] = ()) -> tuple[str, ...]:
    """What to look for: folded words and their parts, cut to a stem, no stop words, in order."""
    found: dict[str, None] = {}
    for word in _WORD.findall(fold_in_place(question)):
        parts = _PART.findall(word)
        for part in (word, *(parts if len(parts) > 1 else ())):
            if part not in stop and (len(part) > 1 or part.isdigit()):
                found[_stem(part)] = None
    return tuple(found)[:MAX_TERMS]


def scores(text: str, spans: Sequence[tuple[int, int]], wanted: Sequence[str]) -> list[float]:
    """BM25 of each span of ``text`` for the wanted terms; spans are in order, apart.

    ``text`` is as ``fold`` leaves it.
    """
    starts = [start for start, _ in spans]
    lengths = [end - start for start, end in spans]
    mean = sum(lengths) / len(lengths) if lengths else 1.0
    totals = [0.0] * len(spans)
    for term in wanted:
        hits = _hits(text, term, starts)
        rarity = math.log(1 + (len(spans) - len(hits) + 0.5) / (len(hits) + 0.5))
        for i, weight in hits.items():
            norm = K1 * (1 - B + B * lengths[i] / mean)
            totals[i] += rarity * weight * (K1 + 1) / (weight + norm)
    return totals


def _hits(text: str, term: str, starts: Sequence[int]) -> dict[int, float]:
    """Weight of the term by span; nothing for one so common that it tells no span from another."""
    weights: dict[int, float] = {}
    if text.count(term) > COMMON * len(starts) + COMMON_BASE:
        return weights
    size = len(term)
    at = text.find(term)
    while at >= 0:
        begins = at == 0 or not text[at - 1].isalnum()
        ends = at + size == len(text) or not text[at + size].isalnum()
        weight = _weight(begins, ends, term[0].isdigit(), size)
        i = bisect_right(starts, at) - 1
        if weight and i >= 0:
            weights[i] = weights.get(i, 0.0) + weight
        at = text.find(term, at + size)
    return weights


def _weight(begins: bool, ends: bool, number: bool, size: int) -> float:
    if number:
        return 1.0 if begins and ends else 0.0
    if begins:
        return 1.0 if ends or size >= _MIN_STEM else 0.0
    return INSIDE_WEIGHT if size > _MIN_STEM else 0.0


def _stem(word: str) -> str:
    if len(word) <= _MIN_STEM or not word.isalpha():
        return word
    stem = _ENDING.sub("", word)
    return stem if len(stem) >= _MIN_STEM else word[: max(_MIN_STEM, len(word) - 1)]
