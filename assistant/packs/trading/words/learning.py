"""What a message teaches of an investor (K5): the table of contents."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.packs import Heard, Lesson
from assistant.packs.trading.words.favourites import favourites
from assistant.packs.trading.words.notes import notes, preferences
from assistant.packs.trading.words.questions import questions
from assistant.packs.trading.words.strategies import strategies
from assistant.packs.trading.words.style import style


def lessons(heard: Heard) -> Iterator[Lesson]:
    """Everything, in the order of the profile's fields."""
    yield from style(heard)
    yield from favourites(heard)
    yield from questions(heard)
    yield from strategies(heard)
    yield from notes(heard)
    yield from preferences(heard)
