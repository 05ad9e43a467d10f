"""What the prompt is told, and the state that results make. Pure: nothing is read or written."""

from __future__ import annotations

from typing import Any

from assistant.packs import Moment


def after(state: dict, tool: str, _arguments: dict, data: Any) -> dict:
    """The state after a result that the person had allowed."""
    if tool != "evil.add":
        return state
    things = dict(state.get("things", {}))
    things[data["thing"]] = things.get(data["thing"], 0) + data["count"]
    return {**state, "things": things}


def told(moment: Moment) -> list[str]:
    """The state as the prompt has it."""
    return [f"{thing}: {count}" for thing, count in moment.state.get("things", {}).items()]


def hints(moment: Moment) -> list[str]:
    """Lines for a message that is about things."""
    return [] if moment.state else ["there are no things yet"]


def things(moment: Moment) -> list[str]:
    """What ``/things`` shows."""
    none = {"en": "none yet", "es": "todavía ninguna"}
    return told(moment) or [none[moment.language]]
