"""Units of measure, converted by pint (loaded when the first one is: 0.3 s)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from assistant.languages import each
from assistant.resources import lines_of
from assistant.text.folding import fold

LONGEST = 60
_CASED = {
    "Kb": "kilobit",
    "Mb": "megabit",
    "Gb": "gigabit",
    "Tb": "terabit",
    "MW": "megawatt",
    "mW": "milliwatt",
    "mA": "milliampere",
    "Mm": "megameter",
    "Pa": "pascal",
    "mPa": "millipascal",
    "MPa": "megapascal",
    "K": "kelvin",
}
"""Where letter case makes the difference."""
_GUESSED = {"k": "kelvin", "galon": "gallon", "galones": "gallon", "taza": "cup", "tazas": "cup"}
"""What a call means that names both units; in a question of a person it may be something else."""
_TEMPERATURES = ("degC", "degF")


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


def known(name: str) -> str | None:
    """What pint calls a unit that people name like that in any language; None: not listed."""
    return _CASED.get(name) or spoken().get(fold(name))


def below_zero(unit: str) -> bool:
    """Whether a quantity of it may be negative."""
    return unit in _TEMPERATURES


@cache
def spoken() -> Mapping[str, str]:
    """How people write units in all languages, folded -> what pint calls them."""
    names = {
        name: unit
        for _, units in each("answers", "units")
        for unit, said in units.items()
        for name in said
    }
    for line in lines_of("answers", "units.txt"):
        unit, _, said = line.partition(":")
        names.update((name.strip(), unit.strip()) for name in said.split(","))
    return names


def _unit(name: str) -> Any:
    text = name.strip()
    if not text or len(text) > LONGEST:
        raise NotConvertible("a unit is needed")
    guessed = _GUESSED.get(fold(text).removesuffix("."))
    return _registry().parse_units(known(text.removesuffix(".")) or guessed or text)


@cache
def _registry() -> Any:
    import pint

    return pint.UnitRegistry(cache_folder=None)
