"""Names of days, months and feasts, and the numbers of days, in all languages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from functools import cache

from assistant.answers.vocabulary import own, words
from assistant.compute import calendar
from assistant.compute.numbers import spelled
from assistant.languages import each, known
from assistant.records import Language
from assistant.text.folding import fold

_SIGNS = frozenset("º°ª")


def weekday_of(word: str) -> int | None:
    return _weekdays().get(word)


def month_of(word: str, *, short: bool = False) -> int | None:
    return _months(short=short).get(word)


def skip(said: Sequence[str], at: int) -> int:
    while at < len(said) and said[at] in words("days", "links"):
        at += 1
    return at


def ordinal(said: Sequence[str], language: Language) -> tuple[int, int] | None:
    """A day of the month, and how many words it takes: 3, 3rd, third, primero, tres."""
    if not said:
        return None
    if said[0].isdigit() and len(said[0]) <= 2:
        behind = len(said) > 1 and said[1] in _ends()
        return int(said[0]), 2 if behind else 1
    if said[0] in words("days", "first"):
        return 1, 1
    spelled_out = _ordinals(language)
    found = spelled_out.get(said[0]) or spelled_out.get(" ".join(said[:2]))
    if found or not own(language, "days", "cardinals"):
        return found
    number = spelled(said, language)
    return (number.value, number.length) if number and 1 <= number.value <= 31 else None


@cache
def _ends() -> frozenset[str]:
    """What stands behind the figures of a day: the "rd" of "3rd"."""
    return words("days", "ordinal_ends") | _SIGNS


@cache
def _ordinals(language: Language) -> dict[str, tuple[int, int]]:
    said = own(language, "days", "ordinals", "").split()
    table = {word: (number, 1) for number, word in enumerate(said, 1)}
    return table | {w.replace("-", " "): (n, 2) for w, (n, _) in table.items() if "-" in w}


@cache
def _weekdays() -> dict[str, int]:
    every = map(calendar.weekdays, known())
    return {fold(day): n for names in every for n, day in enumerate(names)}


@cache
def _months(*, short: bool) -> dict[str, int]:
    every = map(calendar.months, known())
    names = {fold(month): n for names in every for n, month in enumerate(names, 1)}
    for _, days in each("answers", "days"):
        names |= days.get("more_months", {})
    return names | {month[:3]: n for month, n in names.items()} if short else names


@cache
def feasts() -> dict[str, Callable[[int], date]]:
    def on(rule: str) -> Callable[[int], date]:
        if rule.startswith("easter"):
            return lambda year: calendar.easter(year) + timedelta(int(rule.removeprefix("easter")))
        month, day = map(int, rule.split("-"))
        return lambda year: date(year, month, day)

    return {
        fold(name): on(rule)
        for _, rules in each("answers", "feasts")
        for rule, names in rules.items()
        for name in names
    }


@cache
def vocabulary() -> frozenset[str]:
    """All words that name a day or a month, or stand between such words."""
    spelled_out = (word for name in ordinals() for word in name.split())
    feast_words = (word for name in feasts() for word in name.split())
    return frozenset((*feast_words, *spelled_out)).union(
        _weekdays(), _months(short=True), words("days", "links", "first"), _ends()
    )


def ordinals() -> frozenset[str]:
    """The ordinals that spell a day of the month, of all languages."""
    return frozenset(word for language in known() for word in _ordinals(language))
