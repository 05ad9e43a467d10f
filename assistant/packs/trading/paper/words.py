"""What the paper account and the alerts say to people, in their language."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from functools import cache
from typing import Any

from assistant.compute.writing import decimal, grouped
from assistant.packs.trading.paper.amounts import plain
from assistant.packs.trading.texts import tables

FALLBACK = "en"
_SIGNIFICANT = 6
"""Digits of an amount below one."""


def say(key: str, language: str, /, **values: object) -> str:
    """The sentence ``section.name`` in a language, or in English; amounts are written as the
    language writes them."""
    section, _, name = key.partition(".")
    found = _tables()
    sentences = found.get(language, {}).get(section) or found[FALLBACK][section]
    written = {
        name: figure(value, language) if isinstance(value, Decimal) else value
        for name, value in values.items()
    }
    sentence: str = sentences.get(name) or found[FALLBACK][section][name]
    return sentence.format(**written)


def figure(value: Decimal, language: str, places: int | None = None) -> str:
    """An amount for people: two places, more where it is small; with ``places`` at most so many."""
    if places is None:
        small = abs(value) < 1 and value
        places = _SIGNIFICANT - 1 - value.adjusted() if small else 2
    shown = value.quantize(Decimal(1).scaleb(-places))
    whole, _, rest = plain(abs(shown)).partition(".")
    if rest and len(rest) < 2 <= places:
        rest += "0"
    sign = "−" if shown < 0 else ""
    return sign + grouped(int(whole), language) + (decimal(f".{rest}", language) if rest else "")


def quantity(value: Decimal, language: str) -> str:
    """How many, exactly."""
    return (
        figure(value, language, 12).removesuffix("0") if value % 1 else figure(value, language, 0)
    )


def instant(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M} UTC"


@cache
def _tables() -> Mapping[str, Mapping[str, Any]]:
    return tables("paper/paper", "alerts/alerts")
