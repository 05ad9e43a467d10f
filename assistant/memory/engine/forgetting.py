"""Verified forgetting: the facts and everything that was derived from them (F7).

Afterwards ``Stores.scrub`` leaves their bytes in no file. What stays is a keyed hash, so that the
same words are not noted again until they are stated anew on purpose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from assistant.memory.base import ForgetRequest, MemoryChange, Reading
from assistant.memory.forgetting import digest, mentions, which
from assistant.memory.matching import Meaning
from assistant.memory.segments.archive import wording_of
from assistant.memory.signals import read
from assistant.memory.state import namespace_of
from assistant.records import Fact
from assistant.storage.base import Stores

ANSWERS = "answers"
DERIVED = (ANSWERS, "reuse", "cache")
"""Namespaces of what was derived from facts: a mention of a forgotten one takes the entry along."""


class Forgetter:
    """``key`` gives the home's own key; it is read only when a hash is needed."""

    def __init__(self, stores: Stores, key: Callable[[], bytes], meaning: Callable[[], Meaning]):
        self._stores = stores
        self._key = key
        self._meaning = meaning

    def is_forgotten(self, text: str) -> bool:
        """Whether what a text says was forgotten."""
        return self._stores.facts.forgotten(digest(text, self._key()))

    def any_of_forgotten(self) -> Callable[[str], bool]:
        """``is_forgotten`` for many texts: nothing is hashed where nothing ever was forgotten."""
        return self.is_forgotten if self._stores.facts.any_forgotten() else lambda _text: False

    def lift(self, text: str) -> None:
        """It was stated anew on purpose: it may be stored again."""
        self._stores.facts.lift(digest(text, self._key()))

    def meant_by(self, words: str) -> list[Fact]:
        """The facts that a request to forget in those words means."""
        facts = self._stores.facts.all()
        request = ForgetRequest((0, len(words)), words)
        ids = which(request, facts, read(words).language, self._meaning())
        return [fact for fact in facts if fact.id in ids]

    def forget(self, ids: Sequence[str], now: datetime, reason: str) -> MemoryChange:
        """Erase facts with every earlier version of them, and all that tells of them."""
        chain = self.with_ancestors(ids)
        key = self._key()
        digests = [digest(fact.fact, key) for fact in chain]
        self._stores.facts.erase([fact.id for fact in chain], digests, now)
        self.erase_mentions(telling_of(chain), now)
        self._stores.keyvalue.delete(ANSWERS)  # any may rest on the fact without naming it
        return MemoryChange("forgotten", tuple(f.id for f in chain), reason=reason)

    def erase_mentions(self, tells: Callable[[str], bool], now: datetime) -> None:
        """Summaries, raw turns, structured state and kept answers that tell of it go."""
        self._erase_segments(tells)
        self._erase_turns(tells, now)
        self._erase_derived(tells, now)

    def with_ancestors(self, ids: Sequence[str]) -> list[Fact]:
        """The facts and what they replaced: forgetting the van forgets the van before it."""
        by_successor: dict[str, list[Fact]] = {}
        for fact in self._stores.facts.all(retired=True):
            if fact.superseded_by:
                by_successor.setdefault(fact.superseded_by, []).append(fact)
        found: dict[str, Fact] = {}
        waiting = [f for f in map(self._stores.facts.get, ids) if f is not None]
        while waiting:
            fact = waiting.pop()
            if fact.id not in found:
                found[fact.id] = fact
                waiting += by_successor.get(fact.id, [])
        return list(found.values())

    def _erase_segments(self, tells: Callable[[str], bool]) -> None:
        segments = (
            segment
            for conversation in self._stores.conversations.all()
            for segment in self._stores.segments.all(conversation.id)
        )
        self._stores.segments.erase([s.id for s in segments if tells(wording_of(s))])

    def _erase_turns(self, tells: Callable[[str], bool], now: datetime) -> None:
        """Raw turns of any window that tell of it lose their text."""
        for conversation in self._stores.conversations.all():
            numbers = [
                turn.number
                for turn in self._stores.conversations.turns(conversation.id)
                if tells(turn.user.content) or tells(turn.reply.content)
            ]
            if numbers:
                self._stores.conversations.drop(conversation.id, numbers, now)

    def _erase_derived(self, tells: Callable[[str], bool], now: datetime) -> None:
        states = (namespace_of(c.id) for c in self._stores.conversations.all())
        for namespace in (*DERIVED, *states):
            for entry, value in self._stores.keyvalue.items(namespace, now=now):
                if tells(f"{entry} {value}"):
                    self._stores.keyvalue.delete(namespace, entry)


def telling_of(facts: Iterable[Fact]) -> Callable[[str], bool]:
    """Whether a text tells of any of those facts."""
    known = [(fact.fact, fact.language) for fact in facts]
    return lambda text: any(mentions(fact, language, text) for fact, language in known)


def telling_of_asked(reading: Reading) -> Callable[[str], bool] | None:
    """Whether a text tells of what a message names to be forgotten; None where it names nothing."""
    forgets = [r for r in reading.forgets if not (r.everything or r.loose)]
    abouts = [r.about for r in forgets if r.about.strip()]
    if not abouts:
        return None
    return lambda text: any(mentions(about, reading.language, text) for about in abouts)
