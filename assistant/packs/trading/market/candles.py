"""What candles have to be, and how smaller ones make larger ones. Pure."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from decimal import Decimal
from itertools import groupby, pairwise
from typing import get_args

from assistant.packs.trading.market.base import SPANS, Candle, Timeframe
from assistant.packs.trading.market.calendar import Market
from assistant.packs.trading.market.slots import Grid, latest

LARGEST = Decimal(10) ** 15
"""Of any price or volume: what is beyond is a slip."""
_SPLITS = tuple(Decimal(n) for n in ("1.5", "2", "3", "4", "5", "8", "10", "15", "20", "25", "50"))
_CLOSE_TO = Decimal("0.06")


def fault(candle: Candle) -> str:
    """What cannot be about a candle, as "column: reason"; "" where nothing is."""
    for name in ("open", "high", "low", "close"):
        price: Decimal = getattr(candle, name)
        if not price.is_finite() or not 0 < price < LARGEST:
            return f"{name}: a price is a number above zero, not {price:f}"
    if not candle.volume.is_finite() or not 0 <= candle.volume < LARGEST:
        return f"volume: {candle.volume:f} is no volume"
    if candle.high < max(candle.open, candle.close, candle.low):
        return f"high: {candle.high:f} is not the highest of its candle"
    if candle.low > min(candle.open, candle.close):
        return f"low: {candle.low:f} is not the lowest of its candle"
    return ""


def smaller(timeframe: Timeframe) -> list[Timeframe]:
    """The timeframes that this one can be made of, the largest first."""
    ordered: Sequence[Timeframe] = get_args(Timeframe)
    return [other for other in reversed(ordered) if SPANS[other] < SPANS[timeframe]]


def resample(candles: Sequence[Candle], market: Market, timeframe: Timeframe) -> list[Candle]:
    """Larger candles made of smaller ones, which are in order. What lies outside of the market's
    hours belongs to none. The last may be unfinished."""
    if not candles:
        return []
    grid = Grid(market, timeframe, candles[0].at, candles[-1].at)
    placed = ((slot.at, one) for one in candles if (slot := grid.slot(one.at)))
    return [
        merged(at, [one for _, one in group])
        for at, group in groupby(placed, key=lambda pair: pair[0])
    ]


def merged(at: datetime, parts: Sequence[Candle]) -> Candle:
    """One candle of several, in order."""
    return Candle(
        at,
        parts[0].open,
        max(part.high for part in parts),
        min(part.low for part in parts),
        parts[-1].close,
        sum((part.volume for part in parts), Decimal(0)),
    )


def ended(market: Market, timeframe: Timeframe, at: datetime) -> datetime:
    """When the candle that opened at that instant ends."""
    slot = Grid(market, timeframe, at, at).slot(at)
    return slot.end if slot else at + SPANS[timeframe]


def ends(candles: Sequence[Candle], market: Market, timeframe: Timeframe) -> list[datetime]:
    """When each of several ends, which are in order: of a share's day with its session."""
    span = SPANS[timeframe]
    if market.always_open or not candles:
        return [candle.at + span for candle in candles]
    whole = span >= SPANS["1d"]
    grid = Grid(market, timeframe if whole else "1d", candles[0].at, candles[-1].at)
    slot, found = None, []
    for candle in candles:
        if slot is None or not slot.at <= candle.at < slot.end:
            slot = grid.slot(candle.at)
        end = candle.at + span
        found.append(end if slot is None else slot.end if whole else min(end, slot.end))
    return found


def closed(
    candles: Sequence[Candle], market: Market, timeframe: Timeframe, now: datetime
) -> tuple[Sequence[Candle], list[datetime]]:
    """Those that have ended by ``now``, of several in order; and when each did."""
    ended_at = ends(candles, market, timeframe)
    count = bisect_right(ended_at, now)
    return candles[:count], ended_at[:count]


def is_delayed(market: Market, timeframe: Timeframe, newest: datetime, now: datetime) -> bool:
    """Whether a candle has ended since the newest that is there."""
    expected = latest(market, timeframe, now, 1)
    return bool(expected) and newest < expected[-1].at


def oddities(candles: Sequence[Candle], market: Market, timeframe: Timeframe) -> Iterator[str]:
    """What a reader of a series should know: gaps, and jumps that look like a split."""
    if len(candles) < 2:
        return
    grid = Grid(market, timeframe, candles[0].at, candles[-1].at)
    gaps = [
        (one.at, missing)
        for one, other in pairwise(candles)
        if other.at - one.at > SPANS[timeframe] and (missing := grid.between(one.at, other.at))
    ]
    if gaps:
        at, missing = max(gaps, key=lambda gap: gap[1])
        total = sum(missing for _, missing in gaps)
        yield f"missing candles: {total:,}, the most ({missing:,}) after {at:%Y-%m-%d %H:%M}"
    outside = sum(grid.slot(candle.at) is None for candle in candles)
    if outside:
        yield f"candles outside of the hours of {market.code}: {outside:,}"
    yield from _splits(candles)


def _splits(candles: Iterable[Candle]) -> Iterator[str]:
    for one, other in pairwise(candles):
        ratio = one.close / other.open
        larger = max(ratio, 1 / ratio)
        near = next((n for n in _SPLITS if abs(larger / n - 1) <= _CLOSE_TO), None)
        if larger > Decimal("1.4") and near:
            what = f"{near:f} for 1" if ratio > 1 else f"1 for {near:f}"
            yield f"{other.at:%Y-%m-%d}: the price jumps as by a split of {what}"
