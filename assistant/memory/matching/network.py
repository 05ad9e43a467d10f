"""What a statement is to a fact, by the words of both where they stand: a small network.

Signs know words that are the same, or listed; that "the Corolla went to a gentleman from Madina"
ends "I drive a Corolla" only meaning tells. Two layers over what the lower layers of the reader's
encoder make of both texts, beside the signs. It costs milliseconds for each new text, so it is
asked about the facts alone that a statement most likely bears on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from assistant.arrays import names
from assistant.resources import data_path

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from assistant.reader.encoder import Arrays, Matrix

HEADS = 4
_EPSILON = 1e-5


class Network:
    """Made from the arrays of its file (``training/relation_network.py``)."""

    def __init__(self, arrays: Arrays) -> None:
        import numpy as np

        from assistant.reader.encoder import Layer

        self.signs = tuple(names(arrays["signs"]))
        self._of = {
            name: array.astype(np.float32)
            for name, array in arrays.items()
            if name != "signs" and not name.startswith("layer.")
        }
        count = sum(name.startswith("affinity.") for name in arrays)
        self._layers = [Layer(arrays, f"layer.{n}", HEADS) for n in range(count)]

    def logits(self, known: Matrix, said: Matrix, signs: Mapping[str, float]) -> Matrix:
        """Of same, changed and other, from the states of a fact's and a statement's pieces."""
        import numpy as np

        from assistant.reader.encoder import normalised
        from assistant.reader.joint import unit

        rows = (np.concatenate([known, said]) - self._of["mean"]) / self._of["spread"]
        of = np.repeat((0, 1), (len(known), len(said)))
        alike = unit(rows) @ unit(rows).T
        apart = of[:, None] != of[None, :]
        seen = self._apply("down", rows) + self._of["kind"][of]
        seen = seen + self._apply("near", _nearness(alike, apart))
        seen = normalised(seen, self._of["first.scale"], self._of["first.shift"], _EPSILON)
        relations = np.where(apart, np.where(of[:, None] == 0, 1, 2), 0)
        for n, layer in enumerate(self._layers):
            closeness = self._of[f"closeness.{n}"][:, None, None]
            affinity = self._of[f"affinity.{n}"][:, relations] + closeness * alike
            seen = layer(seen, affinity, _EPSILON)
        given = np.array([signs[name] for name in self.signs], np.float32) / self._of["sizes"]
        return self._judged(seen[of == 0], seen[of == 1], given)

    def _judged(self, known: Matrix, said: Matrix, signs: Matrix) -> Matrix:
        import numpy as np

        means = known.mean(0), said.mean(0)
        told = [means[0], known.max(0), means[1], said.max(0)]
        told += [means[0] * means[1], np.abs(means[0] - means[1]), signs]
        inner = np.maximum(self._apply("in", np.concatenate(told)), 0)
        return self._apply("out", inner) + self._apply("beside", signs)

    def _apply(self, name: str, x: Matrix) -> Matrix:
        applied: Matrix = x @ self._of[f"{name}.weight"].T + self._of[f"{name}.bias"]
        return applied


def _nearness(alike: Matrix, apart: NDArray[np.bool_]) -> Matrix:
    """Of each piece how like the two are that are most like it in the other text, and how well its
    neighbours are met there."""
    import numpy as np

    two = np.sort(np.where(apart, alike, -1), axis=1)[:, :-3:-1]
    best = np.pad(two[:, 0], 1)
    around = (best[:-2] + best[1:-1] + best[2:]) / 3
    near: Matrix = np.concatenate([two, around[:, None]], 1)
    return near


@cache
def network() -> Network:
    """The one that is shipped."""
    import numpy as np

    with np.load(data_path("plan", "relation.npz"), allow_pickle=False) as arrays:
        return Network({name: arrays[name] for name in arrays.files})


def look_at(texts: Sequence[str]) -> None:
    """Read several texts at once: cheaper than one by one when they are compared."""
    from assistant.reader import reader

    reader().lower_states(texts)


def relation_logits(fact: str, said: str, signs: Mapping[str, float]) -> Matrix:
    """``Network.logits`` of two texts, by the network that is shipped."""
    from assistant.reader import reader

    known, told = reader().lower_states((fact, said))
    return network().logits(known, told, signs)
