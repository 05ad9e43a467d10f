"""What a prompt leaves out because it would add nothing (P6)."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from assistant.memory.base import OfferedFact
from assistant.prompt.base import OutputCheck

RECENT_TURNS = 3
SHORT_DESCRIPTION = 60
"""Characters that remain of a description whose tool is known."""

_PROSE = ("description", "title", "examples")
_VALUES = ("default", "const", "enum")
_SENTENCE_END = re.compile(r"(?<=[.!?;:])\s|\n")


def shorten_used_tools(
    tools: Sequence[Mapping[str, Any]], used: Collection[str]
) -> tuple[Mapping[str, Any], ...]:
    """The same OpenAI definitions, those already used described in short.

    Names, parameters, types and enumerations stay, so that calls validate as before.
    """
    return tuple(_short(tool) if _name(tool) in used else tool for tool in tools)


def leave_out_recent(
    facts: Sequence[OfferedFact], recent: Mapping[str, int], shown_turns: Sequence[int]
) -> tuple[OfferedFact, ...]:
    """Facts said in the last 3 turns go "out", as long as the window really shows that turn.

    Standing rules stay: they always have a place (F8).
    """
    visible = set(shown_turns[-RECENT_TURNS:])
    return tuple(
        _out(offered)
        if offered.considered.decision == "in"
        and not offered.standing
        and recent.get(offered.fact.id) in visible
        else offered
        for offered in facts
    )


def needs_format(previous: OutputCheck | None) -> bool:
    """Whether format instructions and examples must be sent: always, unless the previous output
    was valid, passed its structural check and had no parsing error."""
    return previous is None or not (
        previous.valid and previous.structure_ok and not previous.parse_error
    )


def _out(offered: OfferedFact) -> OfferedFact:
    reason = f"said in the last {RECENT_TURNS} turns"
    return offered._replace(considered=replace(offered.considered, decision="out", reason=reason))


def _name(tool: Mapping[str, Any]) -> str:
    return str(tool.get("function", {}).get("name", ""))


def _short(tool: Mapping[str, Any]) -> Mapping[str, Any]:
    function = dict(tool["function"])
    description = str(function.get("description", "")).strip()
    first = _SENTENCE_END.split(description, maxsplit=1)[0]
    if len(first) > SHORT_DESCRIPTION:
        first = first[:SHORT_DESCRIPTION].rsplit(" ", 1)[0] + "…"
    function["description"] = first
    if "parameters" in function:
        function["parameters"] = _undescribed(function["parameters"])
    return {**tool, "function": function}


def _undescribed(schema: Any, *, names: bool = False) -> Any:
    """A JSON Schema without its prose; under ``properties`` the keys are names, never prose."""
    if isinstance(schema, Mapping):
        return {
            key: value
            if key in _VALUES and not names
            else _undescribed(value, names=key == "properties" and not names)
            for key, value in schema.items()
            if names or key not in _PROSE
        }
    if isinstance(schema, list):
        return [_undescribed(item) for item in schema]
    return schema
