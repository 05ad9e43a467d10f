"""Facts: planned, applied, recalled, forgotten (F1–F9)."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from datetime import datetime

from assistant.config import Config
from assistant.embedding.base import Embedder
from assistant.memory.base import Action, Add, MemoryChange, Reading
from assistant.memory.engine.base import Perceived, RecalledFact
from assistant.records import Fact
from assistant.storage.base import Stores


class FactKeeper:
    """See ``memory.py``."""

    def __init__(
        self, stores: Stores, embedder: Embedder, config: Config, key: Callable[[], bytes]
    ) -> None:
        self._stores = stores
        self._embedder = embedder
        self._config = config
        self._key = key

    def intend(self, reading: Reading, role: str, now: datetime) -> tuple[Action, ...]:
        """The changes that a message asks for, as typed actions. Writes nothing."""
        return tuple(
            Add(
                Fact(
                    uuid.uuid4().hex[:12],
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
        self, role: str, seen: Perceived, now: datetime, count: Callable[[str], int]
    ) -> tuple[RecalledFact, ...]:
        """Every fact considered for the message, in the order of rank, with its reason."""
        return ()

    def apply(self, actions: Sequence[Action], now: datetime) -> tuple[MemoryChange, ...]:
        """Carry actions out, inside the caller's transaction."""
        changes = []
        for action in actions:
            if isinstance(action, Add):
                self._stores.facts.add(action.fact)
                changes.append(MemoryChange("noted", (action.fact.id,), action.fact.fact))
        return tuple(changes)
