"""One sitting's stores."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import datetime
from typing import TYPE_CHECKING

from assistant.storage.base import Stores, Surroundings
from assistant.storage.events import Observer, silent
from assistant.storage.volatile.collections import VolatileCollections
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

if TYPE_CHECKING:
    from assistant.storage.base.locations import Backup


class VolatileStores:
    """See ``Stores`` in ``storage/base``."""

    def __init__(self, shelf: Shelf | None = None) -> None:
        self._shelf = shelf = shelf or Shelf()
        self.conversations = VolatileConversations(shelf)
        self.facts = VolatileFacts(shelf)
        self.segments = VolatileSegments(shelf)
        self.collections = VolatileCollections(shelf)
        self.keyvalue = VolatileKeyValue(shelf)
        self.counters = VolatileCounters(shelf)
        self.journal = VolatileJournal(shelf)
        self.erasures = VolatileErasures(shelf)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with self._shelf.transaction():
            yield

    def together(self) -> AbstractContextManager[None]:
        return nullcontext()

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


class VolatileLocation:
    """See ``Location`` in ``storage/base/locations``: nothing is there before it is opened."""

    name = "memory:"

    def owned_by(self, owner: str) -> VolatileLocation:  # noqa: ARG002 -- each opening is apart
        return self

    def exists(self) -> bool:
        return False

    def size(self) -> int:
        return 0

    def backups(self) -> list[Backup]:
        return []

    def open(
        self,
        clock: Callable[[], datetime],  # noqa: ARG002
        observer: Observer = silent,  # noqa: ARG002
        surroundings: Callable[[], Surroundings] | None = None,  # noqa: ARG002
    ) -> Stores:
        return VolatileStores()
