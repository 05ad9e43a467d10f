"""The server as an ASGI application: its paths, each with what answers it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from assistant.app import App
from assistant.errors import AssistantError
from assistant.server import dialogues, memory, people
from assistant.server.accounts import Accounts, Directory, open_directory
from assistant.server.caller import Caller
from assistant.server.completions import MODEL, Completions
from assistant.server.description import description
from assistant.server.door import Door, elsewhere
from assistant.server.errors import invalid, not_found
from assistant.server.homes import Homes, OpenHome
from assistant.server.measures import CONTENT_TYPE, Measures
from assistant.server.turns import Turns

TOLD = ["X-Conversation", "X-Tokens-Received", "X-Tokens-Saved", "Retry-After"]
"""Headers that a page of another origin may read."""
InHome = Callable[[OpenHome, Request, Any], dict[str, Any]]
OfUsers = Callable[[Directory, Request, Caller, Any], dict[str, Any]]


def make_app(host: App, turns: Turns, origins: Sequence[str] = ()) -> Starlette:
    """The application over a home that stays open until it has stopped. ``origins`` are those of
    web pages that may ask from a browser."""
    directory, homes, measures = open_directory(host), Homes(host), Measures()
    door = Door(Accounts(directory, host.now), homes, turns, measures, host.log)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        host.embedder.warm_up()
        yield
        await turns.drain()
        homes.close()
        directory.close()

    cross = Middleware(
        CORSMiddleware,
        allow_origins=list(origins),
        allow_methods=["*"],
        allow_headers=["*"],
        expose_headers=TOLD,
    )
    return Starlette(
        routes=[*_open_routes(door), *_routes(door, Completions(door, host))],
        middleware=[cross] if origins else [],
        exception_handlers={404: elsewhere, 405: elsewhere},
        lifespan=lifespan,
    )


def _open_routes(door: Door) -> list[Route]:
    """What needs no key: it tells of nobody."""

    async def healthz(_: Request) -> Response:
        return JSONResponse({"status": "ok"})

    async def readyz(_: Request) -> Response:
        if not door.turns.draining:
            try:
                await door.turns.aside(door.accounts.ready)
                return JSONResponse({"status": "ok"})
            except AssistantError:
                pass
        return JSONResponse({"status": "not ready"}, 503, {"Retry-After": "2"})

    async def openapi(_: Request) -> Response:
        return JSONResponse(description())

    return [Route("/healthz", healthz), Route("/readyz", readyz), Route("/openapi.json", openapi)]


def _routes(door: Door, completions: Completions) -> list[Route]:
    """What needs a key, in the order of ``description.py``."""
    chat = "/v1/chat/completions"
    return [
        Route(chat, door.endpoint(chat, completions.create), methods=["POST"]),
        _route(door, "GET", "/v1/models", lambda *_: {"object": "list", "data": [_model()]}),
        _route(door, "GET", "/v1/models/{id}", lambda _h, r, _d: _known_model(r)),
        _route(door, "GET", "/v1/memory/facts", lambda h, r, _d: memory.facts(h, *_page(r))),
        _route(
            door,
            "POST",
            "/v1/memory/facts",
            lambda h, r, d: memory.add(h, memory.read_fact(d), typed=_typed(r)),
            status=201,
        ),
        _route(door, "GET", "/v1/memory/facts/{id}", lambda h, r, _d: memory.fact(h, _id(r))),
        _route(door, "DELETE", "/v1/memory/facts/{id}", lambda h, r, _d: memory.forget(h, _id(r))),
        _route(
            door,
            "POST",
            "/v1/memory/facts/{id}/confirm",
            lambda h, r, _d: memory.confirm(h, _id(r)),
            body=False,
        ),
        _route(
            door,
            "GET",
            "/v1/conversations",
            lambda h, r, _d: dialogues.conversations(h, _page(r)[1]),
        ),
        _route(
            door,
            "POST",
            "/v1/conversations",
            lambda h, *_: dialogues.begin(h),
            status=201,
            body=False,
        ),
        _route(
            door,
            "GET",
            "/v1/conversations/{id}",
            lambda h, r, _d: dialogues.conversation(h, _id(r)),
        ),
        _route(
            door, "DELETE", "/v1/conversations/{id}", lambda h, r, _d: dialogues.delete(h, _id(r))
        ),
        _route(door, "GET", "/v1/profile", lambda h, *_: memory.profile(h)),
        _route(door, "GET", "/v1/why/{id}", lambda h, r, _d: memory.why(h, _id(r), _of(r))),
        _admin(door, "GET", "/v1/users", lambda u, *_: people.people(u)),
        _admin(door, "POST", "/v1/users", lambda u, _r, _c, d: people.add(u, d), status=201),
        _admin(door, "DELETE", "/v1/users/{id}", lambda u, r, c, _d: people.revoke(u, _id(r), c)),
        _admin(
            door,
            "POST",
            "/v1/users/{id}/key",
            lambda u, r, *_: people.rotate(u, _id(r)),
            body=False,
        ),
        _metrics(door),
    ]


def _route(
    door: Door, method: str, path: str, work: InHome, *, status: int = 200, body: bool = True
) -> Route:
    """What is done in the caller's own home, and in no other."""
    reads = body and method == "POST"

    async def handle(request: Request, caller: Caller) -> Response:
        document = await door.json(request, caller) if reads else None
        told = await door.within(caller, lambda home: work(home, request, document))
        return JSONResponse(told, status)

    return Route(path, door.endpoint(path, handle), methods=[method])


def _admin(
    door: Door, method: str, path: str, work: OfUsers, *, status: int = 200, body: bool = True
) -> Route:
    """What an administrator does with users; it opens nobody's home."""
    reads = body and method == "POST"

    async def handle(request: Request, caller: Caller) -> Response:
        document = await door.json(request, caller) if reads else None
        directory = door.accounts.directory
        told = await door.turns.aside(lambda: work(directory, request, caller, document))
        return JSONResponse(told, status)

    return Route(path, door.endpoint(path, handle, admin=True), methods=[method])


def _metrics(door: Door) -> Route:
    async def handle(_request: Request, _caller: Caller) -> Response:
        door.measures.taken.set(door.turns.taken)
        return Response(door.measures.page(), headers={"Content-Type": CONTENT_TYPE})

    return Route("/metrics", door.endpoint("/metrics", handle, admin=True))


def _model() -> dict[str, Any]:
    return {"id": MODEL, "object": "model", "created": 0, "owned_by": "assistant"}


def _known_model(request: Request) -> dict[str, Any]:
    if _id(request) != MODEL:
        raise not_found("There is no such model", "model_not_found")
    return _model()


def _id(request: Request) -> str:
    return str(request.path_params["id"])


def _of(request: Request) -> str:
    return request.query_params.get("conversation", "")


def _typed(request: Request) -> bool:
    return request.headers.get("x-typed", "yes").lower() != "no"


def _page(request: Request) -> tuple[str, int]:
    """Where a page begins and how long it is. Raises ApiError (400)."""
    wanted = request.query_params.get("limit", str(memory.PAGE))
    fits = wanted.isascii() and wanted.isdecimal() and len(wanted) < 6
    if not fits or not 1 <= int(wanted) <= memory.LARGEST_PAGE:
        raise invalid(f"limit is a number from 1 to {memory.LARGEST_PAGE}", "limit")
    return request.query_params.get("after", ""), int(wanted)
