"""What is known of a day at its close: six numbers, each from that day's candle and earlier ones.

Of returns r (log of a close over the one before), σ the spread of the last 20:

- ``return_1``: the day's return, in σ
- ``return_5``: of five days, in σ √5
- ``return_20``: of twenty days, in σ √20
- ``above_mean_20``: log of the close over its mean of 20 days, in σ √20
- ``restlessness``: log of the spread of the last 5 returns over σ
- ``volume``: log of the day's volume over its mean of 20 days; 0 where there is none
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from assistant.packs.trading.market.base import Candle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

NAMES = (
    "return_1",
    "return_5",
    "return_20",
    "above_mean_20",
    "restlessness",
    "volume",
)
WINDOW, SHORT = 20, 5
LEAST = 1e-6
"""A spread of returns below it is none: the price stands still."""


class Days(NamedTuple):
    """``rows`` of a day and what ``outcomes`` became of the next, 1 for a higher close; the last
    row's is not known, so there is one outcome less. ``first`` is the candle of the first row."""

    rows: Array
    outcomes: Array
    first: int


def days_of(candles: Sequence[Candle]) -> Days:
    """Every day that has WINDOW before it."""
    import numpy as np

    closes = np.log(np.array([float(candle.close) for candle in candles]))
    volumes = np.array([float(candle.volume) for candle in candles])
    returns = np.diff(closes)
    if len(returns) < WINDOW:
        return Days(np.zeros((0, len(NAMES))), np.zeros(0), len(candles))
    back = np.lib.stride_tricks.sliding_window_view(returns, WINDOW)  # row n: up to candle n+WINDOW
    sigma = np.maximum(back.std(1), LEAST)
    short = np.maximum(back[:, -SHORT:].std(1), LEAST)
    now = closes[WINDOW:]
    means = np.lib.stride_tricks.sliding_window_view(closes, WINDOW)[1:].mean(1)
    usual = np.lib.stride_tricks.sliding_window_view(volumes, WINDOW)[1:].mean(1)
    traded = (volumes[WINDOW:] > 0) & (usual > 0)
    volume = np.where(
        traded, np.log(np.where(traded, volumes[WINDOW:], 1) / np.where(traded, usual, 1)), 0.0
    )
    rows = np.column_stack(
        [
            returns[WINDOW - 1 :] / sigma,
            back[:, -SHORT:].sum(1) / (sigma * SHORT**0.5),
            back.sum(1) / (sigma * WINDOW**0.5),
            (now - means) / (sigma * WINDOW**0.5),
            np.log(short / sigma),
            volume,
        ]
    )
    return Days(rows, (returns[WINDOW:] > 0).astype(np.float64), WINDOW)
