"""What the embedder has not seen, because it was changed, is embedded in the background."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from assistant.embedding.base import Embedder
from assistant.session.logs import Log
from assistant.storage.base import Stores

if TYPE_CHECKING:
    from assistant.memory.engine import Memory

NAMESPACE = "index"
RESTS = 2.0
"""Of its time in the background, two thirds are left to the turn in the foreground."""
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
        self._began = 0.0

    def begin(self) -> None:
        """Start if something is missing; returns at once."""
        if self.progress:
            return
        if (missing := self._stores.facts.unseen(self._embedder.name)) > 0:
            self.progress = (0, missing)
        if missing > 0 or self._segments_are_of_another():
            threading.Thread(target=self._attempt, name="index", daemon=True).start()

    def run(self) -> None:
        """Embed what is missing, facts first."""
        memory = self._open_memory()
        self._began = time.monotonic()
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
        """Also rests as long as it worked, times ``RESTS``: a person waits for the turn."""
        now = time.monotonic()
        self.progress = (done, total) if done < total else None
        if self.progress:
            time.sleep(min(1.0, RESTS * (now - self._began)))
        self._began = time.monotonic()
