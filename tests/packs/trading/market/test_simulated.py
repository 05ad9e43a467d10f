"""The simulated market: the same for a seed, never impossible, true to the calendar, one path for
all timeframes, and open about what it is (K6)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.packs.trading.market.base import SPANS, MarketFailure, Timeframe
from assistant.packs.trading.market.calendar import MARKETS, market_of, sessions
from assistant.packs.trading.market.candles import fault, resample
from assistant.packs.trading.market.files import TIMEFRAMES
from assistant.packs.trading.market.simulated import SimulatedMarket
from assistant.packs.trading.market.simulation import Simulation
from assistant.packs.trading.market.walk import LEVELS, normal, uniform, walk
from tests.packs.trading.market.support import NOW, clock

SYMBOLS = st.sampled_from(["AAPL", "GGAL", "WALMEX", "SAN", "BTC/USD", "ETH/EUR", "AL30"])
INSTANTS = st.datetimes(datetime(2000, 1, 1), datetime(2035, 12, 31), timezones=st.just(UTC))
SEEDS = st.integers(0, 2**63)


@given(SEEDS, SYMBOLS, st.sampled_from(TIMEFRAMES), INSTANTS, st.integers(1, 60))
@settings(max_examples=60, deadline=None)
def test_every_candle_can_be_and_has_ended(
    seed: int, symbol: str, timeframe: Timeframe, now: datetime, count: int
) -> None:
    candles = Simulation(seed, symbol).latest(timeframe, now, count)
    assert len(candles) == count
    assert [fault(candle) for candle in candles] == [""] * count
    assert all(one.at < other.at for one, other in pairwise(candles))
    assert candles[-1].at < now


@given(SEEDS, SYMBOLS, st.sampled_from(TIMEFRAMES), INSTANTS)
@settings(max_examples=40, deadline=None)
def test_it_depends_on_seed_symbol_and_time_alone(
    seed: int, symbol: str, timeframe: Timeframe, now: datetime
) -> None:
    made = Simulation(seed, symbol)
    many = made.latest(timeframe, now, 40)
    assert Simulation(seed, symbol).latest(timeframe, now, 7) == many[-7:]
    assert made.since(timeframe, many[5].at, now, 10) == many[5:15]
    other = Simulation(seed + 1, symbol).latest(timeframe, now, 40)
    assert [candle.close for candle in other] != [candle.close for candle in many]


@given(SEEDS, SYMBOLS, INSTANTS)
@settings(max_examples=20, deadline=None)
def test_larger_candles_are_made_of_the_smaller_ones(seed: int, symbol: str, now: datetime) -> None:
    made = Simulation(seed, symbol)
    market = market_of(symbol)
    for small, large in pairwise(TIMEFRAMES):
        whole = made.latest(large, now, 2)
        parts = made.since(small, whole[0].at, now, 500)
        assert resample(parts, market, large)[:2] == whole, f"{small} to {large}"


@given(SYMBOLS.filter(lambda s: "/" not in s), st.sampled_from(["1m", "1h", "1d"]), INSTANTS)
@settings(max_examples=40, deadline=None)
def test_shares_trade_in_their_sessions_alone(
    symbol: str, timeframe: Timeframe, now: datetime
) -> None:
    candles = Simulation(7, symbol).latest(timeframe, now, 30)
    first, last = candles[0].at.date(), candles[-1].at.date()
    open_then = sessions(market_of(symbol), first, last)
    assert all(any(s.opens <= c.at < s.closes for s in open_then) for c in candles)


def test_coins_trade_on_Christmas() -> None:
    candles = Simulation(7, "BTC/USD").latest("1h", datetime(2026, 12, 26, tzinfo=UTC), 24)
    assert {candle.at.date().isoformat() for candle in candles} == {"2026-12-25"}


@pytest.mark.parametrize("symbol", ["AAPL", "BTC/USD"])
def test_everything_says_that_it_is_simulated(symbol: str) -> None:
    market = SimulatedMarket(7, clock)
    told = (
        market.price(symbol),
        market.candles(symbol, "1d"),
        market.book(symbol),
        market.fundamentals(symbol),
    )
    assert {(one.origin.source, one.origin.simulated) for one in told} == {("simulated", True)}
    assert all(one.origin.at <= NOW for one in told)


def test_the_price_is_that_of_the_last_minute_and_its_change_that_since_the_close() -> None:
    market = SimulatedMarket(7, clock)
    quote = market.price("AAPL")
    minute = market.candles("AAPL", "1m", 1).candles[-1]
    before = market.candles("AAPL", "1d", 1).candles[-1].close
    assert (quote.price, quote.currency) == (minute.close, "USD")
    assert quote.origin.at == minute.at + timedelta(minutes=1) == NOW
    assert quote.change_percent == round((quote.price / before - 1) * 100, 2)


def test_orders_that_wait_lie_around_the_price() -> None:
    market = SimulatedMarket(7, clock)
    book, price = market.book("AAPL", 5), market.price("AAPL").price
    bids, asks = [p for p, _ in book.bids], [p for p, _ in book.asks]
    assert (len(bids), len(asks)) == (5, 5)
    assert bids == sorted(bids, reverse=True)
    assert asks == sorted(asks)
    assert bids[0] < price < asks[0]


def test_it_ends_with_its_walk_and_says_so() -> None:
    market = SimulatedMarket(7, lambda: datetime(2090, 1, 1, tzinfo=UTC))
    with pytest.raises(MarketFailure, match="2085"):
        market.candles("BTC/USD", "1d")


def test_what_lies_ahead_is_empty() -> None:
    assert SimulatedMarket(7, clock).candles("AAPL", "1d", since=NOW).candles == ()


def test_the_walk_is_Brownian() -> None:
    steps = np.arange(500_000, 700_000)
    path = walk(3, steps)
    for lag in (1, 7, 48):
        moved = path[lag:] - path[:-lag]
        assert abs(moved.var() / lag - 1) < 0.1
        assert abs(np.corrcoef(moved[:-lag], moved[lag:])[0, 1]) < 0.05


def test_a_value_of_the_walk_does_not_depend_on_what_else_is_asked() -> None:
    alone = [walk(3, np.array([step]))[0] for step in (0, 1, 777, 2**LEVELS - 1)]
    together = walk(3, np.array([2**LEVELS - 1, 777, 1, 0]))[::-1]
    assert list(together) == alone


def test_draws_are_evenly_spread() -> None:
    places = np.arange(100_000)
    even, bell = uniform(1, places), normal(1, places)
    assert 0 <= even.min() < even.max() < 1
    assert abs(even.mean() - 0.5) < 0.01
    assert (abs(bell.mean()) < 0.02, abs(bell.std() - 1) < 0.02) == (True, True)


def test_every_timeframe_has_its_candles_at_once() -> None:
    made = Simulation(7, "GGAL")
    assert {len(made.latest(timeframe, NOW, 500)) for timeframe in SPANS} == {500}  # type: ignore[arg-type]
    assert MARKETS["XBUE"] == made.market
