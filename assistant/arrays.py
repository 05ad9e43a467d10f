"""What trained files share: lists of names among their arrays, and shares of belief."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Letters = NDArray[np.uint8]
    Matrix = NDArray[np.float32]


def listed(names: Iterable[str]) -> Letters:
    """Names, none of which holds a line break, as one array of bytes."""
    import numpy as np

    return np.frombuffer("\n".join(names).encode(), np.uint8)


def names(array: NDArray[Any]) -> Sequence[str]:
    """What was ``listed``, in its order."""
    return array.tobytes().decode().split("\n")


def softmax(logits: NDArray[Any]) -> Matrix:
    """Shares of the last axis."""
    import numpy as np

    shares = np.exp(logits - logits.max(-1, keepdims=True))
    shares /= shares.sum(-1, keepdims=True)
    found: Matrix = shares.astype(np.float32, copy=False)
    return found
