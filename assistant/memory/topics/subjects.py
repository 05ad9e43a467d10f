"""Which subjects a text is about: a softmax over its vector."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from assistant.arrays import softmax

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]
    Matrix = NDArray[np.float32]

TINY = 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class Subjects:
    """``weights`` (subjects, dimensions) and ``bias`` give each subject's logit.

    ``sides`` says for each subject whether it is life (0), work (1), small talk (2) or mere
    courtesy (3), which is on no side.
    """

    weights: Matrix
    bias: Vector
    sides: NDArray[np.int8]

    def shares(self, vectors: Matrix) -> Matrix:
        """Probability of each subject, a row for each vector."""
        return softmax(vectors @ self.weights.T + self.bias)

    def work(self, shares: Vector) -> float:
        """How much of it lies on the working side of the line (0–1)."""
        return float(shares[self.sides == 1].sum())

    def lean(self, shares: Matrix) -> float:
        """Above 0 where work outweighs life, all rows together; small talk is on neither side."""
        return float(shares[:, self.sides == 1].sum() - shares[:, self.sides == 0].sum())

    def small_talk(self, vectors: Matrix) -> float:
        """How much of it is people talking about themselves (0–1), courtesies apart."""
        shares = self.shares(vectors)
        talk, courtesy = (float(shares[:, self.sides == side].sum()) for side in (2, 3))
        return talk / (len(vectors) - courtesy + TINY)
