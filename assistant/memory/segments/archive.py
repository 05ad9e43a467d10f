"""Yesterday's summaries (S4): closed segments come back when the question is about them. Pure.

Meaning and words together: the calibrated similarity of the question to all that was said in a
segment, and how rare the words are that it shares with the summary. A floor keeps everything away
from a question that nothing is about; it is lower where the question refers back ("¿cómo quedó…?",
"what did we settle on…?") or names the day. Floors and weights were set on
``training/data/segments``; ``tests/benchmarks/segments.py`` measures them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from heapq import nlargest
from itertools import chain
from typing import NamedTuple

from assistant.languages import FALLBACK, known
from assistant.memory.base import Summary
from assistant.memory.segments.cues import refers_back, without_opening
from assistant.memory.segments.period import Period, day_words, named_period
from assistant.memory.segments.words import FULL, FUNCTION, is_common, unmarked, weight
from assistant.memory.segments.words import tokens as tokens_of
from assistant.records import Language, Segment, Turn
from assistant.text.phrases import tokens
from assistant.text.wording import stem

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


def queries(question: str) -> tuple[str, ...]:
    """The texts whose mean direction stands for the question: itself, and its words that tell
    without the names, which say little to an embedder and are shared by many segments."""
    words = [t for t in tokens_of(question, FALLBACK) if _weight(t.text) > FUNCTION]
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
) -> list[Summary]:
    """The closed segments that the question is about, best first; empty when none is near.

    ``cosines`` are those of ``queries`` by segment, ``hits`` finds segments by words.
    """
    asked = _Question.read(question, now)
    if asked.says_nothing:
        return []
    wanted = [i for i in _candidates(asked, cosines, hits) if i not in exclude]
    found = [segment for i in wanted if (segment := get(i)) and asked.may_mean(segment)]
    rarity = _Rarity.of(asked.stems, found, len(cosines))
    ranked = []
    for segment in found:
        meaning = calibrate(cosines[segment.id]) + asked.refers_to(segment)
        shared = rarity.shared(segment)
        relevance = meaning + SHARED * shared / rarity.total
        ranked.append((meaning + RARITY * shared, Summary(segment, relevance)))
    ranked.sort(key=lambda pair: (-pair[0], pair[1].segment.id))
    best = max((archived.relevance for _, archived in ranked), default=0.0)
    if best < FLOOR and asked.telling:
        return []
    return [archived for _, archived in ranked if archived.relevance >= FLOOR_BESIDE][:limit]


def content_words(text: str) -> list[str]:
    """The words of a question that can name what it is about."""
    return [word for word in dict.fromkeys(tokens(text)) if not is_common(word)][:24]


def _weight(word: str) -> float:
    """A question may be in the other language than its segment: the lesser of the two counts."""
    return min(weight(word, language) for language in known())


class _Question(NamedTuple):
    """Its words, the stems of them with how much each tells, the days it names, and whether it
    refers back."""

    words: tuple[str, ...]
    stems: Mapping[str, float]
    period: Period | None
    back: bool

    @classmethod
    def read(cls, text: str, now: datetime) -> _Question:
        period = named_period(text, now)
        words = tokens(without_opening(text))
        weights = {t: _weight(t) for t in words if not (period and t in day_words())}
        said = {token: value for token, value in weights.items() if value > FUNCTION}
        stems = {stem(t): FULL if value == FULL else LIGHT_WORD for t, value in said.items()}
        return cls(tuple(said), stems, period, refers_back(text))

    @property
    def telling(self) -> bool:
        return FULL in self.stems.values()

    @property
    def says_nothing(self) -> bool:
        """No subject, and not "what did we decide yesterday?" either."""
        return not self.telling and not (self.period and self.back)

    def may_mean(self, segment: Segment) -> bool:
        return self.telling or self.refers_to(segment) >= NAMED_DAY + REFERRING

    def refers_to(self, segment: Segment) -> float:
        return REFERRING * self.back + NAMED_DAY * _within(segment, self.period)


def _candidates(
    asked: _Question,
    cosines: Mapping[str, float],
    hits: Callable[[Sequence[str]], Sequence[tuple[str, float]]],
) -> list[str]:
    """The nearest, those with the words, and where days are named the newest."""
    near = nlargest(NEAREST, cosines, key=cosines.__getitem__)
    newest = list(cosines)[-NEAREST:] if asked.period else []
    with_words = [i for i, _ in hits(asked.words)[:NEAREST] if i in cosines]
    return list(dict.fromkeys([*near, *with_words, *newest]))


class _Rarity(NamedTuple):
    """How rare each word of the question is among the segments, as idf of its stem."""

    rarity: Mapping[str, float]
    total: float

    @classmethod
    def of(cls, asked: Mapping[str, float], found: Sequence[Segment], many: int) -> _Rarity:
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
    """All that was said in it as one text, whoever said it."""
    lists = (segment.discussed, segment.decisions, segment.open_questions)
    phrases = (segment.topic, *chain(*lists), segment.outcome)
    return ". ".join(filter(None, map(unmarked, phrases)))


@lru_cache(maxsize=4096)
def _stems(segment: Segment) -> frozenset[str]:
    return frozenset(stem(token) for token in tokens(wording_of(segment)))


def _within(segment: Segment, period: Period | None) -> bool:
    if period is None:
        return False
    first, last = (segment.created_at - _MARGIN).date(), (segment.created_at + _MARGIN).date()
    return period[0] <= last and first <= period[1]


TURNS_PER_SEGMENT = 3


def leaving_groups(
    outside: Sequence[Turn], *, topic_ended: bool
) -> tuple[tuple[tuple[Turn, ...], ...], tuple[Turn, ...]]:
    """Turns outside the window, oldest first, as closed segments and the one still open.

    A segment closes when it has three turns, when the next turn opened a new topic, or, with
    ``topic_ended``, because nothing more can join it. The open one keeps its raw text until then:
    a summary is written once (S3).
    """
    groups: list[list[Turn]] = []
    for turn in outside:
        if not groups or turn.shift or len(groups[-1]) == TURNS_PER_SEGMENT:
            groups.append([])
        groups[-1].append(turn)
    closed = [tuple(group) for group in groups]
    if closed and not topic_ended and len(closed[-1]) < TURNS_PER_SEGMENT:
        return tuple(closed[:-1]), closed[-1]
    return tuple(closed), ()


def language_of(group: Sequence[Turn]) -> Language:
    """The language in which the user spoke in those turns: that of their summary."""
    from assistant.memory.signals.language import detect_language

    return detect_language(" ".join(turn.user.content for turn in group))
