"""The calendar: names of its days and months, spans between dates, feasts that move."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from assistant.languages import setting
from assistant.records import Language


class Span(NamedTuple):
    """The time between two dates in whole years, months and days."""

    years: int
    months: int
    days: int


def weekdays(language: Language) -> Sequence[str]:
    """The names of the days, Monday first."""
    names: Sequence[str] = setting(language, "dates", "weekdays")
    return names


def months(language: Language) -> Sequence[str]:
    """The names of the months, January first."""
    names: Sequence[str] = setting(language, "dates", "months")
    return names


def written(day: date, language: Language) -> str:
    """The date in full, with its weekday."""
    form: str = setting(language, "dates", "full")
    return form.format(
        weekday=weekdays(language)[day.weekday()],
        day=day.day,
        month=months(language)[day.month - 1],
        year=day.year,
    )


def add_months(day: date, months: int) -> date:
    """The same day so many months on, or the last of a month that has no such day.

    Raises ValueError outside of the years 1 to 9999.
    """
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    if not 1 <= year <= 9999:
        raise ValueError(f"the year {year} is out of range")
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def span(start: date, end: date) -> Span:
    """Counted as people count: whole months from the day of the month of ``start``, which is not
    after ``end``."""
    months = (end.year - start.year) * 12 + end.month - start.month
    if add_months(start, months) > end:
        months -= 1
    return Span(*divmod(months, 12), (end - add_months(start, months)).days)


def working_days(start: date, end: date) -> int:
    """Mondays to Fridays from ``start`` on and before ``end``; negative when ``end`` is earlier.

    Holidays differ from place to place and are not looked at.
    """
    days = (end - start).days
    step = 1 if days >= 0 else -1
    weeks, rest = divmod(abs(days), 7)
    tail = (start + timedelta(days=step * (weeks * 7 + n)) for n in range(rest))
    return step * (weeks * 5 + sum(day.weekday() < 5 for day in tail))


def add_working_days(start: date, count: int) -> date:
    """The ``count``-th day from Monday to Friday after ``start``, or before it."""
    step, weeks = (1 if count > 0 else -1), max(0, abs(count) // 5 - 1)
    day, left = start + timedelta(weeks=step * weeks), abs(count) - 5 * weeks
    while left:
        day += timedelta(days=step)
        left -= day.weekday() < 5
    return day


def easter(year: int) -> date:
    """Easter Sunday of the western churches: the anonymous Gregorian algorithm (Meeus)."""
    a, b, c = year % 19, year // 100, year % 100
    d = (19 * a + b - b // 4 - (b - (b + 8) // 25 + 1) // 3 + 15) % 30
    e = (32 + 2 * (b % 4) + 2 * (c // 4) - d - c % 4) % 7
    month, day = divmod(d + e - 7 * ((a + 11 * d + 22 * e) // 451) + 114, 31)
    return date(year, month, day + 1)
