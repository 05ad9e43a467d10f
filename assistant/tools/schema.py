"""From a function's type hints and docstring to JSON Schema, and from JSON to its arguments.

pydantic does both. It is imported when the first schema is asked for: listing tools needs none.
"""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from assistant.limits import TOOL_ARGUMENT
from assistant.tools.base import Arguments, Context, Handler, Tool, ToolFailure

if TYPE_CHECKING:
    from pydantic import BaseModel

_ARGUMENT = re.compile(r"^\s+(\w+):\s*(.+)$")
_MOST_PROBLEMS = 3


def parameters(tool: Tool) -> Mapping[str, Any]:
    """The JSON Schema of a tool's arguments: an object that allows nothing else."""
    return tool.schema if tool.schema is not None else _derived(tool.handler)


def definition(tool: Tool) -> dict[str, Any]:
    """The tool as an OpenAI function definition."""
    return {
        "type": "function",
        "function": {
            "name": tool.function_name,
            "description": tool.description,
            "parameters": parameters(tool),
        },
    }


def validated(tool: Tool, arguments: Arguments) -> dict[str, Any]:
    """The arguments, converted to what the handler expects, defaults included.

    Raises ToolFailure (VALIDATION_ERROR) naming each argument at fault.
    """
    if tool.schema is not None:
        return _checked(tool.schema, arguments)
    from pydantic import ValidationError

    model = _model(tool.handler)
    try:
        values = model.model_validate(dict(arguments))
    except ValidationError as error:
        problems = [_in_words(detail) for detail in error.errors(include_url=False)]
        raise _invalid(tool, problems) from None
    return {name: getattr(values, name) for name in type(values).model_fields}


def context_parameter(handler: Handler) -> str:
    """The name of the parameter that takes the ``Context``; "" when there is none."""
    return next((name for name, hint in _hints(handler).items() if hint is Context), "")


@lru_cache(maxsize=256)
def _hints(handler: Handler) -> dict[str, Any]:
    """Raises ToolFailure: a package's declaration that cannot be read costs that tool alone."""
    try:
        return typing.get_type_hints(handler, include_extras=True)
    except Exception as error:
        name = getattr(handler, "__qualname__", "a tool")
        raise ToolFailure("EXECUTION_ERROR", f"{name} is declared wrongly: {error}") from error


@lru_cache(maxsize=256)
def _model(handler: Handler) -> type[BaseModel]:
    from pydantic import ConfigDict, Field, create_model

    hints, told = _hints(handler), _described(handler)
    fields: dict[str, Any] = {}
    for name, parameter in inspect.signature(handler).parameters.items():
        hint = hints.get(name, Any)
        if hint is Context:
            continue
        default = ... if parameter.default is inspect.Parameter.empty else parameter.default
        fields[name] = (hint, Field(default, description=told.get(name)))
    return create_model(
        getattr(handler, "__name__", "arguments"),
        __config__=ConfigDict(extra="forbid", str_max_length=TOOL_ARGUMENT.value),
        **fields,
    )


@lru_cache(maxsize=256)
def _derived(handler: Handler) -> Mapping[str, Any]:
    lean: dict[str, Any] = _lean(_model(handler).model_json_schema())
    lean.setdefault("properties", {})
    return lean


def _lean(schema: Any, *, names: bool = False) -> Any:
    """Without what a model has no use for: titles, the limit common to all strings, null
    defaults."""
    if isinstance(schema, list):
        return [_lean(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: _lean(value, names=key == "properties" and not names)
        for key, value in schema.items()
        if names or not (key in ("title", "maxLength") or (key == "default" and value is None))
    }


def _described(handler: Handler) -> dict[str, str]:
    """Argument name -> its line under ``Args:``, continuation lines joined."""
    block = inspect.cleandoc(handler.__doc__ or "").partition("Args:")[2]
    found: dict[str, str] = {}
    name = ""
    for line in block.splitlines():
        match = _ARGUMENT.match(line)
        if match:
            name, text = match.groups()
            found[name] = text.strip()
        elif name and line.strip():
            found[name] += f" {line.strip()}"
    return found


def _checked(schema: Mapping[str, Any], arguments: Arguments) -> dict[str, Any]:
    from assistant.documents import Unusable, problems

    try:
        found = problems(schema, dict(arguments), "first")
    except Unusable as error:
        raise ToolFailure("EXECUTION_ERROR", f"the tool's schema: {error}") from None
    if found:
        told = (problem.removeprefix("$.") for problem in found)
        raise ToolFailure("VALIDATION_ERROR", "; ".join(told))
    return dict(arguments)


def _in_words(detail: Mapping[str, Any]) -> str:
    where = ".".join(map(str, detail["loc"]))
    match detail["type"]:
        case "missing":
            return f"'{where}' is missing"
        case "extra_forbidden":
            return f"'{where}' is not an argument of this tool"
    return f"'{where}': {detail['msg'][:1].lower()}{detail['msg'][1:]}"


def _invalid(tool: Tool, problems: list[str]) -> ToolFailure:
    takes = ", ".join(parameters(tool)["properties"]) or "none"
    words = "; ".join(problems[:_MOST_PROBLEMS])
    return ToolFailure("VALIDATION_ERROR", f"{words} (arguments of {tool.id}: {takes})")
