"""Products with many vectors, and the greatest of them, on one thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]
    Places = NDArray[np.intp]
    Mask = NDArray[np.bool_]


def products(rows: Matrix, vector: Matrix) -> Matrix:
    """``rows @ vector`` on this thread alone: where another program keeps a core busy, BLAS waits
    twenty times longer for its threads than the product takes."""
    import numpy as np

    each: Matrix = np.einsum("ij,j->i", rows, vector)
    return each


def greatest(values: Matrix, limit: int, mask: Mask | None = None) -> Places:
    """Places of the greatest values, of those that ``mask`` allows; in no order."""
    import numpy as np

    if mask is not None:
        values = np.where(mask, values, -np.inf)
    if len(values) <= limit:
        best = np.arange(len(values))
    else:
        best = np.argpartition(values, len(values) - limit)[-limit:]
    places: Places = best[values[best] != -np.inf]
    return places
