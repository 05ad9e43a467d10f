"""Stretches of days: a month, a year, this week."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Literal, NamedTuple

from assistant.answers import day_names
from assistant.answers.vocabulary import begun, every_word, words

Kind = Literal["day", "week", "month", "year"]
_KINDS: tuple[Kind, ...] = ("week", "month", "year")


class Stretch(NamedTuple):
    """The days from ``first`` to ``last``. ``any_year``: of whichever year."""

    kind: Kind
    first: date
    last: date
    any_year: bool = False


def read(said: Sequence[str], today: date) -> tuple[Stretch, int] | None:
    """The month, year or week that the folded words begin with, and how many of them it takes."""
    return _year(said, today) or _month(said, today) or _around(said, today)


def year(said: Sequence[str], today: date) -> tuple[int, int] | None:
    """A year in figures."""
    del today
    if said and said[0].isdigit() and len(said[0]) == 4 and 1583 <= int(said[0]) <= 9999:
        return int(said[0]), 1
    return None


def vocabulary() -> frozenset[str]:
    """The words of all stretches of days."""
    leads = ("this", "last", "next", "last_after", "next_after", "of")
    return every_word("stretches", *_KINDS, *leads)


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


def _year(said: Sequence[str], today: date) -> tuple[Stretch, int] | None:
    at = begun(said, "stretches", "articles")
    at += begun(said[at:], "stretches", "year")
    found = year(said[at:], today)
    return (of_year(found[0]), at + found[1]) if found else None


def _month(said: Sequence[str], today: date) -> tuple[Stretch, int] | None:
    start = begun(said, "stretches", "articles")
    start += begun(said[start:], "stretches", "month_of")
    month = day_names.month_of(said[start]) if len(said) > start else None
    if month is None:
        return None
    at = start + 1 + begun(said[start + 1 :], "stretches", "of")
    named = year(said[at:], today)
    if named:
        return of_month(named[0], month), at + 1
    return of_month(today.year, month)._replace(any_year=True), start + 1


def _around(said: Sequence[str], today: date) -> tuple[Stretch, int] | None:
    for length in (2, 1):
        lead = " ".join(said[:length])
        unit = _kind(said[length]) if len(said) > length else None
        if unit is None or not lead:
            continue
        behind = said[length + 1 :]
        if lead in words("stretches", "this"):
            for key, shift in (("last_after", -1), ("next_after", 1)):
                if after := begun(behind, "stretches", key):
                    return around(today, unit, shift), length + 1 + after
        for key, shift in (("last", -1), ("next", 1), ("this", 0)):
            if lead in words("stretches", key):
                return around(today, unit, shift), length + 1
    return None


def _kind(word: str) -> Kind | None:
    return next((kind for kind in _KINDS if word in words("stretches", kind)), None)
