"""Places in questions about the time: a city or country, or here."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from assistant.answers.vocabulary import begun, every_word
from assistant.compute.zones import Place, find, places

_LONGEST = 5


class Where(NamedTuple):
    """A place; None for the person's own."""

    place: Place | None


def read(words: Sequence[str]) -> tuple[Where, int] | None:
    """The place that the folded words begin with, and how many of them it takes."""
    if here := begun(words, "places", "here"):
        return Where(None), here
    if words[:1] and words[0] in ("utc", "gmt"):
        return _offset(words)
    for length in range(min(_LONGEST, len(words)), 0, -1):
        name = " ".join(words[:length])
        if name in places():
            found = find(name)
            return (Where(found), length) if found else None
    return None


def here_words() -> frozenset[str]:
    """The words for where the person is."""
    return every_word("places", "here")


@cache
def vocabulary() -> frozenset[str]:
    """The words of all places."""
    return frozenset(word for name in places() for word in name.split()) | {"+", "-", "utc", "gmt"}


def _offset(words: Sequence[str]) -> tuple[Where, int] | None:
    for length in (3, 2, 1):
        found = find("".join(words[:length])) if len(words) >= length else None
        if found:
            return Where(found), length
    return None
