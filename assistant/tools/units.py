"""Units of measure, converted by pint (loaded when the first one is: 0.3 s)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from assistant.resources import data_path

LONGEST = 60
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
    return _registry().parse_units(_EXACT.get(text) or _spoken().get(folded) or text)


@cache
def _spoken() -> Mapping[str, str]:
    """How people write units in both languages -> what pint calls them."""
    names = {"galon": "gallon", "galones": "gallon", "taza": "cup", "tazas": "cup"}
    names |= {"kb": "kilobyte", "mb": "megabyte", "gb": "gigabyte", "tb": "terabyte", "k": "kelvin"}
    for line in data_path("answers", "units.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            unit, _, spoken = line.partition(":")
            names.update((name.strip(), unit.strip()) for name in spoken.split(","))
    return names


@cache
def _registry() -> Any:
    import pint

    return pint.UnitRegistry(cache_folder=None)
