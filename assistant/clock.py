"""The time: the machine's, a given one, or the instant of ASSISTANT_NOW; always aware, in UTC."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from assistant.errors import ConfigurationError

Clock = Callable[[], datetime]


def clock_of(environ: Mapping[str, str]) -> Clock:
    """The machine's clock, or the instant of ASSISTANT_NOW. Raises ConfigurationError."""
    fixed = environ.get("ASSISTANT_NOW")
    if not fixed:
        return lambda: datetime.now(UTC)
    try:
        instant = datetime.fromisoformat(fixed)
    except ValueError:
        raise ConfigurationError(
            f"ASSISTANT_NOW is not an ISO 8601 instant: {fixed!r}",
            "Write it like 2026-01-30T09:00:00+00:00.",
        ) from None
    return lambda: instant


def in_utc(clock: Clock) -> Clock:
    """The same instants in UTC; a naive one counts as UTC."""

    def now() -> datetime:
        instant = clock()
        return instant.replace(tzinfo=UTC) if instant.tzinfo is None else instant.astimezone(UTC)

    return now
