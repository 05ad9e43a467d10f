"""What an embedder tells about texts: how like they are, and what they are about."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from assistant.arrays import softmax
from assistant.embedding.base import Embedder
from assistant.resources import data_path

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]
    Vector = NDArray[np.float32]

_PARTS = re.compile(r"[,;:.()]\s|\s[-–—]\s|\s(?:y|and|but|pero|so|así que|asi que|que)\s")
_LEAST = 0.2
"""Share of all kinds together below which a text is taken to be about none."""


class Meaning:
    """What an embedder knows about the texts of one message; without an embedder, nothing.

    ``calibrate`` and ``name`` are the embedder's: cosines onto 0–1, unrelated near 0, a paraphrase
    near 1; and which it is. Each text is embedded once.
    """

    def __init__(
        self,
        embed: Callable[[Sequence[str]], Matrix] | None = None,
        calibrate: Callable[[float], float] = lambda cosine: cosine,
        name: str = "",
    ) -> None:
        self._embed = embed
        self._calibrate = calibrate
        self._name = name
        self._vectors: dict[str, Vector] = {}
        self._shares: dict[str, Vector] = {}

    @classmethod
    def of(cls, embedder: Embedder) -> Meaning:
        """What this embedder knows."""
        return cls(embedder.embed, embedder.calibrate, embedder.name)

    @property
    def known(self) -> bool:
        """Whether there is an embedder at all."""
        return self._embed is not None

    def learn(self, texts: Iterable[str]) -> None:
        """Embed several texts at once: cheaper than one by one when ``likeness`` asks for them."""
        missing = [text for text in dict.fromkeys(texts) if text and text not in self._vectors]
        if self._embed and missing:
            self._vectors.update(zip(missing, self._embed(missing), strict=True))

    def give(self, text: str, vector: Vector) -> None:
        """Take a vector that is known already (a stored fact's)."""
        self._vectors[text] = vector

    def vector(self, text: str) -> Vector | None:
        """The unit vector of a text, None without an embedder."""
        self.learn([text])
        return self._vectors.get(text)

    def likeness(self, one: str, other: str) -> float:
        """0–1; 0 for an empty text or without an embedder."""
        if not one or not other:
            return 0.0
        self.learn([one, other])
        if one not in self._vectors or other not in self._vectors:
            return 0.0
        return self._calibrate(float(self._vectors[one] @ self._vectors[other]))

    def same_attribute(self, one: str, other: str) -> tuple[float, float]:
        """Belief that two texts are about the same attribute: of one value, of many values.

        (0, 0) for an embedder that none was trained for.
        """
        known, said = self._about(one), self._about(other)
        attributes = load_attributes(self._name)
        if attributes is None or known is None or said is None:
            return 0.0, 0.0
        return attributes.agree(known, said)

    def _about(self, text: str) -> Vector | None:
        """The shares of the attributes in a text."""
        attributes, vector = load_attributes(self._name), self.vector(text)
        if attributes is None or vector is None:
            return None
        if text not in self._shares:
            self._shares[text] = attributes.shares(vector)
        return self._shares[text]


def parts_of(said: str) -> list[str]:
    """The pieces of a sentence between commas and conjunctions."""
    return [part.strip() for part in _PARTS.split(said) if part and len(part.strip()) > 3]


class Attributes(NamedTuple):
    """A softmax over the kinds and "none of them", which comes first. ``weights`` has a row for
    each dimension and, last, the bias; ``single`` is 1 for a kind of one value, ``many`` of many.
    """

    weights: Matrix
    single: Vector
    many: Vector

    def shares(self, vector: Vector) -> Vector:
        """How much a text is about each kind, from its unit vector."""
        return softmax(vector @ self.weights[:-1] + self.weights[-1])

    def agree(self, known: Vector, said: Vector) -> tuple[float, float]:
        """Belief that two texts are about the same kind: one of a single value, one of many.

        What is ``said`` is about some kind: in "se corrió al martes" only the rest of the talk
        tells which, so that "none of them" has no say there.
        """
        both = known * said / max(_LEAST, 1 - float(said[0]))
        return float(both @ self.single), float(both @ self.many)


@cache
def load_attributes(embedder: str) -> Attributes | None:
    """The weights for the embedder of that name (its model, not the revision), if there are any."""
    path = data_path("plan", f"attributes-{embedder.partition('/')[0]}.npz")
    if not embedder or not path.exists():
        return None
    import numpy as np

    with np.load(path) as stored:
        weights, many = stored["weights"].astype(np.float32), stored["many"].astype(np.float32)
    single = 1 - many
    single[0] = 0.0
    return Attributes(weights, single, many)
