"""Facts: planned, applied, recalled, forgotten (F1–F9)."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from assistant.config import Config
from assistant.embedding.base import Embedder
from assistant.errors import BadData, UsageError
from assistant.memory.base import (
    Action,
    Add,
    Ask,
    Confirm,
    Forget,
    MemoryChange,
    Reading,
    Refuse,
    Supersede,
)
from assistant.memory.decay import state_of
from assistant.memory.engine.base import Perceived, RecalledFact
from assistant.memory.index import FactIndex
from assistant.memory.ranking import rank
from assistant.memory.recall.cues import asks_memory
from assistant.memory.segments.archive import content_words
from assistant.memory.signals import read
from assistant.records import Domain, Fact, Turn
from assistant.storage.base import Stores

if TYPE_CHECKING:
    from assistant.embedding.base import Matrix


RECENT_TURNS = 3
"""Facts said in so many turns are in the window already (F8)."""
NEAREST_REACHED = 3


def new_id() -> str:
    """Twelve letters and digits: short enough to type a beginning of, long enough to be unique."""
    return uuid.uuid4().hex[:12]


class FactKeeper:
    """See ``memory.py``. Nothing here opens a transaction but the methods that say so."""

    def __init__(
        self, stores: Stores, embedder: Embedder, config: Config, key: Callable[[], bytes]
    ) -> None:
        self._stores = stores
        self._embedder = embedder
        self._config = config
        self._key = key
        self._index = FactIndex(stores.facts, embedder.name, embedder.calibrate)

    # -- a turn's facts ---------------------------------------------------------------------

    def intend(self, reading: Reading, role: str, now: datetime) -> tuple[Action, ...]:
        """The changes that a message asks for, as typed actions. Writes nothing."""
        return tuple(
            Add(
                Fact(
                    new_id(),
                    finding.domain,
                    finding.text,
                    "high",
                    "explicit",
                    now,
                    now,
                    finding.kind,
                    role,
                    finding.language,
                    finding.slot,
                ),
                "",
            )
            for finding in reading.findings
        )

    def recall(
        self, role: str, seen: Perceived, now: datetime, count: Callable[[str], int], budget: int
    ) -> tuple[tuple[RecalledFact, ...], Fact | None]:
        """Every fact considered for the message, in the order of rank, with its reason (F8); and
        the stale fact that the question reaches for, if it does (F6)."""
        own = None if self._config.role(role).facts == "all" else role
        vector = self._embedder.embed([seen.text])[0]
        words = content_words(seen.text)
        found = self._index.find(seen.text, vector, words=words, role=own)
        explicit = asks_memory(seen.text)
        leaving = _retired_by(seen.actions)
        ranking = rank(
            found.question,
            found.candidates,
            stored=found.stored,
            budget=budget,
            count=lambda line: count(f"- {line}"),
            barred=lambda fact: _barred(fact, now, explicit, leaving),
            said=_said_in(seen.window[-RECENT_TURNS:], seen.recent_facts),
        )
        facts = tuple(RecalledFact(r.fact, r.considered, r.standing, r.line) for r in ranking.facts)
        return facts, _reached_for(facts, now) if ranking.needed else None

    def apply(self, actions: Sequence[Action], now: datetime) -> tuple[MemoryChange, ...]:
        """Carry actions out, inside the caller's transaction."""
        return tuple(change for action in actions for change in self._apply(action, now))

    def _apply(self, action: Action, now: datetime) -> Iterable[MemoryChange]:
        match action:
            case Add(fact):
                self._insert(fact)
                yield MemoryChange("noted", (fact.id,), fact.fact, reason=action.reason)
            case Confirm(identity):
                known = self._stores.facts.get(identity)
                if known is not None and known.live:
                    self._stores.facts.update(
                        replace(known, last_confirmed_at=max(now, known.last_confirmed_at))
                    )
                    yield MemoryChange("confirmed", (identity,), known.fact, reason=action.reason)
            case Supersede(fact, old_ids):
                yield self._supersede(fact, old_ids, now, action.reason)
            case Forget(ids):
                yield self._forget(ids, now, action.reason)
            case Ask(fact, old_id):
                self._insert(fact)
                old = self._stores.facts.get(old_id)
                yield MemoryChange(
                    "asked", (fact.id, old_id), fact.fact, old.fact if old else "", action.reason
                )
            case Refuse():
                yield MemoryChange("refused", (), reason=action.reason)

    def _insert(self, fact: Fact) -> None:
        self._stores.facts.add(fact)
        vectors = self._embedder.embed([fact.fact])
        self._stores.facts.put_vectors(self._embedder.name, {fact.id: vectors[0]})

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

    # -- the user's hands -------------------------------------------------------------------

    def remember(self, text: str, domain: Domain | None, role: str, now: datetime) -> Fact:
        """Keep a text on purpose, in a transaction of its own.

        Returns the new fact, or the known one when it says the same. Raises UsageError for an
        empty text and BadData for a secret (F4).
        """
        words = " ".join(text.split())
        if not words:
            raise UsageError("There is nothing to remember", "Give the fact's text.")
        reading = read(words)
        if reading.secrets:
            raise BadData(
                f"Not kept: that looks like a secret ({reading.secrets[0].kind})",
                "Secrets are never stored; keep them in a password manager.",
            )
        asked = reading.findings or read(f"remember that {words}").findings
        finding = asked[0] if asked else None
        fact = Fact(
            id=new_id(),
            domain=domain or (finding.domain if finding else "personal"),
            fact=words,
            confidence="high",
            source="explicit",
            created_at=now,
            last_confirmed_at=now,
            kind=finding.kind if finding else "instruction",
            role=role,
            language=reading.language,
            slot=finding.slot if finding else None,
        )
        with self._stores.transaction():
            self._insert(fact)
        return fact

    # -- verified forgetting ----------------------------------------------------------------

    def _forget(self, ids: Sequence[str], now: datetime, reason: str) -> MemoryChange:
        """Erase facts with every earlier version of them, and all that was derived from them."""
        facts = self._stores.facts
        chain = self._with_ancestors(ids)
        digests = [self.digest(fact.fact) for fact in chain]
        facts.erase([fact.id for fact in chain], digests, now)
        self._erase_mentions(chain, now)
        return MemoryChange("forgotten", tuple(f.id for f in chain), reason=reason)

    def _with_ancestors(self, ids: Sequence[str]) -> list[Fact]:
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


def _barred(fact: Fact, now: datetime, explicit: bool, leaving: frozenset[str]) -> str:
    """Why a fact may not be injected (F6, F9); empty when it may."""
    if fact.id in leaving:
        return "this message changes it"
    decay = state_of(fact, now)
    if decay.injection == "never":
        return f"{decay.state}: last confirmed {fact.last_confirmed_at.date().isoformat()}"
    if decay.injection == "explicit" and not explicit:
        return f"{decay.state}: only when asked for"
    return ""


def _retired_by(actions: Sequence[Action]) -> frozenset[str]:
    """Facts that the message at hand forgets or replaces: no longer worth telling."""
    ids: set[str] = set()
    for action in actions:
        if isinstance(action, Forget):
            ids.update(action.fact_ids)
        elif isinstance(action, Supersede):
            ids.update(action.old_ids)
    return frozenset(ids)


def _said_in(turns: Sequence[Turn], recent: Mapping[str, int]) -> frozenset[str]:
    """Facts stated in those turns."""
    numbers = {turn.number for turn in turns}
    return frozenset(fact for fact, number in recent.items() if number in numbers)


def _reached_for(facts: Sequence[RecalledFact], now: datetime) -> Fact | None:
    """The stale fact among the nearest to the question."""
    nearest = sorted(facts, key=lambda f: -f.considered.score)[:NEAREST_REACHED]
    return next((f.fact for f in nearest if state_of(f.fact, now).state == "stale"), None)
