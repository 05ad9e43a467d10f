"""What a candle does to an order: by the open where there was a gap, by what was touched else."""

from __future__ import annotations

from decimal import Decimal

import pytest

from assistant.packs.trading.paper.base import Order, OrderKind, Side
from assistant.packs.trading.paper.matching import Match, match
from tests.packs.trading.paper.support import NINE, candle

Given = tuple[str, str, str, str]  # open, high, low, close


def order(side: Side, kind: OrderKind, limit: str = "", stop: str = "") -> Order:
    worst, reached = (Decimal(text) if text else None for text in (limit, stop))
    return Order(2, NINE, "AAPL", side, kind, Decimal(10), worst, reached)


@pytest.mark.parametrize(
    ("side", "kind", "limit", "stop", "given", "price"),
    [
        ("buy", "market", "", "", ("100", "110", "90", "105"), "101"),
        ("sell", "market", "", "", ("100", "110", "90", "105"), "99"),
        # a limit is filled at it, better at a gap, and never with slippage
        ("buy", "limit", "95", "", ("100", "110", "95", "105"), "95"),
        ("buy", "limit", "95", "", ("90", "110", "85", "105"), "90"),
        ("buy", "limit", "95", "", ("100", "110", "96", "105"), None),
        ("sell", "limit", "105", "", ("100", "106", "90", "95"), "105"),
        ("sell", "limit", "105", "", ("112", "113", "90", "95"), "112"),
        ("sell", "limit", "105", "", ("100", "104", "90", "95"), None),
        # a stop pays slippage on the stop, or on the open beyond it
        ("sell", "stop", "", "90", ("100", "110", "90", "105"), "89.1"),
        ("sell", "stop", "", "90", ("80", "85", "75", "82"), "79.2"),
        ("sell", "stop", "", "90", ("100", "110", "91", "105"), None),
        ("buy", "stop", "", "110", ("100", "110", "90", "105"), "111.1"),
        ("buy", "stop", "", "110", ("120", "125", "118", "121"), "121.2"),
        ("buy", "stop", "", "110", ("100", "109", "90", "105"), None),
    ],
)
def test_an_order_is_filled_at(
    side: Side, kind: OrderKind, limit: str, stop: str, given: Given, price: str | None
) -> None:
    found = match(order(side, kind, limit, stop), candle(NINE, *given), Decimal(1))
    assert found == (None if price is None else Match(Decimal(price)))


@pytest.mark.parametrize(
    ("side", "stop", "limit", "given", "price"),
    [
        ("buy", "110", "112", ("100", "111", "95", "101"), "110"),  # reached, and allowed
        ("buy", "110", "112", ("111", "115", "109", "114"), "111"),  # the open is beyond: at it
        ("buy", "110", "112", ("115", "116", "113", "114"), None),  # beyond the limit: waits
        ("buy", "110", "112", ("115", "116", "111", "114"), "112"),  # came back after the open
        ("buy", "110", "105", ("100", "111", "95", "108"), None),  # was 95 before or after? waits
        ("buy", "110", "105", ("100", "111", "95", "104"), "105"),  # the close came back for sure
        ("sell", "90", "88", ("100", "101", "89", "95"), "90"),
        ("sell", "90", "88", ("85", "86", "80", "82"), None),
        ("sell", "90", "95", ("100", "101", "89", "96"), "95"),
    ],
)
def test_a_stop_limit_is_filled_where_that_is_certain(
    side: Side, stop: str, limit: str, given: Given, price: str | None
) -> None:
    found = match(order(side, "stop_limit", limit, stop), candle(NINE, *given), Decimal(1))
    assert found == Match(None if price is None else Decimal(price))


def test_a_stop_limit_waits_for_its_stop() -> None:
    waiting = order("buy", "stop_limit", "112", "110")
    assert match(waiting, candle(NINE, "100", "109", "95", "101"), Decimal(1)) is None
