"""The tools there are (T1, T3)."""

from __future__ import annotations

import importlib.metadata
from typing import Any

import pytest

from assistant.tools.base import ToolFailure, tool
from assistant.tools.builtin import builtin_tools
from assistant.tools.registry import ENTRY_POINTS, Registry, open_registry
from assistant.tools.schema import definition, parameters, validated
from tests.tools.support import make, renamed


def greet(name: str, times: int = 1, loud: bool | None = None) -> str:
    """Greet someone
    by name.

    Args:
        name: Who is greeted,
            in full.
        times: How often.
    """
    return f"{name}{times}{loud}"


def test_T1_an_id_twice_is_an_error() -> None:
    registry = Registry([make(greet)])
    with pytest.raises(ValueError, match=r"test\.tool"):
        registry.add(make(greet))


@pytest.mark.parametrize("id", ["greet", "Test.tool", "test.", "a.b.c", "test.to-ol", ""])
def test_T1_an_id_is_category_and_name(id: str) -> None:
    with pytest.raises(ValueError, match="id"):
        make(greet, id)


def test_T1_a_tool_without_a_docstring_is_refused() -> None:
    def silent() -> None:
        pass

    with pytest.raises(ValueError, match="docstring"):
        make(silent)


def test_T1_tools_are_listed_by_category_and_T3_by_plan() -> None:
    tools = [
        make(greet, "a.one"),
        make(greet, "a.two", required_plan="pro"),
        make(greet, "b.three", required_plan="premium"),
    ]
    registry = Registry(tools)
    assert {k: [t.id for t in v] for k, v in registry.by_category().items()} == {
        "a": ["a.one", "a.two"],
        "b": ["b.three"],
    }
    assert [t.id for t in registry.for_plan("free")] == ["a.one"]
    assert [t.id for t in registry.for_plan("pro")] == ["a.one", "a.two"]
    assert len(registry.for_plan("premium")) == 3


def test_T1_the_schema_comes_from_hints_and_docstring() -> None:
    assert definition(make(greet)) == {
        "type": "function",
        "function": {
            "name": "test-tool",
            "description": "Greet someone by name.",
            "parameters": {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "name": {"type": "string", "description": "Who is greeted, in full."},
                    "times": {"type": "integer", "default": 1, "description": "How often."},
                    "loud": {"anyOf": [{"type": "boolean"}, {"type": "null"}]},
                },
                "required": ["name"],
            },
        },
    }


def test_T1_a_schema_of_its_own_is_used_and_enforced() -> None:
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {"name": {"enum": ["Ana"]}},
        "required": ["name"],
        "additionalProperties": False,
    }
    own = make(greet, schema=schema)
    assert parameters(own) is schema
    assert validated(own, {"name": "Ana"}) == {"name": "Ana"}
    with pytest.raises(ToolFailure, match="name"):
        validated(own, {"name": "Bob"})


class Point:
    def __init__(self, name: str, loaded: object) -> None:
        self.name = name
        self._loaded = loaded

    def load(self) -> object:
        if isinstance(self._loaded, Exception):
            raise self._loaded
        return self._loaded


def test_T1_other_packages_bring_tools_and_a_broken_one_costs_only_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mine = tool("weather.today")(greet)
    points = [
        Point("good", mine),
        Point("several", [renamed(mine, "weather.tomorrow")]),
        Point("broken", ImportError("no module")),
        Point("twice", renamed(mine, "time.now")),
        Point("odd", ["not a tool"]),
    ]

    def entry_points(*, group: str) -> list[Point]:
        assert group == ENTRY_POINTS
        return points

    monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)
    complaints: list[str] = []
    registry = open_registry(lambda name, _: complaints.append(name))
    assert registry.find("weather.today") is mine
    assert registry.find("weather-tomorrow").id == "weather.tomorrow"
    assert complaints == ["broken", "twice", "odd"]
    assert len(registry) == len(builtin_tools()) + 2
