"""Lists of names among the arrays of a trained file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Letters = NDArray[np.uint8]


def listed(names: Iterable[str]) -> Letters:
    """Names, none of which holds a line break, as one array of bytes."""
    import numpy as np

    return np.frombuffer("\n".join(names).encode(), np.uint8)


def names(array: NDArray[Any]) -> Sequence[str]:
    """What was ``listed``, in its order."""
    return array.tobytes().decode().split("\n")
