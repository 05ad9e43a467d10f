"""From an embedder's own cosines to SPEC's scale: unrelated near 0, a paraphrase near 1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from assistant.resources import lines_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Scale:
    """A straight line between two cosines, held at its ends."""

    unrelated: float
    """The mean cosine of sentences that have nothing to do with each other: 0."""
    same: float
    """The mean cosine of paraphrases: 1."""

    def place(self, cosine: float) -> float:
        """Monotone, in [0, 1]; 0 for what is not a number."""
        value = (cosine - self.unrelated) / (self.same - self.unrelated)
        return min(1.0, max(0.0, value)) if value == value else 0.0


def paraphrases() -> list[tuple[str, str]]:
    """The pairs of ``data/embedding/scale.txt``, Spanish and English."""
    pairs = [line.split(" | ") for line in lines_of("embedding", "scale.txt")]
    return [(left, right) for left, right in pairs]


def measure(embed: Callable[[Sequence[str]], Matrix]) -> Scale:
    """The scale of an embedder, from the paraphrases and everything across them."""
    import numpy as np

    pairs = paraphrases()
    left, right = embed([a for a, _ in pairs]), embed([b for _, b in pairs])
    cosines = left @ right.T
    across = cosines[~np.eye(len(pairs), dtype=bool)]
    unrelated, same = float(across.mean()), float(cosines.diagonal().mean())
    return Scale(unrelated, max(same, unrelated + 0.05))
