"""What trained files share: lists of names among their arrays, and shares of belief."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Letters = NDArray[np.uint8]
    Matrix = NDArray[np.float32]
    Places = NDArray[np.intp]
    Mask = NDArray[np.bool_]


def listed(names: Iterable[str]) -> Letters:
    """Names, none of which holds a line break, as one array of bytes."""
    import numpy as np

    return np.frombuffer("\n".join(names).encode(), np.uint8)


def names(array: NDArray[Any]) -> Sequence[str]:
    """What was ``listed``, in its order."""
    return array.tobytes().decode().split("\n") if array.size else []


def logit(share: float, least: float = 1e-4) -> float:
    """Of a share, which counts as ``least`` from 0 and from 1 at least."""
    share = min(max(share, least), 1 - least)
    return math.log(share / (1 - share))


def softmax(logits: NDArray[Any]) -> Matrix:
    """Shares of the last axis."""
    import numpy as np

    shares = np.exp(logits - logits.max(-1, keepdims=True))
    shares /= shares.sum(-1, keepdims=True)
    found: Matrix = shares.astype(np.float32, copy=False)
    return found


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
