"""The candles that came since an instant, in the finest grain that a market has of them."""

from __future__ import annotations

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

GRAINS: tuple[Timeframe, ...] = get_args(Timeframe)
PAGES = 4
"""Of MOST_CANDLES each, for one look: beyond them a coarser grain is taken."""
_INSTANT = timedelta(microseconds=1)


class Came(NamedTuple):
    """Closed candles, oldest first; each lasts ``span``. No origin: there are none."""

    candles: Sequence[Candle]
    span: timedelta
    origin: Origin | None = None

    @property
    def until(self) -> datetime | None:
        """The instant up to which they tell."""
        return self.candles[-1].at + self.span if self.candles else None


NONE = Came((), timedelta(0))


def since(
    market: MarketData, symbol: str, start: datetime, now: datetime, *, least: Timeframe = "1m"
) -> Came:
    """The candles that opened at ``start`` or later and have closed by ``now``: none that began
    before it, whatever it would tell (no look-ahead). None are finer than ``least``.

    Raises MarketFailure, but for a market that has no data of that time.
    """
    grains = [one for one in GRAINS if SPANS[one] >= SPANS[least]]
    fitting = [one for one in grains if (now - start) / SPANS[one] <= PAGES * MOST_CANDLES]
    for grain in fitting or grains[-1:]:
        try:
            found = _pages(market, symbol, grain, start, now)
        except MarketFailure as failure:
            if failure.problem != "no_data":
                raise
            continue
        if found.candles:
            return found
    return NONE


def _pages(
    market: MarketData, symbol: str, grain: Timeframe, start: datetime, now: datetime
) -> Came:
    found: list[Candle] = []
    span, begin, origin = SPANS[grain], start, None
    for _ in range(PAGES):
        try:
            series = market.candles(symbol, grain, MOST_CANDLES, since=begin)
        except MarketFailure as failure:
            if not found or failure.problem != "no_data":
                raise
            break  # there are no more
        came = [c for c in series.candles if c.at >= begin and c.at + span <= now]
        if not came:
            break
        found += came
        origin = series.origin
        begin = came[-1].at + _INSTANT
        if len(series.candles) < MOST_CANDLES:
            break
    return Came(found, span, origin)


class Looks:
    """How far candles were looked at for one purpose, so that the next look begins there and stays
    at the finest grain. Losing it costs that: candles seen twice tell the same."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents

    def begin(self, purpose: str, start: datetime) -> datetime:
        """Where to begin for what was asked at ``start``."""
        found = self._documents.get(purpose)
        return max(start, read_instant(found.content["until"])) if found else start

    def note(self, purpose: str, until: datetime | None) -> None:
        """All that opened before ``until`` was looked at, and what it brought is written."""
        found = self._documents.get(purpose)
        if until is None or (found and read_instant(found.content["until"]) >= until):
            return
        with suppress(TryAgainLater):
            self._documents.put(
                purpose, {"until": until.isoformat()}, revision=found.revision if found else 0
            )
