"""A call of a tool, what it comes to, and what a person is asked first: the words of T2 and T6."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from assistant.records import Language
from assistant.tools.base import Arguments, Cause, Code, Remembered, function_name

Consent = Literal["once", "always", "no"]


class Call(NamedTuple):
    """A call as it was asked for: ``tool`` is an id or a function name; ``arguments`` JSON text or
    values. ``language`` is that of whoever may be asked about it; ``conversation`` that in which a
    yes may hold for what follows."""

    tool: str
    arguments: str | Arguments
    language: Language = "en"
    conversation: str = ""


class Error(NamedTuple):
    code: Code
    message: str
    cause: Cause = ""


@dataclass(frozen=True, slots=True)
class Metadata:
    execution_time_ms: float
    cached: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """What a call came to (T2): ``data``, plain JSON values, or an ``error``."""

    tool: str
    arguments: Arguments
    data: Any = None
    error: Error | None = None
    metadata: Metadata = Metadata(0.0)

    @property
    def success(self) -> bool:
        return self.error is None

    def as_object(self) -> dict[str, Any]:
        """The contract of ``tools run --json``."""
        outcome: dict[str, Any] = (
            {"data": self.data}
            if self.error is None
            else {"error": {"code": self.error.code, "message": self.error.message}}
        )
        metadata = {
            "execution_time_ms": self.metadata.execution_time_ms,
            "cached": self.metadata.cached,
        }
        return {"success": self.success, **outcome, "metadata": metadata}


class Question(NamedTuple):
    """What a person is asked before a side effect (T6). ``may_always``: the answer may be kept.

    ``words`` hold what the model wrote as it will be run, nothing taken out: whoever shows them
    makes them ``visible`` first. ``scope``: what a yes holds for in this conversation. ``about`` is
    a line of its own, of this machine and not of this call.
    """

    tool: str
    words: str
    may_always: bool
    language: Language = "en"
    scope: str = ""
    about: str = ""


Confirm = Callable[[Question], Consent]


class ToolRun(NamedTuple):
    """One call of a turn as the person sees it: for the dim line and the details. ``known`` is the
    id of the tool, empty where none has the name that was called."""

    tool: str
    arguments: Arguments
    result: Result
    side_effect: bool = False
    remembered: Remembered | None = None
    language: Language = "en"
    known: str = ""

    @property
    def function_name(self) -> str:
        return function_name(self.tool)
