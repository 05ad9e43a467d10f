"""The one way in: every request passes here, and every failure goes out here."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from assistant.documents import read_json
from assistant.errors import AssistantError
from assistant.limits import SERVED_BODY_TIME
from assistant.server.accounts import Accounts
from assistant.server.caller import Caller
from assistant.server.errors import INVALID, ApiError, invalid, not_found, told
from assistant.server.homes import Homes, OpenHome
from assistant.server.measures import Measures
from assistant.server.turns import Turns
from assistant.session.logs import Log

Handler = Callable[[Request, Caller], Awaitable[Response]]
Result = TypeVar("Result")
SMALL = 64 * 1024
"""Bytes of JSON that are read on the event loop; more would hold the others up."""


class Door:
    """Who asks is told by the key (U1); what a body may weigh by the plan."""

    def __init__(
        self, accounts: Accounts, homes: Homes, turns: Turns, measures: Measures, log: Log
    ) -> None:
        self.accounts, self.homes, self.turns = accounts, homes, turns
        self.measures, self.log = measures, log

    def endpoint(
        self, route: str, handler: Handler, *, admin: bool = False
    ) -> Callable[[Request], Awaitable[Response]]:
        """``handler`` behind the door; ``route`` is what the measures call it."""

        async def answer(request: Request) -> Response:
            caller: Caller | None = None
            try:
                given = request.headers.get("authorization", "")
                caller = await self.turns.aside(lambda: self.accounts.admit(given, admin=admin))
                response = await handler(request, caller)
            except Exception as error:
                response = self.failure(error, caller)
            self.measures.answered(f"{request.method} {route}", response.status_code)
            return response

        return answer

    async def within(self, caller: Caller, work: Callable[[OpenHome], Result]) -> Result:
        """Something short in the caller's home, in a thread."""

        def leased() -> Result:
            with self.homes.lease(caller) as home:
                return work(home)

        return await self.turns.aside(leased)

    async def json(self, request: Request, caller: Caller) -> Any:
        """The document of a body. Raises ApiError: 413, 408, 400."""
        data = await _read(request, caller.allowance.body)
        try:
            if len(data) <= SMALL:
                return read_json(data)
            return await self.turns.aside(lambda: read_json(data))
        except ValueError as error:
            raise invalid(f"The body is not JSON: {error}", code="invalid_json") from None

    def failure(self, error: Exception, caller: Caller | None) -> JSONResponse:
        """What a client is told of a failure."""
        return as_response(self.explain(error, caller))

    def explain(self, error: Exception, caller: Caller | None) -> ApiError:
        """The same before it is a response; a bug goes into the log, its words to nobody."""
        if not isinstance(error, ApiError | AssistantError):
            where = traceback.format_list(traceback.extract_tb(error.__traceback__))
            self.log.write("error", "bug", kind=type(error).__name__, traceback="".join(where))
        return told(error, own=caller is not None and caller.own)


def as_response(error: ApiError) -> JSONResponse:
    return JSONResponse(error.body, error.status, error.headers)


async def elsewhere(_request: Request, error: Exception) -> Response:
    """A path or a method that there is not."""
    status = error.status_code if isinstance(error, HTTPException) else 404
    if status == 404:
        return as_response(not_found("There is nothing under this path", "unknown_url"))
    detail = error.detail if isinstance(error, HTTPException) else "It cannot be done"
    response = as_response(ApiError(status, detail, kind=INVALID, code="bad_request"))
    if isinstance(error, HTTPException) and error.headers:
        response.headers.update(error.headers)
    return response


async def _read(request: Request, most: int) -> bytes:
    too_large = ApiError(413, f"A body may have {most:,} bytes", code="body_too_large")
    length = request.headers.get("content-length", "0")
    if length.isdigit() and int(length) > most:
        raise too_large
    parts, size = [], 0
    try:
        async with asyncio.timeout(SERVED_BODY_TIME.value):
            async for part in request.stream():
                size += len(part)
                if size > most:
                    raise too_large
                parts.append(part)
    except TimeoutError:
        raise ApiError(408, "The body took too long to come", code="body_too_slow") from None
    return b"".join(parts)
