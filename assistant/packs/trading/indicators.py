"""Technical indicators of a series of candles, by TA-Lib and numpy. Pure.

Every function takes and gives arrays that are as long as the series, NaN where there is no value
yet. Where TA-Lib gives a number for a case without meaning, ours is told here: the RSI of prices
that never moved is 50, neither rising nor falling.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from assistant.packs.trading.market.base import Candle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

Name = Literal["RSI", "MACD", "BB", "SMA", "EMA", "ATR", "VWAP", "OBV", "ADX"]
RSI_PERIOD, BB_PERIOD, ATR_PERIOD, ADX_PERIOD, VWAP_PERIOD = 14, 20, 14, 14, 20
MACD_PERIODS, AVERAGES, DEVIATIONS = (12, 26, 9), (20, 50, 200), 2.0
WARMED_UP = 300
"""Candles after which averages of averages no longer show where they began."""


class Columns(NamedTuple):
    """A series as arrays."""

    highs: Numbers
    lows: Numbers
    closes: Numbers
    volumes: Numbers


def columns(candles: Sequence[Candle]) -> Columns:
    """The candles as arrays of binary fractions."""
    import numpy as np

    rows = [(float(c.high), float(c.low), float(c.close), float(c.volume)) for c in candles]
    table = np.array(rows, np.float64).reshape(-1, 4)
    return Columns(*np.ascontiguousarray(table.T))


def compute(
    candles: Sequence[Candle], names: Sequence[Name] = ()
) -> Mapping[str, Mapping[str, Numbers]]:
    """The lines of each indicator by their names; of all of them without ``names``."""
    of = columns(candles)
    return {name: INDICATORS[name](of) for name in names or INDICATORS}


def rsi(of: Columns) -> Mapping[str, Numbers]:
    """Relative strength index over 14 candles, 0 to 100 (Wilder, New Concepts in Technical Trading
    Systems, 1978)."""
    import numpy as np
    import talib

    found = talib.RSI(of.closes, RSI_PERIOD)
    changes = np.abs(np.diff(of.closes, prepend=of.closes[:1]))
    flat = np.cumsum(changes) == 0
    return {"rsi": np.where(flat & ~np.isnan(found), 50.0, found)}


def macd(of: Columns) -> Mapping[str, Numbers]:
    """Moving average convergence/divergence: EMA 12 less EMA 26, its EMA 9, and how they differ."""
    import talib

    line, signal, histogram = talib.MACD(of.closes, *MACD_PERIODS)
    return {"macd": line, "signal": signal, "histogram": histogram}


def bollinger(of: Columns) -> Mapping[str, Numbers]:
    """Bollinger bands: the mean of 20 closes, and two standard deviations (of a population) around
    it."""
    import talib

    upper, middle, lower = talib.BBANDS(of.closes, BB_PERIOD, DEVIATIONS, DEVIATIONS)
    return {"upper": upper, "middle": middle, "lower": lower}


def sma(of: Columns) -> Mapping[str, Numbers]:
    """Means of the last 20, 50 and 200 closes."""
    import talib

    return {f"sma_{period}": talib.SMA(of.closes, period) for period in AVERAGES}


def ema(of: Columns) -> Mapping[str, Numbers]:
    """Exponential averages with the weight 2 / (period + 1), which begin with a mean."""
    import talib

    return {f"ema_{period}": talib.EMA(of.closes, period) for period in AVERAGES}


def atr(of: Columns) -> Mapping[str, Numbers]:
    """Average true range over 14 candles (Wilder 1978)."""
    import talib

    return {"atr": talib.ATR(of.highs, of.lows, of.closes, ATR_PERIOD)}


def adx(of: Columns) -> Mapping[str, Numbers]:
    """Average directional index over 14 candles, with both directions (Wilder 1978)."""
    import talib

    prices = of.highs, of.lows, of.closes
    return {
        "adx": talib.ADX(*prices, ADX_PERIOD),
        "plus_di": talib.PLUS_DI(*prices, ADX_PERIOD),
        "minus_di": talib.MINUS_DI(*prices, ADX_PERIOD),
    }


def obv(of: Columns) -> Mapping[str, Numbers]:
    """On-balance volume (Granville 1963), beginning with the first candle's volume."""
    import talib

    return {"obv": talib.OBV(of.closes, of.volumes)}


def vwap(of: Columns) -> Mapping[str, Numbers]:
    """Price by volume over the last 20 candles: the sum of (high + low + close) / 3 × volume over
    the sum of volumes; NaN where nothing was traded."""
    import numpy as np

    typical = (of.highs + of.lows + of.closes) / 3
    found = np.full(len(typical), np.nan)
    if len(typical) >= VWAP_PERIOD:
        windows = np.lib.stride_tricks.sliding_window_view
        traded = windows(of.volumes, VWAP_PERIOD).sum(axis=1)
        worth = windows(typical * of.volumes, VWAP_PERIOD).sum(axis=1)
        there = traded > 0
        found[VWAP_PERIOD - 1 :][there] = worth[there] / traded[there]
    return {"vwap": found}


INDICATORS: Mapping[Name, Callable[[Columns], Mapping[str, Numbers]]] = {
    "RSI": rsi,
    "MACD": macd,
    "BB": bollinger,
    "SMA": sma,
    "EMA": ema,
    "ATR": atr,
    "VWAP": vwap,
    "OBV": obv,
    "ADX": adx,
}
