"""What the engine hands to a session, and which words of raw turns nobody typed (F3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from assistant.memory.base import Action, OfferedFact, Reading, Summary
from assistant.memory.topics import ShiftDecision
from assistant.memory.window import CAP
from assistant.records import Conversation, Fact, Turn

if TYPE_CHECKING:
    from assistant.memory.segments.reading import Untyped

Group = tuple[Turn, ...]
"""Up to three turns that become one segment."""
Written = Callable[[Group], str | None]
"""What the model wrote about a group; empty where it failed, None while it has not."""


class WindowState(NamedTuple):
    """A message's place in its conversation. ``outside`` left the window, not yet a segment;
    ``room`` is what the window may take, in tokens (C2)."""

    window: tuple[Turn, ...]
    outside: tuple[Turn, ...]
    continuity: float
    decision: ShiftDecision
    room: int = CAP


@dataclass(frozen=True, slots=True)
class Perceived:
    """A message read against what came before it, and the changes to memory that it asks for."""

    text: str
    reading: Reading
    scene: WindowState
    actions: tuple[Action, ...] = ()
    recent_facts: Mapping[str, int] = field(default_factory=dict)
    confirmed: tuple[str, ...] = ()
    """Results that the message confirms in so many words: they become structured state (C8)."""

    @property
    def window(self) -> tuple[Turn, ...]:
        """The turns that the model is shown word for word (C2)."""
        return self.scene.window

    @property
    def continuity(self) -> float:
        """``semantic_continuity`` of this turn (C1)."""
        return self.scene.continuity

    @property
    def shift(self) -> bool:
        """Whether this turn opens another topic (C5)."""
        return self.scene.decision.shift


class Recalled(NamedTuple):
    """Everything that memory offers to a prompt."""

    state: tuple[str, ...] = ()
    facts: tuple[OfferedFact, ...] = ()
    stale: Fact | None = None
    """A fact that the question reaches for and that is too old to be told: still true? (F6)"""
    summaries: tuple[Summary, ...] = ()


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
