"""From an embedder's own cosines to SPEC's scale: unrelated near 0, a paraphrase near 1."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

Curve = Sequence[tuple[float, float]]
"""Points (cosine, value), both rising; straight lines between them."""


def interpolate(curve: Curve, cosine: float) -> float:
    """The curve's value at ``cosine``, held constant beyond its ends. Monotone, in [0, 1]."""
    if not cosine > curve[0][0]:  # also for a cosine that is not a number
        return curve[0][1]
    if cosine >= curve[-1][0]:
        return curve[-1][1]
    right = bisect_right(curve, cosine, key=lambda point: point[0])
    (x0, y0), (x1, y1) = curve[right - 1], curve[right]
    return y0 + (y1 - y0) * (cosine - x0) / (x1 - x0)
