"""``assistant tools``: what the model may do, with its limits, and a hand on each tool."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from assistant.cli import offers, plain
from assistant.cli.language import interface_language
from assistant.cli.options import JsonArray, JsonObject
from assistant.cli.tools_table import as_object, lines_of, sheet
from assistant.errors import (
    AssistantError,
    BadData,
    Declined,
    NotAuthorised,
    TryAgainLater,
    UsageError,
)
from assistant.messages import say
from assistant.tools.base import Plan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assistant.app import App
    from assistant.records import Language
    from assistant.tools.calls import Question, Result
    from assistant.tools.pipeline import Pipeline

Role = Annotated[
    str,
    typer.Option(
        metavar="NAME", help="As that role.", show_default=False, autocompletion=offers.roles
    ),
]
ToolId = Annotated[
    str, typer.Argument(metavar="TOOL", help="The tool's id.", autocompletion=offers.tools)
]


def tools() -> None:
    """List, show and run tools.

    The [tools] section of the configuration switches them on and off.

    \b
    assistant tools run time.now place=Tokyo
    """


def list_(
    category: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Those of that category alone.", autocompletion=offers.categories
        ),
    ] = None,
    plan: Annotated[Plan | None, typer.Option(help="Those that this plan opens.")] = None,
    role: Role = "default",
    as_json: JsonArray = False,
) -> None:
    """Every tool: whether it may be used, its plan, the calls left, how long results are kept.

    \b
    assistant tools list --category notes
    """
    with _app() as app:
        pipeline = app.toolbox(role).pipeline
        opened = pipeline.registry.for_plan(plan) if plan else tuple(pipeline.registry)
        board = [
            as_object(app, pipeline, tool) for tool in opened if category in (None, tool.category)
        ]
        language = interface_language(app.config.ui)
    if as_json:
        plain.out(plain.json_text(board))
        return
    for text in lines_of(board, language):
        plain.out(text)


def show(identity: ToolId, role: Role = "default", as_json: JsonObject = False) -> None:
    """A tool with its arguments, plan, limits, quota left and cache.

    \b
    assistant tools show notes.add
    """
    from assistant.tools.base import ToolFailure
    from assistant.tools.schema import parameters

    with _app() as app:
        pipeline = app.toolbox(role).pipeline
        try:
            tool = pipeline.registry.find(identity)
        except ToolFailure as failure:
            raise UsageError(_sentence(failure.message), "See `assistant tools list`.") from None
        shown = {**as_object(app, pipeline, tool), "parameters": parameters(tool)}
        if tool.about is not None:
            shown["about"] = tool.about(pipeline.here, interface_language(app.config.ui))
    if as_json:
        plain.out(plain.json_text(shown))
        return
    for line in sheet(shown):
        plain.out(line)


def run(
    identity: ToolId,
    values: Annotated[
        list[str] | None, typer.Argument(metavar="NAME=VALUE", help="Its arguments.")
    ] = None,
    arguments: Annotated[
        str | None, typer.Option(metavar="JSON", help="The arguments as one JSON object.")
    ] = None,
    yes: Annotated[
        bool, typer.Option("-y", "--yes", help="Do not ask; what is forbidden stays forbidden.")
    ] = False,
    role: Role = "default",
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the whole result as JSON.")
    ] = False,
) -> None:
    """Run a tool as the model would: same checks, limits, questions and log.

    \b
    assistant tools run calculate.convert value=42 from_unit=km to_unit=miles
    """
    from assistant.cli.consent import attend
    from assistant.tools.calls import Call

    with _app() as app:
        attend(app)
        if yes and app.confirm is not None:
            app.confirm = _agree
        pipeline = app.toolbox(role).pipeline
        given = arguments if arguments is not None else parsed(pipeline, identity, values or ())
        language = interface_language(app.config.ui)
        result = pipeline.execute(Call(identity, given, language))
    if as_json:
        plain.out(plain.json_text(result.as_object()))
    elif result.success:
        data = result.data
        plain.out(data if isinstance(data, str) else plain.json_text(data))
    if result.error is not None:
        raise failure_of(result, language)


def parsed(pipeline: Pipeline, identity: str, values: Sequence[str]) -> dict[str, Any]:
    """``name=value`` words as arguments: texts stay texts, the rest is read as JSON."""
    found: dict[str, Any] = {}
    texts = _text_arguments(pipeline, identity)
    for word in values:
        name, equals, value = word.partition("=")
        if not equals:
            raise UsageError(f"'{word}' is no argument", "Write it as NAME=VALUE.")
        try:
            found[name] = value if name in texts else json.loads(value)
        except (ValueError, RecursionError):
            found[name] = value
    return found


def failure_of(result: Result, language: Language) -> AssistantError:
    """The error of a result, with the exit status that fits its cause or its code."""
    assert result.error is not None
    message = _sentence(result.error.message)
    if result.error.cause == "declined":
        return Declined(say("tools.declined", language))
    if result.error.cause == "refused":
        return BadData(message)
    match result.error.code:
        case "TOOL_NOT_FOUND":
            return UsageError(message, "See `assistant tools list`.")
        case "VALIDATION_ERROR":
            return BadData(message, f"See `assistant tools show {result.tool}`.")
        case "PLAN_REQUIRED":
            return NotAuthorised(message, "Set the plan of the role in the configuration.")
        case _:
            return TryAgainLater(message)


def _text_arguments(pipeline: Pipeline, identity: str) -> frozenset[str]:
    from assistant.tools.base import ToolFailure
    from assistant.tools.schema import parameters

    try:
        properties = parameters(pipeline.registry.find(identity)).get("properties", {})
    except ToolFailure:
        return frozenset()
    return frozenset(name for name, shape in properties.items() if shape.get("type") == "string")


def _agree(_: Question) -> Any:
    return "once"


def _sentence(text: str) -> str:
    """With a capital, unless it begins with a tool's id, which is written as it is."""
    return text if "." in text.partition(" ")[0] else text[:1].upper() + text[1:]


def _app() -> App:
    from assistant.cli.opening import open_app

    return open_app(answers=False)
