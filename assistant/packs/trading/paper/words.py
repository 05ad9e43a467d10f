"""What the paper account and the alerts say to people, in their language."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from functools import cache
from typing import Any

from assistant.languages import FALLBACK
from assistant.packs.trading.numbers import money, price, quantity
from assistant.packs.trading.texts import tables

_COUNTED = frozenset({"quantity", "held", "held_after", "promised"})
_MONEY = frozenset(
    {"worth", "fee", "total", "cash", "cash_after", "reserved", "cost", "free"},
)
_EXACT = "check"
"""The section whose amounts are all told exactly: a difference may be of the last place."""


def say(key: str, language: str, /, **values: object) -> str:
    """The sentence ``section.name`` in a language, or in English; amounts are written as the
    language writes them, money in the places of ``currency``."""
    section, _, name = key.partition(".")
    found = _tables()
    sentences = found.get(language, {}).get(section) or found[FALLBACK][section]
    written = {
        name: _figure(section, name, value, language, str(values.get("currency", "")))
        if isinstance(value, Decimal)
        else value
        for name, value in values.items()
    }
    sentence: str = sentences.get(name) or found[FALLBACK][section][name]
    return sentence.format(**written)


def _figure(section: str, name: str, value: Decimal, language: str, currency: str) -> str:
    if name in _COUNTED or section == _EXACT:
        return quantity(value, language)
    return money(value, language, currency) if name in _MONEY else price(value, language)


def instant(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M} UTC"


@cache
def _tables() -> Mapping[str, Mapping[str, Any]]:
    return tables("paper/paper", "alerts/alerts")
