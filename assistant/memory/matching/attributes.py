"""What a sentence is about: "vivo en Lima" and "me mudé a Quito" are both about the home.

The kinds and sentences that teach them are in ``training/data/plan/attributes.txt``. Two facts of
one kind cannot both hold, unless the kind admits many values (languages, pets, allergies).
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from assistant.arrays import softmax
from assistant.resources import data_path

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]
    Vector = NDArray[np.float32]

_LEAST = 0.2
"""Share of all kinds together below which a text is taken to be about none."""


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
