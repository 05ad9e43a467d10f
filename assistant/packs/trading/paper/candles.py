"""The candles that came since an instant, in the finest grain that a market has of them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import NamedTuple, get_args

from assistant.clock import read_instant
from assistant.errors import TryAgainLater
from assistant.packs.documents import Documents
from assistant.packs.trading.market.base import (
    MOST_CANDLES,
    SPANS,
    Candle,
    MarketData,
    MarketFailure,
    Origin,
    Timeframe,
)
from assistant.packs.trading.market.calendar import Market, market_of
from assistant.packs.trading.market.candles import closed
from assistant.packs.trading.market.slots import Grid

GRAINS: tuple[Timeframe, ...] = get_args(Timeframe)
PAGES = 4
"""Of MOST_CANDLES each, in one grain: beyond them the walk goes on in a coarser one."""
_INSTANT = timedelta(microseconds=1)


class Came(NamedTuple):
    """Closed candles of one grain, oldest first, and when each ended. ``behind``: there are more
    than these."""

    candles: Sequence[Candle] = ()
    ends: Sequence[datetime] = ()
    grain: Timeframe = "1m"
    origin: Origin | None = None
    behind: bool = False

    @property
    def span(self) -> timedelta:
        return SPANS[self.grain]

    @property
    def steps(self) -> list[tuple[Candle, datetime]]:
        return list(zip(self.candles, self.ends, strict=True))


class Walk(NamedTuple):
    """All candles that came, oldest first, each with when it ended."""

    steps: Sequence[tuple[Candle, datetime]] = ()
    origin: Origin | None = None

    @property
    def until(self) -> datetime | None:
        """The instant up to which they tell."""
        return self.steps[-1][1] if self.steps else None


def walk(market: MarketData, symbol: str, start: datetime, now: datetime) -> Walk:
    """The candles that opened at ``start`` or later and have closed by ``now``, a share's day with
    its session: none that began before it, whatever it would tell (no look-ahead).

    In the finest grain, but for what is too much of it: then on in a coarser one, and the rest in
    the finest again. Raises MarketFailure.
    """
    steps: list[tuple[Candle, datetime]] = []
    origin: Origin | None = None
    least = 0
    while True:
        came = since(market, symbol, start, now, least=GRAINS[least])
        if came.candles:
            steps += came.steps
            origin, start = came.origin, came.ends[-1]
        if came.behind:
            least = min(GRAINS.index(came.grain) + 1, len(GRAINS) - 1)
        elif least:
            least = 0
        else:
            return Walk(steps, origin)


def since(
    market: MarketData, symbol: str, start: datetime, now: datetime, *, least: Timeframe = "1m"
) -> Came:
    """Those of one grain: the finest, from ``least`` on, of which the market has any; the earliest
    of them where they are too many. Raises MarketFailure, but for one that has no data of then."""
    for grain in GRAINS[GRAINS.index(least) :]:
        try:
            found = _pages(market, symbol, grain, start, now)
        except MarketFailure as failure:
            if failure.problem != "no_data":
                raise
            continue
        if found.candles:
            return found
    return Came()


def _pages(
    market: MarketData, symbol: str, grain: Timeframe, start: datetime, now: datetime
) -> Came:
    found: list[Candle] = []
    ends: list[datetime] = []
    listed, begin, origin = market_of(symbol), start, None
    for _ in range(PAGES):
        try:
            series = market.candles(symbol, grain, MOST_CANDLES, since=begin)
        except MarketFailure as failure:
            if not found or failure.problem != "no_data":
                raise
            break  # there are no more
        there = [c for c in series.candles if c.at >= begin]
        came, ended_at = closed(there, listed, grain, now)
        if not came:
            break
        found += came
        ends += ended_at
        origin = series.origin
        begin = came[-1].at + _INSTANT
        if len(series.candles) < MOST_CANDLES:
            break
    else:
        count = _to_boundary(found, ends[-1], listed, grain)
        return Came(found[:count], ends[:count], grain, origin, behind=True)
    return Came(found, ends, grain, origin)


def _to_boundary(candles: list[Candle], end: datetime, listed: Market, grain: Timeframe) -> int:
    """How many there are up to where a candle of the next grain begins, so that nothing lies
    between the two."""
    if grain == GRAINS[-1]:
        return len(candles)
    grid = Grid(listed, GRAINS[GRAINS.index(grain) + 1], candles[0].at, candles[-1].at)
    last = grid.slot(candles[-1].at)
    if last is None or last.end <= end:
        return len(candles)
    return bisect_left(candles, last.at, key=lambda candle: candle.at) or len(candles)


class Looks:
    """How far candles were looked at for one purpose, so that the next look begins there and stays
    at the finest grain. Losing it costs that: candles seen twice tell the same."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents

    def begin(self, purpose: str, start: datetime, now: datetime) -> datetime:
        """Where to begin for what was asked at ``start``; what a clock that was ahead has noted
        counts for nothing."""
        found = self._documents.get(purpose)
        until = read_instant(found.content["until"]) if found else start
        return max(start, until) if until <= now else start

    def note(self, purpose: str, until: datetime | None, now: datetime) -> None:
        """All that opened before ``until`` was looked at, and what it brought is written."""
        found = self._documents.get(purpose)
        if until is None or (found and until <= read_instant(found.content["until"]) <= now):
            return
        with suppress(TryAgainLater):
            self._documents.put(
                purpose, {"until": until.isoformat()}, revision=found.revision if found else 0
            )
