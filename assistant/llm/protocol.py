"""The chat protocol as JSON: a request's body out, a stream's chunks in.

Shared by the endpoint and the embedded model, whose server speaks the same protocol.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Literal

from assistant.characters import whole
from assistant.limits import (
    CALL_ARGUMENTS,
    CALL_NAME,
    CALLS,
    MODEL_NAME,
    MODELS_LISTED,
    REPLY_TEXT,
    USAGE,
)
from assistant.llm.base import ChatEvent, ChatRequest, Finished, TextDelta
from assistant.records import ChatMessage, ToolCall, Usage


class NotTheProtocol(Exception):
    """A chunk is not what the protocol allows."""


def message_json(message: ChatMessage) -> dict[str, Any]:
    """A message as it is sent."""
    data: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.tool_calls:
        data["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": call.arguments},
            }
            for call in message.tool_calls
        ]
    if message.tool_call_id is not None:
        data["tool_call_id"] = message.tool_call_id
    return data


def request_json(request: ChatRequest, model: str) -> dict[str, Any]:
    """The body of a streaming request; what is not set is not sent."""
    body: dict[str, Any] = {
        "model": model,
        "messages": [message_json(message) for message in request.messages],
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    if request.tools:
        body["tools"] = [dict(tool) for tool in request.tools]
        if request.tool_choice is not None:
            body["tool_choice"] = request.tool_choice
    if request.response_schema is not None:
        body["response_format"] = {
            "type": "json_schema",
            "json_schema": {"name": "answer", "schema": dict(request.response_schema)},
        }
    if request.max_tokens is not None:
        body["max_tokens"] = request.max_tokens
    if request.temperature is not None:
        body["temperature"] = request.temperature
    return body


class Collector:
    """Turns the chunks of one stream into events; ``finished`` gives the last one.

    Tool calls come in pieces, several at once, told apart by their index.
    """

    def __init__(self) -> None:
        self.reason: str | None = None
        self.usage = Usage()
        self.cut = False
        """Whether the reply was ended here, being longer than any should."""
        self._room = REPLY_TEXT.value
        self._calls: dict[int, dict[str, str]] = {}
        self._half = ""

    def events(self, chunk: object) -> Iterator[ChatEvent]:
        """The text that a chunk adds. Raises NotTheProtocol."""
        if not isinstance(chunk, Mapping):
            raise NotTheProtocol
        self._count(chunk.get("usage"))
        choices = chunk.get("choices")
        if not isinstance(choices, list):
            if self.usage.prompt_tokens is None:
                raise NotTheProtocol
            return
        for choice in choices[:1]:
            if not isinstance(choice, Mapping):
                raise NotTheProtocol
            delta = choice.get("delta") or choice.get("message") or {}
            if not isinstance(delta, Mapping):
                raise NotTheProtocol
            if isinstance(content := delta.get("content"), str) and (text := self._joined(content)):
                yield TextDelta(text[: self._room])
                self._room -= len(text)
                if self._room <= 0:
                    self.cut, self.reason = True, "length"
                    return
            self._take_calls(delta.get("tool_calls"))
            if isinstance(reason := choice.get("finish_reason"), str) and reason:
                self.reason = reason

    def finished(self) -> Finished:
        """What ends the stream; calls without a name are no calls."""
        calls = tuple(
            ToolCall(*map(whole, (call["id"] or f"call_{index}", call["name"], call["arguments"])))
            for index, call in sorted(self._calls.items())
            if call["name"]
        )
        return Finished(_reason(self.reason, bool(calls)), calls, self.usage)

    def _joined(self, text: str) -> str:
        """A piece of whole characters: the first half of a pair waits for the second."""
        text = self._half + text
        self._half = text[-1:] if "\ud800" <= text[-1:] < "\udc00" else ""
        return whole(text.removesuffix(self._half))

    def _count(self, usage: object) -> None:
        if isinstance(usage, Mapping):
            self.usage = Usage(
                _whole(usage.get("prompt_tokens")), _whole(usage.get("completion_tokens"))
            )

    def _take_calls(self, pieces: object) -> None:
        if pieces is None:
            return
        if not isinstance(pieces, list):
            raise NotTheProtocol
        for position, piece in enumerate(pieces):
            if not isinstance(piece, Mapping):
                raise NotTheProtocol
            index = piece.get("index")
            index = index if isinstance(index, int) else position
            if index not in self._calls and len(self._calls) >= CALLS.value:
                continue
            call = self._calls.setdefault(index, {"id": "", "name": "", "arguments": ""})
            function = piece.get("function") or {}
            if not isinstance(function, Mapping):
                raise NotTheProtocol
            call["id"] = call["id"] or _text(piece.get("id"))[: CALL_NAME.value]
            call["name"] = (call["name"] + _text(function.get("name")))[: CALL_NAME.value]
            # One character over: whoever reads them sees that they are too long.
            longer = call["arguments"] + _text(function.get("arguments"))
            call["arguments"] = longer[: CALL_ARGUMENTS.value + 1]


def _reason(reason: str | None, calls: bool) -> Literal["stop", "length", "tool_calls", "other"]:
    if calls:
        return "tool_calls"  # some servers say "stop" all the same
    if reason == "stop":
        return "stop"
    return "length" if reason == "length" else "other"


def listed(names: Iterable[object]) -> list[str]:
    """Names of models as a server lists them; odd ones are left out."""
    fit = (n for n in names if isinstance(n, str) and 0 < len(n) <= MODEL_NAME.value)
    return [name for name in islice(fit, MODELS_LISTED.value) if name.isprintable()]


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _whole(value: object) -> int | None:
    """A count of tokens that can be one; None for whatever else a server says."""
    fine = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= USAGE.value
    return value if fine and isinstance(value, int) else None
