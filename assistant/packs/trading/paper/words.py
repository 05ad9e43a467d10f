"""What the paper account and the alerts say to people, in their language."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from functools import cache
from typing import Any

from assistant.compute.writing import decimal, grouped
from assistant.packs.trading.paper.amounts import PLACES, plain
from assistant.packs.trading.texts import tables

FALLBACK = "en"
_SIGNIFICANT = 6
"""Digits of an amount below one."""
_COUNTED = frozenset({"quantity", "held", "held_after", "promised"})
"""What is told exactly."""


def say(key: str, language: str, /, **values: object) -> str:
    """The sentence ``section.name`` in a language, or in English; amounts are written as the
    language writes them."""
    section, _, name = key.partition(".")
    found = _tables()
    sentences = found.get(language, {}).get(section) or found[FALLBACK][section]
    written = {
        name: (quantity if name in _COUNTED else figure)(value, language)
        if isinstance(value, Decimal)
        else value
        for name, value in values.items()
    }
    sentence: str = sentences.get(name) or found[FALLBACK][section][name]
    return sentence.format(**written)


def figure(value: Decimal, language: str) -> str:
    """An amount for people: two places, more where it is small."""
    small = value and abs(value) < 1
    return _written(value, language, _SIGNIFICANT - 1 - value.adjusted() if small else 2, 2)


def quantity(value: Decimal, language: str) -> str:
    """How many, exactly."""
    return _written(value, language, PLACES, 0)


def _written(value: Decimal, language: str, most: int, least: int) -> str:
    """With at most so many places, and no fewer unless there are none."""
    shown = value.quantize(Decimal(1).scaleb(-most))
    whole, _, rest = plain(abs(shown)).partition(".")
    sign = "−" if shown < 0 else ""
    places = decimal(f".{rest.ljust(least, '0')}", language) if rest else ""
    return sign + grouped(int(whole), language) + places


def instant(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M} UTC"


@cache
def _tables() -> Mapping[str, Mapping[str, Any]]:
    return tables("paper/paper", "alerts/alerts")
