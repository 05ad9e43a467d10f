"""The days that a question names: "ayer", "last week", "el lunes", "3 days ago", "in March"."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta

from assistant.characters import fold
from assistant.compute import calendar

Period = tuple[date, date]
"""The first and the last day."""

_DAYS = {
    **dict.fromkeys(("hoy", "today", "esta manana", "this morning"), (0, 0)),
    **dict.fromkeys(("ayer", "yesterday", "anoche", "last night"), (1, 1)),
    **dict.fromkeys(("anteayer", "antes de ayer", "the day before yesterday"), (2, 2)),
    **dict.fromkeys(("esta semana", "this week"), (0, 7)),
    **dict.fromkeys(("la semana pasada", "last week", "la otra semana"), (4, 14)),
    **dict.fromkeys(("el mes pasado", "last month"), (20, 62)),
    **dict.fromkeys(("el otro dia", "the other day", "hace unos dias", "a few days ago"), (1, 10)),
}
"""How many days ago the period ends and begins."""
_UNITS = {"d": 1, "s": 7, "w": 7, "m": 30}
_WEEKDAYS = tuple(zip(*(map(fold, calendar.WEEKDAYS[lang]) for lang in ("es", "en")), strict=True))
_MONTHS = tuple(zip(*(map(fold, calendar.MONTHS[lang]) for lang in ("es", "en")), strict=True))
_PARTS = "morning afternoon evening night manana tarde noche madrugada mediodia noon"
DAY_WORDS = frozenset(
    word
    for names in (*_DAYS, *(name for pair in (*_WEEKDAYS, *_MONTHS) for name in pair), _PARTS)
    for word in names.split()
)
"""Words that say when and not what, in a question that names a day."""
_NAMED = re.compile(rf"(?<!\w)(?:{'|'.join(sorted(_DAYS, key=len, reverse=True))})(?!\w)")
_AGO = re.compile(
    r"(?<!\w)(?:hace (\d{1,3}) (dia|semana|mes)|(\d{1,3}) (day|week|month)s? ago)", re.ASCII
)
_ISO = re.compile(r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)")
_WEEKDAY = re.compile(r"(?<!\w)(?:el|on|last) ([a-z]+)(?: pasado)?(?!\w)")
_MONTH = re.compile(r"(?<!\w)(?:en|in|last) ([a-z]+)(?!\w)")


def named_period(question: str, now: datetime) -> Period | None:
    """The days that the question names, before ``now``; None where it names none."""
    text, today = fold(question), now.date()
    if found := _ISO.search(text):
        try:
            day = date(*map(int, found.groups()))
        except ValueError:
            return None
        return day, day
    if found := _NAMED.search(text):
        last, first = _DAYS[found.group()]
        return today - timedelta(first), today - timedelta(last)
    if found := _AGO.search(text):
        return _ago(int(found.group(1) or found.group(3)), found.group(2) or found.group(4), today)
    return _weekday(text, today) or _month(text, today)


def _ago(count: int, unit: str, today: date) -> Period:
    days, slack = count * _UNITS[unit[0]], _UNITS[unit[0]] // 2
    return today - timedelta(days + slack), today - timedelta(max(0, days - slack))


def _weekday(text: str, today: date) -> Period | None:
    for found in _WEEKDAY.finditer(text):
        for number, names in enumerate(_WEEKDAYS):
            if found.group(1) in names:
                day = today - timedelta((today.weekday() - number - 1) % 7 + 1)
                return day, day
    return None


def _month(text: str, today: date) -> Period | None:
    for found in _MONTH.finditer(text):
        for number, names in enumerate(_MONTHS, start=1):
            if found.group(1) in names:
                year = today.year if number <= today.month else today.year - 1
                first = date(year, number, 1)
                return first, first + timedelta(30)
    return None
