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
    from assistant.memory.segments.reading import said_in
    from assistant.memory.segments.tokens import rows
    from assistant.memory.segments.topic import NO_TOPIC, topic
    from assistant.memory.signals.language import detect_language

    starts = [n for n, turn in enumerate(turns) if turn.shift]
    current = turns[starts[-1] if starts else 0 :]
    said = said_in(current)
    language = detect_language(" ".join(turn.user.content for turn in current))
    found = topic(said, rows([sentence.text for sentence in said], language))
    return "" if found == NO_TOPIC else plain.line(found)
