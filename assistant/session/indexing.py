"""Facts that the embedder has not seen (it was changed) are embedded in the background."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from assistant.embedding.base import Embedder
from assistant.storage.base import Stores

if TYPE_CHECKING:
    from assistant.memory.engine import Memory


class Indexing:
    """``progress`` is (done, all), None while nothing is under way. Meanwhile facts are found by
    their words."""

    def __init__(
        self, stores: Stores, embedder: Embedder, open_memory: Callable[[], Memory]
    ) -> None:
        self._stores = stores
        self._embedder = embedder
        self._open_memory = open_memory
        self.progress: tuple[int, int] | None = None

    def begin(self) -> None:
        """Start if something is missing; returns at once."""
        missing = len(self._stores.facts.without_vector(self._embedder.name))
        if not missing or self.progress:
            return
        self.progress = (0, missing)
        threading.Thread(
            target=self._open_memory().facts.embed_missing,
            args=(self._advance,),
            name="index",
            daemon=True,
        ).start()

    def _advance(self, done: int, total: int) -> None:
        self.progress = (done, total) if done < total else None
