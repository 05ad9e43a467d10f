"""How two questions are alike, in numbers that a small head weighs: each word of the one beside
the words of the other, as they are spelt, as the lexicon has them and as the reader knows them.

Imports numpy and reads with the reader: only where an earlier question is near.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from assistant.memory.dedup import cues
from assistant.memory.dedup.lexicon import groups_of
from assistant.memory.dedup.marks import marks
from assistant.memory.dedup.text import root
from assistant.memory.signals.language import detect_language
from assistant.reader import reader
from assistant.text.folding import fold
from assistant.text.slips import slips

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

SPELT_ALIKE = 0.8
"""Share of letters from which two words may be one misspelt."""
_WORD = re.compile(r"\w+(?:[-./'’]\w+)*")
_SLIPS = 3
_UNMATCHED = 0.7
"""Likeness of what is said on one side alone to nothing on the other."""
SIDES = (
    *("there mean", "there least", "alone mean", "alone least", "form mean", "form least"),
    *("mean", "least", "second least", "best least", "unmatched", "share unmatched"),
    *("least there", "least alone", "least form"),
)
NAMES = (
    *(f"{which} {name}" for name in SIDES for which in ("less", "more")),
    *("whole", "languages", "embedded", "order", "shared", "replaced", "slot alone", "slot there"),
    *("slots", "fewer left", "more left", "left alone", "left there", "left whole"),
    *("left whole alone", "names left", "figures left", "length", "lengths"),
    *("asks alike", "little words", "moved"),
)


class Words(NamedTuple):
    """A question's words, folded; which carry its matter; what each is ``there`` and ``alone``, as
    rows of unit length; and what the ``whole`` is."""

    words: tuple[str, ...]
    folded: tuple[str, ...]
    roots: tuple[str, ...]
    groups: tuple[frozenset[int], ...]
    matter: NDArray[np.bool_]
    there: Matrix
    alone: Matrix
    whole: Matrix


class Pairing(NamedTuple):
    """Of each word of one (a row) with each of the other: by form, by lexicon, by the reader."""

    form: Matrix
    listed: Matrix
    there: Matrix
    alone: Matrix

    def turned(self) -> Pairing:
        return Pairing(*(each.T for each in self))

    def same(self) -> NDArray[np.bool_]:
        alike: NDArray[np.bool_] = (self.form >= SPELT_ALIKE) | (self.listed >= 1)
        return alike


def likeness(one: str, other: str, similarity: float) -> NDArray[np.float32]:
    """A number for each of ``NAMES``; ``similarity`` is that of the two embedded."""
    a, b = words_of(one), words_of(other)
    pairing = _paired(a, b)
    sides = zip(_side(a, pairing), _side(b, pairing.turned()), strict=True)
    numbers = [value for pair in sides for value in (min(pair), max(pair))]
    numbers += [float(a.whole @ b.whole), float(detect_language(one) != detect_language(other))]
    numbers += [similarity, *_slots(a, b, pairing), *_left(a, b, pairing)]
    fewer, more = sorted((len(a.words), len(b.words)))
    numbers += [fewer, fewer / max(more, 1)]
    asks_alike = float(marks(one).ask == marks(other).ask)
    numbers += [asks_alike, len(_little(a) ^ _little(b)), _moved(a, pairing)]
    return np.array(numbers, np.float32)


@lru_cache(maxsize=64)
def words_of(text: str) -> Words:
    words = tuple(_WORD.findall(unicodedata.normalize("NFKC", text)))
    read = reader().words(words)
    words = words[: len(read.there)]
    folded = tuple(map(fold, words))
    light = cues.light() | cues.words("function")
    return Words(
        words=words,
        folded=folded,
        roots=tuple(map(root, folded)),
        groups=tuple(groups_of((word,)) for word in folded),
        matter=np.array([word not in light for word in folded], bool),
        there=read.there,
        alone=read.alone,
        whole=read.whole,
    )


def _paired(a: Words, b: Words) -> Pairing:
    shape = len(a.words), len(b.words)
    form = [_alike(a, b, i, j) for i in range(shape[0]) for j in range(shape[1])]
    listed = [
        p == q or bool(g & h)
        for p, g in zip(a.folded, a.groups, strict=True)
        for q, h in zip(b.folded, b.groups, strict=True)
    ]
    return Pairing(
        np.array(form, np.float32).reshape(shape),
        np.array(listed, np.float32).reshape(shape),
        a.there @ b.there.T,
        a.alone @ b.alone.T,
    )


def _alike(a: Words, b: Words, i: int, j: int) -> float:
    """Of the letters of two words, the share that is right; figures are right or wrong."""
    one, other = a.folded[i], b.folded[j]
    if one == other:
        return 1.0
    if any(char.isdigit() for char in one + other):
        return 0.0
    if a.roots[i] == b.roots[j]:
        return 1.0
    found = slips(one, other, _SLIPS)
    return max(0.0, 1 - found / max(len(one), len(other))) if found <= _SLIPS else 0.0


def _side(a: Words, pairing: Pairing) -> list[float]:
    """What of each word that carries one question's matter is in the other: ``SIDES``."""
    own = np.flatnonzero(a.matter)
    if not len(own) or not pairing.form.shape[1]:
        return [1.0] * (len(SIDES) - 3) + [0.0] * 3
    form, listed, there, alone = (each[own].max(1) for each in pairing)
    hard = np.maximum(np.where(form >= SPELT_ALIKE, 1, form * 0.5), listed)
    soft = np.where(hard >= 1, 1, (there + alone) / 2)
    worst, order = int(soft.argmin()), np.sort(soft)
    best = np.maximum.reduce([hard, alone.clip(0, 1), there.clip(0, 1)])
    found = [there.mean(), there.min(), alone.mean(), alone.min(), hard.mean(), hard.min()]
    found += [soft.mean(), order[0], order[1] if len(order) > 1 else 1.0, best.min()]
    found += [(hard < 1).sum(), (hard < 1).mean(), there[worst], alone[worst], form[worst]]
    return list(map(float, found))


def _slots(a: Words, b: Words, pairing: Pairing) -> list[float]:
    """One frame with another word in it, or other words throughout?"""
    matcher = SequenceMatcher(None, a.roots, b.roots, autojunk=False)
    replaced = [(i, j, k, m) for tag, i, j, k, m in matcher.get_opcodes() if tag == "replace"]
    alone = there = 1.0
    slots = 0
    for start, end, first, last in replaced:
        mine = start + np.flatnonzero(a.matter[start:end])
        theirs = first + np.flatnonzero(b.matter[first:last])
        if len(mine) and len(theirs):
            slots += 1
            at = np.ix_(mine, theirs)
            same = pairing.same()[at]
            alone = min(alone, float(np.maximum(pairing.alone[at], same).max()))
            there = min(there, float(np.maximum(pairing.there[at], same).max()))
    one, other = set(a.roots), set(b.roots)
    shared = len(one & other) / max(1, len(one | other))
    return [matcher.ratio(), shared, len(replaced), alone, there, slots]


def _left(a: Words, b: Words, pairing: Pairing) -> list[float]:
    """What is said on one side alone, and whether it may be what is left of the other."""
    same = pairing.same()
    mine = np.flatnonzero(a.matter & ~same.any(1))
    theirs = np.flatnonzero(b.matter & ~same.any(0))
    near = [_UNMATCHED if len(mine) or len(theirs) else 1.0] * 4
    if len(mine) and len(theirs):
        at = np.ix_(mine, theirs)
        lone, there = (pairing.alone[at], pairing.there[at])
        near = [float(min(each.max(1).min(), each.max(0).min())) for each in (lone, there)]
        rows = ((a.there, b.there), (a.alone, b.alone))
        near += [float(_mean(x, mine) @ _mean(y, theirs)) for x, y in rows]
    both = ((a, mine), (b, theirs))
    named = sum(any(_named(words.words[n], int(n)) for n in left) for words, left in both)
    figures = sum(
        any(char.isdigit() for n in left for char in words.words[n]) for words, left in both
    )
    counts = sorted((len(mine), len(theirs)))
    return [*map(float, (*counts, *near)), float(named), float(figures)]


def _mean(rows: Matrix, places: Sequence[int] | NDArray[np.intp]) -> Matrix:
    mean: Matrix = rows[places].mean(0)
    return mean / np.float32(max(float(np.linalg.norm(mean)), 1e-9))


def _named(word: str, place: int) -> bool:
    return (word[0].isupper() and place > 0) or any(char.isupper() for char in word[1:])


def _little(words: Words) -> frozenset[str]:
    expand, listed = cues.table("expand"), cues.words("function")
    return frozenset(w for w in words.folded if w in listed or expand.get(w, w) in listed)


def _moved(a: Words, pairing: Pairing) -> float:
    """The share of pairs of words that stand the other way round."""
    if not pairing.form.size:
        return 0.0
    best = np.maximum(pairing.there, np.maximum(pairing.form, pairing.listed) * 1.5).argmax(1)
    places = best[a.matter].tolist()
    count = len(places) * (len(places) - 1) / 2
    turned: int = sum(one > other for n, one in enumerate(places) for other in places[n + 1 :])
    return turned / max(1, count)
