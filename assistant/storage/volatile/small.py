"""Key-values, counters and the journal in memory."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypeVar

from assistant.clock import LATEST
from assistant.limits import KEPT_VALUE
from assistant.records import ErrorRecord, RunRecord, TurnMetrics
from assistant.storage.volatile.shelf import Shelf, remove

Dated = TypeVar("Dated", TurnMetrics, RunRecord, ErrorRecord)


class VolatileKeyValue:
    """See ``KeyValue`` in ``storage/base``."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def get(self, namespace: str, key: str, *, now: datetime) -> object | None:
        return dict(self.items(namespace, now=now)).get(key)

    def put(
        self, namespace: str, key: str, value: object, *, expires_at: datetime | None = None
    ) -> None:
        text = json.dumps(value, allow_nan=False)
        with self._shelf.transaction() as tables:
            tables.entries[namespace, key] = (text, expires_at)

    def items(self, namespace: str, *, now: datetime) -> list[tuple[str, object]]:
        with self._shelf.reading() as tables:
            return [
                (key, json.loads(text))
                for (space, key), (text, end) in tables.entries.items()
                if space == namespace and (end is None or now < end <= _latest(now))
            ]

    def entries(self, ending: str = "") -> list[tuple[str, str, object]]:
        with self._shelf.reading() as tables:
            return [
                (space, key, json.loads(text))
                for (space, key), (text, _) in tables.entries.items()
                if space.endswith(ending)
            ]

    def delete(self, namespace: str, key: str | None = None) -> int:
        with self._shelf.transaction() as tables:
            return remove(tables.entries, lambda k: k[0] == namespace and key in (None, k[1]))

    def sweep(self, now: datetime) -> int:
        with self._shelf.transaction() as tables:
            ends = {key: end for key, (_, end) in tables.entries.items()}
            return remove(
                tables.entries,
                lambda k: (end := ends[k]) is not None and not now < end <= _latest(now),
            )


def _latest(now: datetime) -> datetime:
    """The end of what is kept the longest: one further on was set while a clock was wrong."""
    return min(LATEST, now + timedelta(days=KEPT_VALUE.value))


class VolatileCounters:
    """See ``Counters`` in ``storage/base``."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def increment(
        self, name: str, window_start: datetime, *, limit: int | None = None
    ) -> int | None:
        with self._shelf.transaction() as tables:
            count = tables.counts.get((name, window_start), 0) + 1
            if limit is not None and count > limit:
                return None
            tables.counts[name, window_start] = count
            return count

    def value(self, name: str, window_start: datetime) -> int:
        with self._shelf.reading() as tables:
            return tables.counts.get((name, window_start), 0)

    def sweep(self, before: datetime) -> int:
        with self._shelf.transaction() as tables:
            return remove(tables.counts, lambda k: k[1] < before)


class VolatileErasures:
    """See ``Erasures`` in ``storage/base``. No file is ever owed anything."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    @contextmanager
    def turn(self) -> Iterator[int]:
        with self._shelf.reading() as tables:
            number = len(tables.owed)
        yield number

    def owe(  # there is no file whose bytes could be looked at
        self,
        traces: Sequence[str],
        words: Sequence[str],  # noqa: ARG002
        at: datetime,  # noqa: ARG002
    ) -> None:
        with self._shelf.transaction() as tables:
            tables.owed.append(tuple(traces))

    def since(self, number: int) -> list[str]:
        with self._shelf.reading() as tables:
            return [trace for traces in tables.owed[number:] for trace in traces]

    def pending(self) -> bool:
        return False


class VolatileJournal:
    """See ``Journal`` in ``storage/base``."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def record(self, metrics: TurnMetrics) -> None:
        with self._shelf.transaction() as tables:
            tables.metrics.append(replace(metrics, sections=dict(metrics.sections)))

    def metrics(
        self, *, session_id: str | None = None, since: datetime | None = None
    ) -> list[TurnMetrics]:
        with self._shelf.reading() as tables:
            found = [m for m in tables.metrics if session_id in (None, m.session_id)]
        return _since(found, since)

    def record_runs(self, runs: Sequence[RunRecord]) -> None:
        with self._shelf.transaction() as tables:
            tables.runs.extend(runs)

    def runs(
        self, *, session_id: str | None = None, since: datetime | None = None
    ) -> list[RunRecord]:
        with self._shelf.reading() as tables:
            found = [run for run in tables.runs if session_id in (None, run.session_id)]
        return _since(found, since)

    def sweep_runs(self, before: datetime) -> int:
        with self._shelf.transaction() as tables:
            kept = [run for run in tables.runs if run.at >= before]
            gone = len(tables.runs) - len(kept)
            tables.runs = kept
            return gone

    def record_error(self, error: ErrorRecord) -> None:
        with self._shelf.transaction() as tables:
            tables.errors.append(error)

    def last_error(self, session_id: str | None) -> ErrorRecord | None:
        found = [error for error in self.errors() if error.session_id == session_id]
        return found[-1] if found else None

    def errors(self, *, since: datetime | None = None) -> list[ErrorRecord]:
        with self._shelf.reading() as tables:
            return _since(tables.errors, since)

    def erase_errors(self, tells: Callable[[str], bool]) -> int:
        with self._shelf.transaction() as tables:
            kept = [error for error in tables.errors if not tells(error.message)]
            gone = len(tables.errors) - len(kept)
            tables.errors = kept
            return gone


def _since(entries: Iterable[Dated], since: datetime | None) -> list[Dated]:
    """Those from that instant on, oldest first."""
    return sorted((e for e in entries if since is None or e.at >= since), key=lambda e: e.at)
