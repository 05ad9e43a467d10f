"""The assistant's own memory, when it is asked for on purpose."""

from __future__ import annotations

from typing import Annotated, Any

from annotated_types import Ge, Le

from assistant.tools.base import Context, MemoryView, Surroundings, failed, tool


def _needs_memory(here: Surroundings) -> str:
    return "" if here.memory is not None else "the memory is switched off"


def _memory(context: Context) -> MemoryView:
    if context.here.memory is None:
        raise failed("the memory is switched off")
    return context.here.memory


# Volatile: a kept result would outlive a fact that is forgotten.
@tool("memory.search", kept=0, needs=_needs_memory)
def search(
    context: Context, words: str, limit: Annotated[int, Ge(1), Le(20)] = 8
) -> list[dict[str, Any]]:
    """Search what the person asked to be remembered, dormant facts included.

    Args:
        words: What it is about.
        limit: How many facts at most.
    """
    found = _memory(context).facts(words, limit)
    return [
        {
            "fact": f.text,
            "domain": f.kind,
            "said": f"{f.at.astimezone():%Y-%m-%d}",
            "state": f.state,
        }
        for f in found
    ]


@tool("memory.topics", kept=0, needs=_needs_memory)
def topics(context: Context, limit: Annotated[int, Ge(1), Le(20)] = 10) -> list[dict[str, Any]]:
    """List what was talked about in earlier conversations, latest first.

    Args:
        limit: How many topics at most.
    """
    return [
        {"topic": t.text, "outcome": t.state, "date": f"{t.at.astimezone():%Y-%m-%d}"}
        for t in _memory(context).topics(limit)
    ]


TOOLS = (search, topics)
