"""The one way a tool is run (T2): find → permission → rate limit → validation → cache → run →
post-process → store → log. A person's consent (T6) comes last before the run: only checked
arguments can be told in plain words.

Each step is a small method that raises ToolFailure; ``admit`` and ``finish`` put them in order.
"""

from __future__ import annotations

import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from assistant.documents import read_json
from assistant.errors import AssistantError
from assistant.limits import CALL_ARGUMENTS
from assistant.storage.base import Stores
from assistant.tools import limits, policy, schema
from assistant.tools.base import (
    Arguments,
    Code,
    Context,
    Remembered,
    Surroundings,
    Tool,
    ToolFailure,
    failed,
)
from assistant.tools.cache import ResultCache, key_of
from assistant.tools.calls import Call, Confirm, Error, Metadata, Result
from assistant.tools.consents import Consents
from assistant.tools.plain import plain
from assistant.tools.registry import Registry
from assistant.tools.running import Running, TimeIsUp

WriteLog = Callable[..., None]
"""(level, event, **details), as the session's log takes it."""


class Admitted(NamedTuple):
    """A call that nothing keeps from running."""

    tool: Tool
    arguments: Arguments
    key: str
    context: Context


class Started(NamedTuple):
    """A call that runs."""

    admitted: Admitted
    running: Running


class Pipeline:
    """Runs the tools of a registry in given surroundings.

    ``confirm`` asks the person; None: nobody can be asked. ``keep`` remembers an "always".
    """

    def __init__(
        self,
        registry: Registry,
        here: Surroundings,
        stores: Stores,
        log: WriteLog,
        *,
        confirm: Confirm | None = None,
        keep: Callable[[str], None] | None = None,
    ) -> None:
        self.registry = registry
        self.here = here
        self._stores = stores
        self._cache = ResultCache(stores.keyvalue)
        self._log = log
        self.consents = Consents(here, confirm, keep)

    def execute(self, call: Call) -> Result:
        """The whole sequence. Never raises for what a tool or its caller did wrong."""
        admitted = self.admit(call)
        return admitted if isinstance(admitted, Result) else self.finish(self.start(admitted))

    def admit(self, call: Call) -> Admitted | Result:
        """Everything up to the run: the call admitted, or the result it already has."""
        began = time.perf_counter()
        arguments: Arguments = {}
        known = ""
        try:
            tool = self.registry.find(call.tool)
            known = tool.id
            self.permit(tool)
            self.take_quota(tool)
            arguments = self.validate(tool, call.arguments, call.conversation)
            context = self._context(tool, call.conversation)
            key = self.key(tool, arguments, context)
            cached = self._cache.get(tool, key, self.here.clock())
            if cached is not None:
                milliseconds = (time.perf_counter() - began) * 1000
                return self._logged(
                    Result(tool.id, arguments, *cached, metadata=Metadata(milliseconds, True))
                )
            self.consents.ask(tool, arguments, call, context)
        except AssistantError:
            raise  # the home cannot be read or written: no fault of the tool's
        except Exception as error:  # a refusal, or a package's own validator, fingerprint or words
            failure = error if isinstance(error, ToolFailure) else self._bug(known, error)
            milliseconds = (time.perf_counter() - began) * 1000
            return self._failed(known or call.tool[:80], arguments, failure, milliseconds)
        return Admitted(tool, arguments, key, context)

    def start(self, admitted: Admitted) -> Started:
        """Run the handler and its post-processor in a thread."""
        tool, context = admitted.tool, admitted.context
        arguments = dict(admitted.arguments)
        takes = schema.context_parameter(tool.handler)
        if takes:
            arguments[takes] = context

        def run() -> object:
            data = tool.handler(**arguments)
            if tool.post_processor is not None:
                data = tool.post_processor(data)
            return plain(data)

        return Started(admitted, Running(run, context.seconds, context.cancelled))

    def finish(self, started: Started) -> Result:
        """Wait for the handler; then store and log."""
        tool, arguments = started.admitted.tool, started.admitted.arguments
        try:
            data = self.outcome(started)
        except ToolFailure as failure:
            return self._failed(tool.id, arguments, failure, started.running.milliseconds)
        self.store(started.admitted, data)
        metadata = Metadata(started.running.milliseconds)
        return self._logged(Result(tool.id, arguments, data, metadata=metadata))

    def refuse(self, call: Call, code: Code, message: str) -> Result:
        """A call that the rules of a conversation keep from the sequence altogether."""
        return self._failed(call.tool[:80], {}, ToolFailure(code, message), 0.0)

    def proof(self, tool: Tool, result: Result) -> Remembered | None:
        """What a run that was no repetition proves (F2's exception); nothing where the tool's own
        code fails at telling it."""
        if tool.remembers is None or not result.success or result.metadata.cached:
            return None
        try:
            return tool.remembers(result.arguments, result.data)
        except Exception as error:
            self._bug(tool.id, error)
            return None

    # -- the steps, in order ------------------------------------------------------------------

    def permit(self, tool: Tool) -> None:
        """Switched on, opened by the plan, and somebody to ask where asking is a must."""
        policy.permit(tool, self.here, self.registry)
        self.consents.permit(tool)

    def take_quota(self, tool: Tool) -> None:
        limits.take(self._stores, tool, self.here.user, self.here.clock())

    def validate(
        self, tool: Tool, arguments: str | Arguments, conversation: str = ""
    ) -> dict[str, Any]:
        values = schema.validated(tool, _parsed(arguments))
        if tool.validator is not None:
            problem = tool.validator(values, self._context(tool, conversation))
            if problem:
                raise ToolFailure("VALIDATION_ERROR", problem)
        return values

    def key(self, tool: Tool, arguments: Arguments, context: Context) -> str:
        seen = tool.fingerprint(arguments, context) if tool.fingerprint else ""
        return key_of(tool, self.here.user, arguments, seen)

    def outcome(self, started: Started) -> Any:
        """What the run came to; whatever went wrong in it, as a ToolFailure."""
        tool = started.admitted.tool
        try:
            return started.running.result()
        except ToolFailure:
            raise
        except TimeIsUp:
            seconds = started.admitted.context.seconds
            raise failed(f"{tool.id} took longer than {seconds:g} s and was given up") from None
        except AssistantError as error:
            raise failed(error.message) from error
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise self._bug(tool.id, error) from error

    def store(self, admitted: Admitted, data: Any) -> None:
        """Keep what may be kept; a side effect makes what its category had read worthless."""
        if admitted.tool.side_effect:
            self._cache.forget(admitted.tool)
        else:
            self._cache.put(admitted.tool, admitted.key, data, self.here.clock())

    # -- what they share ------------------------------------------------------------------------

    def _bug(self, tool: str, error: BaseException) -> ToolFailure:
        """What a tool's own code raised: its kind for the model, its trace for the log."""
        trace = "".join(traceback.format_exception(error))
        self._log("error", "tool raised", tool=tool, kind=type(error).__name__)
        self._log("debug", "tool raised", tool=tool, trace=trace)
        why = error.strerror if isinstance(error, OSError) and error.strerror else ""
        return failed(f"{tool} failed: {why or type(error).__name__}")

    def _context(self, tool: Tool, conversation: str) -> Context:
        most = self.here.config.timeout
        seconds = min(tool.timeout or most, most)
        return Context(self.here, seconds, threading.Event(), tool.id, conversation)

    def _failed(
        self, tool: str, arguments: Arguments, failure: ToolFailure, milliseconds: float
    ) -> Result:
        error = Error(failure.code, str(plain(failure.message)), failure.cause)
        return self._logged(Result(tool, arguments, None, error, Metadata(milliseconds)))

    def _logged(self, result: Result) -> Result:
        """T10: time and outcome for 24 hours; the whole result at level debug only, and what was
        asked not even there."""
        result = replace(
            result,
            arguments=plain(result.arguments),
            metadata=replace(
                result.metadata, execution_time_ms=round(result.metadata.execution_time_ms, 2)
            ),
        )
        outcome: str | Code = result.error.code if result.error else "success"
        self._log(
            "info",
            "tool run",
            tool=result.tool,
            outcome=outcome,
            milliseconds=result.metadata.execution_time_ms,
            cached=result.metadata.cached,
            parameters={name: type(v).__name__ for name, v in result.arguments.items()},
        )
        self._log("debug", "tool result", tool=result.tool, **result.as_object())
        return result


def _parsed(arguments: str | Arguments) -> Arguments:
    if not isinstance(arguments, str):
        return arguments
    if len(arguments) > CALL_ARGUMENTS.value:
        why = f"the arguments are longer than {CALL_ARGUMENTS.value:,} characters"
        raise ToolFailure("VALIDATION_ERROR", why)
    try:
        values = read_json(arguments) if arguments.strip() else {}
    except ValueError as error:
        raise ToolFailure("VALIDATION_ERROR", f"the arguments are not JSON: {error}") from None
    if not isinstance(values, dict):
        raise ToolFailure("VALIDATION_ERROR", "the arguments must be one JSON object")
    return values
