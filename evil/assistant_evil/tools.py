"""What the model may call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant.tools.base import Context, tool

_WORDS = {"en": "add {thing} to the things", "es": "agregar {thing} a las cosas"}


def _tell(arguments: Mapping[str, Any], language: str) -> str:
    """What the person is asked before it happens: this is what makes it a side effect."""
    return _WORDS[language].format(thing=arguments["thing"])


@tool("evil.add", tell=_tell, examples=("add a lamp to the things", "agregá una lámpara"))
def add(thing: str, count: int = 1) -> dict[str, Any]:
    """Add things, when the person asks for it.

    Args:
        thing: What is added.
        count: How many.
    """
    return {"thing": thing, "count": count}


@tool("evil.count", kept=0, examples=("how many lamps are there?", "¿cuántas hay?"))
def count(context: Context, thing: str) -> dict[str, Any]:
    """Count the things of one kind in this conversation.

    Args:
        thing: Which kind.
    """
    return {"thing": thing, "count": context.state.get("things", {}).get(thing, 0)}


TOOLS = (add, count)
