"""What goes into a turn and what comes out of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from assistant.memory.base import MemoryChange
from assistant.prompt.base import Attachment, Context, Prompt
from assistant.records import AnswerSource, ToolCall, Usage

if TYPE_CHECKING:
    from assistant.tools.calls import ToolRun

Span = tuple[int, int]
"""Characters of a text, the end excluded."""
OnTool = Callable[["ToolRun"], None]
"""Told of each call of a tool as soon as it has ended."""

__all__ = ["Attachment", "OnTool", "Reply", "Sent", "Span", "TurnInput", "TurnResult"]


@dataclass(frozen=True, slots=True)
class TurnInput:
    """One request. ``earlier`` holds the run's earlier messages, already reduced (R1).

    Attachments were not typed: they are data and never a source of facts (F3). Neither were the
    ``untyped`` spans of ``text``: what was pasted, or all of a line that came through a pipe. Only
    who took the words in knows that, and says it here. ``tool`` is the id of one that the model
    has to call first; empty: it decides by itself. ``context`` is what sections of packs hold.
    """

    text: str
    attachments: tuple[Attachment, ...] = ()
    earlier: tuple[str, ...] = ()
    tool: str = ""
    untyped: tuple[Span, ...] = ()
    context: tuple[Context, ...] = ()

    @classmethod
    def piped(cls, text: str, attachments: tuple[Attachment, ...] = ()) -> TurnInput:
        """A message of which no word was typed."""
        return cls(text, attachments, untyped=((0, len(text)),))

    @property
    def said(self) -> str:
        """Every word of the person's messages for this request."""
        return self._joined.strip()

    @property
    def untyped_said(self) -> tuple[Span, ...]:
        """Where ``said`` holds words that were not typed."""
        joined, said = self._joined, self.said
        shift = len(joined) - len(self.text) - (len(joined) - len(joined.lstrip()))
        moved = ((max(0, a + shift), min(len(said), b + shift)) for a, b in self.untyped)
        return tuple((start, end) for start, end in moved if start < end)

    @property
    def _joined(self) -> str:
        return "\n\n".join((*self.earlier, self.text))


@dataclass(frozen=True, slots=True)
class Sent:
    """A request as it went over the wire, the prompt that it carried, and the server's count of
    its tokens.

    For ``/why`` alone: it lives as long as the process and is stored nowhere (C8).
    """

    body: bytes
    prompt: Prompt
    theirs: int | None


@dataclass(frozen=True, slots=True)
class Request:
    """A request that was answered: what was sent, and what the server counted."""

    prompt: Prompt
    usage: Usage


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
    tool_calls: tuple[ToolCall, ...] = ()
    """What the model asks for instead of answering; none in a turn's final reply."""
    runs: tuple[ToolRun, ...] = ()
    """The calls that were run on the way to this reply."""
    facts: tuple[str, ...] | None = None
    """The facts that it rests on; None: those of the prompt that got it."""
    earlier: tuple[Request, ...] = ()
    """The turn's requests before the one that got this reply: calls of tools, a repair."""
    untold: bool = False
    """That memory was not told what was asked: no answer, as the measures see it."""
    void: bool = False
    """What the model said was no reply (A10): the turn keeps the person's words alone."""


@dataclass(frozen=True, slots=True)
class TurnResult:
    """A finished turn, as callers see it.

    ``prompt_tokens``, what ``sections`` add up to, is the size of the prompt that got the reply;
    requests before it (calls of tools, a repair) are measured beside it. ``completion_tokens``
    counts the replies to all of them. ``budget`` is what that prompt might have had, 0 where none
    was built.
    """

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
    tools: tuple[ToolRun, ...] = ()
    state: Literal["complete", "interrupted"] = "complete"
    budget: int = 0
