"""What a summary may no longer tell: facts that were replaced since, or went stale (F7, F9).

Summaries are write-once (S3), so they are not mended: one that tells of an outdated fact stays out
of the prompt.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from assistant.memory.decay import state_of
from assistant.memory.segments.words import is_common
from assistant.memory.wording import wording
from assistant.records import Fact, Segment
from assistant.storage.base import Stores

ENOUGH = 0.75
"""Share of a fact's words, small talk apart, that a summary must hold to tell of it."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """An outdated fact's words; ``own`` are those that its successor does not hold."""

    words: frozenset[str]
    own: frozenset[str]


class Outdated:
    """An index of outdated facts by the words that only they hold, renewed with facts and days."""

    def __init__(self, stores: Stores) -> None:
        self._stores = stores
        self._as_of: tuple[int, date] | None = None
        self._entries: Mapping[str, list[_Entry]] = {}

    def tells(self, segment: Segment, now: datetime) -> bool:
        """Whether the segment holds most words of an outdated fact, one of its own among them."""
        return self.told_in(text_of(segment), now)

    def told_in(self, text: str, now: datetime) -> bool:
        """The same of any text."""
        self._renew(now)
        if not self._entries:
            return False
        held = _keys(text)
        near = {id(entry): entry for key in held for entry in self._entries.get(key, ())}
        return any(len(entry.words & held) >= ENOUGH * len(entry.words) for entry in near.values())

    def _renew(self, now: datetime) -> None:
        as_of = (self._stores.facts.revision(), now.date())
        if as_of == self._as_of:
            return
        entries: dict[str, list[_Entry]] = defaultdict(list)
        for fact in self._stores.facts.all(retired=True):
            if state_of(fact, now).injection == "never":
                entry = self._entry(fact)
                for key in entry.own:
                    entries[key].append(entry)
        self._entries, self._as_of = entries, as_of

    def _entry(self, fact: Fact) -> _Entry:
        successor = self._stores.facts.get(fact.superseded_by) if fact.superseded_by else None
        words = _keys(fact.fact)
        return _Entry(words, words - (_keys(successor.fact) if successor else frozenset()))


def text_of(segment: Segment) -> str:
    """Everything that a segment says."""
    parts: Iterable[str] = (segment.topic, *segment.discussed, segment.outcome)
    return " ".join((*parts, *segment.decisions, *segment.open_questions))


def _keys(text: str) -> frozenset[str]:
    """What the words that carry a subject have in common with their other forms."""
    words = (*wording(text, "es").words, *wording(text, "en").words)
    return frozenset(word.key for word in words if not is_common(word.text))
