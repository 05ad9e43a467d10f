"""Sets of codes that let their owner in again, under whatever heading: recovery, rescue, backup."""

from __future__ import annotations

import re
from collections.abc import Iterator

from assistant.secrets.base import Secret
from assistant.secrets.listed import LONGEST_BLOCK
from assistant.secrets.vocabulary import vocabulary
from assistant.text.folding import fold_in_place

FEWEST = 4
"""Codes in a set; fewer are found beside their name alone (``listed.py``)."""
FEWEST_DIGITS = 6
"""Of a code that has nothing else."""

_BEGIN = re.compile(r"[^\n:]{0,120}(?::[ \t]{0,4}|\n)")
_ITEM = re.compile(
    r"[\s,;/]{0,4}(?:(?:[-*•]|\d{1,2}[.)])[ \t]{1,3})?"
    r"([A-Za-z0-9]{4,20}(?:[ -][A-Za-z0-9]{4,10}){0,4})(?=[ \t]*(?:[\n,;/]|$))"
)


def find_sets(text: str) -> Iterator[Secret]:
    """Codes of one length, most with digits, in a row or one a line, after words that say what
    they are for."""
    low, at = fold_in_place(text), 0
    while heading := vocabulary().rescue.search(low, at):
        at = heading.end()
        begin = _BEGIN.match(text, at)
        spans = _alike(text, begin.end()) if begin else []
        if len(spans) >= FEWEST:
            at = spans[-1][1]
            yield from (Secret(span, "code") for span in spans)


def _alike(text: str, at: int) -> list[tuple[int, int]]:
    """The items from there on that are as long as the first, as far as most have digits."""
    spans: list[tuple[int, int]] = []
    most, without = at + LONGEST_BLOCK, 0
    while at < most and (item := _ITEM.match(text, at)):
        without += not any(c.isdigit() for c in item[1])
        if spans and len(item[1]) != spans[0][1] - spans[0][0]:
            break
        if 2 * without > len(spans) + 2:
            return []
        spans.append(item.span(1))
        at = item.end()
    if spans and text[slice(*spans[0])].isdigit() and spans[0][1] - spans[0][0] < FEWEST_DIGITS:
        return []
    return spans
