"""What a conversation is about at the moment, in a word or a few."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from assistant.cli import plain

if TYPE_CHECKING:
    from assistant.records import Turn


def topic_of(turns: Sequence[Turn]) -> str:
    """The topic of the turns since the last shift; empty without any."""
    if not turns:
        return ""
    from assistant.memory.segments.topic import by_topic, subject_of

    *_, current = by_topic(turns)
    return plain.line(subject_of(current))
