"""Yesterday's summaries (S4): closed segments come back when the question is about them. Pure.

Meaning and words together: the calibrated similarity of the question to all that was said in a
segment, and how rare the words are that it shares with the summary. A floor keeps everything away
from a question that nothing is about; it is lower where the question refers back ("¿cómo quedó…?",
"what did we settle on…?") or names the day. Floors and weights were set on
``data/segments/examples.jsonl``; ``tests/benchmarks/segments.py`` measures them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import chain

from assistant.memory.segments.cues import refers_back
from assistant.memory.segments.period import Period, named_period
from assistant.memory.segments.tokens import tokens as tokens_of
from assistant.memory.segments.words import FULL, FUNCTION, is_common, weight
from assistant.memory.wording import stem, tokens
from assistant.records import Segment

NEAREST = 30
"""Segments that are looked at for their meaning; as many again for their words."""
RARITY = 0.1
"""What a shared word's rarity (its idf) adds to a rank."""
SHARED = 0.9
"""What it adds to the relevance that all the question's words are shared."""
FLOOR, FLOOR_BESIDE = 0.40, 0.20
"""The relevance that the best needs, and what others need beside it."""
REFERRING, NAMED_DAY = 0.15, 0.15
"""What it adds that the question refers back, and that a segment is of the day it names."""
LIGHT_WORD = 0.6
_LEAST_WORDS = 2
"""A question of fewer words is held to have so many: one word shared is not all that is asked."""
_LEAST_SEGMENTS = 50
_MARGIN = timedelta(hours=12)
"""Days are the user's, instants are UTC."""


@dataclass(frozen=True, slots=True)
class Archived:
    """A closed segment and how much it is about the question, higher is nearer."""

    segment: Segment
    relevance: float


def queries(question: str) -> tuple[str, ...]:
    """The texts whose mean direction stands for the question: itself, and its words that tell
    without the names, which say little to an embedder and are shared by many segments."""
    words = [t for t in tokens_of(question, "en") if _weight(t.text) > FUNCTION]
    telling = [t.text for t in words if t.first or not t.capital] or [t.text for t in words]
    return (question, " ".join(telling)) if telling else (question,)


def choose(
    question: str,
    *,
    cosines: Mapping[str, float],
    hits: Callable[[Sequence[str]], Sequence[tuple[str, float]]],
    get: Callable[[str], Segment | None],
    exclude: Collection[str],
    calibrate: Callable[[float], float],
    now: datetime,
    limit: int = 4,
) -> list[Archived]:
    """The closed segments that the question is about, best first; empty when none is near.

    ``cosines`` are those of ``queries`` by segment, ``hits`` finds segments by words.
    """
    period, asked = named_period(question, now), _asked(question)
    back = refers_back(question)
    of_day_only = not any(value == FULL for value in asked.values())
    if of_day_only and not (period and back):
        return []
    near = sorted(cosines, key=lambda i: -cosines[i])[:NEAREST]
    newest = list(cosines)[-NEAREST:] if period else []
    by_words = hits([token for token in tokens(question) if _weight(token) > FUNCTION])[:NEAREST]
    wanted = dict.fromkeys([*near, *newest, *(i for i, _ in by_words if i in cosines)])
    found = [segment for i in wanted if i not in exclude and (segment := get(i))]
    if of_day_only:  # "what did we decide yesterday?"
        found = [segment for segment in found if _within(segment, period)]
    measure = _Measure.of(asked, found, len(cosines))
    ranked = []
    for segment in found:
        meaning = calibrate(cosines[segment.id])
        shared = measure.shared(segment)
        extra = REFERRING * back + NAMED_DAY * _within(segment, period)
        relevance = meaning + SHARED * shared / measure.total + extra
        ranked.append((meaning + RARITY * shared + extra, Archived(segment, relevance)))
    ranked.sort(key=lambda pair: (-pair[0], pair[1].segment.id))
    best = max((archived.relevance for _, archived in ranked), default=0.0)
    if best < FLOOR and not of_day_only:
        return []
    return [a for _, a in ranked if a.relevance >= FLOOR_BESIDE][:limit]


def content_words(text: str) -> list[str]:
    """The words of a question that can name what it is about."""
    return [word for word in dict.fromkeys(tokens(text)) if not is_common(word)][:24]


def _weight(word: str) -> float:
    """A question may be in the other language than its segment: the lesser of the two counts."""
    return min(weight(word, "es"), weight(word, "en"))


def _asked(question: str) -> dict[str, float]:
    """The stems of the question's words and how much each tells."""
    words = {stem(token): _weight(token) for token in tokens(question)}
    return {each: FULL if value == FULL else LIGHT_WORD for each, value in words.items() if value}


@dataclass(frozen=True, slots=True)
class _Measure:
    """How rare each word of the question is among the segments, as idf of its stem."""

    rarity: Mapping[str, float]
    total: float

    @classmethod
    def of(cls, asked: Mapping[str, float], found: Sequence[Segment], many: int) -> _Measure:
        """``many`` segments there are; few of them tell little of how rare a word is."""
        many = max(many, _LEAST_SEGMENTS)
        times = Counter(each for segment in found for each in _stems(segment) & asked.keys())
        rarity = {
            each: value * math.log(1 + (many - times[each] + 0.5) / (times[each] + 0.5))
            for each, value in asked.items()
        }
        return cls(rarity, max(sum(rarity.values()), _LEAST_WORDS * math.log(1 + 2 * many)))

    def shared(self, segment: Segment) -> float:
        """The rarity of the words that the segment holds, summed up."""
        return sum(self.rarity[each] for each in _stems(segment) & self.rarity.keys())


def wording_of(segment: Segment) -> str:
    """All its words as one text."""
    lists = (segment.discussed, segment.decisions, segment.open_questions)
    return ". ".join(filter(None, (segment.topic, *chain(*lists), segment.outcome)))


@lru_cache(maxsize=4096)
def _stems(segment: Segment) -> frozenset[str]:
    return frozenset(stem(token) for token in tokens(wording_of(segment)))


def _within(segment: Segment, period: Period | None) -> bool:
    if period is None:
        return False
    first, last = (segment.created_at - _MARGIN).date(), (segment.created_at + _MARGIN).date()
    return period[0] <= last and first <= period[1]
