"""How much each plant got in this conversation."""

from __future__ import annotations

from typing import Any

from assistant.packs import Moment, Values

NONE = {"en": "nothing was watered yet", "es": "todavía no se regó nada"}


def after(state: Values, tool: str, _: Values, data: Any) -> Values:
    if tool != "garden.water":
        return state
    known = state.get("watered", {})
    litres = known.get(data["plant"], 0) + data["litres"]
    return {**state, "watered": {**known, data["plant"]: litres}}


def told(moment: Moment) -> list[str]:
    return [f"{plant} got {litres:g} l" for plant, litres in _watered(moment).items()]


def shown(moment: Moment) -> list[str]:
    """``/beds``; with a word, the plants that it names."""
    lines = [line for line in told(moment) if moment.text.lower() in line.lower()]
    return lines or [NONE[moment.language]]


def _watered(moment: Moment) -> Values:
    found: Values = moment.state.get("watered", {})
    return found
