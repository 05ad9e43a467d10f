"""Which words of a conversation's raw turns nobody typed (F3), kept with its metadata."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from assistant.records import Conversation, Turn

if TYPE_CHECKING:
    from assistant.memory.segments.reading import Untyped

_KEPT = 24
"""Turns, more than are ever raw."""


def untyped_in(conversation: Conversation) -> Untyped:
    """By turn, the spans of the message that the person did not type."""
    known = conversation.metadata.get("untyped", {})
    return {int(turn): [(start, end) for start, end in spans] for turn, spans in known.items()}


def untyped_after(
    conversation: Conversation, turn: Turn, spans: Sequence[tuple[int, int]]
) -> Mapping[str, Sequence[Sequence[int]]]:
    """``untyped_in`` once a turn was added, for the conversation's metadata."""
    known = dict(conversation.metadata.get("untyped", {}))
    if spans:
        known[str(turn.number)] = [list(span) for span in spans]
    return dict(list(known.items())[-_KEPT:])
