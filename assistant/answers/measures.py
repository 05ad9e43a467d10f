"""Quantities and units of measure as people say them: "6 foot 2", "a mile", "98.6 °F"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from assistant.answers.text import TOKEN
from assistant.answers.vocabulary import begun, every_word, own
from assistant.compute import numbers, units
from assistant.compute.numbers import spelled
from assistant.records import Language

_LONGEST = 4
_PARTS = {"foot": ("inch", 12), "hour": ("minute", 60), "pound": ("ounce", 16),
          "stone": ("pound", 14), "meter": ("centimeter", 100), "minute": ("second", 60),
          "kilogram": ("gram", 1000)}  # fmt: skip
"""The unit that people go on with, and how many of it make one."""


class Measure(NamedTuple):
    """A unit, as pint calls it and as it was said."""

    unit: str


class Quantity(NamedTuple):
    amount: float
    unit: str


def measure(words: Sequence[str]) -> tuple[Measure, int] | None:
    """The unit that the folded words begin with, and how many of them it takes."""
    at = 1 if words[0] in ("°", "º") else 0
    for length in range(min(_LONGEST, len(words) - at), 0, -1):
        unit = _units().get(tuple(words[at : at + length]))
        if unit:
            return Measure(unit), at + length
    return None


def quantity(words: Sequence[str], language: Language) -> tuple[Quantity, int] | None:
    """The amount of a unit that the folded words begin with, in one unit or in two."""
    at = 1 if words[0] in ("-", "−") else 0
    first = _number(words[at:], language)
    if first is None:
        return None
    amount, at = (-first[0] if at else first[0]), at + first[1]
    inch = begun(words[at:], "measures", "inch")
    if inch and begun(words[at + inch :], "measures", "before_inch"):
        return Quantity(amount, "inch"), at + inch
    named = (
        (Measure("foot"), 1)
        if words[at : at + 1] == ["'"]
        else measure(words[at:])
        if words[at:]
        else None
    )
    if named is None or (amount < 0 and not units.below_zero(named[0].unit)):
        return None
    at += named[1]
    rest = _rest(words[at:], named[0].unit, language)
    return Quantity(amount + (rest[0] if rest else 0), named[0].unit), at + (rest[1] if rest else 0)


def _rest(words: Sequence[str], unit: str, language: Language) -> tuple[float, int] | None:
    """The 2 of "6 foot 2", the 30 minutes of "1 hour 30", as a part of the larger unit."""
    if unit not in _PARTS:
        return None
    smaller, many = _PARTS[unit]
    at = begun(words, "measures", "link")
    if half := begun(words[at:], "measures", "rest_half"):
        return 0.5, at + half
    number = _figures(words[at:], language)
    if number is None or number[0] >= many:
        return None
    named = measure(words[at + number[1] :]) if len(words) > at + number[1] else None
    if (named and named[0].unit != smaller) or (named is None and at):
        return None
    return number[0] / many, at + number[1] + (named[1] if named else 0)


def _number(words: Sequence[str], language: Language) -> tuple[float, int] | None:
    figures = _figures(words, language)
    if figures:
        return figures
    if words and words[0] in own(language, "measures", "one", ()):
        return 1, 1
    half = begun(words, "measures", "half_one") or begun(words, "measures", "half")
    return (0.5, half) if half else None


def _figures(words: Sequence[str], language: Language) -> tuple[float, int] | None:
    if not words:
        return None
    if words[0][0].isdigit():
        plain = words[0].replace(".", "").replace(",", "").isdigit()
        read = numbers.read(words[0], language) if plain else None
        return (float(read), 1) if read else None
    found = spelled(words, language)
    if found is None or words[0] in own(language, "measures", "one", ()):
        return None
    half = begun(words[found.length :], "measures", "and_half")
    return found.value + (0.5 if half else 0), found.length + half


@cache
def vocabulary() -> frozenset[str]:
    """The words of all units and quantities."""
    keys = ("one", "half", "half_one", "and_half", "rest_half", "link", "inch")
    names = (word for name in _units() for word in name)
    return every_word("measures", *keys).union(names, "°º'-−")


@cache
def _units() -> Mapping[tuple[str, ...], str]:
    return {tuple(TOKEN.findall(name)): unit for name, unit in units.spoken().items()}
