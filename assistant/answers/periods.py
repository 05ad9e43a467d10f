"""Days that lie behind, in questions about the memory: "this week", "desde el lunes"."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from assistant.answers import dates, relative, stretches
from assistant.answers.durations import DAYS_IN, duration
from assistant.compute import calendar
from assistant.messages import say
from assistant.records import Language

_FILLING = frozenset(
    ("on", "in", "during", "en", "el", "dia", "of", "de", "the", "so", "far", "durante")
)
_TODAY = (("this", "morning"), ("esta", "manana"), ("this", "afternoon"), ("esta", "tarde"),
          ("earlier", "today"), ("hoy",), ("today",), ("hace", "un", "rato"))  # fmt: skip
_YESTERDAY = (("last", "night"), ("anoche",), ("ayer",), ("yesterday",))
_LATELY = (("lately",), ("recently",), ("ultimamente",), ("estos", "dias"), ("these", "days"),
           ("en", "estos", "dias"), ("en", "los", "ultimos", "dias"),
           ("the", "past", "few", "days"),
           ("in", "the", "last", "few", "days"), ("recientemente",))  # fmt: skip
_SINCE = ("since", "desde")
_LAST = (("in", "the", "last"), ("in", "the", "past"), ("over", "the", "last"), ("the", "last"),
         ("over", "the", "past"), ("en", "los", "ultimos"), ("en", "las", "ultimas"),
         ("the", "past"), ("los", "ultimos"), ("las", "ultimas"))  # fmt: skip
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
    said = tuple(words)
    yesterday = today - timedelta(1)
    if said in _TODAY:
        return Period(today, today, say("computed.period_today", language))
    if said in _YESTERDAY:
        return Period(yesterday, yesterday, say("computed.period_yesterday", language))
    if said in _LATELY:
        first = today - timedelta(_LATELY_DAYS - 1)
        return Period(first, today, say("computed.period_lately", language))
    if said[:1] and said[0] in _SINCE:
        since = read(said[1:], today, language)
        return _since(since.first, today, language) if since else None
    return _last_days(said, today, language) or _named(said, today, language)


def _last_days(words: Sequence[str], today: date, language: Language) -> Period | None:
    for lead in _LAST:
        if tuple(words[: len(lead)]) != lead:
            continue
        found = duration(words[len(lead) :], language)
        if found and found.length == len(words) - len(lead) and found.value.unit in DAYS_IN:
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
        if words[at] not in _FILLING:
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
