"""A day as it was named: the next and the last that are called so."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable
from datetime import date, timedelta
from typing import NamedTuple

from assistant.compute import calendar


class When(NamedTuple):
    """A day: the first so named from today on, and the last until today. ``fixed``: these are one.

    ``weekday`` is that of a day named by it alone, and ``month`` tells that a whole one was named.
    ``on``: which day it is in a given year, for those of every year.
    """

    next: date
    last: date
    fixed: bool = True
    weekday: int | None = None
    month: bool = False
    on: Callable[[int], date | None] | None = None

    def after(self, day: date) -> date:
        """The first so named on or after a day."""
        if self.fixed:
            return self.next
        if self.weekday is not None:
            return day + timedelta((self.weekday - day.weekday()) % 7)
        if self.on is None:  # a day of every month
            same = day_or_none(day.year, day.month, self.next.day)
            if same and same >= day:
                return same
            later = calendar.add_months(day.replace(day=1), 1)
            return day_or_none(later.year, later.month, self.next.day) or self.next
        return yearly(self.on, day).next

    def in_year(self, year: int) -> When:
        """The same day of that year. Raises ValueError where it has none."""
        if self.on is None:
            return self
        day = self.on(year)
        if day is None:
            raise ValueError(f"{year} has no such day")
        return When(day, day)


def yearly(on: Callable[[int], date | None], today: date) -> When:
    """A day of each year; some years may not have it."""
    days = [day for year in range(today.year - 8, today.year + 9) if (day := on(year))]
    if not days:
        raise ValueError("no such day")
    coming, past = min(d for d in days if d >= today), max(d for d in days if d <= today)
    return When(coming, past, fixed=False, on=on)


def day_or_none(year: int, month: int, day: int) -> date | None:
    return date(year, month, day) if day <= monthrange(year, month)[1] else None
