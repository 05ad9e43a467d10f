"""The vectors of a turn's texts, embedded once however many policies look at them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from assistant.embedding.base import Embedder

if TYPE_CHECKING:
    from assistant.embedding.base import Matrix

KEPT = 512
"""Texts whose vectors are remembered: a megabyte, some twenty turns."""
LONGEST = 2000
"""Longer texts are embedded each time."""


class Remembering:
    """An Embedder that remembers its latest vectors."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._vectors: OrderedDict[str, Matrix] = OrderedDict()

    @property
    def name(self) -> str:
        return self._embedder.name

    @property
    def dimensions(self) -> int:
        return self._embedder.dimensions

    def embed(self, texts: Sequence[str]) -> Matrix:
        import numpy as np

        missing = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        new = dict(zip(missing, self._embedder.embed(missing), strict=True)) if missing else {}
        rows = [new[text] if text in new else self._vectors[text] for text in texts]
        for text, vector in new.items():
            if len(text) <= LONGEST:
                self._vectors[text] = vector
        while len(self._vectors) > KEPT:
            self._vectors.popitem(last=False)
        return np.stack(rows) if rows else self._embedder.embed([])

    def calibrate(self, cosine: float) -> float:
        return self._embedder.calibrate(cosine)

    def warm_up(self) -> None:
        self._embedder.warm_up()
