"""One sitting's stores."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from assistant.storage.volatile.conversations import VolatileConversations
from assistant.storage.volatile.facts import VolatileFacts
from assistant.storage.volatile.segments import VolatileSegments
from assistant.storage.volatile.shelf import Shelf, Tables
from assistant.storage.volatile.small import (
    VolatileCounters,
    VolatileErasures,
    VolatileJournal,
    VolatileKeyValue,
)


class VolatileStores:
    """See ``Stores`` in ``storage/base.py``."""

    def __init__(self) -> None:
        self._shelf = Shelf()
        self.conversations = VolatileConversations(self._shelf)
        self.facts = VolatileFacts(self._shelf)
        self.segments = VolatileSegments(self._shelf)
        self.keyvalue = VolatileKeyValue(self._shelf)
        self.counters = VolatileCounters(self._shelf)
        self.journal = VolatileJournal(self._shelf)
        self.erasures = VolatileErasures(self._shelf)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with self._shelf.transaction():
            yield

    def scrub(self) -> None:
        """Nothing was ever in a file."""

    def flush(self) -> None:
        """Nothing goes to a file."""

    def close(self) -> None:
        """Let go of everything."""
        self._shelf.tables = Tables()

    def unusable(self) -> list[tuple[str, str, str]]:
        return []

    def check(self) -> list[str]:
        return []
