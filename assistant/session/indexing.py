"""What the embedder has not seen, because it was changed, is embedded in the background."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from assistant.embedding.base import Embedder
from assistant.session.logs import Log
from assistant.storage.base import Stores

if TYPE_CHECKING:
    from assistant.memory.engine import Memory

NAMESPACE = "index"
SEGMENTS = "segments"
"""The entry that names the embedder whose vectors the closed summaries have."""


class Indexing:
    """``progress`` is (done, all) of the facts, None while nothing is under way. Meanwhile they are
    found by their words."""

    def __init__(
        self,
        stores: Stores,
        embedder: Embedder,
        open_memory: Callable[[], Memory],
        clock: Callable[[], datetime],
        log: Log,
    ) -> None:
        self._stores = stores
        self._embedder = embedder
        self._open_memory = open_memory
        self._clock = clock
        self._log = log
        self.progress: tuple[int, int] | None = None

    def begin(self) -> None:
        """Start if something is missing; returns at once."""
        if self.progress:
            return
        if missing := len(self._stores.facts.without_vector(self._embedder.name)):
            self.progress = (0, missing)
        if missing or self._segments_are_of_another():
            threading.Thread(target=self._attempt, name="index", daemon=True).start()

    def run(self) -> None:
        """Embed what is missing, facts first."""
        memory = self._open_memory()
        memory.facts.embed_missing(self._advance)
        if self._segments_are_of_another():
            memory.embed_segments()
            self._stores.keyvalue.put(NAMESPACE, SEGMENTS, self._embedder.name)

    def _attempt(self) -> None:
        """A home that is closed meanwhile ends it, like any failure; the next start goes on."""
        try:
            self.run()
        except Exception as error:
            self._log.write("info", "indexing ended early", kind=type(error).__name__)
        self.progress = None

    def _segments_are_of_another(self) -> bool:
        known = self._stores.keyvalue.get(NAMESPACE, SEGMENTS, now=self._clock())
        return known != self._embedder.name and bool(self._stores.conversations.all(limit=1))

    def _advance(self, done: int, total: int) -> None:
        self.progress = (done, total) if done < total else None
