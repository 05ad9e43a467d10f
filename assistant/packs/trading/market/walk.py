"""A random walk that can be looked at anywhere: the numbers behind the simulated market. Pure.

The walk is Brownian motion by the construction of Lévy (midpoint displacement): twenty-one times an
interval is halved, and its middle is drawn for that interval alone, around the mean of its ends. So
a stretch costs the same wherever it lies and never depends on what else was asked for. Draws are a
hash (the finaliser of SplitMix64) of key, level and place, in whole numbers: the same on every
machine.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
    Whole = NDArray[np.int64]

LEVELS = 21
"""2 ** 21 steps: 119 years of half hours."""
FREE_LEVELS = 16
"""The variance of larger intervals grows no further (2 ** 16 half hours are 3.7 years): prices stay
in a range that people know."""


def key_of(*parts: object) -> int:
    """A whole number of 64 bits for a seed, a symbol and whatever else tells draws apart."""
    return int.from_bytes(sha256("\0".join(map(str, parts)).encode()).digest()[:8], "big")


def uniform(key: int, places: Whole) -> Numbers:
    """A draw from 0 to below 1 for each place."""
    import numpy as np

    drawn: Numbers = (_hash(key, places) >> np.uint64(11)).astype(np.float64)
    return drawn * 2.0**-53


def normal(key: int, places: Whole) -> Numbers:
    """A draw with mean 0 and variance 1 for each place: the sum of four uniform ones, so that none
    is beyond 3.5."""
    import numpy as np

    bits = _hash(key, places)
    total = np.zeros(len(places), np.int64)
    for shift in (0, 16, 32, 48):
        total += ((bits >> np.uint64(shift)) & np.uint64(0xFFFF)).astype(np.int64)
    scaled: Numbers = (total - 131_070) / 37_837.2  # 4 × 65,535 / 2; the root of 4 × 65,536² / 12
    return scaled


def walk(key: int, steps: Whole) -> Numbers:
    """The walk's value after so many steps (0 to 2 ** LEVELS, in any order); its increment over one
    step has variance 1."""
    import numpy as np

    if not len(steps):
        return np.zeros(0)
    lowest, highest = int(steps.min()), int(steps.max())
    first, values = 0, np.zeros(2)  # at knots 2 ** LEVELS steps apart, from the knot ``first`` on
    for level in range(LEVELS, 0, -1):
        intervals = np.arange(first, first + len(values) - 1)
        finer = np.empty(2 * len(values) - 1)
        finer[::2] = values
        finer[1::2] = (values[:-1] + values[1:]) / 2
        finer[1::2] += _height(level) * normal(key + level, intervals)
        start = (lowest >> (level - 1)) - 2 * first
        values = finer[start : (highest >> (level - 1)) + 2 - 2 * first]
        first = 2 * first + start
    found: Numbers = values[steps - first]
    return found


def _height(level: int) -> float:
    """The standard deviation of the middle of an interval beside its ends."""
    return float((2.0 ** min(level, FREE_LEVELS) / 4) ** 0.5)


def _hash(key: int, places: Whole) -> NDArray[Any]:
    import numpy as np

    bits = places.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(key % 2**64)
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))
