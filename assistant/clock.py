"""The time: the machine's, a given one, or the instant of ASSISTANT_NOW; always aware, in UTC.

Clocks are wrong now and then: at 1970 with an empty battery, years ahead for an hour. So every
instant lies between two ends far from those of ``datetime``, where no sum of ours can leave it, and
what was dated by a wrong clock has no say over the present one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta

from assistant.errors import ConfigurationError
from assistant.limits import CLOCK_AHEAD, FIRST_YEAR, LAST_YEAR

Clock = Callable[[], datetime]

EARLIEST = datetime(FIRST_YEAR.value, 1, 1, tzinfo=UTC)
LATEST = datetime(LAST_YEAR.value, 12, 31, 23, 59, 59, tzinfo=UTC)
AHEAD = timedelta(days=CLOCK_AHEAD.value)


def clock_of(environ: Mapping[str, str]) -> Clock:
    """The machine's clock, or the instant of ASSISTANT_NOW. Raises ConfigurationError."""
    fixed = environ.get("ASSISTANT_NOW")
    if not fixed:
        return _machines
    try:
        instant = datetime.fromisoformat(fixed)
    except ValueError:
        raise ConfigurationError(
            f"ASSISTANT_NOW is not an ISO 8601 instant: {fixed[:80]!r}",
            "Write it like 2026-01-30T09:00:00+00:00.",
        ) from None
    return lambda: instant


def _machines() -> datetime:
    try:
        return datetime.now(UTC)
    except (OverflowError, ValueError, OSError):  # past what a date can say
        return LATEST


def in_utc(clock: Clock) -> Clock:
    """The same instants in UTC, none outside ``EARLIEST`` and ``LATEST``; a naive one counts as
    UTC."""

    def now() -> datetime:
        instant = clock()
        # Compared before it is converted: near the ends of time that fails.
        aware = instant.replace(tzinfo=UTC) if instant.tzinfo is None else instant
        if aware <= EARLIEST:
            return EARLIEST
        return LATEST if aware >= LATEST else aware.astimezone(UTC)

    return now


def read_instant(text: str) -> datetime:
    """An aware instant within the two ends, in UTC. Raises ValueError, or TypeError for no text."""
    instant = datetime.fromisoformat(text)
    if instant.tzinfo is None:
        raise ValueError(f"{text} has no time zone")
    if not EARLIEST <= instant <= LATEST:
        raise ValueError(f"{text} lies outside {FIRST_YEAR.value} to {LAST_YEAR.value}")
    return instant if instant.tzinfo is UTC else instant.astimezone(UTC)


def later(now: datetime, seen: datetime) -> datetime:
    """The later of the two, but ``now`` where the other was dated by a clock that was wrong."""
    return seen if now < seen <= now + AHEAD else now
