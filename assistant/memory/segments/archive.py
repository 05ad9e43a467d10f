"""Yesterday's summaries (S4): closed segments come back when the question is about them. Pure.

Rank fusion of meaning and words, with a floor: nothing comes back automatically.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from assistant.memory.segments.words import is_common
from assistant.memory.wording import fold, tokens
from assistant.records import Segment

FUSION = 20
"""Reciprocal rank fusion's constant; smaller than usual because few segments are ever right."""
FLOOR = 0.05
"""Calibrated similarity under which only shared words count."""
NEAREST = 20
_DAYS = {"ayer": 1, "yesterday": 1, "anteayer": 2, "hoy": 0, "today": 0}


@dataclass(frozen=True, slots=True)
class Archived:
    """A closed segment and how much it is about the question, higher is nearer."""

    segment: Segment
    relevance: float


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
    """The closed segments that the question is about, best first; empty when none is near."""
    words = content_words(question)
    if not words:
        return []
    lexical = [i for i, _ in hits(words) if i not in exclude]
    near = sorted((i for i in cosines if i not in exclude), key=lambda i: -cosines[i])[:NEAREST]
    near = [i for i in near if calibrate(cosines[i]) >= FLOOR]
    scores: dict[str, float] = {}
    for ranking in (lexical, near):
        for rank, identity in enumerate(ranking):
            scores[identity] = scores.get(identity, 0.0) + 1 / (FUSION + rank)
    found = [(score, get(identity)) for identity, score in scores.items()]
    dated = _wanted_day(question, now)
    archived = [
        Archived(segment, score * (1.5 if dated and segment.created_at.date() == dated else 1.0))
        for score, segment in found
        if segment is not None
    ]
    archived.sort(key=lambda a: (-a.relevance, a.segment.id))
    return archived[:limit]


def content_words(text: str) -> list[str]:
    """The words of a question that can name what it is about."""
    return [word for word in dict.fromkeys(tokens(text)) if not is_common(word)][:24]


def _wanted_day(question: str, now: datetime) -> object:
    """The day that "ayer" or "yesterday" names."""
    for word in tokens(fold(question)):
        if word in _DAYS:
            return (now - timedelta(days=_DAYS[word])).date()
    return None
