"""The instruments that a person is interested in, and those they want to hear nothing of."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.packs import Heard, Lesson
from assistant.packs.trading.words.speech import Part, of_somebody, parts_of
from assistant.packs.trading.words.symbols import mentions
from assistant.packs.trading.words.vocabulary import shape

TOLD = 2
"""What is told of an instrument weighs more than a question, which is asked of many."""
ASKED = 1
AGAINST = -4
"""A dislike weighs more than mentions that say nothing of it."""


def favourites(heard: Heard) -> Iterator[Lesson]:
    """One lesson for each instrument that the person speaks of, whatever often in one message."""
    named = mentions(heard.text)
    if not named:
        return
    parts = parts_of(heard)
    disliked = _disliked(heard)
    seen: set[str] = set()
    for mention in named:
        part = _part_at(parts, mention.start)
        if part is None or mention.value in seen:
            continue
        seen.add(mention.value)
        if disliked:
            yield Lesson("favourites", mention.value, weight=AGAINST)
        elif not shape("person", "imagined").search(part.folded) and not of_somebody(part):
            weight = ASKED if part.asked else TOLD
            yield Lesson("favourites", mention.value, weight=weight, asked=part.asked)


def _part_at(parts: tuple[Part, ...], place: int) -> Part | None:
    return next((p for p in parts if p.start <= place < p.start + len(p.text)), None)


def _disliked(heard: Heard) -> bool:
    """Whether the message says that its instruments are unwelcome: it rarely speaks well of one
    and badly of another."""
    told = Part(heard.text, 0).folded
    return any(shape("person", key).search(told) for key in ("dislike", "noise"))
