"""The figures that a door, a safe, an alarm, a phone opens with: "the safe opens with X", "to
disarm the alarm press X"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from assistant.secrets.base import Secret
from assistant.secrets.typed import LIKELY, typed_at
from assistant.secrets.vocabulary import vocabulary
from assistant.secrets.ways import NO_END, any_of
from assistant.text.folding import fold_in_place

_FIGURES = (
    r"(?!\d{4}-[01]?\d-|\d\d?-\d\d?-(?:19|20)\d\d)"  # a date
    r"[#*]?(?:\d{1,4}(?:[ ]?-[ ]?\d{1,4}){2,5}|\d{1,2}(?:[ ]\d{1,2}){2,5}|\d{3,12})"
    r"(?:[a-f](?!\w))?[#*]?(?![\w:/%€$])(?![.,]\d)"
)
_AT = re.compile(_FIGURES)
_YEAR = r"(?!(?:19|20)\d\d(?!\d))"
_SOME = re.compile(r"\d{3}|\d[ ]?-?[ ]?\d")


def find_opened(text: str) -> Iterator[Secret]:
    """Figures, or what only a password looks like, beside what is locked and the verb that opens
    it."""
    if not (_SOME.search(text) or LIKELY.search(text)):
        return
    low = fold_in_place(text)
    for way in (_thing_opens(), _opening_thing()):
        for match in way.finditer(low):
            if span := _value(text, low, match.end()):
                yield Secret(span, "code")
    for match in _figures_open().finditer(low):
        yield Secret(match.span("figures"), "code")


def _value(text: str, low: str, at: int) -> tuple[int, int] | None:
    words = vocabulary()
    figures = _AT.match(low, at)
    if figures:
        counted = words.units.match(low, figures.end())
        goes_on = words.goes_on.match(low, figures.end())
        return figures.span() if goes_on and not counted else None
    return typed_at(text, at)


@cache
def _thing_opens() -> re.Pattern[str]:
    return re.compile(
        rf"{any_of('doors')}(?:[ ][^\s.,;]{{1,16}}){{0,5}}?[ ]{any_of('opens')}[ ](?:{NO_END}{{0,20}}?[ ])??"
        rf"{any_of('with')}[ ](?:{any_of('adverbs')}[ ]){{0,3}}"
    )


@cache
def _opening_thing() -> re.Pattern[str]:
    return re.compile(
        rf"{any_of('opening')}[ ](?:[^\s.,;]{{1,12}}[ ]){{0,2}}?{any_of('doors')}"
        rf"(?:(?:[ ][^\s.,;]{{1,16}}){{0,5}}?[ ,]{{1,2}}{any_of('with', 'entering')}[ ](?:{any_of('adverbs')}[ ]){{0,3}}|:[ ])"
    )


@cache
def _figures_open() -> re.Pattern[str]:
    """The figures first: "press X to open the gate", "X opens the safe"; a year opens doors too."""
    return re.compile(
        rf"(?:{any_of('with', 'entering')}[ ](?:{any_of('adverbs')}[ ]){{0,3}}|(?:^|[\n.;:,])[ ]?{_YEAR})(?P<figures>{_FIGURES})"
        rf"[ ](?:(?:para|to|se)[ ])?{any_of('opening', 'opens')}[ ](?:[^\s.,;]{{1,12}}[ ]){{0,2}}?{any_of('doors')}"
    )
