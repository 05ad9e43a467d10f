"""Units of measure, converted by pint (loaded when the first one is: 0.3 s)."""

from __future__ import annotations

from functools import cache
from typing import Any

LONGEST = 60
_SPELLED = {
    "°c": "degC", "ºc": "degC", "c": "degC", "celsius": "degC", "centigrados": "degC",
    "°f": "degF", "ºf": "degF", "f": "degF", "fahrenheit": "degF", "k": "kelvin",
    "kmh": "km/h", "kph": "km/h", "mph": "mile/hour", "mi": "mile", "lbs": "lb",
    "millas": "mile", "milla": "mile", "metros": "m", "metro": "m", "kilometros": "km",
    "kilometro": "km", "pies": "ft", "pie": "ft", "pulgadas": "inch", "pulgada": "inch",
    "libras": "lb", "libra": "lb", "kilos": "kg", "kilo": "kg", "gramos": "g", "gramo": "g",
    "onzas": "oz", "onza": "oz", "litros": "l", "litro": "l", "galones": "gallon",
    "galon": "gallon", "tazas": "cup", "taza": "cup", "horas": "hour", "hora": "hour",
    "minutos": "minute", "minuto": "minute", "segundos": "second", "segundo": "second",
    "dias": "day", "dia": "day", "semanas": "week", "semana": "week", "hectareas": "hectare",
    "hectarea": "hectare",
    "kb": "kilobyte",
    "mb": "megabyte",
    "gb": "gigabyte",
    "tb": "terabyte",
 }  # fmt: skip
"""Usual spellings that the library does not know, or reads as something else (C is coulomb)."""

_EXACT = {"Kb": "kilobit", "Mb": "megabit", "Gb": "gigabit", "Tb": "terabit"}
"""Where letter case makes the difference."""


class NotConvertible(ValueError):
    """No such unit, or units of different things; says which."""


def convert(value: float, source: str, target: str) -> float:
    """``value`` of unit ``source`` in unit ``target``, to 10 significant digits.

    Raises NotConvertible.
    """
    import pint

    registry = _registry()
    try:
        found = registry.Quantity(value, _unit(source)).to(_unit(target)).magnitude
    except pint.DimensionalityError:
        raise NotConvertible(f"{source} and {target} measure different things") from None
    except pint.UndefinedUnitError as error:
        raise NotConvertible(f"no unit is known as {error.unit_names!s}") from None
    except Exception:  # a name that is no unit at all ends in many ways inside the parser
        raise NotConvertible(f"'{source}' or '{target}' is no unit") from None
    return float(f"{float(found):.10g}")


def _unit(name: str) -> Any:
    import unicodedata

    text = name.strip()
    if not text or len(text) > LONGEST:
        raise NotConvertible("a unit is needed")
    split = unicodedata.normalize("NFKD", text.casefold().removesuffix("."))
    folded = "".join(c for c in split if not unicodedata.combining(c))
    spelled = _EXACT.get(text) or _SPELLED.get(folded) or _SPELLED.get(text.casefold(), text)
    return _registry().parse_units(spelled)


@cache
def _registry() -> Any:
    import pint

    return pint.UnitRegistry()
