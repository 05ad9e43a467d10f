"""Names of days, months and feasts, and the numbers of days, in both languages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from functools import cache

from assistant.characters import fold
from assistant.compute import calendar
from assistant.compute.numbers import spelled
from assistant.records import Language
from assistant.resources import data_path

_LINKS = frozenset(("of", "de", "del", "the", "el", "dia"))
_ORDINALS = frozenset(("st", "nd", "rd", "th", "º", "°", "ª"))
_FIRST = frozenset(("primero", "primer"))


def weekday_of(word: str) -> int | None:
    return _weekdays().get(word)


def month_of(word: str, *, short: bool = False) -> int | None:
    return _months(short=short).get(word)


def skip(words: Sequence[str], at: int) -> int:
    while at < len(words) and words[at] in _LINKS:
        at += 1
    return at


def ordinal(words: Sequence[str], language: Language) -> tuple[int, int] | None:
    """A day of the month, and how many words it takes: 3, 3rd, third, primero, tres."""
    if not words:
        return None
    if words[0].isdigit() and len(words[0]) <= 2:
        behind = len(words) > 1 and words[1] in _ORDINALS
        return int(words[0]), 2 if behind else 1
    if words[0] in _FIRST:
        return 1, 1
    if language == "en":
        return _spelled_ordinals().get(words[0]) or _spelled_ordinals().get(" ".join(words[:2]))
    number = spelled(words, language)
    return (number.value, number.length) if number and 1 <= number.value <= 31 else None


@cache
def _spelled_ordinals() -> dict[str, tuple[int, int]]:
    ones = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"]
    teens = [
        "tenth",
        "eleventh",
        "twelfth",
        "thirteenth",
        "fourteenth",
        "fifteenth",
        "sixteenth",
        "seventeenth",
        "eighteenth",
        "nineteenth",
        "twentieth",
    ]
    table = {word: (n, 1) for n, word in enumerate((*ones, *teens), 1)} | {"thirtieth": (30, 1)}
    for tens, base in (("twenty", 20), ("thirty", 30)):
        for n, word in enumerate(ones, 1):
            if base + n <= 31:
                table |= {f"{tens}-{word}": (base + n, 1), f"{tens} {word}": (base + n, 2)}
    return table


@cache
def _weekdays() -> dict[str, int]:
    return {fold(day): n for names in calendar.WEEKDAYS.values() for n, day in enumerate(names)}


@cache
def _months(*, short: bool) -> dict[str, int]:
    names = {fold(m): n for ms in calendar.MONTHS.values() for n, m in enumerate(ms, 1)}
    names |= {"setiembre": 9}
    return names | {m[:3]: n for m, n in names.items()} | {"sept": 9} if short else names


@cache
def feasts() -> dict[str, Callable[[int], date]]:
    def on(rule: str) -> Callable[[int], date]:
        if rule.startswith("easter"):
            return lambda year: calendar.easter(year) + timedelta(int(rule.removeprefix("easter")))
        month, day = map(int, rule.split("-"))
        return lambda year: date(year, month, day)

    feasts: dict[str, Callable[[int], date]] = {}
    for line in data_path("answers", "days.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            rule, _, names = line.partition(":")
            feasts.update((fold(name.strip()), on(rule.strip())) for name in names.split(","))
    return feasts


@cache
def vocabulary() -> frozenset[str]:
    """All words that name a day or a month, or stand between such words."""
    feast_words = (word for name in feasts() for word in name.split())
    ordinals = (word for name in _spelled_ordinals() for word in name.split())
    return frozenset((*feast_words, *ordinals)).union(
        _weekdays(), _months(short=True), _LINKS, _ORDINALS, _FIRST
    )
