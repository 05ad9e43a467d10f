"""What a summary may no longer tell: facts that were replaced since, or went stale (F7, F9).

Summaries are write-once (S3), so they are not mended: one that tells of an outdated fact stays out
of the prompt.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from assistant.memory.decay import state_of
from assistant.memory.wording import wording
from assistant.records import Fact, Segment
from assistant.storage.base import Stores


@dataclass(frozen=True, slots=True)
class _Entry:
    """``own`` are the words of the fact that its successor does not hold."""

    fact: Fact
    words: frozenset[str]
    own: frozenset[str]


class Outdated:
    """An index of facts by the words that only they hold, renewed when facts change."""

    def __init__(self, stores: Stores) -> None:
        self._stores = stores
        self._revision = -1
        self._entries: dict[str, list[_Entry]] = {}

    def tells(self, segment: Segment, now: datetime) -> bool:
        """Whether the segment holds half the words of a replaced or stale fact, one of its own
        among them."""
        self._renew()
        held = _keys(text_of(segment))
        near = {id(e): e for key in held for e in self._entries.get(key, ())}
        return any(
            2 * len(entry.words & held) >= len(entry.words)
            and state_of(entry.fact, now).injection == "never"
            for entry in near.values()
        )

    def _renew(self) -> None:
        revision = self._stores.facts.revision()
        if revision == self._revision:
            return
        facts = self._stores.facts.all(retired=True)
        by_id = {fact.id: fact for fact in facts}
        entries: dict[str, list[_Entry]] = defaultdict(list)
        for fact in facts:
            successor = by_id.get(fact.superseded_by or "")
            words = _keys(fact.fact)
            entry = _Entry(fact, words, words - (_keys(successor.fact) if successor else set()))
            for key in entry.own:
                entries[key].append(entry)
        self._entries, self._revision = dict(entries), revision


def text_of(segment: Segment) -> str:
    """Everything that a segment says."""
    parts: Iterable[str] = (segment.topic, *segment.discussed, segment.outcome)
    return " ".join((*parts, *segment.decisions, *segment.open_questions))


def _keys(text: str) -> frozenset[str]:
    return wording(text, "es").keys | wording(text, "en").keys
