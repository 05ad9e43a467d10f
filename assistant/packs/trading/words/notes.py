"""What else a person says of themself as an investor: goals and holdings, and how they like it."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.characters import one_line
from assistant.packs import Heard, Lesson
from assistant.packs.trading.words.speech import denial_before, personal, pieces
from assistant.packs.trading.words.symbols import mentions
from assistant.packs.trading.words.vocabulary import shape

PREFERENCES = ("broker", "commission", "currency", "amount", "hours")
LONGEST = 140
"""Characters of a note."""


def notes(heard: Heard) -> Iterator[Lesson]:
    """Statements of goals, horizons and holdings, as they are written."""
    for part in personal(heard):
        worth = not part.asked and shape("notes", "worth").search(part.folded)
        if worth and len(part.text) <= LONGEST:
            yield Lesson("notes", one_line(part.text))


def preferences(heard: Heard) -> Iterator[Lesson]:
    """What the person says of their broker, commission, currency, amounts and hours, by its key."""
    for part in personal(heard):
        for piece in pieces(part):
            for key in PREFERENCES:
                found = shape("preferences", key).search(piece.folded)
                group = found.lastindex if found else None
                if not found or not group:
                    continue
                start, end = found.span(group)
                denied = denial_before(piece, start)
                value = one_line(piece.text[start if denied is None else denied : end])
                if key != "broker" or (denied is None and _is_name(value)):
                    yield Lesson("preferences", value, key=key)


def _is_name(value: str) -> bool:
    """Whether a broker may be called so: a name, and not that of what is bought."""
    return value[0].isupper() and not mentions(value)
