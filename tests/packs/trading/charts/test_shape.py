"""What pictures of candles share."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.packs.trading.charts.shape import PERIOD, drawn, moving_average, span
from tests.packs.trading.samples import candles


@given(count=st.integers(1, 700), most=st.integers(1, 120))
def test_however_little_room_nothing_of_the_market_is_lost(count: int, most: int) -> None:
    given_, shown = candles(count), drawn(candles(count), most)
    assert 1 <= len(shown.candles) <= most
    assert len(shown.averages) == len(shown.candles)
    assert shown.low == min(c.low for c in given_)
    assert shown.high == max(c.high for c in given_)
    assert shown.candles[0].open == given_[0].open
    assert shown.candles[-1].close == given_[-1].close
    assert sum(c.volume for c in shown.candles) == sum(c.volume for c in given_)
    assert all(c.low <= min(c.open, c.close) for c in shown.candles)
    assert all(c.high >= max(c.open, c.close) for c in shown.candles)


def test_the_average_is_the_mean_of_the_last_closes() -> None:
    values = [Decimal(n) for n in range(40)]
    found = moving_average(values)
    assert found[: PERIOD - 1] == [None] * (PERIOD - 1)
    assert found[PERIOD - 1] == sum(values[:PERIOD]) / PERIOD
    assert found[-1] == sum(values[-PERIOD:]) / PERIOD


def test_merging_candles_does_not_merge_the_average() -> None:
    given_ = candles(200)
    closes = [c.close for c in given_]
    assert drawn(given_, 10).averages[-1] == sum(closes[-PERIOD:]) / PERIOD


@pytest.mark.parametrize("price", ["0", "5", "0.00000012"])
def test_prices_that_do_not_move_get_some_room(price: str) -> None:
    low, high = span(Decimal(price), Decimal(price))
    assert low < Decimal(price) < high
