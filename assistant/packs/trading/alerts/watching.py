"""What candles do to the alerts that wait. Reads the market, writes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from typing import NamedTuple

from assistant.packs.trading.alerts.base import Alert, Fired, Span
from assistant.packs.trading.alerts.crossing import (
    Level,
    Measure,
    changes,
    crossings,
    prices,
    rsi,
)
from assistant.packs.trading.market.base import (
    MOST_CANDLES,
    SPANS,
    Candle,
    MarketData,
    MarketFailure,
    Origin,
)
from assistant.packs.trading.market.calendar import market_of
from assistant.packs.trading.market.candles import closed
from assistant.packs.trading.paper.candles import GRAINS, Came, Walk, since, walk

CLOSED = timedelta(days=4)
"""The longest that markets are closed, for the close that a change is measured against."""
WARM_UP = 250
"""Candles before the first RSI that counts, so that it no longer depends on where they begin."""


class Group(NamedTuple):
    """Alerts that the same candles tell of."""

    what: str
    symbol: str
    span: Span | None

    @property
    def purpose(self) -> str:
        return ":".join(filter(None, ("alerts", self.what, self.span, self.symbol)))


class Watched(NamedTuple):
    """What fired of a group, and up to when its candles tell."""

    fired: Sequence[tuple[Alert, Fired]]
    until: datetime | None


def group_of(alert: Alert) -> Group:
    request = alert.request
    what = {"above": "price", "below": "price", "change": "change"}.get(request.kind, "rsi")
    return Group(what, request.symbol, None if what == "price" else request.span)


def watch(
    group: Group, alerts: Iterable[Alert], begin: datetime, market: MarketData, now: datetime
) -> Watched:
    """Look at the candles that opened at ``begin`` or later. Raises MarketFailure."""
    came, measures = _measured(group, begin, market, now)
    by_id = {alert.id: alert for alert in alerts}
    levels = [_level(alert, begin) for alert in by_id.values()]
    candles = {candle.at: candle for candle, _ in came.steps}
    fired = [
        (by_id[id], _fired(by_id[id], candles[measures[n].at], measures[n], came.origin, now))
        for id, n in crossings(levels, measures).items()
    ]
    return Watched(sorted(fired, key=lambda one: (one[1].at, one[0].id)), came.until)


def _measured(
    group: Group, begin: datetime, market: MarketData, now: datetime
) -> tuple[Walk, list[Measure]]:
    if group.span is None:
        came = walk(market, group.symbol, begin, now)
        return came, prices([candle for candle, _ in came.steps])
    span = SPANS[group.span]
    if group.what == "change":
        found = _of_one_grain(market, group.symbol, begin - span - CLOSED, now)
        if found.span > span:
            raise MarketFailure("no_data", f"there are no candles of {group.span} or finer")
        return Walk(found.steps, found.origin), changes(found.candles, span, begin)
    first = begin - WARM_UP * span
    series = market.candles(group.symbol, group.span, MOST_CANDLES, since=first)
    there = [c for c in series.candles if c.at >= first]
    done, ends = closed(there, market_of(group.symbol), group.span, now)
    return Walk(list(zip(done, ends, strict=True)), series.origin), rsi(done, begin)


def _of_one_grain(market: MarketData, symbol: str, start: datetime, now: datetime) -> Came:
    """All that came, in the finest grain that is not too much."""
    found = since(market, symbol, start, now)
    while found.behind and found.grain != GRAINS[-1]:
        coarser = GRAINS[GRAINS.index(found.grain) + 1]
        found = since(market, symbol, start, now, least=coarser)
    return found


def _level(alert: Alert, begin: datetime) -> Level:
    request = alert.request
    up = request.value > 0 if request.kind == "change" else request.kind.endswith("above")
    return Level(alert.id, max(alert.created_at, begin), up, request.value)


def _fired(
    alert: Alert, candle: Candle, measure: Measure, origin: Origin | None, now: datetime
) -> Fired:
    price = value = _touched(alert, candle)
    if group_of(alert).what != "price":
        price, value = candle.close, measure.high
    return Fired(
        candle.at,
        price,
        value,
        now,
        origin.source if origin else "",
        bool(origin and origin.simulated),
        bool(origin and origin.delayed),
    )


def _touched(alert: Alert, candle: Candle) -> Decimal:
    """The price at which a level was reached: at the open where that is beyond it already."""
    beyond = max if alert.request.kind == "above" else min
    return beyond(candle.open, alert.request.value)


def grouped(alerts: Iterable[Alert]) -> Iterator[tuple[Group, list[Alert]]]:
    found: dict[Group, list[Alert]] = {}
    for alert in alerts:
        found.setdefault(group_of(alert), []).append(alert)
    return iter(found.items())
