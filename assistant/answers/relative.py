"""Days told by their distance: "in 3 weeks", "45 days ago", "90 days after", "hace 2 meses"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta

from assistant.answers.durations import DAYS_IN, Duration, duration
from assistant.answers.vocabulary import begun, every_word
from assistant.compute import calendar
from assistant.records import Language

_LEADS = (("in", 1), ("since", -1))
"""What stands before the length of time, and which way it counts."""
_TAILS = (("ago", -1), ("hence", 1))
_ANCHORED = (("after", 1), ("before", -1))
"""What stands between it and the day from which it counts."""
Anchor = Callable[[Sequence[str]], tuple[date, int] | None]
"""The day that words begin with, and how many of them it takes."""


def read(
    words: Sequence[str], today: date, language: Language, anchor: Anchor
) -> tuple[date, int] | None:
    """The day so far away that the folded words begin with, and how many of them it takes."""
    for key, sign in _LEADS:
        lead = begun(words, "durations", key)
        led = duration(words[lead:], language) if lead else None
        if led and led.value.unit in DAYS_IN:
            return shifted(today, led.value, sign), lead + led.length
    spoken = duration(words, language)
    if spoken is None or spoken.value.unit not in DAYS_IN:
        return None
    behind = words[spoken.length :]
    for key, sign in _TAILS:
        if tail := begun(behind, "durations", key):
            return shifted(today, spoken.value, sign), spoken.length + tail
    for key, sign in _ANCHORED:
        tail = begun(behind, "durations", key)
        day = anchor(behind[tail:]) if tail else None
        if day:
            return shifted(day[0], spoken.value, sign), spoken.length + tail + day[1]
    return None


def shifted(day: date, by: Duration, sign: int) -> date:
    """``day`` so much later, or earlier where ``sign`` is -1."""
    count = sign * by.number
    if by.unit == "workday":
        return calendar.add_working_days(day, count)
    if by.unit in ("month", "year"):
        return calendar.add_months(day, count * (12 if by.unit == "year" else 1))
    return day + timedelta(days=count * DAYS_IN[by.unit])


def vocabulary() -> frozenset[str]:
    """The words around the length of time."""
    return every_word("durations", *(key for key, _ in (*_LEADS, *_TAILS, *_ANCHORED)))
