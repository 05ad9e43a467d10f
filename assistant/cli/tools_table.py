"""Tools with their limits, as a table, as one of them alone, and as JSON."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from assistant.cli import layout, plain
from assistant.messages import say

if TYPE_CHECKING:
    from assistant.app import App
    from assistant.records import Language
    from assistant.tools.base import Tool
    from assistant.tools.pipeline import Pipeline

_APART = ("id", "description", "parameters")


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
    lines = layout.table([tuple(head), *rows], right=(3, 4))
    if not plain.interactive(sys.stdout):
        return lines
    return [layout.cut(line, plain.columns()) for line in lines]


def sheet(shown: dict[str, Any]) -> list[str]:
    """One tool as a person reads it: what ``as_object`` tells of it, and its arguments."""
    rows = [(name, _in_words(value)) for name, value in shown.items() if name not in _APART]
    head = f"{plain.bold(shown['id'])}  {shown['description']}"
    return [head, *layout.table(rows), *_arguments(shown["parameters"])]


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
    return ["arguments", *layout.table(rows)] if rows else ["no arguments"]


def _in_words(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {item}" for name, item in value.items())
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) or "-"
