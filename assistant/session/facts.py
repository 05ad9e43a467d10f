"""The user's hands on the facts: list, add, edit, confirm, forget, review, export, import."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING

from assistant.characters import whole
from assistant.errors import BadData, UsageError
from assistant.limits import IDENTITY, IMPORT_EMBEDDING, IMPORT_FACTS
from assistant.memory import decay
from assistant.records import (
    DOMAINS,
    Confidence,
    Domain,
    Fact,
    FactKind,
    FactSource,
    FactState,
)
from assistant.session.domains import unknown_domain
from assistant.storage.base import FactUse, Stores

Progress = Callable[[int, int], None]
"""Called with what is done and all there is to do."""

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


class _TimeIsUp(Exception):
    """The rest can wait."""


class FactBook:
    """What a person may do with the facts of a home. Every write is one transaction.

    Listing needs the stores alone; ``memory`` is asked for when words have to be understood.
    """

    def __init__(
        self,
        stores: Stores,
        memory: Callable[[], Memory],
        now: datetime,
        domains: Callable[[], Sequence[Domain]] = lambda: DOMAINS,
    ) -> None:
        """``domains`` gives those that a fact may have, once it is asked about one."""
        self._stores = stores
        self._open_memory = memory
        self._now = now
        self._open_domains = domains

    @cached_property
    def domains(self) -> tuple[Domain, ...]:
        """Those that a fact may be given: the core's and the packs'."""
        return tuple(self._open_domains())

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
        if not identity or len(identity) > IDENTITY.value or whole(identity) != identity:
            raise UsageError("That is no id of a fact", "See `assistant facts list`.")
        exact = self._stores.facts.get(identity)
        if exact:
            return exact
        begun = identity.lower()
        fitting = [f for f in self._stores.facts.all(retired=True) if f.id.startswith(begun)]
        if len(fitting) == 1:
            return fitting[0]
        problem = "There is no fact" if not fitting else f"{len(fitting)} facts begin with"
        raise UsageError(f"{problem} '{identity}'", "See `assistant facts list`.")

    def current(self, identity: str) -> Fact:
        """As ``find``, but a fact that holds: raises UsageError for one that was replaced."""
        *_, newest = self._chain(fact := self.find(identity))
        if fact.superseded_by is None:
            return fact
        by = newest.superseded_by or newest.id
        raise UsageError(
            f"Fact {fact.id} was replaced by {by}", f"See `assistant facts show {by}`."
        )

    def search(self, words: str) -> list[FactView]:
        """Live facts that those words are about, nearest first."""
        return [self.view(fact) for fact in self._memory.facts.search(words)]

    def meant_by(self, words: str) -> tuple[list[FactView], bool]:
        """The facts that a request to forget in those words means or may mean, and whether that is
        plain: each of them holds all that the words name."""
        found, plain = self._memory.forgetter.meant_by(words)
        return [self.view(fact) for fact in found], plain

    def about_to_change(self, days: int) -> list[FactView]:
        """Live facts whose state changes within so many days, the soonest first."""
        until, views = self._now + timedelta(days=days), map(self.view, self._stores.facts.all())
        dated = [(v.next_change_at, v.id, v) for v in views if v.next_change_at]
        return [view for at, _, view in sorted(dated) if self._now <= at <= until]

    def to_review(self, days: int) -> list[FactView]:
        """What is worth a look: about to change first, then what is no longer injected."""
        soon, views = self.about_to_change(days), map(self.view, self._stores.facts.all())
        return soon + [v for v in views if v.state in ("dormant", "stale") and v not in soon]

    def history(self, identity: str) -> FactHistory:
        """What a fact replaced, what replaced it, and the prompts that used it."""
        chain, uses = self._chain(fact := self.find(identity)), self._stores.facts.uses(fact.id)
        return FactHistory(self.view(fact), tuple(map(self.view, chain)), tuple(uses))

    def _chain(self, fact: Fact) -> list[Fact]:
        """What it replaced, the fact, and what replaced it, oldest first."""
        chain = [fact]
        while chain[0].replaces and (older := self._stores.facts.get(chain[0].replaces)):
            chain.insert(0, older)
        while (by := chain[-1].superseded_by) and (newer := self._stores.facts.get(by)):
            chain.append(newer)
        return chain

    def add(
        self,
        text: str,
        domain: Domain | None = None,
        role: str = "default",
        told: Callable[[MemoryChange], None] = lambda _change: None,
    ) -> FactView:
        """Keep a text on purpose. Returns the new fact, or the known one that says the same;
        ``told`` takes what it does to others (F7).

        Raises UsageError for a text without letters or a domain unknown, BadData for secrets (F4).
        """
        self._check(domain, text)
        return self.view(self._memory.curator.remember(text, domain, role, self._now, told))

    def edit(self, identity: str, text: str, domain: Domain | None = None) -> FactView:
        """Say it better: the new wording supersedes the old one, which stays in the history.

        Raises as ``add`` does, and UsageError for a fact that was replaced.
        """
        self._check(domain, text)
        known = self.current(identity)
        return self.view(self._memory.curator.reword(known, text, domain, self._now))

    def _check(self, domain: Domain | None, text: str) -> None:
        """Raises UsageError for a domain that is not known, in the language of the text."""
        if domain is not None and domain not in self.domains:
            from assistant.memory.signals.language import detect_language

            raise unknown_domain(domain, self.domains, detect_language(text))

    def confirm(self, identity: str) -> FactView:
        """Still true: its age begins again (F7). Raises UsageError for one that was replaced."""
        return self.view(self._memory.curator.confirm(self.current(identity), self._now))

    def undo(
        self, changes: Sequence[MemoryChange], said: tuple[str, int] | None = None
    ) -> list[str]:
        """Take back what a turn noted: new facts go, those they replaced come back, and the turn
        that ``said`` them (conversation, number) loses its text. Returns the texts that went; what
        was forgotten or renewed stays as it is."""
        return self._memory.curator.undo(changes, self._now, said)

    @property
    def is_owed(self) -> bool:
        """Whether something is hidden whose bytes another program still keeps from going."""
        return self._stores.erasures.pending()

    def forget(
        self, identities: Sequence[str], parts: Mapping[str, str] | None = None
    ) -> tuple[MemoryChange, ...]:
        """Forget for good, derived data included; afterwards the bytes are in no file (``is_owed``:
        they go as soon as another program lets go). ``parts``: ``Curator.forget``."""
        return self._memory.curator.forget([self.find(i) for i in identities], self._now, parts)

    def part_of(self, identity: str, words: str) -> str:
        """What of a fact that tells several things these words are about; "" where they are about
        none of them, or all."""
        return self._memory.curator.part_of(self.find(identity), words)

    def remove_unusable(self, identities: Sequence[str]) -> list[str]:
        """Take away those of the ids that name facts which cannot be used; returns them."""
        if not identities:
            return []
        unusable = {row for table, row, _ in self._stores.unusable() if table == "facts"}
        gone = [identity for identity in identities if identity in unusable]
        if gone:
            self._stores.facts.erase(gone, [], self._now)
            self._stores.scrub()
        return gone

    def export(self) -> Iterable[str]:
        """Live and superseded facts as JSON Lines."""
        from assistant.memory.exchange import to_line

        return (to_line(fact) for fact in self._stores.facts.all(retired=True))

    def load(
        self,
        lines: Iterable[str],
        progress: Progress | None = None,
        aside: Callable[[int, str], None] = lambda _number, _kind: None,
    ) -> int:
        """Facts from JSON Lines; those already known change nothing. Returns how many came in.

        ``aside`` is told the number of each fact that holds a secret, and of what kind: it stays
        out (F4).

        All or nothing: a process killed meanwhile leaves nothing of it. Raises BadData naming the
        line and the field.
        """
        from assistant.memory.exchange import from_line

        incoming: list[Fact] = []
        for number, line in enumerate(lines, 1):
            if not line.strip(" \t\r"):
                continue
            incoming.append(from_line(line, number, self.domains))
            if len(incoming) > IMPORT_FACTS.value:
                raise BadData(
                    f"There are more than {IMPORT_FACTS.value:,} facts in it",
                    "Import it in several files.",
                )
        return self._memory.curator.take_in(incoming, progress or (lambda _d, _t: None), aside)

    def embed_new(self, progress: Progress | None = None) -> int:
        """Give the facts that came in their vectors, within the time of ``IMPORT_EMBEDDING``.
        Returns how many wait for theirs: those are found by their words until then."""
        deadline = time.monotonic() + IMPORT_EMBEDDING.value
        left = 0

        def advance(done: int, total: int) -> None:
            nonlocal left
            left = total - done
            if progress:
                progress(done, total)
            if left and time.monotonic() > deadline:
                raise _TimeIsUp

        with suppress(_TimeIsUp):
            self._memory.facts.embed_missing(advance)
        return left
