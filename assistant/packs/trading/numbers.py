"""Numbers for people, as their language writes them: prices, money, quantities."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from assistant.compute.writing import decimal, grouped
from assistant.packs.trading.paper.amounts import PLACES, plain

SMALL_DIGITS = 4
"""Digits of a price below 1 that say something."""
_USUAL = 2
_PLACES_OF: Mapping[str, int] = {
    **dict.fromkeys(("CLP", "ISK", "JPY", "KRW", "PYG", "UGX", "VND", "XAF", "XOF", "XPF"), 0),
    **dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3),
    **dict.fromkeys(("BTC", "ETH"), 8),
}
"""Places of a currency's smallest coin where they are not two (ISO 4217; coins as they trade)."""


def price(value: Decimal, language: str) -> str:
    """Two places, or as many as tell a small one: ``1,234.50``, ``0.00001234``."""
    small = value and abs(value) < 1
    return _written(value, language, SMALL_DIGITS - 1 - value.adjusted() if small else 2, 2)


def money(value: Decimal, language: str, currency: str = "") -> str:
    """In the places of its currency, whatever its size."""
    places = _PLACES_OF.get(currency, _USUAL)
    return _written(value, language, places, places)


def quantity(value: Decimal, language: str) -> str:
    """All that it is, without zeros that say nothing."""
    return _written(value, language, PLACES, 0)


def _written(value: Decimal, language: str, most: int, least: int) -> str:
    """With so many places at most and at least; never a zero below zero."""
    shown = value.quantize(Decimal(1).scaleb(-min(most, PLACES)))
    whole, _, rest = plain(abs(shown)).partition(".")
    rest = rest.ljust(least, "0")
    places = decimal(f".{rest}", language) if rest else ""
    return ("-" if shown < 0 else "") + grouped(int(whole), language) + places
