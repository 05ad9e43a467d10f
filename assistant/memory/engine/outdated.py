"""What a summary may no longer tell: facts that were replaced since, or went stale (F7, F9).

Summaries are write-once (S3), so they are not mended: one that tells of an outdated fact stays out
of the prompt.
"""

from __future__ import annotations

from datetime import date, datetime
from functools import lru_cache
from typing import NamedTuple

from assistant.memory.decay import state_of
from assistant.memory.segments.archive import wording_of
from assistant.memory.segments.words import is_common
from assistant.records import Fact, Segment
from assistant.storage.base import Stores
from assistant.text.wording import in_every_language

ENOUGH = 0.75
"""Share of a fact's words, small talk apart, that a summary must hold to tell of it."""


class _Entry(NamedTuple):
    """An outdated fact's words; ``own`` are those that its successor does not hold."""

    words: frozenset[str]
    own: frozenset[str]


class Outdated:
    """An index of outdated facts by the words that only they hold.

    A new day reads all facts again, a change of facts only those that changed.
    """

    def __init__(self, stores: Stores) -> None:
        self._stores = stores
        self._revision = -1
        self._day: date | None = None
        self._entries: dict[str, _Entry] = {}
        self._by_word: dict[str, set[str]] = {}

    def tells(self, segment: Segment, now: datetime) -> bool:
        """Whether the segment holds most words of an outdated fact, one of its own among them."""
        return self.told_in(wording_of(segment), now)

    def told_in(self, text: str, now: datetime) -> bool:
        """The same of any text."""
        self._renew(now)
        if not self._entries:
            return False
        held = _keys(text)
        near = {fact for key in held for fact in self._by_word.get(key, ())}
        return any(_mostly(self._entries[fact].words, held) for fact in near)

    def _renew(self, now: datetime) -> None:
        revision = self._stores.facts.revision()
        if (revision, now.date()) == (self._revision, self._day):
            return
        changed = self._stores.facts.changes(self._revision) if now.date() == self._day else None
        if changed is None:
            self._entries, self._by_word = {}, {}
            facts = self._stores.facts.all(retired=True)
        else:
            for identity in changed:
                self._leave_out(identity)
            facts = [fact for fact in map(self._stores.facts.get, changed) if fact]
        for fact in facts:
            if state_of(fact, now).injection == "never":
                self._take_in(fact)
        self._revision, self._day = revision, now.date()

    def _take_in(self, fact: Fact) -> None:
        successor = self._stores.facts.get(fact.superseded_by) if fact.superseded_by else None
        words = _keys(fact.fact)
        own = words - (_keys(successor.fact) if successor else frozenset())
        self._entries[fact.id] = _Entry(words, own)
        for key in own:
            self._by_word.setdefault(key, set()).add(fact.id)

    def _leave_out(self, identity: str) -> None:
        entry = self._entries.pop(identity, None)
        for key in entry.own if entry else ():
            self._by_word[key].discard(identity)


def _mostly(words: frozenset[str], held: frozenset[str]) -> bool:
    return len(words & held) >= ENOUGH * len(words)


@lru_cache(maxsize=1_024)  # the summaries near a question are much the same from turn to turn
def _keys(text: str) -> frozenset[str]:
    """What the words that carry a subject have in common with their other forms."""
    return frozenset(word.key for word in in_every_language(text) if not is_common(word.text))
