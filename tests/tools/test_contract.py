"""What every tool has to be: the built-in ones here, those of other packages by the same rules."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from assistant.config import ToolsConfig
from assistant.tools.base import PLANS, Tool
from assistant.tools.builtin import builtin_tools
from assistant.tools.cache import lifetime
from assistant.tools.offering import lines_of
from assistant.tools.schema import context_parameter, definition, parameters
from tests.tools.support import Bench, code

TOOLS = builtin_tools()
EVERYTHING = ToolsConfig(on=("web.fetch", "shell.run"), roots=("/tmp",), timeout=0.3)

every_tool = pytest.mark.parametrize("tool", TOOLS, ids=lambda t: t.id)
every_side_effect = pytest.mark.parametrize(
    "tool", [t for t in TOOLS if t.side_effect], ids=lambda t: t.id
)


def usable(tool: Tool) -> Tool:
    """The tool, whatever it needs of its surroundings."""
    return replace(tool, needs=None)


@every_tool
def test_T1_its_schema_is_a_valid_json_schema_that_allows_nothing_else(tool: Tool) -> None:
    schema = parameters(tool)
    Draft202012Validator.check_schema(schema)
    assert schema["type"] == "object"
    assert schema["additionalProperties"] is False


@every_tool
def test_T1_the_model_reads_what_it_does_and_what_each_argument_is(tool: Tool) -> None:
    assert tool.description.endswith(".")
    assert all(p.get("description") for p in parameters(tool)["properties"].values()), tool.id
    hidden = context_parameter(tool.handler)
    assert hidden not in parameters(tool)["properties"] or not hidden


@every_tool
def test_T1_it_is_an_openai_function_definition(tool: Tool) -> None:
    function: Mapping[str, Any] = definition(tool)["function"]
    assert function["name"].replace("-", "").replace("_", "").isalnum()
    assert len(function["name"]) <= 64
    json.dumps(function)


@every_tool
def test_T4_it_has_a_limit_a_minute(tool: Tool) -> None:
    assert tool.rate_limit.per_minute > 0
    assert tool.required_plan in PLANS


@every_side_effect
def test_T5_what_has_a_side_effect_is_never_kept(tool: Tool) -> None:
    assert not lifetime(tool)


@every_side_effect
def test_T6_without_a_person_a_side_effect_is_refused(tool: Tool, tmp_path: Path) -> None:
    bench = Bench(tmp_path, [usable(tool)], EVERYTHING)
    result = bench.run(tool.id, {})
    assert code(result) == "EXECUTION_ERROR"
    assert result.error
    assert "nobody is there" in result.error.message


@every_tool
def test_wrong_arguments_are_a_validation_error(tool: Tool, tmp_path: Path) -> None:
    bench = Bench(tmp_path, [usable(tool)], EVERYTHING, says="once")
    assert code(bench.run(tool.id, {"no_such_argument": 1})) == "VALIDATION_ERROR"
    assert code(bench.run(tool.id, "[1]")) == "VALIDATION_ERROR"
    assert code(bench.run(tool.id, "{not json")) == "VALIDATION_ERROR"
    assert not bench.asked, "nobody is asked about a call that cannot run"


@every_tool
def test_one_that_hangs_ends_in_time(tool: Tool, tmp_path: Path) -> None:
    import threading

    hanging = threading.Event()

    def handler() -> None:
        """Hang."""
        hanging.wait(5)

    bench = Bench(tmp_path, [replace(usable(tool), handler=handler, tell=None, always_ask=False,
                                     fingerprint=None, ahead=None)], EVERYTHING)  # fmt: skip
    result = bench.run(tool.id, {})
    hanging.set()
    assert code(result) == "EXECUTION_ERROR"
    assert result.metadata.execution_time_ms < 2000


@every_tool
def test_T9_there_are_examples_that_rank_it_in_both_languages(tool: Tool) -> None:
    assert len(lines_of(tool)) >= 5
