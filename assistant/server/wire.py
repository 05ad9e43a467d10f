"""A chat completion's request as it comes in. Tolerant of what clients add, exact about what it
takes: the newest user message is the turn (X1), the rest is only looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple

from annotated_types import Len
from pydantic import BaseModel, StrictBool, StrictInt, StrictStr, ValidationError

from assistant.characters import whole
from assistant.limits import SERVED_MESSAGES, SERVED_NAME, SERVED_SYSTEM
from assistant.server.errors import ApiError, invalid

SYSTEM_ROLES = ("system", "developer")


class Message(BaseModel):
    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: StrictStr | list[dict[str, Any]] | None = None


class Body(BaseModel):
    """What is read of a request's body; whatever else clients send changes nothing."""

    model: StrictStr | None = None
    messages: Annotated[list[Message], Len(1, SERVED_MESSAGES.value)]
    stream: StrictBool | None = None
    stream_options: dict[str, Any] | None = None
    metadata: dict[str, Any] | None = None
    n: StrictInt | None = None
    response_format: dict[str, Any] | None = None
    tool_choice: Any = None
    function_call: Any = None


class Exchange(NamedTuple):
    """What the client holds of an earlier turn: the person's words and the reply, if one came."""

    user: str
    reply: str = ""


@dataclass(frozen=True, slots=True)
class ChatCall:
    """``text`` is the turn; ``history`` what the client believes to have been said before it.
    ``texts`` are all that it sent, for the count."""

    text: str
    history: tuple[Exchange, ...] = ()
    texts: tuple[str, ...] = ()
    system: str = ""
    stream: bool = False
    include_usage: bool = False
    conversation: str = ""
    schema: Mapping[str, Any] | None = None
    model: str = ""


def read_call(document: object) -> ChatCall:
    """The call of a request's JSON. Raises ApiError (400) naming the parameter at fault."""
    body = _checked(document)
    messages = body.messages
    last = max((n for n, m in enumerate(messages) if m.role == "user"), default=None)
    if last is None:
        raise invalid("There is no message of the role user", "messages")
    texts = [_text(message.content, n) for n, message in enumerate(messages)]
    if not texts[last].strip():
        raise invalid("The newest user message is empty", f"messages.{last}.content")
    if body.n not in (None, 1):
        raise invalid("One reply is given to a request, not several", "n", "unsupported_value")
    _refuse_forced_tools(body)
    said = [(m.role, text) for m, text in zip(messages, texts, strict=True)]
    system = "\n".join(text for role, text in said if role in SYSTEM_ROLES)
    return ChatCall(
        text=texts[last],
        history=_exchanges(said[:last]),
        texts=tuple(texts),
        system=system.strip()[: SERVED_SYSTEM.value],
        stream=bool(body.stream),
        include_usage=bool((body.stream_options or {}).get("include_usage")),
        conversation=named((body.metadata or {}).get("conversation"), "metadata.conversation"),
        schema=_schema(body.response_format),
        model=body.model or "",
    )


def named(name: object, param: str) -> str:
    """A conversation's name, or another short text that a client chose. Raises ApiError."""
    if name is None:
        return ""
    if not isinstance(name, str) or len(name) > SERVED_NAME.value or not name.isprintable():
        most = f"{SERVED_NAME.value} printable characters"
        raise invalid(f"{param} is a text of up to {most}", param)
    return name.strip()


def _exchanges(said: Sequence[tuple[str, str]]) -> tuple[Exchange, ...]:
    """The turns in what came before; a greeting of the client's own belongs to none."""
    found: list[Exchange] = []
    for role, text in said:
        if role == "user":
            found.append(Exchange(text))
        elif role == "assistant" and text and found:
            user, reply = found[-1]
            found[-1] = Exchange(user, f"{reply}\n{text}" if reply else text)
    return tuple(found)


def _text(content: object, number: int) -> str:
    """A message's text, whole or in parts. Raises ApiError for what is no text."""
    if content is None:
        return ""
    if isinstance(content, str):
        return whole(content)
    parts = []
    for part in content if isinstance(content, list) else ():
        text = part.get("text") if isinstance(part, Mapping) else None
        if not isinstance(text, str) or part.get("type") not in ("text", "input_text", "refusal"):
            raise ApiError(
                400,
                "Text is read here, and no image, sound or file",
                code="unsupported_content",
                param=f"messages.{number}.content",
            )
        parts.append(whole(text))
    return "\n".join(parts)


def _refuse_forced_tools(body: Body) -> None:
    """Tools of the client are not called, and a request that can do without them gets an answer."""
    for param in ("tool_choice", "function_call"):
        if getattr(body, param) not in (None, "auto", "none"):
            raise invalid(
                "Tools of the client are not called here: the assistant has its own",
                param,
                "unsupported_value",
            )


def _schema(wanted: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """The JSON Schema that the reply has to fit. Raises ApiError for none that can be applied."""
    kind = (wanted or {}).get("type", "text")
    if kind == "text":
        return None
    if kind == "json_object":
        return {"type": "object"}
    inside = (wanted or {}).get("json_schema")
    schema = inside.get("schema") if isinstance(inside, Mapping) else None
    if kind != "json_schema" or not isinstance(schema, Mapping):
        raise invalid("response_format is none that is known", "response_format")
    from assistant.documents import Unusable, check_schema

    try:
        check_schema(schema)
    except Unusable as error:
        raise invalid(str(error), "response_format.json_schema.schema") from None
    return schema


def _checked(document: object) -> Body:
    try:
        return Body.model_validate(document)
    except ValidationError as error:
        first = error.errors()[0]
        param = ".".join(map(str, first["loc"])) or None
        raise invalid(f"{param or 'The body'}: {first['msg']}", param) from None
