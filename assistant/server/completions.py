"""``POST /v1/chat/completions``: a turn, whole or as it is made."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Mapping
from hashlib import sha256
from typing import Any
from urllib.parse import quote, unquote

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from assistant.app import App
from assistant.limits import SERVED_TIME
from assistant.server.caller import Caller
from assistant.server.door import Door
from assistant.server.errors import OURS, ApiError
from assistant.server.flow import Event, Flow, Piece
from assistant.server.talking import Asked, Told, new_completion, respond
from assistant.server.wire import ChatCall, named, read_call

MODEL = "assistant"
"""What a client may call the model; so it may call it anything else."""
SILENT = 10.0
"""Seconds of silence after which a stream begins all the same, and goes on with a comment."""


class Completions:
    """The endpoint, in front of the homes and the turns of one server."""

    def __init__(self, door: Door, host: App) -> None:
        self._door = door
        self._host = host

    async def create(self, request: Request, caller: Caller) -> Response:
        """Raises ApiError, and whatever the turn's failure is."""
        call = read_call(await self._door.json(request, caller))
        asked = self._asked(request, caller, call)
        flow = Flow(asyncio.get_running_loop())
        self._begin(caller, asked, flow)
        if call.stream:
            return await self._streamed(asked, flow, caller)
        try:
            async with asyncio.timeout(SERVED_TIME.value):
                while not isinstance(event := await flow.next(), Told):
                    if isinstance(event, Exception):
                        raise event
        except TimeoutError:
            flow.leave()
            raise _too_late() from None
        return JSONResponse(completion(event), headers=headers_of(event))

    def _asked(self, request: Request, caller: Caller, call: ChatCall) -> Asked:
        headers = request.headers
        key = named(headers.get("idempotency-key"), "Idempotency-Key")
        told = f"{caller.name}\0{key}".encode()
        return Asked(
            call=call,
            name=named(_unquoted(headers), "X-Conversation") or call.conversation,
            completion=f"chatcmpl-{sha256(told).hexdigest()[:32]}" if key else new_completion(),
            repeatable=bool(key),
            typed=headers.get("x-typed", "yes").lower() != "no",
            arrived=self._host.now(),
        )

    def _begin(self, caller: Caller, asked: Asked, flow: Flow) -> None:
        """Have the turn made in a thread; what becomes of it goes through the flow."""
        began = time.monotonic()

        def work() -> None:
            try:
                with self._door.homes.lease(caller) as home:
                    told = respond(home, asked, flow)
            except KeyboardInterrupt:
                flow.end(_too_late())
            except Exception as error:
                flow.end(error)
            else:
                self._door.measures.turn(told, time.monotonic() - began)
                flow.end(told)

        first = asked.call.history[0].user if asked.call.history else asked.call.text
        self._door.turns.begin((caller.name, asked.name or first), work)

    async def _streamed(self, asked: Asked, flow: Flow, caller: Caller) -> Response:
        """A failure before the first word has a status of its own."""
        first = await _next(flow)
        if isinstance(first, Exception):
            raise first
        headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
        if isinstance(first, Told):
            headers |= headers_of(first)
        elif flow.conversation:
            saved = max(0, flow.received - flow.asked) if first else 0
            headers |= told_headers(flow.conversation, flow.received, saved)
        events = self._events(asked, flow, first, caller)
        return StreamingResponse(events, media_type="text/event-stream", headers=headers)

    async def _events(
        self, asked: Asked, flow: Flow, event: Event | None, caller: Caller
    ) -> AsyncIterator[str]:
        """Server-sent events. Whoever stops reading has left: the turn is kept as interrupted."""
        made, said = int(self._host.now().timestamp()), False
        until = time.monotonic() + SERVED_TIME.value
        try:
            yield _event(chunk(asked.completion, made, {"role": "assistant", "content": ""}))
            while not isinstance(event, Told | Exception):
                if isinstance(event, Piece):
                    yield _event(chunk(asked.completion, made, {"content": event.text}))
                    said = True
                elif event is None:
                    yield ": the answer is on its way\n\n"
                event = await _next(flow) if time.monotonic() < until else _too_late()
            if isinstance(event, Exception):
                yield _event(self._door.explain(event, caller).body)
                return
            for each in _ending(asked, event, made, said=said):
                yield _event(each)
            yield "data: [DONE]\n\n"
        finally:
            flow.leave()


def completion(told: Told) -> dict[str, Any]:
    """A whole answer as the protocol has it; `assistant` and two counts of `usage` are ours."""
    message = {"role": "assistant", "content": told.text, "refusal": None}
    choice = {"index": 0, "message": message, "finish_reason": _reason(told), "logprobs": None}
    return {
        "id": told.completion,
        "object": "chat.completion",
        "created": int(time.time()),
        "model": MODEL,
        "choices": [choice],
        "usage": usage(told),
        "assistant": about(told),
    }


def chunk(
    identity: str, made: int, delta: Mapping[str, str], reason: str | None = None
) -> dict[str, Any]:
    choice = {"index": 0, "delta": delta, "finish_reason": reason, "logprobs": None}
    return {
        "id": identity,
        "object": "chat.completion.chunk",
        "created": made,
        "model": MODEL,
        "choices": [choice],
    }


def usage(told: Told) -> dict[str, int]:
    """What was sent to the model and came back, what the client sent, and what it need not have."""
    return {
        "prompt_tokens": told.prompt_tokens,
        "completion_tokens": told.completion_tokens,
        "total_tokens": told.prompt_tokens + told.completion_tokens,
        "received_tokens": told.received,
        "saved_tokens": told.saved,
    }


def about(told: Told) -> dict[str, Any]:
    """Where the answer comes from, and what memory noted of the turn (F5)."""
    return {
        "conversation": told.conversation,
        "turn": told.turn,
        "source": told.source,
        "model": told.model,
        "notices": list(told.notices),
        "facts_used": list(told.facts_used),
        "repeated": told.repeated,
    }


def headers_of(told: Told) -> dict[str, str]:
    return told_headers(told.conversation, told.received, told.saved)


def told_headers(conversation: str, received: int, saved: int) -> dict[str, str]:
    return {
        "X-Conversation": quote(conversation, safe=":@/+"),
        "X-Tokens-Received": str(received),
        "X-Tokens-Saved": str(saved),
    }


def _ending(asked: Asked, told: Told, made: int, *, said: bool) -> list[dict[str, Any]]:
    """What ends a stream: the whole text where no piece came, the reason, the count."""
    rest = [] if said or not told.text else [chunk(told.completion, made, {"content": told.text})]
    last = chunk(told.completion, made, {}, _reason(told)) | {"assistant": about(told)}
    if not asked.call.include_usage:
        return [*rest, last]
    counted = chunk(told.completion, made, {}) | {"choices": [], "usage": usage(told)}
    return [*rest, last, counted]


def _unquoted(headers: Mapping[str, str]) -> str | None:
    """A conversation's name as it was told: a header holds ASCII alone."""
    name = headers.get("x-conversation")
    return None if name is None else unquote(name)


def _reason(told: Told) -> str:
    return "length" if told.cut else "stop"


def _event(document: Mapping[str, Any]) -> str:
    return f"data: {json.dumps(document, ensure_ascii=False, separators=(',', ':'))}\n\n"


async def _next(flow: Flow) -> Event | None:
    """None where nothing came for a while."""
    try:
        async with asyncio.timeout(SILENT):
            return await flow.next()
    except TimeoutError:
        return None


def _too_late() -> ApiError:
    return ApiError(504, "The turn took too long", kind=OURS, code="timeout")
