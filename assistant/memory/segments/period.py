"""The days that a question names: "ayer", "last week", "el lunes", "3 days ago", "in March"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import cache

from assistant.compute import calendar
from assistant.languages import each, known, pattern
from assistant.text.folding import fold
from assistant.text.phrases import any_of

Period = tuple[date, date]
"""The first and the last day."""

_ISO = re.compile(r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)")


@cache
def day_words() -> frozenset[str]:
    """Words that say when and not what, in a question that names a day."""
    parts = (part for _, own in each("memory", "period") for part in own["parts"])
    return frozenset(
        word for names in (*_days(), *_weekdays(), *_months(), *parts) for word in names.split()
    )


def named_period(question: str, now: datetime) -> Period | None:
    """The days that the question names, before ``now``; None where it names none."""
    text, today = fold(question), now.date()
    if found := _ISO.search(text):
        try:
            day = date(*map(int, found.groups()))
        except ValueError:
            return None
        return day, day
    if found := _named().search(text):
        last, first = _days()[found.group()]
        return today - timedelta(first), today - timedelta(last)
    return _ago(text, today) or _weekday(text, today) or _month(text, today)


def _ago(text: str, today: date) -> Period | None:
    for source, units in _agos():
        if found := source.search(text):
            size = units[found["unit"]]
            days, slack = int(found["count"]) * size, size // 2
            return today - timedelta(days + slack), today - timedelta(max(0, days - slack))
    return None


def _weekday(text: str, today: date) -> Period | None:
    for name in _names_after("weekday", text):
        if name in _weekdays():
            day = today - timedelta((today.weekday() - _weekdays()[name] - 1) % 7 + 1)
            return day, day
    return None


def _month(text: str, today: date) -> Period | None:
    for name in _names_after("month", text):
        if name in _months():
            number = _months()[name]
            year = today.year if number <= today.month else today.year - 1
            first = date(year, number, 1)
            return first, first + timedelta(30)
    return None


def _names_after(key: str, text: str) -> Iterator[str]:
    """The words that stand where a day of the week or a month would, in the order of the text."""
    source = pattern("memory", "period", key).pattern
    for found in re.finditer(rf"(?<!\w)(?:{source})(?!\w)", text):
        yield next(filter(None, found.groups()))


@cache
def _days() -> Mapping[str, tuple[int, int]]:
    """How many days ago a named period ends and begins."""
    return {
        name: (last, first)
        for _, own in each("memory", "period")
        for name, (last, first) in own["days"].items()
    }


@cache
def _named() -> re.Pattern[str]:
    return any_of(_days())


@cache
def _agos() -> Sequence[tuple[re.Pattern[str], Mapping[str, int]]]:
    return [
        (re.compile(rf"(?<!\w)(?:{own['ago']})", re.ASCII), own["units"])
        for _, own in each("memory", "period")
    ]


@cache
def _weekdays() -> Mapping[str, int]:
    return {fold(day): n for one in known() for n, day in enumerate(calendar.weekdays(one))}


@cache
def _months() -> Mapping[str, int]:
    return {fold(month): n for one in known() for n, month in enumerate(calendar.months(one), 1)}
