"""Lengths of time as people say them: "3 weeks", "two and a half hours", "diez días hábiles"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, cast

from assistant.answers.vocabulary import begun, begun_with, every_word, meanings, numbers
from assistant.answers.vocabulary import words as listed
from assistant.compute.numbers import spelled
from assistant.languages import setting
from assistant.records import Language

Unit = Literal["minute", "hour", "day", "workday", "week", "fortnight", "month", "year"]

DAYS_IN: Mapping[Unit, int] = {
    "day": 1, "workday": 1, "week": 7, "fortnight": 14, "month": 30, "year": 365,
}  # fmt: skip
"""The units that a calendar counts in; months and years are counted by it, not by this."""
MINUTES_IN: Mapping[Unit, int] = {"minute": 1, "hour": 60}
MOST = 1_000_000


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
    if length := begun(words, "durations", "workdays"):
        return "workday", length
    found = cast("Unit | None", meanings("durations", "units").get(words[0]))
    return (found, 1) if found else None


def vocabulary() -> frozenset[str]:
    """The words of all lengths of time."""
    keys = ("units", "workdays", "one", "few", "half_hour", "half", "link")
    return every_word("durations", *keys)


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
    at = begun(rest, "durations", "link")
    half = begun(rest[at:], "durations", "half")
    if half > 1 or (at and half):  # "two hours a half", "dos horas y media"
        return Spoken(Duration(hours.number * 60 + 30, "minute"), length + at + half)
    minutes = _count(rest[at:], language)
    named = unit(rest[at + minutes[1] :]) if minutes else None
    if minutes and named and named[0] == "minute":
        total = Duration(hours.number * 60 + minutes[0], "minute")
        return Spoken(total, length + at + minutes[1] + named[1])
    return Spoken(hours, length)


def _half_hour(words: Sequence[str]) -> Spoken | None:
    length = begun(words, "durations", "half_hour")
    return Spoken(Duration(30, "minute"), length) if length else None


def _count(words: Sequence[str], language: Language) -> tuple[int, int] | None:
    few = numbers("durations", "few")
    if length := begun_with(words, [tuple(phrase.split()) for phrase in few]):
        return few[" ".join(words[:length])], length
    if not words:
        return None
    digits = words[0].replace(",", "")
    if digits.isdigit() and (digits == words[0] or setting(language, "numbers", "group") == ","):
        return int(digits[:12]), 1
    found = spelled(words, language)
    if found:
        return found.value, found.length
    return (1, 1) if words[0] in listed("durations", "one") else None
