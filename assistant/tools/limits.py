"""Rate limits in fixed windows, counted across processes (T4)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from datetime import datetime, timedelta
from typing import NamedTuple

from assistant.storage.base import Stores
from assistant.tools.base import RateLimit, Tool, ToolFailure

EPOCH = datetime.fromisoformat("1970-01-01T00:00:00+00:00")
WINDOWS = (
    ("minute", timedelta(minutes=1)),
    ("hour", timedelta(hours=1)),
    ("day", timedelta(days=1)),
)


class Quota(NamedTuple):
    """What is left of the tightest window, and when that window ends."""

    remaining: int
    reset_at: datetime


class Window(NamedTuple):
    name: str
    limit: int
    start: datetime
    end: datetime


class _Full(Exception):
    """A window is full: the windows counted before it are to be undone."""

    def __init__(self, window: Window) -> None:
        super().__init__(window.name)
        self.window = window


def windows(limit: RateLimit, now: datetime) -> Iterator[Window]:
    """The windows that ``now`` falls in, the shortest first."""
    for name, length in WINDOWS:
        most = getattr(limit, f"per_{name}")
        if most is not None:
            start = EPOCH + (now - EPOCH) // length * length
            yield Window(name, most, start, start + length)


def take(stores: Stores, tool: Tool, user: str, now: datetime) -> None:
    """Count one call in every window, or in none. Raises ToolFailure (RATE_LIMIT)."""
    counted = list(windows(tool.rate_limit, now))
    # One counter is atomic by itself, and need not wait for the disk as a transaction does.
    together = stores.transaction() if len(counted) > 1 else nullcontext()
    try:
        with together:
            for window in counted:
                name = _counter(tool, user, window)
                if stores.counters.increment(name, window.start, limit=window.limit) is None:
                    raise _Full(window)
    except _Full as full:
        seconds = max(1, round((full.window.end - now).total_seconds()))
        raise ToolFailure(
            "RATE_LIMIT",
            f"{tool.id} may be called {full.window.limit} times a {full.window.name}; "
            f"it can be called again in {seconds} s",
        ) from None


def quota(stores: Stores, tool: Tool, user: str, now: datetime) -> Quota:
    """What is left (T4); counts nothing."""
    left = [
        Quota(
            max(0, w.limit - stores.counters.value(_counter(tool, user, w), w.start)),
            w.end,
        )
        for w in windows(tool.rate_limit, now)
    ]
    return min(left, key=lambda q: (q.remaining, -q.reset_at.timestamp()))


def _counter(tool: Tool, user: str, window: Window) -> str:
    return f"tool:{tool.id}:{user}:{window.name}"
