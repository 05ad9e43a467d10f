"""What a tool is, and what its handler is given: the words of T1. Its calls are in ``calls.py``.

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
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from assistant.characters import one_line
from assistant.config import ToolsConfig
from assistant.records import Domain, Language
from assistant.secrets import redact

if TYPE_CHECKING:
    from assistant.packs.documents import Documents

Plan = Literal["free", "pro", "premium"]
Code = Literal[
    "TOOL_NOT_FOUND", "PLAN_REQUIRED", "RATE_LIMIT", "VALIDATION_ERROR", "EXECUTION_ERROR"
]
Cause = Literal["", "declined", "refused"]
"""Why a call failed, where its code does not say it: the person said no; what was asked for cannot
be as things are, and asking again would not help."""
Arguments = Mapping[str, Any]

PLANS: tuple[Plan, ...] = ("free", "pro", "premium")
"""In order: each opens what those before it do (T3)."""

_ID = re.compile(r"[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*")


class ToolFailure(Exception):
    """A call that cannot go on. ``message`` says what and why, for the model and the person.

    A handler raises it for what is expected to fail; anything else that it raises is told by the
    kind of the exception alone, so that no internals reach a prompt.
    """

    def __init__(self, code: Code, message: str, cause: Cause = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.cause: Cause = cause


def failed(message: str) -> ToolFailure:
    """What a handler raises when it cannot do its work."""
    return ToolFailure("EXECUTION_ERROR", message)


def refused(message: str) -> ToolFailure:
    """What a handler raises for what cannot be as things are: no cash, no such order."""
    return ToolFailure("EXECUTION_ERROR", message, "refused")


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


class PackView(Protocol):
    """What tools of a pack may see of it, by the tool's id."""

    def state_of_tool(self, tool: str, conversation: str) -> Mapping[str, Any]:
        """The pack's structured state in a conversation, as the turn has made it so far."""

    def collection_of_tool(self, tool: str, name: str) -> Documents:
        """A collection that the pack declares. Raises ValueError for another."""

    def folder_of_tool(self, tool: str) -> Path:
        """The pack's folder for files. Raises ValueError for a tool of no pack."""

    def settings_of_tool(self, tool: str) -> Mapping[str, Any]:
        """The pack's table of the configuration. Raises ValueError for a tool of no pack."""


class Surroundings(NamedTuple):
    """What stays the same for every call of a role. ``private`` are the assistant's own folders:
    no tool reads them. What a tool writes down passes ``redact`` first (F4). ``packs`` is None
    where none is on."""

    user: str
    plan: Plan
    config: ToolsConfig
    notes: Path
    clock: Callable[[], datetime]
    memory: MemoryView | None = None
    private: tuple[Path, ...] = ()
    redact: Callable[[str], str] = redact
    role: str = "default"
    packs: PackView | None = None


@dataclass(frozen=True, slots=True)
class Context:
    """What a handler gets beside its arguments. It should end soon after ``cancelled`` is set.

    ``tool`` is the id of the tool that runs.
    """

    here: Surroundings
    seconds: float
    cancelled: threading.Event = field(default_factory=threading.Event)
    tool: str = ""
    conversation: str = ""

    @property
    def now(self) -> datetime:
        return self.here.clock()

    @property
    def state(self) -> Mapping[str, Any]:
        """That of the tool's pack in the conversation: read it, a result alone changes it."""
        return (
            self.here.packs.state_of_tool(self.tool, self.conversation) if self.here.packs else {}
        )

    def collection(self, name: str) -> Documents:
        """One that the tool's pack declares. Raises ValueError for another."""
        if self.here.packs is None:
            raise ValueError(f"{self.tool} belongs to no pack")
        return self.here.packs.collection_of_tool(self.tool, name)

    @property
    def settings(self) -> Mapping[str, Any]:
        """The table ``[packs.NAME]`` of the tool's pack in the configuration, as it stands there;
        empty for a tool of no pack."""
        return self.here.packs.settings_of_tool(self.tool) if self.here.packs else {}

    def folder(self) -> Path:
        """For files that the tool's pack keeps. Raises ValueError for a tool of no pack."""
        if self.here.packs is None:
            raise ValueError(f"{self.tool} belongs to no pack")
        return self.here.packs.folder_of_tool(self.tool)


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
    effect (T6). It is told the arguments and the language, and the ``Context`` of the call where it
    has a parameter annotated so; a ToolFailure of its own refuses the call before anybody is asked.
    ``about`` adds what a person should know of it on this machine. ``always_ask``: neither a past
    "always" nor the configuration stands in for the person at a terminal.
    ``kept`` is how many seconds a result is good, 0 where it depends on the instant (A3); without
    it 30, or an hour for one that is ``idempotent``: equal arguments, equal results (T5).
    ``fingerprint`` adds to the cache key what a result depends on besides its arguments. ``ahead``
    names the call that predictably follows (T7). ``remembers`` is F2's exception. ``reads``: what
    is told changes nothing, but something leaves the machine. ``scope`` names what a yes holds for,
    for the rest of the conversation (a web site); "": for that call alone. ``examples`` are
    questions that the tool answers, in any language: they rank it, no model sees them. ``roles``
    are those that have it; empty: all. ``needs`` says why it cannot be used here, or "".
    """

    id: str
    handler: Handler
    required_plan: Plan = "free"
    rate_limit: RateLimit = RateLimit()
    schema: Mapping[str, Any] | None = None
    validator: Validator | None = None
    post_processor: PostProcessor | None = None
    tell: Callable[..., str] | None = None
    about: Callable[[Surroundings, Language], str] | None = None
    always_ask: bool = False
    reads: bool = False
    scope: Callable[[Arguments], str] | None = None
    idempotent: bool = False
    kept: int | None = None
    fingerprint: Callable[[Arguments, Context], str] | None = None
    ahead: Callable[[Arguments, Any], tuple[str, Arguments] | None] | None = None
    remembers: Callable[[Arguments, Any], Remembered | None] | None = None
    examples: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    timeout: float | None = None
    on: bool = True
    needs: Callable[[Surroundings], str] | None = None

    def __post_init__(self) -> None:
        if not _ID.fullmatch(self.id):
            raise ValueError(f"a tool's id is 'category.name' in small letters, not {self.id!r}")
        if not self.description:
            raise ValueError(f"{self.id} needs a docstring: the model reads what it does there")
        if self.idempotent and (self.kept is not None or self.side_effect):
            raise ValueError(f"{self.id} cannot be idempotent with `kept` or with a side effect")
        if self.kept is not None and self.kept < 0:
            raise ValueError(f"{self.id}: results are kept 0 seconds or longer, not {self.kept}")

    @property
    def category(self) -> str:
        """The tools of one are switched together, and the side effect of one voids what the others
        had read."""
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
        return one_line((self.handler.__doc__ or "").partition("Args:")[0])


def function_name(id: str) -> str:
    """A tool's name for the chat protocol, which allows no dot."""
    return id.replace(".", "-")


def tool(id: str, **settings: Any) -> Callable[[Handler], Tool]:
    """Declare a tool: the decorated function becomes its handler. See ``Tool`` for settings."""

    def declare(handler: Handler) -> Tool:
        return Tool(id, handler, **settings)

    return declare
