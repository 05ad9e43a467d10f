"""Whether a sentence could open a conversation: a logistic over its vector alone.

"What do otters eat" stands on its own; "how big" or "my oven has no steam" answer to something.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Opener:
    """``weights`` (dimensions) and ``bias`` were trained on ``training/data/topics``."""

    weights: Vector
    bias: float

    def logit(self, vector: Vector) -> float:
        """Above 0 where it opens more likely than it goes on."""
        return float(vector @ self.weights) + self.bias
