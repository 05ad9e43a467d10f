"""A clock that the tests hold in their hands."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta


@dataclass(slots=True)
class Clock:
    """Moved by hand; a ``step`` goes by at each look."""

    now: datetime = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
    step: timedelta = timedelta(seconds=1)

    def __call__(self) -> datetime:
        self.now += self.step
        return self.now

    def pass_(self, **time: float) -> None:
        self.now += timedelta(**time)
