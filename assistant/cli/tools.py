"""``assistant tools``: what the model may do, with its limits, and a hand on each tool."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from assistant.cli import plain
from assistant.cli.language import interface_language
from assistant.errors import (
    AssistantError,
    BadData,
    NotAuthorised,
    TryAgainLater,
    UsageError,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from assistant.app import App
    from assistant.records import Language
    from assistant.tools.base import Plan, Question, Result, Tool, ToolRun
    from assistant.tools.pipeline import Pipeline

SHOWN_ARGUMENT = 40
PLAN_NAMES = ("free", "pro", "premium")

role_option = click.option("--role", default="default", metavar="NAME", help="As that role.")


@click.group("tools")
def command() -> None:
    """List, show and run tools.

    The [tools] section of the configuration switches them on and off.

    \b
    assistant tools run time.now place=Tokyo
    """


@command.command("list")
@click.option("--category", metavar="NAME", help="Those of that category alone.")
@click.option("--plan", type=click.Choice(PLAN_NAMES), help="Those that this plan opens.")
@role_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
def list_(category: str | None, plan: Plan | None, role: str, as_json: bool) -> None:
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


@command.command()
@click.argument("identity", metavar="TOOL")
@role_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def show(identity: str, role: str, as_json: bool) -> None:
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
    plain.out(f"{plain.bold(tool.id)}  {tool.description}")
    rows = [(name, _in_words(value)) for name, value in shown.items() if name not in _APART]
    for line in plain.table(rows):
        plain.out(line)
    for line in _arguments(shown["parameters"]):
        plain.out(line)


@command.command()
@click.argument("identity", metavar="TOOL")
@click.argument("values", metavar="[NAME=VALUE]...", nargs=-1)
@click.option("--arguments", metavar="JSON", help="The arguments as one JSON object.")
@click.option("-y", "--yes", is_flag=True, help="Do not ask; what is forbidden stays forbidden.")
@role_option
@click.option("--json", "as_json", is_flag=True, help="Print the whole result as JSON.")
def run(
    *, identity: str, values: tuple[str, ...], arguments: str | None, yes: bool, role: str,
    as_json: bool,
) -> None:  # fmt: skip
    """Run a tool as the model would: same checks, limits, questions and log.

    \b
    assistant tools run calculate.convert value=42 from_unit=km to_unit=miles
    """
    from assistant.cli.consent import attend
    from assistant.tools.base import Call

    with _app() as app:
        attend(app)
        if yes and app.confirm is not None:
            app.confirm = _agree
        pipeline = app.toolbox(role).pipeline
        given = arguments if arguments is not None else parsed(pipeline, identity, values)
        result = pipeline.execute(Call(identity, given))
    if as_json:
        plain.out(plain.json_text(result.as_object()))
    elif result.success:
        data = result.data
        plain.out(data if isinstance(data, str) else plain.json_text(data))
    if result.error is not None:
        raise failure_of(result)


def run_line(run: ToolRun) -> str:
    """A call in one line: name, short arguments, time, whether it was kept or failed."""
    from assistant.messages import say

    given = " ".join(f"{name}={_short(value)}" for name, value in run.arguments.items())
    parts = [f"{run.tool} {given}".rstrip(), f"{run.result.metadata.execution_time_ms:.0f} ms"]
    if run.result.metadata.cached:
        parts.append(say("tools.cached", run.language))
    if run.result.error is not None:
        why = plain.line(run.result.error.message)
        parts.append(say("tools.failed", run.language, why=why))
    return plain.line(" · ".join(parts))  # names too are what the model wrote


def details(runs: Iterable[ToolRun]) -> list[str]:
    """The calls of a turn with what came of them, for ``/why``."""
    lines = []
    for run in runs:
        lines.append(run_line(run))
        if run.result.success:
            text = json.dumps(run.result.data, ensure_ascii=False)
            lines.append(plain.dim(f"  {plain.line(text)[:400]}"))
    return lines


def as_object(app: App, pipeline: Pipeline, tool: Tool) -> dict[str, Any]:
    """The contract of ``tools list --json``."""
    from assistant.tools import policy
    from assistant.tools.cache import lifetime
    from assistant.tools.limits import quota

    here, limit = pipeline.here, tool.rate_limit
    left = quota(app.stores, tool, here.user, app.now())
    return {
        "id": tool.id,
        "description": tool.description,
        "available": not policy.why_off(tool, here) and policy.opens(here.plan, tool),
        "why_not": policy.why_off(tool, here),
        "required_plan": tool.required_plan,
        "side_effect": tool.side_effect,
        "asks": tool.asks,
        "rate_limit": {
            f"per_{window}": most
            for window in ("minute", "hour", "day")
            if (most := getattr(limit, f"per_{window}")) is not None
        },
        "quota": {"remaining": left.remaining, "reset_at": left.reset_at.isoformat()},
        "cached_seconds": int(lifetime(tool).total_seconds()),
    }


def lines_of(board: list[dict[str, Any]], language: Language = "en") -> list[str]:
    """The list as a person reads it; on a terminal each tool in one line."""
    from assistant.messages import say

    if not board:
        return [say("tools.none", language)]
    head = say("tools.head", language).split(",")
    on, off, asks = say("tools.states", language).split(",")
    rows = [
        (
            row["id"],
            on if row["available"] else off,
            row["required_plan"],
            str(row["quota"]["remaining"]),
            f"{row['cached_seconds']} s" if row["cached_seconds"] else "-",
            asks if row["asks"] else "",
            row["description"],
        )
        for row in board
    ]
    lines = plain.table([tuple(head), *rows], right=(3, 4))
    if not plain.interactive(sys.stdout):
        return lines
    return [plain.cut(line, plain.columns()) for line in lines]


def parsed(pipeline: Pipeline, identity: str, values: tuple[str, ...]) -> dict[str, Any]:
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


def failure_of(result: Result) -> AssistantError:
    """The error of a result, with the exit status that fits its code."""
    assert result.error is not None
    message = _sentence(result.error.message)
    match result.error.code:
        case "TOOL_NOT_FOUND":
            return UsageError(message, "See `assistant tools list`.")
        case "VALIDATION_ERROR":
            return BadData(message, f"See `assistant tools show {result.tool}`.")
        case "PLAN_REQUIRED":
            return NotAuthorised(message, "Set the plan of the role in the configuration.")
        case _:
            return TryAgainLater(message)


_APART = ("id", "description", "parameters")


def _arguments(schema: Any) -> list[str]:
    required = schema.get("required", ())
    rows = [
        (
            f"  {name}",
            str(argument.get("type", "")),
            "required" if name in required else f"default {argument.get('default', '-')!s}",
            str(argument.get("description", "")),
        )
        for name, argument in schema.get("properties", {}).items()
    ]
    return ["arguments", *plain.table(rows)] if rows else ["no arguments"]


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


def _in_words(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {item}" for name, item in value.items())
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) or "-"


def _short(value: object) -> str:
    text = plain.line(str(value))
    return text if len(text) <= SHOWN_ARGUMENT else f"{text[: SHOWN_ARGUMENT - 1]}…"


def _sentence(text: str) -> str:
    """With a capital, unless it begins with a tool's id, which is written as it is."""
    return text if "." in text.partition(" ")[0] else text[:1].upper() + text[1:]


def _app() -> App:
    from assistant.cli.opening import open_app

    return open_app(answers=False)
