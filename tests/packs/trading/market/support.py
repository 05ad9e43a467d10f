"""Settings, clocks and files of candles for tests of the market."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

from assistant.packs.trading.market.base import Candle

NOW = datetime(2026, 3, 4, 15, 30, tzinfo=UTC)
"""A Wednesday, an hour after the opening in New York."""
HEAD = "Date,Open,High,Low,Close,Volume\n"


def clock() -> datetime:
    return NOW


def candle(at: datetime, *values: float | str) -> Candle:
    opened, high, low, closed, *volume = (Decimal(str(value)) for value in values)
    return Candle(at, opened, high, low, closed, volume[0] if volume else Decimal(10))


def hourly(count: int, start: datetime = datetime(2026, 1, 1, tzinfo=UTC)) -> list[Candle]:
    """Candles of a coin, one an hour, that climb by one."""
    hour = timedelta(hours=1)
    return [
        candle(start + n * hour, 100 + n, 102 + n, 99 + n, 101 + n, n + 1) for n in range(count)
    ]


def write_csv(path: Path, candles: Iterable[Candle]) -> Path:
    rows = (",".join([one.at.isoformat(), *(f"{v:f}" for v in one[1:])]) for one in candles)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(HEAD + "\n".join(rows) + "\n")
    return path
