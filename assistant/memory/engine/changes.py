"""Carries out what was decided of the facts, one typed action after the other (F4, F7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from assistant.characters import one_line
from assistant.clock import later
from assistant.embedding.base import Embedder
from assistant.memory.base import (
    Action,
    Add,
    Ask,
    AskForget,
    Confirm,
    Forget,
    MemoryChange,
    NothingMeant,
    Refuse,
    Supersede,
    TakeBack,
)
from assistant.memory.engine.forgetting import Forgetter
from assistant.memory.index import embed_missing
from assistant.memory.plan import question_key
from assistant.records import Fact
from assistant.storage.base import Stores

_ASKED = "asked"
"""Namespace of the questions that were asked: none is asked twice."""
_REFUSED = "refused"
"""Namespace of the moment when something told was last refused."""


class Changes:
    """Writes happen inside the caller's transaction."""

    def __init__(self, stores: Stores, embedder: Embedder, forgetter: Forgetter) -> None:
        self._stores = stores
        self._embedder = embedder
        self._forgetter = forgetter

    def asked(self, now: datetime) -> frozenset[str]:
        """The keys of the questions that the person was asked."""
        return frozenset(key for key, _ in self._stores.keyvalue.items(_ASKED, now=now))

    def note_refusal(self, now: datetime) -> None:
        self._stores.keyvalue.put(_REFUSED, "at", now.isoformat())

    def refused_at(self, now: datetime) -> datetime | None:
        """When something told was last not kept."""
        value = self._stores.keyvalue.get(_REFUSED, "at", now=now)
        return datetime.fromisoformat(value) if isinstance(value, str) else None

    def apply(self, action: Action, now: datetime) -> Iterator[MemoryChange]:
        """Carry an action out; what is given must be used up."""
        match action:
            case Add(fact):
                self._insert(fact)
                yield MemoryChange("noted", (fact.id,), fact.fact, reason=action.reason)
            case Confirm(identity):
                yield from self._confirm(identity, now, action.reason)
            case Supersede(fact, old_ids):
                yield self._supersede(fact, old_ids, now, action.reason)
            case Forget(ids, reason, part):
                yield self._forgetter.forget(ids, now, reason, told=part)
            case AskForget(ids, reason, told):
                parts = dict(zip(ids, map(one_line, told), strict=False))
                facts = [f for f in map(self._stores.facts.get, ids) if f is not None and f.live]
                found = tuple(fact.id for fact in facts)
                lines = "\n".join(parts.get(f.id) or one_line(f.fact) for f in facts)
                some = "\n".join(parts.get(id, "") for id in found) if any(told) else ""
                yield MemoryChange("to_forget", found, lines, some, reason)
            case TakeBack(ids):
                yield self._take_back(ids, now, action.reason)
            case NothingMeant(reason):
                yield MemoryChange("unmeant", (), reason=reason)
            case Ask(fact, old_id):
                self._insert(fact)
                self._stores.keyvalue.put(_ASKED, question_key(action), now.isoformat())
                old = self._stores.facts.get(old_id)
                known = old.fact if old else ""
                yield MemoryChange("asked", (fact.id, old_id), fact.fact, known, action.reason)
            case Refuse(what):
                self.note_refusal(now)
                yield MemoryChange("refused", (), what, reason=action.reason)

    def _insert(self, fact: Fact) -> None:
        """A new fact with its vector. Stated anew on purpose, it is no longer forgotten."""
        self._forgetter.lift(fact.fact)
        self._stores.facts.add(fact)
        if fact.live:
            vectors = self._embedder.embed([fact.fact])
            self._stores.facts.put_vectors(self._embedder.name, {fact.id: vectors[0]})

    def _confirm(self, identity: str, now: datetime, reason: str) -> Iterator[MemoryChange]:
        known = self._stores.facts.get(identity)
        if known is not None and known.live:
            latest = later(now, known.last_confirmed_at)
            self._stores.facts.update(replace(known, last_confirmed_at=latest))
            yield MemoryChange("confirmed", (identity,), known.fact, reason=reason)

    def _supersede(
        self, fact: Fact, old_ids: Sequence[str], now: datetime, reason: str
    ) -> MemoryChange:
        """Insert, then retire and link (F7)."""
        self._insert(replace(fact, replaces=old_ids[0] if old_ids else None))
        replaced = ""
        for identity in old_ids:
            old = self._stores.facts.get(identity)
            if old is not None and old.live:
                replaced = replaced or old.fact
                self._stores.facts.update(replace(old, superseded_by=fact.id, retired_at=now))
        return MemoryChange("replaced", (fact.id, *old_ids), fact.fact, replaced, reason)

    def _take_back(self, ids: Sequence[str], now: datetime, reason: str) -> MemoryChange:
        """What they replaced is live again, and they are forgotten alone."""
        for old in self._stores.facts.all(retired=True):
            if old.superseded_by in ids:
                self._stores.facts.update(replace(old, superseded_by=None, retired_at=None))
        embed_missing(self._stores.facts, self._embedder, lambda _done, _total: None)
        return self._forgetter.forget(ids, now, reason)
