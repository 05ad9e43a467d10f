"""Times of day as people say them: "9:30 pm", "las nueve y media", "noon"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import time
from typing import NamedTuple

from assistant.answers import vocabulary
from assistant.answers.vocabulary import begun, begun_with
from assistant.compute.numbers import spelled
from assistant.records import Language

_DIGITS = re.compile(r"(\d{1,2})(?:[:.](\d{2}))?")


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
    at = 1 if words and words[0] in vocabulary.words("clocks", "articles") and len(words) > 1 else 0
    for kind, named in (("noon", time(12)), ("midnight", time(0))):
        if length := begun(words[at:], "clocks", kind):
            return Spoken(Clock(named, True), at + length)
    shift, lead = _shift(words[at:], "leading")
    hour = _hour(words[at + lead :], language)
    if hour is None:
        return None
    minutes, length = hour[0] + shift, at + lead + hour[1]
    if not lead and hour[2]:
        if begun(words[length:], "clocks", "vague"):
            return None
        shift, behind = _shift(words[length:], "past")
        minutes, length = minutes + shift, length + behind
    length += begun(words[length:], "clocks", "hours")
    morning, evening = (begun(words[length:], "clocks", part) for part in ("morning", "evening"))
    if (morning or evening) and not 0 < minutes // 60 <= 12 + (minutes < 13 * 60):
        return None
    if morning and minutes >= 12 * 60:
        minutes -= 12 * 60
    if evening and minutes < 12 * 60:
        minutes += 12 * 60
    marked = bool(morning or evening) or minutes >= 13 * 60 or minutes < 60
    return Spoken(Clock(_time(minutes), marked), length + morning + evening)


def every_word() -> frozenset[str]:
    """The words of all times of day."""
    keys = ("noon", "midnight", "articles", "morning", "evening", "hours", "vague")
    return vocabulary.every_word("clocks", *keys, "past", "leading")


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
    together = vocabulary.own(language, "clocks", "minutes_after_hour")  # "nine thirty"
    if together and behind and behind.value in range(10, 60):
        return number.value * 60 + behind.value, 1 + behind.length, False
    return number.value * 60, 1, True


def _shift(words: Sequence[str], key: str) -> tuple[int, int]:
    """The minutes that the words add to an hour, and how many words say so."""
    said = vocabulary.numbers("clocks", key)
    length = begun_with(words, [tuple(phrase.split()) for phrase in said])
    return (said[" ".join(words[:length])], length) if length else (0, 0)
