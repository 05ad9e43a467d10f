"""Arithmetic on what a person or a model writes: numbers, operators, a few functions, no names."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simpleeval import SimpleEval

Number = int | float

LONGEST = 300
_SIGNIFICANT = 12
"""Digits shown of a decimal number: 0.1 + 0.2 is 0.3 to everybody but a processor."""
_MOST_DIGITS = 400
_LARGEST_FACTORIAL = 170
_SPELLED = (
    (re.compile(r"[×·✕]"), "*"),
    (re.compile(r"[÷∶]"), "/"),
    (re.compile(r"[−–]"), "-"),
    (re.compile(r"\^"), "**"),
    (re.compile(r"√\s*\("), "sqrt("),
    (re.compile(r"√\s*(\d+(?:\.\d+)?)"), r"sqrt(\1)"),
    (re.compile(r"(\d+(?:\.\d+)?)\s*%(?!\s*[\d(])"), r"(\1/100)"),
    (re.compile(r"\)\s*(?:of|de|del)\b"), ")*"),
)


class NotArithmetic(ValueError):
    """The text is no expression, or its value cannot be told; says why."""


def evaluate(expression: str) -> Number:
    """The value, exact for whole numbers. Raises NotArithmetic."""
    if len(expression) > LONGEST:
        raise NotArithmetic(f"the expression is longer than {LONGEST} characters")
    text = expression.strip().rstrip("=? ")
    for pattern, replacement in _SPELLED:
        text = pattern.sub(replacement, text)
    try:
        value = _evaluator().eval(text)
    except ZeroDivisionError:
        raise NotArithmetic("division by zero") from None
    except RecursionError:
        raise NotArithmetic("the expression is nested too deeply") from None
    except Exception as error:  # the library has a score of exceptions, all for bad expressions
        raise NotArithmetic(
            str(error).splitlines()[0][:200] if str(error) else "no expression"
        ) from None
    return _told(value)


def _told(value: object) -> Number:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise NotArithmetic("the result is no number")
    if isinstance(value, int):
        if value.bit_length() > _MOST_DIGITS * 3.33:
            raise NotArithmetic(f"the result has more than {_MOST_DIGITS} digits")
        return value
    if not math.isfinite(value):
        raise NotArithmetic("the result is too large")
    short = float(f"{value:.{_SIGNIFICANT}g}")
    return int(short) if short.is_integer() and abs(short) < 1e15 else short


def _factorial(n: int) -> int:
    if not 0 <= n <= _LARGEST_FACTORIAL:
        raise NotArithmetic(f"factorials go up to {_LARGEST_FACTORIAL}")
    return math.factorial(n)


FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "sqrt": math.sqrt,
    "abs": abs,
    "round": round,
    "min": min,
    "max": max,
    "floor": math.floor,
    "ceil": math.ceil,
    "exp": math.exp,
    "ln": math.log,
    "log": math.log10,
    "log10": math.log10,
    "log2": math.log2,
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "asin": math.asin,
    "acos": math.acos,
    "atan": math.atan,
    "degrees": math.degrees,
    "radians": math.radians,
    "factorial": _factorial,
}


@cache
def _evaluator() -> SimpleEval:
    import ast

    from simpleeval import DEFAULT_OPERATORS, SimpleEval

    arithmetic = (
        ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.USub, ast.UAdd,
    )  # fmt: skip
    return SimpleEval(
        operators={op: DEFAULT_OPERATORS[op] for op in arithmetic},
        functions=dict(FUNCTIONS),
        names={"pi": math.pi, "e": math.e, "tau": math.tau},
    )
