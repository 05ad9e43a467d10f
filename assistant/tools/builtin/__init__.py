"""The tools that come with the program, each module with its ``TOOLS``."""

from __future__ import annotations

from assistant.tools.base import Tool


def builtin_tools() -> tuple[Tool, ...]:
    """All of them, the most usual first; what they need is imported when they run."""
    from assistant.tools.builtin import (
        calculator,
        clock,
        files,
        notes,
        recollection,
        shell,
        web,
    )

    modules = (calculator, clock, recollection, notes, files, web, shell)
    return tuple(tool for module in modules for tool in module.TOOLS)
