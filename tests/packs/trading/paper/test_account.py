"""Orders of a paper account, from being placed to what they leave."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from assistant.packs.trading.market.base import MarketFailure
from assistant.packs.trading.paper.base import OrderKind, OrderRequest, Refused, Side
from assistant.packs.trading.paper.checking import check
from tests.packs.trading.paper.support import NINE, Desk, candle


def request(
    side: Side = "buy",
    quantity: str = "10",
    kind: OrderKind = "market",
    symbol: str = "AAPL",
    limit: str = "",
    stop: str = "",
    client: str = "",
) -> OrderRequest:
    most, reached = (Decimal(text) if text else None for text in (limit, stop))
    return OrderRequest(symbol, side, Decimal(quantity), kind, most, reached, client)


def numbers(*values: Decimal) -> tuple[float, ...]:
    return tuple(map(float, values))


@pytest.fixture
def desk(desk: Desk) -> Desk:
    desk.market.prices |= {"AAPL": Decimal(100), "BTC/USD": Decimal(60_000)}
    return desk


def test_a_market_order_is_filled_by_the_next_candle_and_no_earlier_one(desk: Desk) -> None:
    """No look-ahead: the candle in which it was placed had begun before it."""
    desk.market.give("AAPL", candle(NINE - timedelta(seconds=30), "1", "500", "1", "100"))
    placed = desk.account().place(request())
    assert (placed.order.status, placed.fills) == ("waiting", ())
    desk.pass_(seconds=45)
    assert desk.account().settle().fills == ()
    desk.market.give("AAPL", candle(desk.minute(1), "101"))
    desk.pass_(minutes=5)
    (fill,) = desk.account().settle().fills
    assert (fill.at, fill.order) == (desk.minute(1), placed.order.id)
    assert fill.price == 101
    assert desk.account().settle().fills == ()
    assert len(desk.account().history()) == 1


def test_a_candle_that_has_not_closed_fills_nothing(desk: Desk) -> None:
    desk.account().place(request())
    desk.market.give("AAPL", candle(NINE, "101"))
    desk.market.clock = lambda: NINE + timedelta(days=400)  # it tells what lies ahead
    assert desk.account().settle().fills == ()


def test_an_order_for_a_closed_market_waits_for_its_next_candle(desk: Desk) -> None:
    desk.market.closed.add("AAPL")
    placed = desk.account().place(request())
    assert placed.market is not None
    assert not placed.market.open
    desk.pass_(hours=60)
    assert desk.account().settle().fills == ()
    desk.market.give("AAPL", candle(desk.now, "108"))
    desk.pass_(minutes=1)
    assert [fill.price for fill in desk.account().settle().fills] == [108]


def test_fees_and_slippage_are_those_of_the_settings(desk: Desk) -> None:
    desk.settings = replace(
        desk.settings, fee_percent=Decimal("0.1"), slippage_percent=Decimal("0.5")
    )
    desk.account().place(request())
    desk.market.give("AAPL", candle(NINE, "100"))
    desk.pass_(minutes=1)
    portfolio = desk.account().portfolio()
    assert portfolio.cash == Decimal(10_000) - Decimal("1005") - Decimal("1.005")
    (position,) = portfolio.positions
    assert position.average == Decimal("100.6005")
    assert (portfolio.fees, portfolio.unrealised) == (Decimal("1.005"), Decimal("-6.005"))


def test_positions_are_held_at_average_cost_and_sales_realise(desk: Desk) -> None:
    desk.hold("AAPL", "10", "100")
    desk.hold("AAPL", "30", "120")
    desk.account().place(request("sell", "20"))
    desk.market.give("AAPL", candle(desk.now, "125"))
    desk.market.prices["AAPL"] = Decimal(130)
    desk.pass_(minutes=1)
    portfolio = desk.account().portfolio()
    (position,) = portfolio.positions
    assert numbers(position.quantity, position.average, position.cost) == (20, 115, 2300)
    assert numbers(portfolio.realised, portfolio.unrealised) == (200, 300)
    assert portfolio.cash == 10_000 - 1000 - 3600 + 2500
    assert portfolio.equity == portfolio.cash + 20 * 130
    assert [fill.realised for fill in desk.account().history()] == [200, 0, 0]


def test_a_client_id_sent_twice_is_one_order(desk: Desk) -> None:
    first = desk.account().place(request(client="mine"))
    again = desk.account().place(request(client="mine"))
    assert (again.repeated, again.order) == (True, first.order)
    assert len(desk.account().waiting()) == 1
    with pytest.raises(Refused, match="belongs to another order"):
        desk.account().place(request(quantity="11", client="mine"))


def test_a_repeated_order_tells_what_became_of_the_first(desk: Desk) -> None:
    desk.account().place(request(client="mine"))
    desk.market.give("AAPL", candle(NINE, "100"))
    desk.pass_(minutes=1)
    desk.account().settle()
    again = desk.account().place(request(client="mine"))
    assert (again.order.status, len(again.fills)) == ("filled", 1)


def test_an_order_that_is_there_is_told_while_the_market_is_away(desk: Desk) -> None:
    first = desk.account().place(request(client="mine"))
    desk.market.down.add("AAPL")
    assert desk.account().place(request(client="mine")).order == first.order


def test_a_clock_that_was_ahead_keeps_no_order_from_its_candles(desk: Desk) -> None:
    desk.account().place(request(kind="limit", limit="50"))
    desk.market.give("AAPL", candle(desk.minute(5000), "100"))
    desk.now = desk.minute(6000)
    desk.account().settle()
    desk.now = desk.minute(1)
    desk.market.give("AAPL", candle(desk.minute(1), "50"))
    desk.market.given["AAPL", "1m"].sort()
    desk.pass_(minutes=1)
    assert [fill.price for fill in desk.account().settle().fills] == [50]


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (request(quantity="0"), "quantity has to be more than 0"),
        (request(quantity="-1"), "quantity has to be more than 0"),
        (request(quantity="NaN"), "quantity has to be more than 0"),
        (request(quantity="1e40"), "quantity has to be more than 0"),
        (request(quantity="1.5"), "by the piece"),
        (request(quantity="101"), "not enough cash: it would cost 10,100.00 USD"),
        (request(kind="limit"), "needs its limit"),
        (request(kind="stop"), "needs its stop"),
        (request(kind="stop_limit", stop="90"), "needs its limit"),
        (request(limit="90"), "for limit and stop-limit orders only"),
        (request(kind="limit", limit="-3"), "price has to be more than 0"),
        (request(kind="limit", limit="90", stop="80"), "stop is for stop"),
        (request("sell", "1"), "not enough held: 0 AAPL is held"),
        (request(symbol=""), "needs a symbol"),
        (request(client="x" * 101), "more than 100 characters"),
    ],
)
def test_what_cannot_be_done_is_refused_in_words(desk: Desk, asked: OrderRequest, why: str) -> None:
    with pytest.raises(Refused, match=why) as refused:
        desk.account().place(asked)
    assert refused.value.told("es") not in ("", str(refused.value))
    assert desk.account().waiting() == []


def test_an_unknown_symbol_is_refused_with_those_alike(desk: Desk) -> None:
    with pytest.raises(MarketFailure, match="no symbol") as failure:
        desk.account().place(request(symbol="APPL"))
    assert failure.value.near == ("AAPL", "BTC/USD")


def test_another_currency_is_refused_and_dollar_coins_are_dollars(desk: Desk) -> None:
    desk.market.currency = "USDT"
    desk.account().place(request())
    desk.market.currency = "EUR"
    with pytest.raises(Refused, match="priced in EUR and the account is in USD"):
        desk.account().place(request())


def test_coins_are_bought_in_fractions_and_the_rest_of_a_share_can_be_sold(desk: Desk) -> None:
    desk.hold("BTC/USD", "0.05", "60000")
    assert desk.account().portfolio().cash == 7000


def test_cash_that_waiting_orders_are_to_spend_is_not_spent_twice(desk: Desk) -> None:
    desk.account().place(request(quantity="90", kind="limit", limit="100"))
    with pytest.raises(Refused, match=r"1,000\.00 USD is free"):
        desk.account().place(request(quantity="11"))
    assert desk.account().portfolio().reserved == 9000


def test_what_waiting_orders_are_to_sell_is_not_sold_twice(desk: Desk) -> None:
    desk.hold("AAPL", "10", "100")
    desk.account().place(request("sell", "8", "stop", stop="90"))
    with pytest.raises(Refused, match="8 of it promised"):
        desk.account().place(request("sell", "3"))


def test_an_order_that_a_gap_makes_too_dear_is_rejected_whole(desk: Desk) -> None:
    desk.account().place(request(quantity="100"))
    desk.market.give("AAPL", candle(NINE, "101"))
    desk.pass_(minutes=1)
    settled = desk.account().settle()
    assert settled.fills == ()
    (order,) = settled.rejected
    assert (order.status, order.why) == ("rejected", "no_cash_then")
    portfolio = desk.account().portfolio()
    assert numbers(portfolio.cash, portfolio.reserved) == (10_000, 0)
    assert portfolio.positions == ()


def test_a_cancelled_order_is_filled_no_more(desk: Desk) -> None:
    order = desk.account().place(request(kind="limit", limit="90")).order
    desk.pass_(seconds=1)
    assert desk.account().cancel(order.id).status == "cancelled"
    desk.market.give("AAPL", candle(desk.minute(1), "80"))
    desk.pass_(minutes=5)
    assert desk.account().settle().fills == ()
    with pytest.raises(Refused, match="was cancelled already"):
        desk.account().cancel(order.id)
    with pytest.raises(Refused, match="no order 77"):
        desk.account().cancel(77)


def test_what_filled_before_the_cancelling_stays_filled(desk: Desk) -> None:
    order = desk.account().place(request()).order
    desk.market.give("AAPL", candle(NINE, "100"))
    desk.pass_(minutes=2)
    with pytest.raises(Refused, match="is filled already"):
        desk.account().cancel(order.id)


def test_a_stop_that_was_reached_is_remembered(desk: Desk) -> None:
    asked = request(kind="stop_limit", stop="110", limit="105")
    desk.account().place(asked)
    desk.market.give("AAPL", candle(NINE, "100", "111", "95", "108"))
    desk.pass_(minutes=1)
    assert desk.account().settle().fills == ()
    (waiting,) = desk.account().waiting()
    assert waiting.triggered_at == desk.minute(1)
    desk.market.give("AAPL", candle(desk.minute(1), "106", "107", "104", "106"))
    desk.pass_(minutes=1)
    assert [fill.price for fill in desk.account().settle().fills] == [105]
    assert check(desk.ledger()) == []


def test_orders_share_the_cash_in_the_order_of_the_candles(desk: Desk) -> None:
    """What was filled first is paid first, whichever symbol it is."""
    desk.market.prices["MSFT"] = Decimal(100)
    desk.account().place(request(quantity="50", kind="stop", stop="100", symbol="MSFT"))
    desk.account().place(request(quantity="50"))
    desk.market.give("AAPL", candle(NINE, "101"))
    desk.market.give("MSFT", candle(desk.minute(1), "100"))
    desk.pass_(minutes=5)
    settled = desk.account().settle()
    assert [fill.symbol for fill in settled.fills] == ["AAPL"]
    assert [order.symbol for order in settled.rejected] == ["MSFT"]


def test_a_market_that_cannot_tell_leaves_its_orders_for_the_next_time(desk: Desk) -> None:
    desk.account().place(request())
    desk.account().place(request(quantity="0.1", symbol="BTC/USD"))
    for symbol in ("AAPL", "BTC/USD"):
        desk.market.give(symbol, candle(NINE, "100"))
    desk.market.down.add("AAPL")
    desk.pass_(minutes=1)
    settled = desk.account().settle()
    assert [fill.symbol for fill in settled.fills] == ["BTC/USD"]
    assert settled.notes == ("AAPL: the market does not answer",)
    desk.market.down.clear()
    assert [fill.symbol for fill in desk.account().settle().fills] == ["AAPL"]


def test_a_market_with_days_alone_fills_by_the_next_day(desk: Desk) -> None:
    desk.account().place(request())
    first = NINE.replace(hour=0)
    for day in (0, 1):
        desk.market.give("AAPL", candle(first + timedelta(days=day), f"10{day}"), timeframe="1d")
    desk.pass_(days=3)
    (fill,) = desk.account().settle().fills
    assert fill.at == first + timedelta(days=1)
    assert fill.price == 101


def test_a_long_wait_is_read_on_from_the_last_look(desk: Desk) -> None:
    desk.account().place(request(kind="limit", limit="50"))
    desk.market.give("AAPL", *(candle(desk.minute(n), "100") for n in range(600)))
    desk.pass_(minutes=600)
    desk.account().settle()
    desk.market.asked.clear()
    desk.market.give("AAPL", candle(desk.minute(600), "49"))
    desk.pass_(minutes=1)
    assert len(desk.account().settle().fills) == 1
    assert desk.market.asked == [("AAPL", "1m", desk.minute(600))]


def test_a_portfolio_counts_what_has_no_price_at_its_cost_and_says_so(desk: Desk) -> None:
    desk.hold("AAPL", "10", "100")
    desk.market.down.add("AAPL")
    portfolio = desk.account().portfolio()
    assert portfolio.equity == 10_000
    assert portfolio.positions[0].price is None
    assert portfolio.notes == ("AAPL counts at what it cost: the market does not answer",)


def test_a_new_account_has_the_cash_of_the_settings_and_writes_nothing(desk: Desk) -> None:
    portfolio = desk.account().portfolio()
    assert numbers(portfolio.cash, portfolio.equity, portfolio.started_with) == (10_000,) * 3
    assert desk.documents("ledger").find().documents == ()


def test_the_curve_has_a_point_a_day_and_the_fall_from_the_best(desk: Desk) -> None:
    desk.hold("AAPL", "50", "100")
    midnight = NINE.replace(hour=0)
    for day, close in enumerate(("100", "120", "90")):
        at = midnight + timedelta(days=day)
        desk.market.give("AAPL", candle(at, "100", close=close), timeframe="1d")
    desk.market.prices["AAPL"] = Decimal(99)
    desk.pass_(days=3)
    curve = desk.account().curve()
    assert [point.equity for point in curve] == [10_000, 11_000, 9_500, 9_950]
    assert [f"{point.drawdown:.2f}" for point in curve] == ["0.00", "0.00", "-13.64", "-9.55"]
    assert [point.at.date().day for point in curve] == [5, 6, 7, 8]


def test_an_order_of_the_morning_is_filled_by_the_day_on_its_evening(desk: Desk) -> None:
    desk.now = datetime(2026, 1, 6, 14, 0, tzinfo=UTC)
    desk.account().place(request(quantity="1"))
    opens = datetime(2026, 1, 6, 14, 30, tzinfo=UTC)
    desk.market.give("AAPL", candle(opens, "101", "103", "99", "102"), timeframe="1d")
    desk.now = datetime(2026, 1, 6, 20, 59, tzinfo=UTC)
    assert not desk.account().settle().fills
    desk.now = datetime(2026, 1, 6, 21, 0, tzinfo=UTC)
    (fill,) = desk.account().settle().fills
    assert fill.at == opens
    assert fill.price == 101
    assert check(desk.ledger()) == []


def test_an_order_of_the_session_sees_nothing_of_its_day(desk: Desk) -> None:
    opens = datetime(2026, 1, 6, 14, 30, tzinfo=UTC)
    desk.now = opens + timedelta(hours=1)
    desk.account().place(request(quantity="1"))
    desk.market.give("AAPL", candle(opens, "1"), timeframe="1d")
    desk.market.give("AAPL", candle(opens + timedelta(days=1), "90"), timeframe="1d")
    desk.now = opens + timedelta(hours=8)
    assert not desk.account().settle().fills
    desk.now += timedelta(days=1)
    (fill,) = desk.account().settle().fills
    assert fill.price == 90
