"""Days that lie behind, in questions about the memory: "this week", "desde el lunes"."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from assistant.answers import dates, relative, stretches
from assistant.answers.durations import DAYS_IN, duration
from assistant.answers.vocabulary import begun
from assistant.answers.vocabulary import words as listed
from assistant.compute import calendar
from assistant.messages import say
from assistant.records import Language

_LATELY_DAYS = 7


class Period(NamedTuple):
    """The days from ``first`` to ``last``, and how to name them in a sentence."""

    first: date
    last: date
    said: str

    def holds(self, day: date) -> bool:
        return self.first <= day <= self.last


def read(words: Sequence[str], today: date, language: Language) -> Period | None:
    """The days that all the folded words name; None where a word is left over."""
    said, whole = tuple(words), " ".join(words)
    yesterday = today - timedelta(1)
    if whole in listed("periods", "today"):
        return Period(today, today, say("computed.period_today", language))
    if whole in listed("periods", "yesterday"):
        return Period(yesterday, yesterday, say("computed.period_yesterday", language))
    if whole in listed("periods", "lately"):
        first = today - timedelta(_LATELY_DAYS - 1)
        return Period(first, today, say("computed.period_lately", language))
    if lead := begun(said, "periods", "since"):
        since = read(said[lead:], today, language)
        return _since(since.first, today, language) if since else None
    return _last_days(said, today, language) or _named(said, today, language)


def _last_days(words: Sequence[str], today: date, language: Language) -> Period | None:
    lead = begun(words, "periods", "last")
    found = duration(words[lead:], language) if lead else None
    if found and found.length == len(words) - lead and found.value.unit in DAYS_IN:
        return _since(relative.shifted(today, found.value, -1), today, language)
    return None


def _named(words: Sequence[str], today: date, language: Language) -> Period | None:
    at = 0
    while at < len(words):
        left = words[at:]
        stretch = stretches.read(left, today)
        if stretch and stretch[1] == len(left) and stretch[0].first <= today:
            return _span(stretch[0].first, min(today, stretch[0].last), language)
        found = dates.read(list(left), today, language)
        if found and found.length == len(left) and not found.when.month:
            when = found.when
            day = when.last if when.last <= today else None
            return _day(day, language) if day else None
        if words[at] not in listed("periods", "filling"):
            return None
        at += 1
    return None


def _since(first: date, today: date, language: Language) -> Period:
    start = calendar.written(first, language)
    return Period(first, today, say("computed.period_since", language, start=start))


def _day(day: date, language: Language) -> Period:
    said = say("computed.period_day", language, date=calendar.written(day, language))
    return Period(day, day, said)


def _span(first: date, last: date, language: Language) -> Period:
    if first == last:
        return _day(first, language)
    days = {"start": calendar.written(first, language), "end": calendar.written(last, language)}
    return Period(first, last, say("computed.period_span", language, **days))
