"""Which candle is the first to reach a level. Pure, and one walk for all levels of a series."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from heapq import heappop, heappush
from typing import NamedTuple

from assistant.packs.trading.market.base import Candle
from assistant.packs.trading.paper.amounts import HUNDRED, portion


class Level(NamedTuple):
    """What is waited for from ``start`` on: ``value`` or more where it is ``up``, else or less."""

    id: int
    start: datetime
    up: bool
    value: Decimal


class Measure(NamedTuple):
    """How far something went within the candle that opened at ``at``."""

    at: datetime
    high: Decimal
    low: Decimal


def crossings(levels: Sequence[Level], measures: Sequence[Measure]) -> Mapping[int, int]:
    """By the id of a level, the index of the first measure that reaches it, of those that begin no
    earlier than it. In time O((levels + measures) log levels)."""
    coming = sorted(levels, key=lambda level: level.start, reverse=True)
    ups: list[tuple[Decimal, int]] = []
    downs: list[tuple[Decimal, int]] = []
    found: dict[int, int] = {}
    for n, (at, high, low) in enumerate(measures):
        while coming and coming[-1].start <= at:
            level = coming.pop()
            if level.up:
                heappush(ups, (level.value, level.id))
            else:
                heappush(downs, (-level.value, level.id))
        while ups and ups[0][0] <= high:
            found[heappop(ups)[1]] = n
        while downs and -downs[0][0] >= low:
            found[heappop(downs)[1]] = n
        if not (ups or downs or coming):
            break
    return found


def prices(candles: Sequence[Candle]) -> list[Measure]:
    return [Measure(candle.at, candle.high, candle.low) for candle in candles]


def changes(candles: Sequence[Candle], span: timedelta, start: datetime) -> list[Measure]:
    """The change in per cent of each close since the last close at least ``span`` before it, from
    ``start`` on; candles that have none so long before are left out."""
    found: list[Measure] = []
    before = 0
    for candle in candles:
        while before < len(candles) and candles[before].at <= candle.at - span:
            before += 1
        if before and candle.at >= start:
            close = candles[before - 1].close
            change = portion(candle.close - close, HUNDRED, close)
            found.append(Measure(candle.at, change, change))
    return found


def rsi(candles: Sequence[Candle], start: datetime, period: int = 14) -> list[Measure]:
    """The relative strength index of the closes (Wilder), from ``start`` on."""
    import numpy as np
    import talib

    closes = np.array([float(candle.close) for candle in candles])
    if len(closes) <= period:
        return []
    values = talib.RSI(closes, timeperiod=period)
    told = zip(candles, values, strict=True)
    kept = [(c.at, Decimal(f"{v:.6f}")) for c, v in told if c.at >= start and v == v]
    return [Measure(at, value, value) for at, value in kept]
