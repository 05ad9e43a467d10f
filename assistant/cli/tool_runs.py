"""The tool calls of a turn as a person sees them: a line each, and what came of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from assistant.cli import plain
from assistant.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from assistant.tools.calls import ToolRun

SHOWN_ARGUMENT = 40


def run_line(run: ToolRun) -> str:
    """A call in one line: name, short arguments, time, whether it was kept or failed."""
    given = " ".join(f"{name}={_short(value)}" for name, value in run.arguments.items())
    parts = [f"{run.tool} {given}".rstrip(), f"{run.result.metadata.execution_time_ms:.0f} ms"]
    if run.result.metadata.cached:
        parts.append(say("tools.cached", run.language))
    if run.result.error is not None:
        why = plain.line(run.result.error.message)
        declined = run.result.error.cause == "declined"
        key = "tools.declined" if declined else "tools.failed"
        parts.append(say(key, run.language, why=why).rstrip("."))
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


def _short(value: object) -> str:
    text = plain.line(str(value))
    return text if len(text) <= SHOWN_ARGUMENT else f"{text[: SHOWN_ARGUMENT - 1]}…"
