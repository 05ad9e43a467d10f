"""What goes into a turn and what comes out of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from assistant.memory.base import MemoryChange
from assistant.prompt.base import Attachment
from assistant.records import AnswerSource, Usage

__all__ = ["Attachment", "Reply", "TurnInput", "TurnResult"]


@dataclass(frozen=True, slots=True)
class TurnInput:
    """One request. ``earlier`` holds the run's earlier messages, already reduced (R1).

    Attachments were not typed: they are data and never a source of facts (F3).
    """

    text: str
    attachments: tuple[Attachment, ...] = ()
    earlier: tuple[str, ...] = ()

    @property
    def typed(self) -> str:
        """Every word that the person typed for this request."""
        return "\n\n".join((*self.earlier, self.text)).strip()


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back, from wherever it came."""

    text: str
    source: AnswerSource = "model"
    model: str = ""
    state: Literal["complete", "interrupted"] = "complete"
    usage: Usage = field(default_factory=Usage)
    notices: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    """Lines of the system in the person's language, beside ``notices``, which are keys."""


@dataclass(frozen=True, slots=True)
class TurnResult:
    """A finished turn, as callers see it."""

    text: str
    source: AnswerSource
    model: str
    session: str
    turn: int
    shift: bool
    continuity: float
    prompt_tokens: int
    completion_tokens: int
    sections: Mapping[str, int]
    facts_used: tuple[str, ...]
    notices: tuple[str, ...]
    memory_changes: tuple[MemoryChange, ...]
    state: Literal["complete", "interrupted"] = "complete"
