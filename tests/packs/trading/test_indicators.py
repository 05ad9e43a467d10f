"""Indicators: equal to what was published where there is such, and to their definitions."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.packs.trading.indicators import INDICATORS, Columns, Name, columns, compute
from assistant.packs.trading.market.base import Candle
from assistant.packs.trading.market.simulation import Simulation

pytest.importorskip("talib")
NOW = datetime(2026, 3, 4, 15, 30, tzinfo=UTC)


def of_closes(closes: list[float]) -> Columns:
    values = np.array(closes)
    return Columns(values, values, values, np.ones(len(values)))


# The worked example of StockCharts' ChartSchool for the RSI of 14 days (Wilder's smoothing).
RSI_CLOSES = [
    *(44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826),
    *(45.8931, 46.0328, 45.6140, 46.2820, 46.2820, 46.0028, 46.0328, 46.4116, 46.2222, 45.6439),
    *(46.2122, 46.2521, 45.7137, 46.4515, 45.7835, 45.3548, 44.0288, 44.1783, 44.2181, 44.5672),
    *(43.4205, 42.6628, 43.1314),
]
RSI = [
    *(70.53, 66.32, 66.55, 69.41, 66.36, 57.97, 62.93, 63.26, 56.06, 62.38),
    *(54.71, 50.42, 39.99, 41.46, 41.87, 45.46, 37.30, 33.08, 37.77),
]


def test_RSI_is_the_published_one() -> None:
    found = INDICATORS["RSI"](of_closes(RSI_CLOSES))["rsi"]
    assert np.isnan(found[:14]).all()
    assert found[14:] == pytest.approx(RSI, abs=0.01)


# The same source's example for averages of 10 days.
AVERAGED = [
    *(22.27, 22.19, 22.08, 22.17, 22.18, 22.13, 22.23, 22.43, 22.24, 22.29, 22.15, 22.39, 22.38),
    *(22.61, 23.36, 24.05, 23.75, 23.83, 23.95, 23.63),
]
SMA = [22.22, 22.21, 22.23, 22.26, 22.30, 22.42, 22.61, 22.77, 22.91, 23.08, 23.21]
EMA = [22.22, 22.21, 22.24, 22.27, 22.33, 22.52, 22.80, 22.97, 23.13, 23.28, 23.34]


def test_averages_are_the_published_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    from assistant.packs.trading import indicators

    monkeypatch.setattr(indicators, "AVERAGES", (10,))
    of = of_closes(AVERAGED)
    assert INDICATORS["SMA"](of)["sma_10"][9:] == pytest.approx(SMA, abs=0.011)
    assert INDICATORS["EMA"](of)["ema_10"][9:] == pytest.approx(EMA, abs=0.011)


@pytest.fixture(scope="module")
def series() -> list[Candle]:
    return Simulation(7, "AAPL").latest("1d", NOW, 300)


@pytest.fixture(scope="module")
def of(series: list[Candle]) -> Columns:
    return columns(series)


def ema(values: np.ndarray, period: int) -> list[float]:
    """By its definition: it begins with a mean."""
    found = [float(values[:period].mean())]
    for value in values[period:]:
        found.append(found[-1] + 2 / (period + 1) * (value - found[-1]))
    return found


def wilder(values: np.ndarray, period: int) -> list[float]:
    found = [float(values[:period].mean())]
    for value in values[period:]:
        found.append((found[-1] * (period - 1) + value) / period)
    return found


def test_MACD_is_the_difference_of_two_averages(of: Columns) -> None:
    found = INDICATORS["MACD"](of)
    line = found["macd"] - found["signal"]
    assert found["histogram"] == pytest.approx(line, nan_ok=True)
    difference = ema(of.closes, 12)[-1] - ema(of.closes, 26)[-1]
    assert found["macd"][-1] == pytest.approx(difference, rel=1e-6)


def test_Bollinger_bands_are_two_deviations_from_the_mean(of: Columns) -> None:
    found = INDICATORS["BB"](of)
    last = of.closes[-20:]
    assert found["middle"][-1] == pytest.approx(last.mean())
    assert found["upper"][-1] == pytest.approx(last.mean() + 2 * last.std())
    assert found["lower"][-1] == pytest.approx(last.mean() - 2 * last.std())
    assert INDICATORS["SMA"](of)["sma_20"] == pytest.approx(found["middle"], nan_ok=True)


def test_EMA_weighs_by_its_definition(of: Columns) -> None:
    assert INDICATORS["EMA"](of)["ema_50"][49:] == pytest.approx(ema(of.closes, 50))


def test_ATR_is_the_smoothed_true_range(of: Columns) -> None:
    before = of.closes[:-1]
    ranges = np.maximum(of.highs[1:], before) - np.minimum(of.lows[1:], before)
    assert INDICATORS["ATR"](of)["atr"][14:] == pytest.approx(wilder(ranges, 14))


def test_OBV_adds_the_volume_of_what_rises(of: Columns) -> None:
    signs = np.sign(np.diff(of.closes))
    expected = of.volumes[0] + np.concatenate(([0], np.cumsum(signs * of.volumes[1:])))
    assert INDICATORS["OBV"](of)["obv"] == pytest.approx(expected)


def test_VWAP_is_price_by_volume(of: Columns) -> None:
    typical = (of.highs + of.lows + of.closes)[-20:] / 3
    weighed = (typical * of.volumes[-20:]).sum() / of.volumes[-20:].sum()
    found = INDICATORS["VWAP"](of)["vwap"]
    assert found[-1] == pytest.approx(weighed)
    assert np.isnan(found[:19]).all()


def test_VWAP_of_nothing_traded_is_none() -> None:
    flat = np.full(30, 10.0)
    assert np.isnan(INDICATORS["VWAP"](Columns(flat, flat, flat, np.zeros(30)))["vwap"]).all()


def test_ADX_is_high_in_a_trend_and_points_up() -> None:
    rising = np.arange(1.0, 101.0)
    found = INDICATORS["ADX"](Columns(rising + 1, rising - 1, rising, np.ones(100)))
    assert found["adx"][-1] == pytest.approx(100)
    assert found["plus_di"][-1] > 40
    assert found["minus_di"][-1] == 0


def test_RSI_of_prices_that_never_move_is_fifty() -> None:
    found = INDICATORS["RSI"](of_closes([10.0] * 30))["rsi"]
    assert found[14:] == pytest.approx(50)
    assert INDICATORS["RSI"](of_closes([10.0] * 20 + [11.0]))["rsi"][-1] == 100


@pytest.mark.parametrize("name", list(INDICATORS))
@pytest.mark.parametrize("count", [0, 1, 2, 13, 26, 40])
def test_a_short_series_has_no_value_yet(series: list[Candle], name: Name, count: int) -> None:
    for line in compute(series[:count], [name])[name].values():
        assert len(line) == count


PRICES = st.lists(st.integers(1, 10_000).map(lambda n: n / 100), min_size=30, max_size=60)


@given(PRICES)
@settings(max_examples=40, deadline=None)
def test_RSI_lies_between_0_and_100_and_bands_around_their_middle(closes: list[float]) -> None:
    of = of_closes(closes)
    rsi = INDICATORS["RSI"](of)["rsi"][14:]
    assert ((rsi >= -1e-9) & (rsi <= 100 + 1e-9)).all()
    bands = INDICATORS["BB"](of)
    assert (bands["lower"][19:] <= bands["middle"][19:] + 1e-9).all()
    assert (bands["middle"][19:] <= bands["upper"][19:] + 1e-9).all()


@given(PRICES)
@settings(max_examples=20, deadline=None)
def test_indicators_know_nothing_of_what_comes(closes: list[float]) -> None:
    """A value does not change when candles are added behind it."""
    start = datetime(2026, 1, 1, tzinfo=UTC)
    candles = [
        Candle(start + timedelta(hours=n), *(Decimal(str(c)),) * 4, Decimal(1))
        for n, c in enumerate(closes)
    ]
    whole, part = compute(candles), compute(candles[:-5])
    for name, lines in part.items():
        for line, values in lines.items():
            assert values == pytest.approx(whole[name][line][:-5], nan_ok=True, abs=1e-9)
