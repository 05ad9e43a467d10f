"""What every picture of candles shares: fewer candles where there is little room, the moving
average, and the range of an axis. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import NamedTuple

from assistant.packs.trading.market.base import Candle

PERIOD = 20
"""Candles of the moving average."""


class Drawn(NamedTuple):
    """Candles to be drawn, oldest first, with the average at the end of each; None before there
    are ``PERIOD`` of them."""

    candles: tuple[Candle, ...]
    averages: tuple[Decimal | None, ...]

    @property
    def low(self) -> Decimal:
        return min(candle.low for candle in self.candles)

    @property
    def high(self) -> Decimal:
        return max(candle.high for candle in self.candles)


def drawn(candles: Sequence[Candle], most: int) -> Drawn:
    """At most so many candles: where there are more, each drawn one stands for as many neighbours
    as the others, the latest for as many as are left. The average is of the closes before that."""
    size = -(-len(candles) // max(1, most))
    averages = moving_average([candle.close for candle in candles])
    groups = [candles[i : i + size] for i in range(0, len(candles), size)]
    ends = [min(i + size, len(candles)) - 1 for i in range(0, len(candles), size)]
    return Drawn(tuple(map(merged, groups)), tuple(averages[end] for end in ends))


def merged(candles: Sequence[Candle]) -> Candle:
    """Neighbours as one candle."""
    first, last = candles[0], candles[-1]
    return Candle(
        first.at,
        first.open,
        max(c.high for c in candles),
        min(c.low for c in candles),
        last.close,
        sum((c.volume for c in candles), Decimal(0)),
    )


def moving_average(values: Sequence[Decimal], period: int = PERIOD) -> list[Decimal | None]:
    """The mean of each value and those before it, ``period`` in all; None where there are fewer."""
    found: list[Decimal | None] = []
    total = Decimal(0)
    for place, value in enumerate(values):
        total += value
        if place >= period:
            total -= values[place - period]
        found.append(total / period if place >= period - 1 else None)
    return found


def ticks(low: Decimal, high: Decimal, most: int = 4) -> list[Decimal]:
    """Round numbers between the ends of an axis, at most so many, two at least."""
    size = Decimal(1).scaleb((high - low).adjusted() + 1)
    while True:
        for step in (size, size / 2, size / 4, size / 5, size / 10):
            first = (low / step).to_integral_value(ROUND_CEILING)
            last = (high / step).to_integral_value(ROUND_FLOOR)
            count = int(last - first) + 1
            if 3 <= count <= most or (count >= 2 and step == size / 10):
                return [step * (first + n) for n in range(count)][:most]
        size /= 10


def span(low: Decimal, high: Decimal) -> tuple[Decimal, Decimal]:
    """The ends of an axis for those values: a little room around prices that do not move."""
    if low < high:
        return low, high
    room = abs(low) / 100 or Decimal(1)
    return low - room, high + room
