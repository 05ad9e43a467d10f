"""Getting a reply out of a model: the stream, its interruption, the check of its structure."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Mapping
from typing import Any

from assistant.errors import BadData
from assistant.llm.base import ChatModel, ChatRequest, Finished, TextDelta
from assistant.prompt.base import OutputCheck, Prompt
from assistant.records import Usage
from assistant.session.base import Reply

OnText = Callable[[str], None]
Schema = Mapping[str, Any]
Assemble = Callable[[OutputCheck | None], Prompt]


def stream_reply(model: ChatModel, request: ChatRequest, on_text: OnText | None) -> Reply:
    """One call, its pieces passed on as they come.

    Ctrl-C ends it: what had come is the reply, marked interrupted. Other failures are the model's
    typed ones and leave nothing behind.
    """
    pieces: list[str] = []
    finished = Finished(reason="other", usage=Usage())
    events = model.stream(request)
    try:
        for event in events:
            if isinstance(event, TextDelta):
                pieces.append(event.text)
                if on_text:
                    on_text(event.text)
            else:
                finished = event
    except KeyboardInterrupt:
        return Reply("".join(pieces), model=model.name, state="interrupted")
    finally:
        close = getattr(events, "close", None)
        if close:
            # The reply is decided; the socket no longer matters.
            with contextlib.suppress(Exception):
                close()
    cut = finished.reason == "length"
    return Reply(
        "".join(pieces),
        model=model.name,
        usage=finished.usage,
        notices=("model.lengthened",) if cut else (),
        tool_calls=finished.tool_calls,
    )


def led_by(lead: str, on_text: OnText | None) -> OnText | None:
    """The same listener, told ``lead`` before the first piece: replies of one turn stand apart."""
    waiting = [lead] if lead else []

    def feed(piece: str) -> None:
        assert on_text is not None
        while waiting:
            on_text(waiting.pop())
        on_text(piece)

    return feed if on_text else None


def structured_reply(
    call: Callable[[Prompt], Reply], assemble: Assemble, schema: Schema
) -> tuple[Reply, Prompt]:
    """A reply that is valid against a JSON Schema, with one try at repair (P6, D3).

    Returns the reply, its text reduced to the JSON document, and the prompt that got it. Raises
    BadData when the second try is invalid too.
    """
    prompt = assemble(None)
    reply = call(prompt)
    problem = schema_problem(reply.text, schema)
    if problem and reply.state == "complete":
        check = OutputCheck(valid=False, structure_ok=False, parse_error=problem)
        prompt = assemble(check)
        reply = call(prompt)
        problem = schema_problem(reply.text, schema)
    if problem and reply.state == "complete":
        raise BadData(
            f"The model's answer does not fit the schema: {problem}",
            "Simplify the schema, or ask a larger model with -m.",
        )
    return reply, prompt


def schema_problem(text: str, schema: Schema) -> str:
    """What keeps the text from being valid JSON of that schema; empty when nothing does. Raises
    BadData where the schema cannot be applied."""
    from assistant.documents import Unusable, problems, read_json

    try:
        document = read_json(json_document(text))
    except ValueError as error:
        return f"not valid JSON: {error}"
    try:
        return "".join(problems(schema, document))
    except Unusable as error:
        raise BadData(
            f"The schema cannot be applied to the answer: {error}", "Simplify the schema."
        ) from None


def unresolvable(ref: str) -> BadData:
    """A schema that refers to something outside itself: nothing is ever fetched for one."""
    return BadData(
        f"The schema refers to {ref[:200]}, which it does not hold, and nothing is fetched",
        "Copy what it needs into $defs of the schema itself.",
    )


def json_document(text: str) -> str:
    """The JSON inside a reply: models like to fence it."""
    stripped = text.strip()
    if stripped.startswith("```"):
        stripped = stripped.split("\n", 1)[-1].rsplit("```", 1)[0].strip()
    return stripped


def format_instructions(schema: Schema) -> str:
    """What the prompt says of a required structure."""
    compact = json.dumps(schema, ensure_ascii=False, separators=(",", ":"))
    return (
        f"Reply with one JSON document and nothing else, valid against this JSON Schema: {compact}"
    )
