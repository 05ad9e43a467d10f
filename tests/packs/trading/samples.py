"""Candles for tests: a wave, some noise, and whole days."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta
from decimal import Decimal

from assistant.packs.trading.market.base import Candle

BEGAN = datetime(2025, 1, 6, tzinfo=UTC)


def candles(count: int, price: float = 100) -> tuple[Candle, ...]:
    """So many daily ones, every third of which falls."""
    return tuple(_candle(n, price) for n in range(count))


def _candle(n: int, price: float) -> Candle:
    centre = price * (1 + math.sin(n / 9) / 10)
    move = price * (0.012 if n % 3 else -0.02)
    start, end = Decimal(f"{centre:.4f}"), Decimal(f"{centre + move:.4f}")
    reach = Decimal(f"{price * 0.01:.4f}")
    return Candle(
        BEGAN + timedelta(days=n),
        start,
        max(start, end) + reach,
        min(start, end) - reach,
        end,
        Decimal(1000 + 137 * (n % 11)),
    )
