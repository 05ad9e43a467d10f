"""What a tool is, what a call of it asks and gives back: the words of T1, T2 and T6.

A tool is declared beside its function::

    @tool("greet.hello", examples=("say hello to Ana",))
    def hello(name: str, times: int = 1) -> str:
        \"\"\"Greet someone.

        Args:
            name: Who is greeted.
            times: How often.
        \"\"\"

Its JSON Schema comes from the type hints and the docstring (``schema.py``). A parameter annotated
``Context`` is filled by the pipeline and never shown to the model.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol

from assistant.config import ToolsConfig
from assistant.records import Domain, Language
from assistant.secrets import redact

Plan = Literal["free", "pro", "premium"]
Code = Literal[
    "TOOL_NOT_FOUND", "PLAN_REQUIRED", "RATE_LIMIT", "VALIDATION_ERROR", "EXECUTION_ERROR"
]
Consent = Literal["once", "always", "no"]
Arguments = Mapping[str, Any]

PLANS: tuple[Plan, ...] = ("free", "pro", "premium")
"""In order: each opens what those before it do (T3)."""

_ID = re.compile(r"[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*")


class ToolFailure(Exception):
    """A call that cannot go on. ``message`` says what and why, for the model and the person.

    A handler raises it for what is expected to fail; anything else that it raises is told by the
    kind of the exception alone, so that no internals reach a prompt.
    """

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def failed(message: str) -> ToolFailure:
    """What a handler raises when it cannot do its work."""
    return ToolFailure("EXECUTION_ERROR", message)


@dataclass(frozen=True, slots=True)
class RateLimit:
    """How often a person may call a tool, in fixed windows (T4); None: no limit of that window."""

    per_minute: int = 30
    per_hour: int | None = None
    per_day: int | None = None


class Known(NamedTuple):
    """Something that the memory holds, as a tool may show it."""

    text: str
    kind: str
    at: datetime
    state: str = ""


class MemoryView(Protocol):
    """What tools may see of the memory: never what is stale, contradicted or forgotten (F9)."""

    def facts(self, words: str, limit: int) -> Sequence[Known]:
        """Facts about those words, nearest first."""

    def topics(self, limit: int) -> Sequence[Known]:
        """What was talked about, latest first."""


class Surroundings(NamedTuple):
    """What stays the same for every call of a conversation. ``private`` are the assistant's own
    folders: no tool reads them. What a tool writes down passes ``redact`` first (F4)."""

    user: str
    plan: Plan
    config: ToolsConfig
    notes: Path
    clock: Callable[[], datetime]
    memory: MemoryView | None = None
    private: tuple[Path, ...] = ()
    redact: Callable[[str], str] = redact


@dataclass(frozen=True, slots=True)
class Context:
    """What a handler gets beside its arguments. It should end soon after ``cancelled`` is set."""

    here: Surroundings
    seconds: float
    cancelled: threading.Event = field(default_factory=threading.Event)

    @property
    def now(self) -> datetime:
        return self.here.clock()


class Remembered(NamedTuple):
    """A verifiable change of state that a tool's result proves (F2): what becomes a fact."""

    text: str
    domain: Domain


Handler = Callable[..., object]
Validator = Callable[[Arguments, Context], str]
PostProcessor = Callable[[Any], object]


@dataclass(frozen=True, slots=True)
class Tool:
    """T1, and what the rules around it need. All that runs is given as plain functions.

    ``schema`` overrides the one that is derived. ``validator`` says what is wrong with arguments
    that fit the schema, or "". ``tell`` says in plain words what a call will do: it marks a side
    effect (T6); ``about`` adds what a person should know of it on this machine. ``always_ask``:
    neither a past "always" nor the configuration stands in for the person at a terminal.
    ``idempotent`` results are kept for an hour, ``volatile`` ones never (A3); ``fingerprint`` adds
    to the cache key what a result depends on besides its arguments. ``ahead`` names the call that
    predictably follows (T7). ``remembers`` is F2's exception. ``reads``: what is told changes
    nothing, but something leaves the machine. ``scope`` names what a yes holds for, for the rest of
    the conversation (a web site); "": for that call alone. ``examples`` are questions that the tool
    answers, in any language: they rank it, no model sees them. ``needs`` says why it cannot be used
    here, or "".
    """

    id: str
    handler: Handler
    required_plan: Plan = "free"
    rate_limit: RateLimit = RateLimit()
    schema: Mapping[str, Any] | None = None
    validator: Validator | None = None
    post_processor: PostProcessor | None = None
    tell: Callable[[Arguments, Language], str] | None = None
    about: Callable[[Surroundings, Language], str] | None = None
    always_ask: bool = False
    reads: bool = False
    scope: Callable[[Arguments], str] | None = None
    idempotent: bool = False
    volatile: bool = False
    fingerprint: Callable[[Arguments, Context], str] | None = None
    ahead: Callable[[Arguments, Any], tuple[str, Arguments] | None] | None = None
    remembers: Callable[[Arguments, Any], Remembered | None] | None = None
    examples: tuple[str, ...] = ()
    timeout: float | None = None
    on: bool = True
    needs: Callable[[Surroundings], str] | None = None

    def __post_init__(self) -> None:
        if not _ID.fullmatch(self.id):
            raise ValueError(f"a tool's id is 'category.name' in small letters, not {self.id!r}")
        if not self.description:
            raise ValueError(f"{self.id} needs a docstring: the model reads what it does there")
        if self.idempotent and (self.volatile or self.side_effect):
            raise ValueError(f"{self.id} cannot be idempotent and volatile or with a side effect")

    @property
    def category(self) -> str:
        return self.id.partition(".")[0]

    @property
    def name(self) -> str:
        return self.id.partition(".")[2]

    @property
    def function_name(self) -> str:
        return function_name(self.id)

    @property
    def side_effect(self) -> bool:
        return self.asks and not self.reads

    @property
    def asks(self) -> bool:
        """Whether a person's yes is needed."""
        return self.tell is not None

    @property
    def description(self) -> str:
        """The docstring up to its arguments, on one line."""
        text = (self.handler.__doc__ or "").partition("Args:")[0]
        return " ".join(text.split())


def function_name(id: str) -> str:
    """A tool's name for the chat protocol, which allows no dot."""
    return id.replace(".", "-")


def tool(id: str, **settings: Any) -> Callable[[Handler], Tool]:
    """Declare a tool: the decorated function becomes its handler. See ``Tool`` for settings."""

    def declare(handler: Handler) -> Tool:
        return Tool(id, handler, **settings)

    return declare


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
    """One call of a turn as the person sees it: for the dim line and the details."""

    tool: str
    arguments: Arguments
    result: Result
    side_effect: bool = False
    remembered: Remembered | None = None
    language: Language = "en"

    @property
    def function_name(self) -> str:
        return function_name(self.tool)
