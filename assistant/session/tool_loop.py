"""The model and its tools: calls that it asks for are run, their conclusions go back (T7–T9).

The chain of one turn lives here and nowhere else: the next prompt carries it, history never does
(C8), and with the turn it is gone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from threading import Thread
from typing import Any

from assistant.documents import read_json
from assistant.errors import BudgetExceeded, UsageError
from assistant.limits import CALLS_RUN
from assistant.llm.base import TokenCounter
from assistant.messages import say
from assistant.prompt.base import Prompt
from assistant.records import ChatMessage, Language, ToolCall
from assistant.session.asking import ToolChoice
from assistant.session.base import OnTool, Reply
from assistant.session.services import Services
from assistant.tools.base import ToolFailure
from assistant.tools.calls import Call, Result, ToolRun
from assistant.tools.conclusion import conclude, share
from assistant.tools.pipeline import Admitted, Started
from assistant.tools.policy import permit
from assistant.tools.schema import definition
from assistant.tools.toolbox import Toolbox

FETCH_WAIT = 0.5
"""Seconds that a round waits for what is being fetched ahead of it."""

Ask = Callable[[Prompt, ToolChoice], Reply]
Assemble = Callable[[tuple[ChatMessage, ...]], Prompt]


@dataclass(slots=True)
class _Round:
    """What the model said and asked for, and what came of each call."""

    said: str
    calls: tuple[ToolCall, ...]
    results: list[Result] = field(default_factory=list)


class ToolLoop:
    """One turn's chain of calls. ``room``: tokens that all pending results share (P3, T8)."""

    def __init__(
        self,
        toolbox: Toolbox,
        counter: TokenCounter,
        language: Language,
        *,
        room: int,
        on_tool: OnTool | None = None,
        forced: str = "",
        conversation: str = "",
    ) -> None:
        """``forced``: the id of a tool that the first reply has to call."""
        self._toolbox = toolbox
        self._counter = counter
        self._language = language
        self._room = room
        self._on_tool = on_tool
        self._forced = forced
        self._conversation = conversation
        self._rounds: list[_Round] = []
        self._seen: set[tuple[str, str]] = set()
        self._mistaken: set[str] = set()
        self._barred: set[str] = set()
        self._ahead: list[Thread] = []
        self.runs: list[ToolRun] = []

    def converse(self, ask: Ask, assemble: Assemble) -> tuple[Reply, Prompt]:
        """Ask until the model answers, and give the answer and the last prompt.

        Ctrl-C ends it: what had come is the reply, marked interrupted. The model's failures pass.
        """
        while True:
            prompt = self._assembled(assemble)
            reply = ask(prompt, self._choice())
            if reply.state != "complete" or not reply.tool_calls or self._exhausted:
                break
            try:
                self._take(reply)
            except KeyboardInterrupt:
                reply = replace(reply, state="interrupted")
                break
        return self._answer(reply), prompt

    def _assembled(self, assemble: Assemble) -> Prompt:
        """The next prompt, with as much of the chain as fits: its beginning gives way. Raises
        BudgetExceeded where not even its last round does."""
        for first in range(max(1, len(self._rounds))):
            try:
                return assemble(self._exchange(first))
            except BudgetExceeded:
                if first + 1 >= len(self._rounds):
                    raise
        raise AssertionError("some round is the last")

    @property
    def lead(self) -> str:
        """What sets the next words apart from those of this turn that the person has seen."""
        return "\n\n" if any(this.said.strip() for this in self._rounds) else ""

    @property
    def _exhausted(self) -> bool:
        return len(self._rounds) >= self._toolbox.pipeline.here.config.max_chain

    def _choice(self) -> ToolChoice:
        if self._exhausted:
            return "none"
        if self._forced and not self._rounds:
            tool = self._toolbox.pipeline.registry.find(self._forced)
            return {"type": "function", "function": {"name": tool.function_name}}
        return None

    # -- a round ------------------------------------------------------------------------------

    def _take(self, reply: Reply) -> None:
        """Run the calls of a reply at once, and wait for all (T7)."""
        for thread in self._ahead:
            thread.join(FETCH_WAIT)
        this = _Round(reply.text, reply.tool_calls)
        jobs = [self._begin(call, n) for n, call in enumerate(reply.tool_calls)]
        started = [self._start(job) for job in jobs]
        try:
            for call, job in zip(this.calls, started, strict=True):
                result = job if isinstance(job, Result) else self._toolbox.pipeline.finish(job)
                this.results.append(result)
                self._count_mistake(call.name, result)
                self._tell(result)
        except KeyboardInterrupt:
            for job in started:
                if isinstance(job, Started):
                    job.running.cancel()
            raise
        self._rounds.append(this)
        self._ahead = [t for r in this.results if (t := self._toolbox.fetch_ahead(r)) is not None]

    def _begin(self, asked: ToolCall, position: int) -> Admitted | Result:
        """A call that may run, or what it comes to without running."""
        call = Call(asked.name, asked.arguments, self._language, self._conversation)
        pipeline = self._toolbox.pipeline
        key = (asked.name, _canonical(asked.arguments))
        if asked.name in self._barred:
            why = "its arguments were wrong twice: answer without it"
            return pipeline.refuse(call, "EXECUTION_ERROR", why)
        if key in self._seen:
            why = "already called with these arguments: its result stands above"
            return pipeline.refuse(call, "EXECUTION_ERROR", why)
        if position >= CALLS_RUN.value:
            why = f"more than {CALLS_RUN.value} calls at once: call it again if it is needed"
            return pipeline.refuse(call, "EXECUTION_ERROR", why)
        self._seen.add(key)
        return pipeline.admit(call)

    def _start(self, job: Admitted | Result) -> Started | Result:
        return job if isinstance(job, Result) else self._toolbox.pipeline.start(job)

    def _count_mistake(self, name: str, result: Result) -> None:
        """Bad arguments go back to the model once, for repair."""
        if result.error is None or result.error.code != "VALIDATION_ERROR":
            return
        (self._barred if name in self._mistaken else self._mistaken).add(name)

    def _tell(self, result: Result) -> None:
        run = ToolRun(result.tool, result.arguments, result, language=self._language)
        with suppress(ToolFailure):
            tool = self._toolbox.pipeline.registry.find(result.tool)
            proof = self._toolbox.pipeline.proof(tool, result)
            run = run._replace(side_effect=tool.side_effect, remembered=proof, known=tool.id)
        self.runs.append(run)
        if self._on_tool:
            self._on_tool(run)

    # -- what the next prompt and the person see ------------------------------------------------

    def _exchange(self, first: int = 0) -> tuple[ChatMessage, ...]:
        """The chain from that round on as messages; all results share the room, the small ones
        stay whole."""
        rounds = self._rounds[first:]
        results = [result for this in rounds for result in this.results]
        whole = [conclude(_content(r), self._room, self._counter) for r in results]
        sizes = [self._counter.count(text) for text in whole]
        rooms = share(sizes, self._room)
        shown = iter(
            text if size <= room else conclude(_content(result), room, self._counter)
            for text, size, room, result in zip(whole, sizes, rooms, results, strict=True)
        )
        messages: list[ChatMessage] = []
        for this in rounds:
            messages.append(ChatMessage("assistant", this.said, this.calls))
            messages += [ChatMessage("tool", next(shown), (), call.id) for call in this.calls]
        return tuple(messages)

    def _answer(self, reply: Reply) -> Reply:
        """The reply with all that was said on the way; the calls are no part of it (C8)."""
        said = [this.said.strip() for this in self._rounds] + [reply.text.strip()]
        text = "\n\n".join(filter(None, said))
        remarks = reply.remarks
        if self._exhausted and reply.tool_calls:
            most = self._toolbox.pipeline.here.config.max_chain
            remarks = (*remarks, say("tools.chain", self._language, count=most))
        return replace(
            reply,
            text=text,
            tool_calls=(),
            remarks=remarks,
            runs=tuple(self.runs),
        )


def loop_of(
    services: Services, language: Language, forced: str, on_tool: OnTool | None, conversation: str
) -> ToolLoop:
    """The loop of a turn, of a services that has tools."""
    toolbox = services.tools()
    assert toolbox is not None
    room = services.config.prompt.tool_results
    return ToolLoop(
        toolbox,
        services.counter(),
        language,
        room=room,
        on_tool=on_tool,
        forced=forced,
        conversation=conversation,
    )


def offered(
    toolbox: Toolbox,
    question: str,
    counter: TokenCounter,
    used: frozenset[str],
    forced: str = "",
) -> tuple[Mapping[str, Any], ...]:
    """The definitions that go with a question; the forced tool alone where there is one.

    Raises UsageError when there is no such tool, or it may not be used.
    """
    if forced:
        try:
            tool = toolbox.pipeline.registry.find(forced)
            permit(tool, toolbox.pipeline.here)
        except ToolFailure as failure:
            raise UsageError(failure.message, "See `assistant tools list`.") from None
        return (definition(tool),)
    return toolbox.offered(question, counter, used)


def _content(result: Result) -> Any:
    """What of a result is for the model: its data, or what went wrong and may be mended."""
    if result.error is None:
        return result.data
    hint = {"VALIDATION_ERROR": " Correct the arguments and call it once more."}
    return f"error {result.error.code}: {result.error.message}{hint.get(result.error.code, '')}"


def _canonical(arguments: str) -> str:
    """Equal arguments, equal text."""
    try:
        return json.dumps(read_json(arguments or "{}"), sort_keys=True)
    except ValueError:
        return arguments
