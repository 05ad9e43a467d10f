"""The user's hands on the facts: list, add, edit, confirm, forget, review, export, import."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from assistant.errors import UsageError
from assistant.memory import decay
from assistant.records import Confidence, Domain, Fact, FactKind, FactSource, FactState
from assistant.storage.base import FactUse, Stores

if TYPE_CHECKING:
    from assistant.memory.base import MemoryChange
    from assistant.memory.engine import Memory


@dataclass(frozen=True, slots=True)
class FactView:
    """A fact with its state at an instant: the fields of ``facts list --json``."""

    id: str
    domain: Domain
    fact: str
    confidence: Confidence
    source: FactSource
    state: FactState
    created_at: datetime
    last_confirmed_at: datetime
    next_change_at: datetime | None
    kind: FactKind = "statement"
    role: str = "default"
    superseded_by: str | None = None


@dataclass(frozen=True, slots=True)
class FactHistory:
    """A fact, what it replaced and what replaced it (oldest first), and where it was used."""

    fact: FactView
    chain: tuple[FactView, ...]
    uses: tuple[FactUse, ...]


class FactBook:
    """What a person may do with the facts of a home. Every write is one transaction.

    Listing needs the stores alone; ``memory`` is asked for when words have to be understood.
    """

    def __init__(self, stores: Stores, memory: Callable[[], Memory], now: datetime) -> None:
        self._stores = stores
        self._open_memory = memory
        self._now = now

    @property
    def _memory(self) -> Memory:
        return self._open_memory()

    def all(self) -> list[FactView]:
        """Every fact but the forgotten, superseded ones included, oldest first."""
        return [self.view(fact) for fact in self._stores.facts.all(retired=True)]

    def view(self, fact: Fact) -> FactView:
        """A fact as it stands now."""
        state = decay.state_of(fact, self._now)
        return FactView(
            id=fact.id,
            domain=fact.domain,
            fact=fact.fact,
            confidence=fact.confidence,
            source=fact.source,
            state=state.state,
            created_at=fact.created_at,
            last_confirmed_at=fact.last_confirmed_at,
            next_change_at=state.next_change_at,
            kind=fact.kind,
            role=fact.role,
            superseded_by=fact.superseded_by,
        )

    def find(self, identity: str) -> Fact:
        """By id, or by a beginning of it that fits only one. Raises UsageError."""
        exact = self._stores.facts.get(identity)
        if exact:
            return exact
        fitting = [f for f in self._stores.facts.all(retired=True) if f.id.startswith(identity)]
        if len(fitting) == 1:
            return fitting[0]
        problem = "There is no fact" if not fitting else f"{len(fitting)} facts begin with"
        raise UsageError(f"{problem} '{identity}'", "See `assistant facts list`.")

    def search(self, words: str) -> list[FactView]:
        """Live facts that those words are about, nearest first."""
        return [self.view(fact) for fact in self._memory.facts.search(words)]

    def meant_by(self, words: str) -> list[FactView]:
        """The facts that a request to forget in those words means; none when it is unclear."""
        return [self.view(fact) for fact in self._memory.forgetter.meant_by(words)]

    def about_to_change(self, days: int) -> list[FactView]:
        """Live facts whose state changes within so many days, the soonest first."""
        until = self._now + timedelta(days=days)
        views = [self.view(fact) for fact in self._stores.facts.all()]
        dated = [(v.next_change_at, v.id, v) for v in views if v.next_change_at]
        return [view for at, _, view in sorted(dated) if self._now <= at <= until]

    def to_review(self, days: int) -> list[FactView]:
        """What is worth a look: about to change first, then what is no longer injected."""
        soon = self.about_to_change(days)
        views = [self.view(fact) for fact in self._stores.facts.all()]
        return soon + [v for v in views if v.state in ("dormant", "stale") and v not in soon]

    def history(self, identity: str) -> FactHistory:
        """What a fact replaced, what replaced it, and the prompts that used it."""
        fact = self.find(identity)
        chain = [fact]
        while chain[0].replaces and (older := self._stores.facts.get(chain[0].replaces)):
            chain.insert(0, older)
        while chain[-1].superseded_by and (
            newer := self._stores.facts.get(chain[-1].superseded_by)
        ):
            chain.append(newer)
        uses = tuple(self._stores.facts.uses(fact.id))
        return FactHistory(self.view(fact), tuple(map(self.view, chain)), uses)

    def add(self, text: str, domain: Domain | None = None, role: str = "default") -> FactView:
        """Keep a text on purpose. Returns the new fact, or the known one that says the same.

        Raises UsageError for an empty text and BadData for a secret (F4).
        """
        return self.view(self._memory.curator.remember(text, domain, role, self._now))

    def edit(self, identity: str, text: str, domain: Domain | None = None) -> FactView:
        """Say it better: the new wording supersedes the old one, which stays in the history."""
        return self.view(self._memory.curator.reword(self.find(identity), text, domain, self._now))

    def confirm(self, identity: str) -> FactView:
        """Still true: its age begins again (F7)."""
        return self.view(self._memory.curator.confirm(self.find(identity), self._now))

    def undo(self, changes: Sequence[MemoryChange]) -> list[str]:
        """Take back what a turn noted: new facts go, those they replaced come back. Returns the
        texts that went; what was forgotten or renewed stays as it is."""
        return self._memory.curator.undo(changes, self._now)

    def telling_of(self, identities: Sequence[str]) -> Callable[[str], bool]:
        """Whether a text tells of those facts or of what they replaced. Ask before ``forget``."""
        from assistant.memory.engine.forgetting import telling_of

        return telling_of(self._memory.forgetter.with_ancestors(identities))

    def forget(self, identities: Sequence[str]) -> MemoryChange:
        """Forget for good, derived data included; afterwards the bytes are in no file."""
        return self._memory.curator.forget([self.find(i) for i in identities], self._now)

    def export(self) -> Iterable[str]:
        """Live and superseded facts as JSON Lines."""
        from assistant.memory.exchange import to_line

        return (to_line(fact) for fact in self._stores.facts.all(retired=True))

    def load(self, lines: Iterable[str]) -> int:
        """Facts from JSON Lines; those already known change nothing. Returns how many came in.

        All or nothing. Raises BadData naming the line and the field.
        """
        from assistant.memory.exchange import from_line

        incoming = [from_line(line, n) for n, line in enumerate(lines, 1) if line.strip()]
        return self._memory.curator.take_in(incoming, self._now)
