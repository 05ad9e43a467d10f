"""The memory of one home, as a session uses it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from assistant.config import Config
from assistant.embedding.base import Embedder
from assistant.memory.base import MemoryChange, Reading
from assistant.memory.engine.base import Perceived, Recalled
from assistant.memory.engine.dialogue import Dialogue, SegmentSize
from assistant.memory.engine.facts import FactKeeper
from assistant.memory.signals import read
from assistant.records import Conversation
from assistant.storage.base import Stores

if TYPE_CHECKING:
    from assistant.embedding.base import Matrix

Count = Callable[[str], int]
FACTS_HEADER_TOKENS = 12
"""What the section's header takes of its 150 tokens."""


class Memory:
    """Facts and dialogue together. Methods that write run inside the turn's transaction (A5)."""

    def __init__(
        self,
        stores: Stores,
        embedder: Embedder,
        config: Config,
        *,
        key: Callable[[], bytes],
        size: SegmentSize,
    ) -> None:
        """``key`` is the home's own, for hashes of forgotten texts; ``size`` counts a segment."""
        self._stores = stores
        self._embedder = embedder
        self._config = config
        self._dialogue = Dialogue(stores, embedder, config, size)
        self.facts = FactKeeper(stores, embedder, config, key)

    def embed(self, texts: Sequence[str]) -> Matrix:
        """The embedder's unit vectors, one row a text."""
        return self._embedder.embed(texts)

    def perceive(self, conversation: Conversation, text: str, now: datetime) -> Perceived:
        """Read a typed message against its conversation. Writes nothing."""
        scene = self._dialogue.look(conversation, text)
        if not self._config.memory.enabled:
            return Perceived(text, Reading(language="en"), scene)
        reading = read(text, self._embedder.embed)
        return Perceived(
            text,
            reading,
            scene,
            actions=self.facts.intend(reading, conversation.role, now),
            recent_facts=said_lately(conversation),
        )

    def recall(
        self, conversation: Conversation, seen: Perceived, now: datetime, count: Count
    ) -> Recalled:
        """What matters to the message, in the order of rank. Writes nothing."""
        if not self._config.memory.enabled:
            return Recalled()
        budget = self._config.prompt.facts - FACTS_HEADER_TOKENS
        facts, stale = self.facts.recall(conversation.role, seen, now, count, budget)
        return Recalled(
            facts=facts,
            stale=stale,
            summaries=self._dialogue.summaries(conversation, seen.scene, seen.text, now),
        )

    def apply(
        self, conversation: Conversation, seen: Perceived, turn_number: int, now: datetime
    ) -> tuple[MemoryChange, ...]:
        """Carry out the changes that the message asks for."""
        return self.facts.apply(seen.actions, now)

    def slide(
        self, conversation: Conversation, seen: Perceived, now: datetime, *, pressed: bool = False
    ) -> None:
        """After a turn was stored: what left the window becomes segments (C3)."""
        self._dialogue.slide(conversation, seen.scene, now, pressed=pressed)

    def close(self, conversation: Conversation, now: datetime) -> None:
        """The conversation ends: its window becomes segments, the raw text goes (C7)."""
        self._dialogue.close(conversation, now)
        self._dialogue.expire(now)

    def settle(self, changes: Sequence[MemoryChange]) -> None:
        """After the commit: what forgetting left in files is scrubbed away."""
        if any(change.kind == "forgotten" for change in changes):
            self._stores.scrub()


def said_lately(conversation: Conversation) -> dict[str, int]:
    """Facts stated in this conversation and the turn that stated them (F8)."""
    said = conversation.metadata.get("said", {})
    return {str(fact): int(turn) for fact, turn in said.items()}
