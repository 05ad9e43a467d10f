"""Arithmetic and units: done again sooner than looked up, so that no result is kept (T5)."""

from __future__ import annotations

from typing import Any

from assistant.compute.arithmetic import NotArithmetic, Number
from assistant.compute.arithmetic import evaluate as value_of
from assistant.compute.units import NotConvertible
from assistant.compute.units import convert as in_units
from assistant.tools.base import ToolFailure, tool


@tool("calculate.evaluate", kept=0)
def evaluate(expression: str) -> dict[str, Number | str]:
    """Compute an arithmetic expression exactly.

    Args:
        expression: Numbers with + - * / // % ** and sqrt, log, sin, round, min, max, factorial…
    """
    try:
        return {"expression": expression, "value": value_of(expression)}
    except NotArithmetic as error:
        raise ToolFailure("VALIDATION_ERROR", str(error)) from None


@tool("calculate.convert", kept=0)
def convert(value: float, from_unit: str, to_unit: str) -> dict[str, Any]:
    """Convert a quantity between units of measure (no currencies).

    Args:
        value: How much.
        from_unit: Its unit, such as km, lb, celsius, GB.
        to_unit: The unit wanted.
    """
    try:
        found = in_units(value, from_unit, to_unit)
    except NotConvertible as error:
        raise ToolFailure("VALIDATION_ERROR", str(error)) from None
    return {"from": f"{value:g} {from_unit}", "value": found, "unit": to_unit}


TOOLS = (evaluate, convert)
