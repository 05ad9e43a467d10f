"""Who may call what: switches, plans, and when a person is asked (T3, T6). Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from assistant.config import ToolsConfig
from assistant.tools.base import PLANS, Plan, Surroundings, Tool, ToolFailure

MOST_NAMED = 8


def why_off(tool: Tool, here: Surroundings) -> str:
    """Why a tool cannot be used here, or "". Its id counts more than its category, off more than
    on."""
    off = _switch(tool, here.config)
    if off:
        return off
    if tool.roles and here.role not in tool.roles:
        return f"{tool.id} is not for the role '{here.role}'"
    return tool.needs(here) if tool.needs else ""


def _switch(tool: Tool, config: ToolsConfig) -> str:
    if not config.enabled:
        return "tools are switched off (tools.enabled in the configuration)"
    if tool.id in config.off:
        return f"{tool.id} is switched off (tools.off in the configuration)"
    if tool.id in config.on:
        return ""
    if tool.category in config.off:
        return f"{tool.category} is switched off (tools.off in the configuration)"
    if tool.on or tool.category in config.on:
        return ""
    return f'{tool.id} is off unless tools.on in the configuration names it: on = ["{tool.id}"]'


def permit(tool: Tool, here: Surroundings, tools: Iterable[Tool] = ()) -> None:
    """Raises ToolFailure: TOOL_NOT_FOUND for what is switched off, PLAN_REQUIRED (T3), which names
    what of ``tools`` the plan opens beside this one."""
    off = why_off(tool, here)
    if off:
        raise ToolFailure("TOOL_NOT_FOUND", off)
    if opens(here.plan, tool):
        return
    plan = tool.required_plan
    others = [t.id for t in tools if t.id != tool.id and opens(plan, t) > opens(here.plan, t)]
    besides = f"; it opens {', '.join(others[:MOST_NAMED])} too" if others else ""
    raise ToolFailure(
        "PLAN_REQUIRED",
        f"{tool.id} needs the plan '{plan}' (this role has '{here.plan}'); "
        f"that plan opens it: {tool.description.rstrip('.')}{besides}",
    )


def opens(plan: Plan, tool: Tool) -> bool:
    """Whether a plan is enough for a tool."""
    return PLANS.index(tool.required_plan) <= PLANS.index(plan)


def must_ask(tool: Tool, config: ToolsConfig, kept: Collection[str], *, terminal: bool) -> bool:
    """Whether a person has to say yes before this call. ``kept``: ids answered "always".

    Where nobody can be asked, only the configuration that names that very tool stands in, and
    then even for a tool that is always asked about (T6).
    """
    if not tool.asks:
        return False
    allowed = tool.id in config.allow or tool.id in kept
    return not allowed or (tool.always_ask and terminal)
