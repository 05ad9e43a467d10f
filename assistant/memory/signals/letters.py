"""A mail or letter given in a message, known by its shape: its head, or its greeting and its end.

"Subject: …", "Asunto: …" begin one, and so does "Hi team," where "Best, Phil" ends it (F3). It has
nothing of the person's own after its beginning; what stands before it they may have typed. The
words are those of the languages' ``letters.toml``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from assistant.languages import pattern

_NAME = r"[^\W\d_][\w.'’-]{0,30}"
_NAMES = rf"{_NAME}(?: {_NAME}){{0,3}}"
_SIGNATURE = 3
"""Lines from the end among which a letter is signed."""


class _Lines(NamedTuple):
    """What the lines of a letter look like."""

    subject: re.Pattern[str]
    head: re.Pattern[str]
    addressed: re.Pattern[str]
    """A line that begins so, ``addressed_alone`` or ``greeted`` one that says no more."""
    addressed_alone: re.Pattern[str]
    greeted: re.Pattern[str]
    signed: re.Pattern[str]
    signed_inside: re.Pattern[str]
    thanked: re.Pattern[str]


def letter_begins(lines: Sequence[str]) -> int:
    """The index of the line where a letter begins; past the end where there is none. ``lines`` are
    those of a message that are not empty. Thanks alone end no letter that is addressed to nobody:
    "Hi," and "Thanks" are said to an assistant too."""
    if not lines:
        return 0
    like = _lines()
    if like.head.match(lines[0]):
        return 0
    if like.addressed.match(lines[0]) and like.signed_inside.search(lines[-1]):
        return 0
    last = lines[1:][-_SIGNATURE:]
    signed = any(like.signed.match(line) for line in last)
    thanked = signed or any(like.thanked.match(line) for line in last)
    for index, line in enumerate(lines):
        if like.subject.match(line):
            return index
        if thanked and like.addressed_alone.match(line):
            return index
        if signed and like.greeted.match(line):
            return index
    return len(lines)


@cache
def _lines() -> _Lines:
    hello, regards, thanks = map(_part, ("hello", "regards", "thanks"))
    to_somebody = rf"{hello},? (?!{_part('listener')}\b){_NAMES}"
    ends = rf"\s?[,.!-]?(?:\s?{_NAMES})?\s*$"
    named = r"[A-ZÁÉÍÓÚÑ][\w'’-]*(?: [A-ZÁÉÍÓÚÑ][\w'’-]*){0,2}"
    return _Lines(
        subject=_heading("subject"),
        head=_heading("head"),  # on the first line alone: further below "De:" may be of a list
        addressed=_of_any_case(rf"^\s*{to_somebody}\s?[,:!](?:\s|$)"),
        addressed_alone=_of_any_case(rf"^\s*{to_somebody}\s?[,:!]\s*$"),
        greeted=_of_any_case(rf"^\s*{hello}\s?[,:!]\s*$"),
        signed=_of_any_case(rf"^\s*{regards}{ends}"),
        signed_inside=re.compile(rf"[.!?]\s(?i:{regards})\s?,\s?{named}[.!]?\s*$"),
        thanked=_of_any_case(rf"^\s*{thanks}{ends}"),
    )


def _part(key: str) -> str:
    return f"(?:{pattern('letters', 'parts', key).pattern})"


def _heading(key: str) -> re.Pattern[str]:
    """As it is written or in capitals: who types "to: 14.30" writes no letter."""
    words = _part(key)
    return re.compile(rf"^\s*(?:{words}|{words.upper()})\s?:\s")


def _of_any_case(source: str) -> re.Pattern[str]:
    return re.compile(source, re.IGNORECASE)
