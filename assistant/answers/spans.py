"""Amounts of time between two dates, in the unit asked for."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

from assistant.answers.base import counted
from assistant.answers.durations import Unit
from assistant.compute import calendar, writing
from assistant.records import Language

_WEEKS_TOO = 14
_MONTHS_TOO = 60


def amount(start: date, end: date, unit: Unit | None, language: Language) -> str:
    """From ``start`` to ``end``, which is not earlier: "38 days (5 weeks and 3 days)".

    Without a unit, "how long": years and months too where there are.
    """
    days = (end - start).days
    if unit == "workday":
        return counted(calendar.working_days(start, end), unit, language)
    if unit in ("week", "fortnight"):
        return _parts(divmod(days, 7 if unit == "week" else 14), (unit, "day"), language)
    if unit == "month":
        years, months, rest = calendar.span(start, end)
        return _parts((12 * years + months, rest), ("month", "day"), language)
    if unit == "year" or (unit is None and days >= _MONTHS_TOO):
        return f"{_long(start, end, language)} ({counted(days, 'day', language)})"
    if days < _WEEKS_TOO:
        return counted(days, "day", language)
    weeks = _parts(divmod(days, 7), ("week", "day"), language)
    return f"{counted(days, 'day', language)} ({weeks})"


def leading(start: date, end: date, unit: Unit | None) -> int:
    """The first number of ``amount``: what a verb agrees with."""
    days = (end - start).days
    if unit == "workday":
        return calendar.working_days(start, end)
    if unit in ("week", "fortnight"):
        return days // (7 if unit == "week" else 14) or days
    years, months, rest = calendar.span(start, end)
    if unit == "month":
        return 12 * years + months or rest
    if unit == "year" or (unit is None and days >= _MONTHS_TOO):
        return years or months or rest
    return days


def clock(minutes: int, unit: Unit | None, language: Language) -> str:
    """Minutes as hours and minutes, or all in minutes where that is what is asked."""
    if unit == "minute":
        return counted(minutes, "minute", language)
    return _parts(divmod(minutes, 60), ("hour", "minute"), language)


def minutes_until(day: date, now: datetime) -> int:
    """To the midnight with which the day begins, in the zone of ``now``."""
    begins = datetime.combine(day, time(), now.tzinfo)
    return max(0, round((begins - now) / timedelta(minutes=1)))


def age(born: date, on: date, unit: Unit | None, language: Language) -> str:
    """Whole years; years and months below three, or where another unit is asked."""
    years, months, days = calendar.span(born, on)
    if unit not in (None, "year"):
        return amount(born, on, unit, language)
    if years >= 3:
        return counted(years, "year", language)
    return _parts((years, months, days), ("year", "month", "day"), language)


def _long(start: date, end: date, language: Language) -> str:
    return _parts(calendar.span(start, end), ("year", "month", "day"), language)


def _parts(counts: Sequence[int], units: Sequence[str], language: Language) -> str:
    said = [counted(n, unit, language) for n, unit in zip(counts, units, strict=True) if n]
    if not said:
        return counted(0, units[0], language)
    return writing.listed(said, language)
