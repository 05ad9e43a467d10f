"""The optimiser of what is trained over everything at once (Kingma and Ba, 2015)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
FORGETS_SLOPE, FORGETS_SQUARE = 0.9, 0.99
"""The second is faster than usual: there are few steps, and no noise between them."""


class Adam:
    """``step`` takes a slope and returns what to take off."""

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self._steps = 0
        self._slope: Array | float = 0.0
        self._square: Array | float = 0.0

    def step(self, slope: Array) -> Array:
        self._steps += 1
        self._slope = FORGETS_SLOPE * self._slope + (1 - FORGETS_SLOPE) * slope
        self._square = FORGETS_SQUARE * self._square + (1 - FORGETS_SQUARE) * slope**2
        mean = self._slope / (1 - FORGETS_SLOPE**self._steps)
        spread = np.sqrt(self._square / (1 - FORGETS_SQUARE**self._steps))
        moved: Array = self._rate * mean / (spread + 1e-8)
        return moved
