"""The memory of one home: loads what the policies need, lets them decide, applies what they say.

The only module of ``memory/`` that touches stores and the embedder. Every ``apply``-like method is
called inside the turn's transaction (A5).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from assistant.config import Config
from assistant.embedding.base import Embedder
from assistant.memory.base import MemoryChange, Reading
from assistant.records import ConsideredFact, Conversation, Fact, Segment, Turn
from assistant.storage.base import Stores

if TYPE_CHECKING:
    from assistant.embedding.base import Matrix

WINDOW_TURNS = 6


@dataclass(frozen=True, slots=True)
class Perceived:
    """A message read against what came before it."""

    text: str
    reading: Reading
    window: tuple[Turn, ...] = ()
    continuity: float = 0.0
    shift: bool = False
    recent_facts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RecalledFact:
    """A fact, what the ranking decided about it, and whether it always has a place (F8)."""

    fact: Fact
    considered: ConsideredFact
    standing: bool = False


@dataclass(frozen=True, slots=True)
class RecalledSegment:
    """A summary offered to the prompt; the least relevant gives way first."""

    segment: Segment
    relevance: float = 0.0


@dataclass(frozen=True, slots=True)
class Recalled:
    """Everything that memory offers to a prompt."""

    state: tuple[str, ...] = ()
    facts: tuple[RecalledFact, ...] = ()
    summaries: tuple[RecalledSegment, ...] = ()


class Memory:
    """See the module. ``key`` is the home's own, for the hashes of forgotten texts."""

    def __init__(
        self, stores: Stores, embedder: Embedder, config: Config, *, key: Callable[[], bytes]
    ) -> None:
        self._stores = stores
        self._embedder = embedder
        self._config = config
        self._key = key

    def embed(self, texts: Sequence[str]) -> Matrix:
        """The embedder's vectors, one row a text."""
        return self._embedder.embed(texts)

    def perceive(self, conversation: Conversation, text: str, now: datetime) -> Perceived:
        """Read a typed message against its conversation. Writes nothing."""
        turns = self._stores.conversations.turns(conversation.id)
        return Perceived(text, Reading(language="en"), window=tuple(turns[-WINDOW_TURNS:]))

    def recall(
        self,
        conversation: Conversation,
        seen: Perceived,
        now: datetime,
        count: Callable[[str], int],
    ) -> Recalled:
        """What matters to the message. Writes nothing."""
        return Recalled()

    def apply(
        self, conversation: Conversation, seen: Perceived, turn_number: int, now: datetime
    ) -> tuple[MemoryChange, ...]:
        """Carry out the changes that the message asks for."""
        return ()

    def slide(self, conversation: Conversation, seen: Perceived, turn: Turn, now: datetime) -> None:
        """After a turn was stored: what left the window is dropped."""
        turns = self._stores.conversations.turns(conversation.id)
        leaving = [t.number for t in turns[:-WINDOW_TURNS]]
        if leaving:
            self._stores.conversations.drop(conversation.id, leaving, now)

    def close(self, conversation: Conversation, now: datetime) -> None:
        """The conversation ends: the raw text goes (C7)."""
        turns = self._stores.conversations.turns(conversation.id)
        if turns:
            self._stores.conversations.drop(conversation.id, [t.number for t in turns], now)

    def settle(self, changes: Sequence[MemoryChange]) -> None:
        """After the commit: what forgetting left in files is scrubbed away."""
        if any(change.kind == "forgotten" for change in changes):
            self._stores.scrub()
