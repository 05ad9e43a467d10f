"""Dates as people say them: "3 May 2027", "el próximo lunes", "45 days ago", "Easter"."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from functools import cache
from typing import NamedTuple

from assistant.answers import day_names, relative
from assistant.answers.day_names import feasts, month_of, ordinal, skip, weekday_of
from assistant.answers.vocabulary import begun, begun_with, every_word, numbers
from assistant.answers.vocabulary import words as listed
from assistant.answers.when import When, day_or_none, yearly
from assistant.compute import calendar
from assistant.languages import setting
from assistant.records import Language

_NUMERIC = re.compile(r"(\d{1,4})([/.-])(\d{1,2})\2(\d{4}|\d{1,2})")
_YEARS = range(1583, 10_000)
"""Of the Gregorian calendar."""
_FAR = 300
"""Years from this one beyond which four figures alone are no year."""


class Found(NamedTuple):
    """What was read, and how many words it takes."""

    when: When
    length: int


Parser = Callable[[Sequence[str], date, Language], Found | None]


def read(words: Sequence[str], today: date, language: Language) -> Found | None:
    """The longest date that the folded words begin with. Raises ValueError and OverflowError for
    one outside of the calendar."""
    found = (parse(words, today, language) for parse in _PARSERS)
    return max(filter(None, found), key=lambda f: f.length, default=None)


def all_in(words: Sequence[str], today: date, language: Language) -> list[tuple[int, Found]]:
    """Every date in folded words, with its place. Raises as ``read`` does."""
    at, found = 0, []
    while at < len(words):
        here = read(words[at:], today, language)
        if here:
            found.append((at, here))
        at += here.length if here else 1
    return found


def _fixed(day: date) -> When:
    return When(day, day)


def _same_month(words: Sequence[str], today: date, language: Language) -> Found | None:
    """The first of "1 to 20 December", "del 1 al 20 de diciembre"."""
    at = skip(words, 0)
    number = ordinal(words[at:], language)
    behind = at + number[1] if number else 0
    if number is None or len(words) < behind + 3 or words[behind] not in listed("days", "to"):
        return None
    end = _day_and_month(words[behind + 1 :], today, language)
    if (
        end is None
        or end.when.month
        or not any(
            month_of(word, short=True) for word in words[behind + 1 : behind + 1 + end.length]
        )
    ):
        return None
    first, last = (day.replace(day=number[0]) for day in end.when[:2])
    return Found(When(first, last, end.when.fixed), behind)


def _bare_year(words: Sequence[str], today: date, _: Language) -> Found | None:
    """2030: its first day, to count to."""
    if len(words[0]) == 4 and words[0].isdigit() and abs(int(words[0]) - today.year) <= _FAR:
        return Found(_fixed(date(int(words[0]), 1, 1))._replace(month=True), 1)
    return None


def _near(words: Sequence[str], today: date, _: Language) -> Found | None:
    near = numbers("days", "near")
    length = begun_with(words, [tuple(phrase.split()) for phrase in near])
    if not length:
        return None
    return Found(_fixed(today + timedelta(near[" ".join(words[:length])])), length)


def _numeric(words: Sequence[str], _: date, language: Language) -> Found | None:
    """2027-03-05, 25/12/2026: where it can be read in one way alone."""
    found = _NUMERIC.fullmatch(words[0])
    if found is None:
        return None
    if len(found[1]) == 4:
        return Found(_fixed(date(int(found[1]), int(found[3]), int(found[4]))), 1)
    if len(found[4]) != 4:
        return None
    figures, year = (int(found[1]), int(found[3])), int(found[4])
    ways = (_ordered(figures, year, order) for order in setting(language, "dates", "orders"))
    days = set(filter(None, ways))
    if not days:
        raise ValueError(f"{words[0]} is no day")
    return Found(_fixed(days.pop()), 1) if len(days) == 1 else None


def _ordered(figures: tuple[int, int], year: int, order: str) -> date | None:
    """Day and month in the order that ``dmy`` or ``mdy`` tells; None where there is no such."""
    month, day = figures if order.startswith("m") else reversed(figures)
    return day_or_none(year, month, day) if 1 <= month <= 12 and day > 0 else None


def _day_and_month(words: Sequence[str], today: date, language: Language) -> Found | None:
    """The 3rd of March 2027, March 3rd, el 3 de marzo de 2027, March 2027, in March."""
    at = skip(words, 0)
    number = ordinal(words[at:], language)
    if number:
        after = at + number[1]
        month = _month(words, skip(words, after), short=True)
        if month is None:
            return _of_month(words, number[0], after, today)
        return _with_year(words, number[0], month, skip(words, after) + 1, today)
    month = _month(words, at, short=True)
    if month is None:
        return None
    day = ordinal(words[skip(words, at + 1) :], language)
    if day and day[0] <= 31:
        return _with_year(words, day[0], month, skip(words, at + 1) + day[1], today)
    if _month(words, at, short=False) is None:
        return None
    found = _with_year(words, 1, month, at + 1, today)
    return found._replace(when=found.when._replace(month=True)) if found else None


def _with_year(words: Sequence[str], day: int, month: int, at: int, today: date) -> Found:
    date(2000, month, day)  # ValueError where no year has it
    return _in_year(words, lambda year: day_or_none(year, month, day), at, today)


def _in_year(words: Sequence[str], on: Callable[[int], date | None], at: int, today: date) -> Found:
    """A day of the year that is named behind it, or of each year."""
    place = skip(words, at)
    figures = words[place] if place < len(words) else ""
    if coming := begun(words[at:], "days", "coming_after"):
        return Found(yearly(on, today), at + coming)
    year, end = 0, at
    if figures.isdigit() and len(figures) == 4 and int(figures) in _YEARS:
        year, end = int(figures), place + 1
    elif phrase := _year_phrase(words, at, today):
        year, end = phrase[0], at + phrase[1]
    if not year:
        return Found(yearly(on, today), at)
    return Found(yearly(on, today).in_year(year), end)


def _year_phrase(words: Sequence[str], at: int, today: date) -> tuple[int, int] | None:
    of = begun(words[at:], "days", "of")
    years = numbers("days", "years")
    length = begun_with(words[at + of :], [tuple(phrase.split()) for phrase in years])
    if not length:
        return None
    said = " ".join(words[at + of : at + of + length])
    return today.year + years[said], of + length


def _of_month(words: Sequence[str], day: int, length: int, today: date) -> Found | None:
    """The 15th, el 15: with its article, or it is a number."""
    if words[0] not in listed("stretches", "articles") or not 1 <= day <= 31:
        return None
    months = [calendar.add_months(today.replace(day=1), n) for n in range(-3, 4)]
    days = [d for m in months if (d := day_or_none(m.year, m.month, day))]
    when = When(min(d for d in days if d >= today), max(d for d in days if d <= today), fixed=False)
    return Found(when, length)


def _named(words: Sequence[str], today: date, _: Language) -> Found | None:
    at = 1 if words[0] in listed("days", "articles") and len(words) > 1 else 0
    for length in range(min(6, len(words) - at), 0, -1):
        said = " ".join(words[at : at + length])
        if said in listed("days", "month_end"):
            end = today.replace(day=monthrange(today.year, today.month)[1])
            return Found(_fixed(end), at + length)
        if said in feasts():
            return _in_year(words, feasts()[said], at + length, today)
    return None


def _weekend(words: Sequence[str], today: date, _: Language) -> Found | None:
    """The coming Saturday; in a weekend it is not clear which one is meant."""
    at = begun(words, "days", "weekend_named")
    length = begun(words[at:], "days", "weekend")
    if not length or today.weekday() >= 5:
        return None
    return Found(_fixed(today + timedelta(5 - today.weekday())), at + length)


def _weekday(words: Sequence[str], today: date, _: Language) -> Found | None:
    for length in (3, 2, 1, 0):
        lead, rest = " ".join(words[:length]), words[length:]
        number = weekday_of(rest[0]) if rest else None
        if number is None or (length and lead not in listed("days", *_LEADS)):
            continue
        coming = today + timedelta((number - today.weekday() - 1) % 7 + 1)
        past = today - timedelta((today.weekday() - number - 1) % 7 + 1)
        gone = begun(rest[1:], "days", "past_after")
        if gone or lead in listed("days", "past"):
            return Found(_fixed(past), length + 1 + gone)
        vague = lead in listed("days", "vague")
        if vague and coming - today <= timedelta(6 - today.weekday()):
            return None  # the one of this week, or of the week after it
        behind = begun(rest[1:], "days", "coming_after")
        if behind or vague or lead in listed("days", "coming"):
            return Found(_fixed(coming), length + 1 + behind)
        nearest = today if number == today.weekday() else coming
        return Found(When(nearest, past, fixed=False, weekday=number), length + 1)
    return None


_LEADS = ("coming", "named", "vague", "past")
"""What may stand before a day of the week."""


def _relative(words: Sequence[str], today: date, language: Language) -> Found | None:
    def anchor(behind: Sequence[str]) -> tuple[date, int] | None:
        found = read(behind, today, language) if behind else None
        return (found.when.next, found.length) if found else None

    moved = relative.read(words, today, language, anchor)
    return Found(_fixed(moved[0]), moved[1]) if moved else None


@cache
def vocabulary() -> frozenset[str]:
    """The words of all dates."""
    keys = ("near", "month_end", *_LEADS, "to", "years", "coming_after", "past_after", "weekend")
    return day_names.vocabulary().union(relative.vocabulary(), every_word("days", *keys))


def year(words: Sequence[str], today: date) -> tuple[int, int] | None:
    """The year of a day that stands apart from it: "next year", "in 2027"."""
    if words[0] in listed("days", "in_year") and words[1:2] and words[1].isdigit():
        number = int(words[1]) if len(words[1]) == 4 else 0
        return (number, 2) if number in _YEARS else None
    return _year_phrase(words, 0, today)


def _month(words: Sequence[str], at: int, *, short: bool) -> int | None:
    return month_of(words[at].rstrip("."), short=short) if at < len(words) else None


_PARSERS: tuple[Parser, ...] = (
    _relative,
    _same_month,
    _near,
    _numeric,
    _bare_year,
    _day_and_month,
    _named,
    _weekend,
    _weekday,
)
