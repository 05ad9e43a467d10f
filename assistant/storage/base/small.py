"""Small things: values with an end of life, counts in windows, measures and errors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Protocol

from assistant.records import ErrorRecord, RunRecord, TurnMetrics


class KeyValue(Protocol):
    """Small JSON values under (namespace, key), each with an optional end of life."""

    def get(self, namespace: str, key: str, *, now: datetime) -> object | None:
        """The value, or None when absent or past its end."""

    def put(
        self, namespace: str, key: str, value: object, *, expires_at: datetime | None = None
    ) -> None:
        """``value`` is anything that JSON can hold."""

    def items(self, namespace: str, *, now: datetime) -> list[tuple[str, object]]:
        """Entries that are still alive, in insertion order."""

    def entries(self, ending: str = "") -> list[tuple[str, str, object]]:
        """Everything that is stored, past its end or not: (namespace, key, value); or what is in
        the namespaces that end so."""

    def delete(self, namespace: str, key: str | None = None) -> int:
        """Remove one entry, or the whole namespace; returns how many went."""

    def sweep(self, now: datetime) -> int:
        """Remove everything past its end; returns how many went."""


class Counters(Protocol):
    """Counts in fixed windows, atomic across processes (T4)."""

    def increment(
        self, name: str, window_start: datetime, *, limit: int | None = None
    ) -> int | None:
        """Add one and return the new count; at ``limit`` change nothing and return None."""

    def value(self, name: str, window_start: datetime) -> int: ...

    def sweep(self, before: datetime) -> int:
        """Drop windows that started before that instant."""


class Journal(Protocol):
    """What was measured, what tools did and what failed. Append-only; no model ever sees it (D3
    apart)."""

    def record(self, metrics: TurnMetrics) -> None: ...

    def metrics(
        self, *, session_id: str | None = None, since: datetime | None = None
    ) -> list[TurnMetrics]:
        """Oldest first."""

    def record_runs(self, runs: Sequence[RunRecord]) -> None: ...

    def runs(
        self, *, session_id: str | None = None, since: datetime | None = None
    ) -> list[RunRecord]:
        """Oldest first, those of one instant in the order in which they came."""

    def sweep_runs(self, before: datetime) -> int:
        """Remove those from before that instant (T10); returns how many."""

    def record_error(self, error: ErrorRecord) -> None: ...

    def last_error(self, session_id: str | None) -> ErrorRecord | None:
        """The last one of that conversation; for None, of those without a conversation."""

    def errors(self, *, since: datetime | None = None) -> list[ErrorRecord]: ...

    def erase_errors(self, tells: Callable[[str], bool]) -> int:
        """Remove those whose message ``tells`` of something forgotten; returns how many."""
