"""Series that hold a pattern or none, and a market that tells them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from assistant.packs.trading.market.base import (
    Book,
    Candle,
    Fundamentals,
    MarketFailure,
    Origin,
    Quote,
    Series,
    Status,
    Timeframe,
)

DAY0 = datetime(2024, 1, 1, tzinfo=UTC)


def candles_of(returns: Sequence[float] | NDArray[np.float64], seed: int = 0) -> list[Candle]:
    closes = 100 * np.exp(np.cumsum(returns))
    volumes = np.random.default_rng(seed).lognormal(10, 0.5, len(closes))
    return [
        Candle(DAY0 + timedelta(days=n), price, price, price, price, Decimal(int(volume)))
        for n, (close, volume) in enumerate(zip(closes, volumes, strict=True))
        for price in [Decimal(f"{close:.6f}")]
    ]


def random_walk(seed: int, days: int = 500) -> list[Candle]:
    """No pattern: some with a drift, some with days that jump."""
    rng = np.random.default_rng(seed)
    steps = rng.standard_t(3, days) if seed % 2 else rng.normal(size=days)
    return candles_of(steps * 0.01 + (0.0007 if seed % 3 == 0 else 0.0), seed)


def stubborn(seed: int, days: int = 500, stays: float = 0.85) -> list[Candle]:
    """A day goes on as the one before, mostly."""
    rng = np.random.default_rng(seed)
    signs = [1.0]
    for _ in range(days - 1):
        signs.append(signs[-1] if rng.random() < stays else -signs[-1])
    return candles_of(np.abs(rng.normal(0, 0.01, days)) * np.array(signs), seed)


class Told:
    """A market of one symbol, from candles that are given."""

    name = "files"

    def __init__(self, candles: Sequence[Candle], *, simulated: bool = False) -> None:
        self._candles = tuple(candles)
        self._simulated = simulated

    def symbols(self) -> Sequence[str]:
        return ("AAPL",)

    def candles(
        self,
        symbol: str,
        timeframe: Timeframe,
        limit: int = 100,
        *,
        since: datetime | None = None,
    ) -> Series:
        if symbol != "AAPL":
            raise MarketFailure("unknown_symbol", f"'{symbol}' is not known", ["AAPL"])
        origin = Origin(self.name, self._candles[-1].at, self._simulated)
        return Series(symbol, timeframe, self._candles[-limit:], origin)

    def price(self, symbol: str) -> Quote:
        raise MarketFailure("no_data", "not told here")

    def book(self, symbol: str, depth: int = 10) -> Book:
        raise MarketFailure("no_data", "not told here")

    def fundamentals(self, symbol: str) -> Fundamentals:
        raise MarketFailure("no_data", "not told here")

    def status(self, symbol: str) -> Status:
        raise MarketFailure("no_data", "not told here")
