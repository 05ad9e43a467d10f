"""What all sources of market data have in common."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from decimal import Decimal

from assistant.packs.trading.market.base import MOST_CANDLES, Candle

AHEAD = timedelta(minutes=2)
"""How far in the future a source may date something: clocks differ."""
_HUNDREDTH = Decimal("0.01")


def bounded(limit: int) -> int:
    """A number of candles or orders that may be asked for."""
    return max(1, min(limit, MOST_CANDLES))


def change_between(before: Sequence[Candle], price: Decimal) -> Decimal | None:
    """Per cent that a price lies above the last close before it; None where there is none."""
    if not before:
        return None
    return ((price / before[-1].close - 1) * 100).quantize(_HUNDREDTH)


def age(at: datetime, now: datetime) -> str:
    """How long ago something was, in English: "3 hours"; "" where it is of the last minutes."""
    minutes = int((now - at).total_seconds() // 60)
    for unit, length in (("day", 1440), ("hour", 60), ("minute", 1)):
        count = minutes // length
        if count >= (1 if unit != "minute" else 5):
            return f"{count:,} {unit}{'s' if count > 1 else ''}"
    return ""
