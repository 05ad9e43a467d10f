"""The proof that two questions are one: every sign compared, then what is left is weighed."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from assistant.memory.dedup.alignment import Alignment, Likeness, align
from assistant.memory.dedup.direction import turned_round
from assistant.memory.dedup.marks import Marks, difference, marks
from assistant.memory.dedup.text import normalise, tokens
from assistant.memory.signals.language import detect_language
from assistant.resources import data_path

MOST_LEFT = 2
NEARLY = 0.65
"""Likeness of what is left on both sides under which it may be two things of one kind."""


@dataclass(frozen=True, slots=True)
class Proof:
    """``same`` only when every sign agrees and the chance is over the line; ``reason`` if not."""

    same: bool
    chance: float
    similarity: float
    reason: str = ""


def prove(one: str, other: str, *, similarity: float, likeness: Likeness) -> Proof:
    """Whether the answer to ``one`` answers ``other``.

    ``similarity`` is that of the two embedded, on SPEC's scale; ``likeness`` that of two words.
    A false "same" is worth ten missed ones: where certainty is short, the answer is no.
    """
    if normalise(one) == normalise(other):
        return Proof(True, 1.0, 1.0)
    cross = detect_language(one) != detect_language(other)
    mine, theirs = marks(one), marks(other)
    reason = difference(mine, theirs)
    if reason:
        return Proof(False, 0.0, similarity, reason)
    found = align(one, other, cross=cross, likeness=likeness)
    reason = mismatch(found, one, other, likeness)
    if reason:
        return Proof(False, 0.0, similarity, reason)
    chance = weigh(evidence(found, mine, theirs, similarity, likeness, cross=cross))
    line = float(_head()["line"])
    return Proof(chance >= line, chance, similarity, "" if chance >= line else "not certain")


def evidence(
    found: Alignment,
    mine: Marks,
    theirs: Marks,
    similarity: float,
    likeness: Likeness,
    *,
    cross: bool,
) -> dict[str, float]:
    """Each sign by its name, most of them 0-1. The weights stand in ``head.json``."""
    left, right = found.hard_left, found.hard_right
    hard = sum(not a.soft or not b.soft for a, b in found.pairs)
    rest = _rest(found, likeness)
    return {
        "one": 1.0,
        "similarity": similarity,
        "high similarity": max(0.0, similarity - 0.8) * 5,
        "low similarity": max(0.0, 0.5 - similarity) * 2,
        "covered": float(not left and not right),
        "one side left": float(bool(left) != bool(right)),
        "left": min(len(left) + len(right), 4) / 4,
        "rest": rest,
        "rest and similarity": rest * similarity,
        "soft left": min(len(found.left) + len(found.right) - len(left) - len(right), 4) / 4,
        "hard pairs": min(hard, 4) / 4,
        "no hard pair": float(hard == 0),
        "slips": min(found.count("slip"), 3) / 3,
        "meaning": min(found.count("meaning"), 3) / 3,
        "groups": min(found.count("group"), 4) / 4,
        "cross": float(cross),
        "cross and similarity": float(cross) * similarity,
        "same ask": float(mine.ask == theirs.ask),
        "tense": float(bool(mine.tense and theirs.tense) and mine.tense != theirs.tense),
        "condition": float(mine.condition != theirs.condition),
    }


def weigh(signs: Mapping[str, float]) -> float:
    """The trained judgement (logistic regression), 0-1."""
    weights = _head()["weights"]
    score = sum(value * weights[name] for name, value in signs.items())
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, score))))


def mismatch(found: Alignment, one: str, other: str, likeness: Likeness) -> str:
    """Why an alignment proves two questions different; empty when it does not."""
    if found.opposed:
        return "opposite"
    places = [(a.place, b.place) for a, b in found.pairs]
    if turned_round(tokens(one), tokens(other), places):
        return "direction"
    if bool(found.hard_left) != bool(found.hard_right):
        return "more is asked"
    if found.hard_left and not _paraphrased(found, likeness):
        return "other words"
    return "" if found.pairs else "nothing shared"


def _paraphrased(found: Alignment, likeness: Likeness) -> bool:
    """Words without a partner must be few, and mean nearly the same together."""
    few = max(len(found.hard_left), len(found.hard_right)) <= MOST_LEFT
    return few and _rest(found, likeness) >= NEARLY


def _rest(found: Alignment, likeness: Likeness) -> float:
    """How near the words without a partner are to each other, taken together."""
    left = " ".join(word.text for word in found.hard_left)
    right = " ".join(word.text for word in found.hard_right)
    return likeness(left, right) if left and right else 0.0


@cache
def _head() -> Mapping[str, Any]:
    head: Mapping[str, Any] = json.loads(data_path("dedup", "head.json").read_text("utf-8"))
    return head
