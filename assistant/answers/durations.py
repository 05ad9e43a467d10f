"""Lengths of time as people say them: "3 weeks", "two and a half hours", "diez días hábiles"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from assistant.compute.numbers import spelled
from assistant.records import Language

Unit = Literal["minute", "hour", "day", "workday", "week", "fortnight", "month", "year"]

DAYS_IN: Mapping[Unit, int] = {
    "day": 1, "workday": 1, "week": 7, "fortnight": 14, "month": 30, "year": 365,
}  # fmt: skip
"""The units that a calendar counts in; months and years are counted by it, not by this."""
MINUTES_IN: Mapping[Unit, int] = {"minute": 1, "hour": 60}
MOST = 1_000_000
_UNITS: Mapping[str, Unit] = {
    **dict.fromkeys(["minute", "minutes", "min", "mins", "minuto", "minutos"], "minute"),
    **dict.fromkeys(["hour", "hours", "hr", "hrs", "hora", "horas", "h", "hs"], "hour"),
    **dict.fromkeys(["day", "days", "dia", "dias", "night", "nights", "noches", "sleeps"], "day"),
    **dict.fromkeys(["week", "weeks", "wk", "wks", "semana", "semanas"], "week"),
    **dict.fromkeys(["fortnight", "fortnights"], "fortnight"),
    **dict.fromkeys(["month", "months", "mes", "meses"], "month"),
    **dict.fromkeys(["year", "years", "yr", "yrs", "ano", "anos"], "year"),
    **dict.fromkeys(["weekdays", "workdays"], "workday"),
}
_WORKING = ("working", "business", "work", "week")
_HABILES = ("habiles", "laborables", "laborales", "habil", "laborable")
_ONE = ("a", "an", "one", "un", "una", "another", "otro", "otra")
_FEW: Mapping[tuple[str, ...], int] = {
    ("a", "couple", "of"): 2,
    ("un", "par", "de"): 2,
    ("a", "dozen"): 12,
    ("una", "docena", "de"): 12,
}


class Duration(NamedTuple):
    number: int
    unit: Unit


class Spoken(NamedTuple):
    """What was read, and how many words it takes."""

    value: Duration
    length: int


def unit(words: Sequence[str]) -> tuple[Unit, int] | None:
    """The unit of time that the folded words begin with, and how many of them it takes."""
    if not words:
        return None
    if words[0] in _WORKING and words[1:2] and words[1] in ("days", "day"):
        return "workday", 2
    if words[0] in ("dia", "dias") and words[1:2] and words[1] in _HABILES:
        return "workday", 2
    found = _UNITS.get(words[0])
    return (found, 1) if found else None


def vocabulary() -> frozenset[str]:
    """The words of all lengths of time."""
    few = (word for said in _FEW for word in said)
    return frozenset(
        (*_UNITS, *_WORKING, *_HABILES, *_ONE, *few, "half", "media", "hora", "and", "y")
    )


def duration(words: Sequence[str], language: Language) -> Spoken | None:
    """The length of time that the folded words begin with, in one unit of the calendar or clock."""
    half = _half_hour(words)
    if half:
        return half
    count = _count(words, language)
    named = unit(words[count[1] :]) if count else None
    if count is None or named is None or count[0] > MOST:
        return None
    length = count[1] + named[1]
    value = Duration(count[0], named[0])
    if named[0] == "hour":
        return _with_minutes(words, value, length, language)
    return Spoken(value, length)


def _with_minutes(words: Sequence[str], hours: Duration, length: int, language: Language) -> Spoken:
    rest = words[length:]
    at = 1 if rest[:1] and rest[0] in ("and", "y") else 0
    if tuple(rest[at : at + 2]) == ("a", "half") or (at and tuple(rest[at : at + 1]) == ("media",)):
        extra = 2 if rest[at] == "a" else 1
        return Spoken(Duration(hours.number * 60 + 30, "minute"), length + at + extra)
    minutes = _count(rest[at:], language)
    named = unit(rest[at + minutes[1] :]) if minutes else None
    if minutes and named and named[0] == "minute":
        total = Duration(hours.number * 60 + minutes[0], "minute")
        return Spoken(total, length + at + minutes[1] + named[1])
    return Spoken(hours, length)


def _half_hour(words: Sequence[str]) -> Spoken | None:
    for said in (("half", "an", "hour"), ("media", "hora"), ("half", "hour")):
        if tuple(words[: len(said)]) == said:
            return Spoken(Duration(30, "minute"), len(said))
    return None


def _count(words: Sequence[str], language: Language) -> tuple[int, int] | None:
    for said, number in _FEW.items():
        if tuple(words[: len(said)]) == said:
            return number, len(said)
    if not words:
        return None
    digits = words[0].replace(",", "")
    if digits.isdigit() and (digits == words[0] or language == "en"):
        return int(digits[:12]), 1
    found = spelled(words, language)
    if found:
        return found.value, found.length
    return (1, 1) if words[0] in _ONE else None
