"""The slot of a fact, where its sentence has a clear frame; None elsewhere."""

from __future__ import annotations

from assistant.memory.signals.clauses import RawClause
from assistant.memory.signals.lexicon import Lexicon
from assistant.records import Slot


def slot_of(message: str, clause: RawClause, lexicon: Lexicon) -> Slot | None:
    """The first frame of ``frames`` (data) that fits; ``value`` in the user's own words."""
    return None
