"""What the rest of the program asks of an embedder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]


class Embedder(Protocol):
    """Turns texts into unit vectors. Deterministic; loads its model on first use or ``warm_up``."""

    @property
    def name(self) -> str:
        """Identity stored beside each vector: model and revision. Another name, other vectors."""

    @property
    def dimensions(self) -> int: ...

    def embed(self, texts: Sequence[str]) -> Matrix:
        """float32 of shape (len(texts), dimensions), rows of unit length (zeros for blank text)."""

    def calibrate(self, cosine: float) -> float:
        """That cosine on SPEC's scale, 0–1, where unrelated is near 0 and a paraphrase near 1."""

    def warm_up(self) -> None:
        """Start loading in a thread and return at once; ``embed`` waits for it."""
