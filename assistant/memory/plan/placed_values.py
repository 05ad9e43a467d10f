"""The values that a text tells, each with what stands beside it (F7). Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from assistant.languages import FALLBACK
from assistant.memory.matching.spelling import spelled_alike
from assistant.memory.plan.cutting import joints
from assistant.memory.plan.substitutions import (
    ORDINAL,
    PLAIN,
    Token,
    is_denied,
    one_value,
    values_of,
)
from assistant.records import Language
from assistant.text.phrases import listed, tokens
from assistant.text.wording import wording

_FIGURES = re.compile(r"\d+")
_LETTER = re.compile(r"(?<![^\W\d_])[^\W\d_](?![^\W\d_])")
"""One letter by itself, as in room 4B."""
_CLOCK = re.compile(r"\d{1,2}(?:[:.]\d\d)?(?:h|hs|hrs|am|pm)|\d{1,2}:\d\d", re.IGNORECASE)
"""An hour as it is written: "18:30", "19hs"."""
_NEXT = re.compile(r"\s+\w+")
_CURRENCY = tuple("$£€")
_HALF_OF_THE_DAY = re.compile(r"\s?[ap]\.?m\b\.?", re.IGNORECASE)
"""Behind an hour: "11 am"."""
IN_A_DATE = 4
"""Characters between a day and its month, at most: "17 de abril"."""
_DAY = 2
"""Figures of one, at most."""
_LONGER = 1
"""Figures by which a number may be longer than one in whose place it stands."""
DATED = ("number", "weekday", "month")


class PlacedValue(NamedTuple):
    """A value of a text, with the words of meaning nearest to it, as all languages have them."""

    token: Token
    before: str
    after: str
    unit: str
    """The word right behind it, if that carries meaning: "7 days", "14 Albany Street"."""
    sign: str
    denied: bool
    hour: bool
    day: bool
    """Whether it is told as one of a month: "3 July", "the 5th"."""
    told: bool
    """Whether it stands right behind "is": "Mateo is 10 now"."""

    @property
    def clock(self) -> bool:
        return _CLOCK.fullmatch(self.token.typed) is not None

    def is_like(self, other: PlacedValue) -> bool:
        return self.token.word == other.token.word or one_value(self.token, other.token)

    def is_beside(self, later: PlacedValue) -> bool:
        """Whether another value of one date stands right behind it."""
        near = later.token.span[0] - self.token.span[1] <= IN_A_DATE
        return near and {self.token.sort, later.token.sort} <= set(DATED)

    def is_beside_at(self, start: int) -> bool:
        """Whether what begins there stands right behind it: "viernes 14"."""
        return start - self.token.span[1] == 1

    def is_dated_by(self, day: PlacedValue) -> bool:
        """Whether it is the month of a day that stands before it."""
        near = self.token.span[0] - day.token.span[1] <= IN_A_DATE
        return near and day.token.sort == "number" and len(day.token.word) <= _DAY

    def is_of_a_form(self, other: PlacedValue) -> bool:
        """Whether both are of one sort, and numbers written alike: no address is a version. One in
        letters is a number only of what both count: "four days", but not "the big one"."""
        sorts = self.token.sort == other.token.sort or (self.clock and other.clock)
        if not sorts or not self._is_of_one_currency(other):
            return False
        if (self.hour and (other.day or other.told)) or ((self.day or self.told) and other.hour):
            return False
        if self.token.sort not in ("number", "id") or (self.clock and other.clock):
            return True
        if far_longer(self.token, other.token) and not self._is_beside_the_same(other):
            return False  # a rent of 19,000 is no house number
        if self.day and other.day:
            return True  # "September 19" and "October 3rd"
        words = [value.token.word for value in (self, other)]
        if all(map(_FIGURES.search, words)):
            return len({_LETTER.sub("a", _FIGURES.sub("0", word)) for word in words}) == 1
        return self.unit == other.unit != ""

    def _is_beside_the_same(self, other: PlacedValue) -> bool:
        return self.unit == other.unit != "" or self.before == other.before != ""

    def _is_of_one_currency(self, other: PlacedValue) -> bool:
        """Whether both have one sign, or one has it and the other the word for it."""
        if self.sign == other.sign:
            return True
        signs = {self.sign, other.sign} - {""}
        return len(signs) == 1 and {self.unit, other.unit} & listed(f"of {signs.pop()}") != set()


def far_longer(one: Token, other: Token) -> bool:
    """Whether of two numbers one has far more figures: a debt of 180 is no flat 2."""
    words = (one.word, other.word)
    return all(map(str.isdigit, words)) and abs(len(words[0]) - len(words[1])) > _LONGER


def placed_values(text: str, language: Language) -> list[PlacedValue]:
    """The values that a text tells, in their order."""
    found: list[PlacedValue] = []
    for token in values_of(text, language):
        last = found[-1] if found else None
        if token.sort in PLAIN or (token.sort == "currency" and last and last.unit):
            continue
        value = _placed(text, token, last)
        if last and last.denied and last.is_beside(value):  # "ya no el viernes 6"
            value = value._replace(denied=True)
        found.append(value)
    return found


def _placed(text: str, token: Token, last: PlacedValue | None) -> PlacedValue:
    """A value with what stands beside it. ``last``: the one before it."""
    start, end = token.span
    half = _HALF_OF_THE_DAY.match(text, end) if token.sort == "number" else None
    if half:
        end = half.end()
        token = token._replace(typed=text[start:end], span=(start, end))
    next_, sign = _NEXT.match(text, end), text[start - 1 : start]
    before = tokens(text[:start])[-1:]
    of_a_weekday = last is not None and last.token.sort == "weekday" and last.is_beside_at(start)
    named = ORDINAL.fullmatch(token.typed) is not None or _is_month(next_)
    named = named or (last is not None and last.token.sort == "month" and last.is_beside_at(start))
    named = named or (token.sort == "number" and _month_behind(text, end))
    return PlacedValue(
        token,
        before=_nearest(joints().split(text[:start])[-1], -1),
        after=_nearest(joints().split(text[end:])[0], 0),
        unit=_nearest(next_.group(), 0) if next_ and not next_.group().strip().isdigit() else "",
        sign=sign if sign in _CURRENCY else "",
        denied=is_denied(text, token),
        hour=half is not None or not listed("before an hour").isdisjoint(before),
        told=not listed("is").isdisjoint(before),
        day=named or (of_a_weekday and half is None and len(token.word) <= _DAY),
    )


def several_days(days: Sequence[PlacedValue], text: str) -> PlacedValue | None:
    """Days of a text as one value, where they stand one behind the other: "martes y jueves"; None
    where they stand apart, or there is none."""
    joined = listed("joins") | listed("articles") | listed("links")
    gaps = (text[a.token.span[1] : b.token.span[0]] for a, b in pairwise(days))
    if not days or any(set(tokens(gap)) - joined for gap in gaps):
        return None
    start, end = days[0].token.span[0], days[-1].token.span[1]
    token = days[0].token._replace(typed=text[start:end], span=(start, end))
    return days[0]._replace(token=token, after=days[-1].after, unit=days[-1].unit)


def _is_month(next_: re.Match[str] | None) -> bool:
    return next_ is not None and next_.group().strip().lower() in listed("months")


def _month_behind(text: str, end: int) -> bool:
    """Whether a month is told right behind it: "doce de febrero"."""
    of, month = (*tokens(text[end:])[:2], "", "")[:2]
    return of in listed("of") and month in listed("months")


def _nearest(text: str, place: int) -> str:
    words = [word.key for word in wording(text, FALLBACK).words if word.kind != "person"]
    return words[place] if words else ""


def put_in_place(text: str, old: Token, new: Token, typed: str = "") -> str:
    """A text with another value where it has the old one. The title of another name goes with that:
    "don Ernesto" gives way to "Marisol"; not where the name was only misspelled."""
    start, end = old.span
    before = text[:start].rstrip()
    first = before[before.rfind(" ") + 1 :]
    if listed("titles").issuperset(tokens(first)) and not spelled_alike(old.word, new.word):
        start = len(before) - len(first) if first else start
    return f"{text[:start]}{typed or new.typed}{text[end:]}"
