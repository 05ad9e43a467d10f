"""Times of day as people say them: "9:30 pm", "las nueve y media", "noon"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import time
from typing import NamedTuple

from assistant.compute.numbers import spelled
from assistant.records import Language

_DIGITS = re.compile(r"(\d{1,2})(?:[:.](\d{2}))?")
_NAMED = {
    **dict.fromkeys(("noon", "midday", "mediodia"), time(12)),
    **dict.fromkeys(("midnight", "medianoche"), time(0)),
}
_ARTICLES = frozenset(("las", "la", "el", "at"))
_MORNING = (("am",), ("a.m",), ("in", "the", "morning"), ("de", "la", "manana"),
            ("de", "la", "madrugada"), ("por", "la", "manana"))  # fmt: skip
_EVENING = (("pm",), ("p.m",), ("in", "the", "afternoon"), ("in", "the", "evening"),
            ("at", "night"), ("de", "la", "tarde"), ("de", "la", "noche"),
            ("por", "la", "tarde"), ("por", "la", "noche"), ("tonight",), ("this", "evening"),
            ("this", "afternoon"))  # fmt: skip
_HOURS = (("o'clock",), ("oclock",), ("h",), ("hs",), ("hrs",), ("hours",), ("horas",),
          ("en", "punto"), ("sharp",))  # fmt: skip
_PAST: Mapping[tuple[str, ...], int | None] = {
    ("y", "media"): 30,
    ("y", "cuarto"): 15,
    ("y", "pico"): None,
    ("menos", "cuarto"): -15,
}
_LEADING: Mapping[tuple[str, ...], int | None] = {
    ("half", "past"): 30,
    ("quarter", "past"): 15,
    ("a", "quarter", "past"): 15,
    ("quarter", "to"): -15,
    ("a", "quarter", "to"): -15,
}


class Clock(NamedTuple):
    """A time of day. ``marked``: morning or evening, or the 24 hours, leave one reading."""

    at: time
    marked: bool


class Spoken(NamedTuple):
    """What was read, and how many words it takes."""

    clock: Clock
    length: int


def read(words: Sequence[str], language: Language) -> Spoken | None:
    """The time of day that the folded words begin with; a bare number is taken for an hour."""
    at = 1 if words and words[0] in _ARTICLES and len(words) > 1 else 0
    if words[at:] and words[at] in _NAMED:
        return Spoken(Clock(_NAMED[words[at]], True), at + 1)
    shift, lead = _starting(words[at:], _LEADING)
    hour = _hour(words[at + lead :], language)
    if hour is None:
        return None
    minutes, length = hour[0] + (shift or 0), at + lead + hour[1]
    if not lead and hour[2] and (after := _starting(words[length:], _PAST))[1]:
        if after[0] is None:
            return None
        minutes, length = minutes + after[0], length + after[1]
    length += _starting(words[length:], dict.fromkeys(_HOURS, 0))[1]
    morning = _starting(words[length:], dict.fromkeys(_MORNING, 0))[1]
    evening = _starting(words[length:], dict.fromkeys(_EVENING, 0))[1]
    if (morning or evening) and not 0 < minutes // 60 <= 12 + (minutes < 13 * 60):
        return None
    if morning and minutes >= 12 * 60:
        minutes -= 12 * 60
    if evening and minutes < 12 * 60:
        minutes += 12 * 60
    marked = bool(morning or evening) or minutes >= 13 * 60 or minutes < 60
    return Spoken(Clock(_time(minutes), marked), length + morning + evening)


def vocabulary() -> frozenset[str]:
    """The words of all times of day."""
    phrases = (*_MORNING, *_EVENING, *_HOURS, *_PAST, *_LEADING)
    return frozenset(word for said in phrases for word in said).union(_NAMED, _ARTICLES)


def _time(minutes: int) -> time:
    hours, rest = divmod(minutes % (24 * 60), 60)
    return time(hours, rest)


def _hour(words: Sequence[str], language: Language) -> tuple[int, int, bool] | None:
    """Minutes after midnight, the words taken, and whether the hour is a full one."""
    if not words:
        return None
    found = _DIGITS.fullmatch(words[0])
    if found:
        hour, minute = int(found[1]), int(found[2] or 0)
        return (hour * 60 + minute, 1, not found[2]) if hour <= 24 and minute < 60 else None
    number = spelled(words[:1], language)
    if number is None or not 1 <= number.value <= 24:
        return None
    behind = spelled(words[1:3], language)
    if language == "en" and behind and behind.value in range(10, 60):
        return number.value * 60 + behind.value, 1 + behind.length, False
    return number.value * 60, 1, True


def _starting(
    words: Sequence[str], table: Mapping[tuple[str, ...], int | None]
) -> tuple[int | None, int]:
    for said, value in table.items():
        if tuple(words[: len(said)]) == said:
            return value, len(said)
    return None, 0
