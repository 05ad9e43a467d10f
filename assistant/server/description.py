"""The server's own description (OpenAPI 3.1), served at ``/openapi.json``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from assistant import __version__
from assistant.limits import SERVED_NAME
from assistant.server.memory import LARGEST_PAGE, PAGE
from assistant.server.shapes import ANY, SHAPES, TEXT, Schema, ref

_ERRORS = {
    400: "The request cannot be meant",
    401: "No key, or one that opens nothing",
    403: "The key does not allow it",
    404: "It is not there, or is not yours",
    408: "The body took too long to come",
    409: "It cannot be done as things stand",
    413: "The body is larger than the plan allows",
    422: "It can be read, and not taken",
    429: "The plan's limit; Retry-After says when",
    500: "A bug",
    502: "The model refused this server's key",
    503: "Busy, stopping, or without a model; Retry-After says when",
    504: "The turn took too long",
}


def _in(where: str, name: str, schema: Schema) -> dict[str, Any]:
    return {"in": where, "name": name, "schema": schema, "required": where == "path"}


_ID = _in("path", "id", {"type": "string", "minLength": 1})
_NAME = {"type": "string", "maxLength": SERVED_NAME.value}
_LIMIT = _in(
    "query",
    "limit",
    {"type": "integer", "minimum": 1, "maximum": LARGEST_PAGE, "default": PAGE},
)
_TYPED = _in("header", "X-Typed", {"enum": ["yes", "no"]})
_CHAT = (
    _in("header", "X-Conversation", _NAME),
    _in("header", "Idempotency-Key", _NAME),
    _TYPED,
)


def _operation(
    summary: str,
    answer: str,
    *parameters: dict[str, Any],
    body: str = "",
    status: int = 200,
    failures: Sequence[int] = (),
) -> dict[str, Any]:
    """What is asked, what comes back, and how it can fail beside what any request can."""
    of_any = (400, 401, 429, 500, 503, *((408, 413) if body else ()), *failures)
    told = {
        str(code): {
            "description": _ERRORS[code],
            "content": {"application/json": {"schema": ref("Error")}},
        }
        for code in sorted(set(of_any))
    }
    good = {
        "description": summary,
        "content": {"application/json": {"schema": ref(answer)}},
    }
    described: dict[str, Any] = {"summary": summary, "responses": {str(status): good, **told}}
    if parameters:
        described["parameters"] = list(parameters)
    if body:
        content = {"application/json": {"schema": ref(body)}}
        described["requestBody"] = {"required": True, "content": content}
    return described


def _paths() -> dict[str, Any]:
    chat = _operation(
        "A turn: the newest user message is asked; with `stream` as server-sent events.",
        "Completion",
        *_CHAT,
        body="ChatRequest",
        failures=(404, 409, 422, 502, 504),
    )
    chat["responses"]["200"]["content"]["text/event-stream"] = {"schema": ANY}
    fact = "/v1/memory/facts/{id}"
    after = _in("query", "after", TEXT)
    of = _in("query", "conversation", TEXT)
    return {
        "/v1/chat/completions": {"post": chat},
        "/v1/models": {"get": _operation("The one model that there is.", "Models")},
        "/v1/models/{id}": {"get": _operation("The model.", "Model", _ID, failures=(404,))},
        "/v1/memory/facts": {
            "get": _operation("Every fact.", "Facts", after, _LIMIT, failures=(404,)),
            "post": _operation(
                *("Keep a fact on purpose.", "Fact", _TYPED),
                body="NewFact",
                status=201,
                failures=(403, 422),
            ),
        },
        fact: {
            "get": _operation("A fact.", "Fact", _ID, failures=(404,)),
            "delete": _operation("Forget it for good.", "Deleted", _ID, failures=(404,)),
        },
        f"{fact}/confirm": {"post": _operation("Still true.", "Fact", _ID, failures=(404,))},
        "/v1/conversations": {
            "get": _operation("The latest first.", "Conversations", _LIMIT),
            "post": _operation("Begin one.", "Conversation", status=201),
        },
        "/v1/conversations/{id}": {
            "get": _operation("What it keeps.", "Conversation", _ID, failures=(404,)),
            "delete": _operation("Remove all of it.", "Deleted", _ID, failures=(404,)),
        },
        "/v1/profile": {"get": _operation("What packs have learned of you.", "Profile")},
        "/v1/why/{id}": {
            "get": _operation("What a turn rested on.", "Why", _ID, of, failures=(404,))
        },
        "/v1/users": {
            "get": _operation("Who has a key.", "Users", failures=(403,)),
            "post": _operation(
                "Let somebody in.", "User", body="NewUser", status=201, failures=(403,)
            ),
        },
        "/v1/users/{id}": {
            "delete": _operation("Shut somebody out.", "User", _ID, failures=(403, 404, 409))
        },
        "/v1/users/{id}/key": {
            "post": _operation("Another key.", "User", _ID, failures=(403, 404))
        },
    }


@cache
def description() -> dict[str, Any]:
    """The document. Whoever gets it must not change it."""
    bearer = {"type": "http", "scheme": "bearer"}
    return {
        "openapi": "3.1.0",
        "info": {"title": "assistant", "version": __version__},
        "paths": _paths(),
        "components": {"schemas": SHAPES, "securitySchemes": {"key": bearer}},
        "security": [{"key": []}],
    }
