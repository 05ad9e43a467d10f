"""Conversion of units: "5 millas a km", "98.6 F in celsius"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from assistant.answers import numbers
from assistant.answers.text import plain
from assistant.records import Language
from assistant.resources import data_path

_ASKED = re.compile(
    r"^(?:how (?:much|many)|what)(?: is| are)? (?=\d)|^(?:convert|convertir|converti|convierte"
    r"|pasar|pasame|pasa|cuanto es|cuanto son|cuantos son|a cuanto equivalen?)\s+"
)
_TURNED = re.compile(
    r"^(?:how many|cuant[oa]s) (?P<to>[a-z /]+?) (?:are|is|son|hay|are there) (?:in|en) "
    r"(?P<number>[\d.,]+) ?(?P<unit>[a-z°º/ ]+)$"
)
_STRAIGHT = re.compile(
    r"^(?P<number>-?[\d.,]+) ?(?P<unit>[a-z°º/ ]+?) (?:to|in|into|a|en|as) (?P<to>[a-z°º/ ]+)$"
)
_BITS = re.compile(r"(?<![A-Za-z])[KMGT]b(?![A-Za-z])")
"""Mb is no MB, and lower case would make them one."""
LONGEST = 80


def answer(text: str, language: Language) -> str | None:
    """``5 millas = 8,04672 km``, or None when the text is anything but one conversion."""
    if len(text) > LONGEST or not any(char.isdigit() for char in text) or _BITS.search(text):
        return None
    asked = _ASKED.sub("", plain(text))
    found = _STRAIGHT.match(asked) or _TURNED.match(plain(text))
    if found is None:
        return None
    number = numbers.read(found["number"], language)
    source, target = _units().get(found["unit"].strip()), _units().get(found["to"].strip())
    if number is None or source is None or target is None or source == target:
        return None
    value = _convert(float(number), source, target)
    if value is None:
        return None
    return (
        f"{found['number']} {found['unit'].strip()} = "
        f"{numbers.write(float(f'{value:.7g}'), language)} {found['to'].strip()}"
    )


def _convert(number: float, source: str, target: str) -> float | None:
    from pint.errors import DimensionalityError

    try:
        return float(_registry().Quantity(number, source).to(target).magnitude)
    except DimensionalityError:
        return None


@cache
def _registry() -> Any:
    """Loading pint takes half a second: only when there is something to convert."""
    import pint

    return pint.UnitRegistry(cache_folder=None)


@cache
def _units() -> Mapping[str, str]:
    """Each name in either language, and what pint calls it."""
    names: dict[str, str] = {}
    for line in data_path("answers", "units.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            unit, _, spoken = line.partition(":")
            names.update((name.strip(), unit.strip()) for name in spoken.split(","))
    return names
