"""The tables, the lock that lets one thread at them, and the way back."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any, TypeVar

from assistant.errors import TryAgainLater
from assistant.records import Conversation, ErrorRecord, Fact, RunRecord, Segment, Turn, TurnMetrics
from assistant.storage.base import Document, FactUse

WAIT_SECONDS = 5.0

Key = TypeVar("Key")


@dataclass
class Tables:
    """All data. Values are immutable, so that a shallow copy of each table is a snapshot."""

    conversations: dict[str, Conversation] = field(default_factory=dict)
    turns: dict[tuple[str, int], Turn] = field(default_factory=dict)
    facts: dict[str, Fact] = field(default_factory=dict)
    fact_vectors: dict[tuple[str, str], Any] = field(default_factory=dict)
    fact_uses: dict[tuple[str, str, int], FactUse] = field(default_factory=dict)
    fact_changes: list[str] = field(default_factory=list)
    tombstones: dict[str, datetime] = field(default_factory=dict)
    segments: dict[str, Segment] = field(default_factory=dict)
    segment_vectors: dict[tuple[str, str], Any] = field(default_factory=dict)
    documents: dict[tuple[str, str], Document] = field(default_factory=dict)
    document_changes: list[tuple[str, str]] = field(default_factory=list)
    entries: dict[tuple[str, str], tuple[str, datetime | None]] = field(default_factory=dict)
    counts: dict[tuple[str, datetime], int] = field(default_factory=dict)
    metrics: list[TurnMetrics] = field(default_factory=list)
    runs: list[RunRecord] = field(default_factory=list)
    errors: list[ErrorRecord] = field(default_factory=list)
    owed: list[tuple[str, ...]] = field(default_factory=list)

    def copy(self) -> Tables:
        return Tables(*(getattr(self, f.name).copy() for f in fields(self)))


class Shelf:
    """The tables, a lock that lets one thread at them, and the way back."""

    def __init__(self) -> None:
        self.tables = Tables()
        self._lock = threading.RLock()

    @contextmanager
    def reading(self) -> Iterator[Tables]:
        if not self._lock.acquire(timeout=WAIT_SECONDS):
            raise TryAgainLater("The memory is being written", "Try again in a moment.")
        try:
            yield self.tables
        finally:
            self._lock.release()

    @contextmanager
    def transaction(self) -> Iterator[Tables]:
        with self.reading():
            before = self.tables.copy()
            try:
                yield self.tables
            except BaseException:
                for f in fields(before):
                    setattr(self.tables, f.name, getattr(before, f.name))
                raise


def remove(table: dict[Key, Any], doomed: Callable[[Key], bool]) -> int:
    """Drop the keys that ``doomed`` picks; returns how many went."""
    keys = [key for key in table if doomed(key)]
    for key in keys:
        del table[key]
    return len(keys)
