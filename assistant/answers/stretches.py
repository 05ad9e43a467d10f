"""Stretches of days: a month, a year, this week."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Literal, NamedTuple

from assistant.answers import day_names

Kind = Literal["day", "week", "month", "year"]
_MONTH_OF = (("month", "of"), ("mes", "de"))
_OF = ("de", "del", "of")
_UNITS = {
    "week": "week",
    "semana": "week",
    "month": "month",
    "mes": "month",
    "year": "year",
    "ano": "year",
}
_THIS = ("this", "este", "esta", "the current", "the", "el", "la", "del", "de")
_LAST = ("last", "the last", "the past", "past", "the previous", "previous", "la pasada")
_NEXT = ("next", "the next", "el proximo", "la proxima", "proximo", "proxima")


class Stretch(NamedTuple):
    """The days from ``first`` to ``last``. ``any_year``: of whichever year."""

    kind: Kind
    first: date
    last: date
    any_year: bool = False


def read(words: Sequence[str], today: date) -> tuple[Stretch, int] | None:
    """The month, year or week that the folded words begin with, and how many of them it takes."""
    return _year(words, today) or _month(words, today) or _around(words, today)


def year(words: Sequence[str], today: date) -> tuple[int, int] | None:
    """A year in figures."""
    del today
    if words and words[0].isdigit() and len(words[0]) == 4 and 1583 <= int(words[0]) <= 9999:
        return int(words[0]), 1
    return None


def vocabulary() -> frozenset[str]:
    """The words of all stretches of days."""
    leads = " ".join((*_THIS, *_LAST, *_NEXT)).split()
    return frozenset((*_UNITS, *leads, "pasada", "pasado", "que", "viene", "of"))


def of_year(number: int) -> Stretch:
    return Stretch("year", date(number, 1, 1), date(number, 12, 31))


def around(day: date, kind: Kind, shift: int = 0) -> Stretch:
    """The week (from Monday), month or year of that day, or another so many later."""
    if kind == "week":
        monday = day - timedelta(day.weekday()) + timedelta(7 * shift)
        return Stretch("week", monday, monday + timedelta(6))
    if kind == "month":
        number = day.year * 12 + day.month - 1 + shift
        return of_month(number // 12, number % 12 + 1)
    return of_year(day.year + shift)


def of_month(of: int, month: int) -> Stretch:
    return Stretch("month", date(of, month, 1), date(of, month, monthrange(of, month)[1]))


def _year(words: Sequence[str], today: date) -> tuple[Stretch, int] | None:
    at = 1 if words[:1] and words[0] in ("the", "el") else 0
    at = at + 1 if words[at : at + 1] and words[at] in ("year", "ano") else 0
    found = year(words[at:], today)
    return (of_year(found[0]), at + found[1]) if found else None


def _month(words: Sequence[str], today: date) -> tuple[Stretch, int] | None:
    start = 1 if words[:1] and words[0] in ("the", "el") else 0
    start = start + 2 if tuple(words[start : start + 2]) in _MONTH_OF else 0
    month = day_names.month_of(words[start]) if len(words) > start else None
    if month is None:
        return None
    at = start + (2 if words[start + 1 : start + 2] and words[start + 1] in _OF else 1)
    named = year(words[at:], today)
    if named:
        return of_month(named[0], month), at + 1
    return of_month(today.year, month)._replace(any_year=True), start + 1


def _around(words: Sequence[str], today: date) -> tuple[Stretch, int] | None:
    for length in (2, 1):
        lead = " ".join(words[:length])
        unit = _UNITS.get(words[length]) if len(words) > length else None
        if unit is None or not lead:
            continue
        behind = " ".join(words[length + 1 : length + 3])
        kind: Kind = unit  # type: ignore[assignment]
        if behind.startswith("pasad") and lead in _THIS:
            return around(today, kind, -1), length + 2
        if behind == "que viene" and lead in _THIS:
            return around(today, kind, 1), length + 3
        for leads, shift in ((_LAST, -1), (_NEXT, 1), (_THIS, 0)):
            if lead in leads:
                return around(today, kind, shift), length + 1
    return None
