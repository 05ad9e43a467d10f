"""Whether a candle fills an order, and at what price. Pure.

A candle tells its first and last price and how far it went, not in which order. What is not certain
from that is decided against the order:

- **market**: at the open.
- **limit**: at the open where that is as good or better (a gap), else at the limit once it is
  touched. It never fills worse than its limit, so no slippage is added.
- **stop**: at the open where that is beyond the stop (a gap), else at the stop once it is touched.
- **stop-limit**: the stop makes it a limit order. In the candle that reaches the stop it is filled
  where that is certain: at the stop if the limit allows it, as a limit order if the open was beyond
  the stop already, at the limit if the close came back to it. Otherwise it waits as a limit order.

Market and stop orders pay slippage: so many per cent against them.
"""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple

from assistant.packs.trading.market.base import Candle
from assistant.packs.trading.paper.amounts import rounded, share
from assistant.packs.trading.paper.base import Order, Side


class Match(NamedTuple):
    """The price of a fill, or None for an order whose stop was reached and that waits on."""

    price: Decimal | None


def match(order: Order, candle: Candle, slippage: Decimal) -> Match | None:
    """What a candle does to a waiting order; None: nothing. ``slippage`` is in per cent."""
    if order.kind == "market":
        return Match(slipped(candle.open, order.side, slippage))
    if order.kind == "limit" or order.triggered_at:
        return _limit(order, candle)
    touched = _stop(order, candle)
    if touched is None:
        return None
    if order.kind == "stop":
        return Match(slipped(touched, order.side, slippage))
    return _limit_after_stop(order, candle)


def slipped(price: Decimal, side: Side, slippage: Decimal) -> Decimal:
    """A price, so many per cent worse."""
    worse = share(price, slippage)
    return rounded(price + worse if side == "buy" else price - worse)


def _limit(order: Order, candle: Candle) -> Match | None:
    limit = _given(order.limit)
    if _as_good(order.side, candle.open, limit):
        return Match(candle.open)
    best = candle.low if order.side == "buy" else candle.high
    return Match(limit) if _as_good(order.side, best, limit) else None


def _stop(order: Order, candle: Candle) -> Decimal | None:
    """The price at which the stop is met."""
    stop = _given(order.stop)
    if _beyond(order.side, candle.open, stop):
        return candle.open
    worst = candle.high if order.side == "buy" else candle.low
    return stop if _beyond(order.side, worst, stop) else None


def _limit_after_stop(order: Order, candle: Candle) -> Match:
    limit, stop = _given(order.limit), _given(order.stop)
    if _beyond(order.side, candle.open, stop):
        return _limit(order, candle) or Match(None)
    if _as_good(order.side, stop, limit):
        return Match(stop)
    return Match(limit if _as_good(order.side, candle.close, limit) else None)


def _as_good(side: Side, price: Decimal, limit: Decimal) -> bool:
    return price <= limit if side == "buy" else price >= limit


def _beyond(side: Side, price: Decimal, stop: Decimal) -> bool:
    return price >= stop if side == "buy" else price <= stop


def _given(price: Decimal | None) -> Decimal:
    assert price is not None, "checked when the order was taken"
    return price
