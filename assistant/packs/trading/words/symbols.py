"""Which instruments a text speaks of: candidates, what speaks for each, and a decision."""

from __future__ import annotations

import tomllib
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from assistant.packs.profile import Mention
from assistant.packs.trading.texts import shipped
from assistant.packs.trading.words.candidates import Candidate, candidates
from assistant.packs.trading.words.evidence import Setting, evidence, listed, setting_of
from assistant.packs.trading.words.instruments import gazetteer

SURE = 1.5
"""The score by itself from which a candidate speaks for others in its text."""
LIKELY = -2.5
"""The score by itself from which it speaks for those that it is listed with."""
ENOUGH = 0.0


class Weights(NamedTuple):
    """As in ``weights.toml``, where they are explained."""

    looks: Mapping[str, Sequence[float]]
    evidence: Mapping[str, float]


def mentions(text: str) -> tuple[Mention, ...]:
    """Every place where a text names an instrument, in order."""
    found = candidates(text, gazetteer())
    if not found:
        return ()
    scores = scored(found, setting_of(text))
    return tuple(
        Mention(one.symbol, one.start, one.end, "symbol")
        for one, score in zip(found, scores, strict=True)
        if score > ENOUGH
    )


def scored(found: Sequence[Candidate], setting: Setting) -> list[float]:
    """A score for each: what it has by itself, and what others of the text add."""
    weights = load_weights()
    scores = [weighed(one, evidence(one, setting), weights) for one in found]
    likely = [place for place, score in enumerate(scores) if score >= LIKELY]
    sure = {found[place].symbol for place in likely if scores[place] >= SURE}
    written = {(found[place].symbol, found[place].look) for place in likely}
    looks = Counter(symbol for symbol, _ in written)
    total = []
    for place, (one, score) in enumerate(zip(found, scores, strict=True)):
        beside = [scores[n] for n in _neighbours(place, likely) if listed(one, found[n], setting)]
        said = {
            "listed": any(other >= SURE for other in beside),
            "paired": bool(beside),
            "others": len(sure) > (one.symbol in sure),
            "same": looks[one.symbol] > ((one.symbol, one.look) in written),
        }
        total.append(score + sum(weights.evidence[name] for name, there in said.items() if there))
    return total


def _neighbours(place: int, likely: Sequence[int]) -> tuple[int, ...]:
    """The nearest likely ones before a place and behind it."""
    return (
        *likely[max(0, bisect_left(likely, place) - 1) : bisect_left(likely, place)],
        *likely[bisect_right(likely, place) : bisect_right(likely, place) + 1],
    )


def weighed(one: Candidate, found: Mapping[str, float], weights: Weights) -> float:
    """The score of a candidate with that evidence."""
    prior = weights.looks[one.look][one.doubt]
    return prior + sum(weights.evidence[name] * value for name, value in found.items())


@cache
def load_weights() -> Weights:
    table = tomllib.loads(shipped("words/weights.toml"))
    return Weights(table["looks"], table["evidence"])
