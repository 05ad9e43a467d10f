"""The tools there are: the built-in ones, and those of other packages."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from assistant.tools.base import Plan, Tool, ToolFailure
from assistant.tools.policy import opens

ENTRY_POINTS = "assistant.tools"
"""Another package's entry point in this group names a ``Tool`` or an iterable of them."""


class Registry:
    """Tools by id, in the order they were added."""

    def __init__(self, tools: Iterable[Tool] = ()) -> None:
        self._tools: dict[str, Tool] = {}
        for tool in tools:
            self.add(tool)

    def add(self, tool: Tool) -> None:
        """Raises ValueError when the id is taken (T1)."""
        for known in (self._tools.get(tool.id), self._by_function(tool.function_name)):
            if known is not None:
                raise ValueError(f"there is a tool '{known.id}' already")
        self._tools[tool.id] = tool

    def __iter__(self) -> Iterator[Tool]:
        return iter(self._tools.values())

    def __len__(self) -> int:
        return len(self._tools)

    def find(self, name: str) -> Tool:
        """By id or by function name. Raises ToolFailure (TOOL_NOT_FOUND), naming near ones."""
        found = self._tools.get(name) or self._by_function(name)
        if found is not None:
            return found
        shown = name if len(name) <= 60 else f"{name[:59]}…"
        close = difflib.get_close_matches(name.replace("-", "."), self._tools, n=2)
        hint = f"; did you mean {' or '.join(close)}?" if close else ""
        raise ToolFailure("TOOL_NOT_FOUND", f"there is no tool '{shown}'{hint}")

    def by_category(self) -> Mapping[str, tuple[Tool, ...]]:
        found: dict[str, tuple[Tool, ...]] = {}
        for tool in self:
            found[tool.category] = (*found.get(tool.category, ()), tool)
        return MappingProxyType(found)

    def for_plan(self, plan: Plan) -> tuple[Tool, ...]:
        """Those that a plan opens."""
        return tuple(tool for tool in self if opens(plan, tool))

    def _by_function(self, name: str) -> Tool | None:
        return next((t for t in self._tools.values() if t.function_name == name), None)


def open_registry(
    complain: Callable[[str, Exception], None] | None = None, of_packs: Iterable[Tool] = ()
) -> Registry:
    """The built-in tools, those of the packs that are on, and those of installed packages.

    A package that fails to load, or takes a known id, costs its own tools and a complaint.
    """
    from importlib.metadata import entry_points

    from assistant.tools.builtin import builtin_tools

    registry = Registry((*builtin_tools(), *of_packs))
    for point in _installed(entry_points, tuple(sys.path)):
        try:
            for tool in _tools_of(point.load()):
                registry.add(tool)
        except Exception as error:
            if complain:
                complain(point.name, error)
    return registry


@lru_cache(maxsize=1)
def _installed(search: Callable[..., Iterable[Any]], _path: tuple[str, ...]) -> tuple[Any, ...]:
    """Looked for once a process: a server opens a home every moment, and looks at every package."""
    return tuple(search(group=ENTRY_POINTS))


def _tools_of(loaded: Any) -> tuple[Tool, ...]:
    tools = (loaded,) if isinstance(loaded, Tool) else tuple(loaded)
    for tool in tools:
        if not isinstance(tool, Tool):
            raise TypeError(f"{tool!r} is no Tool")
    return tools
