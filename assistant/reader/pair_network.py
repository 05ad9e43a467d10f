"""What a text is to those that were there before it: a small network over the words of all of them.

Two layers over what the lower layers of the reader's encoder make of the words, in which the texts
see one another, beside signs that the caller read in them. Of each word it is known how well it is
met on the other side. ``training/pair_network.py`` is the same in torch, and makes the arrays.
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


class PairNetwork:
    """Made from the arrays of its file."""

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

    def logits(
        self, known: Sequence[Matrix | None], said: Matrix, signs: Mapping[str, float]
    ) -> Matrix:
        """Of each label it was taught. ``known``: the states of what was there before, each of its
        own kind in the order in which it was taught, None where there is none of that kind."""
        import numpy as np

        from assistant.reader.encoder import normalised
        from assistant.reader.joint import unit

        texts = [(kind, rows) for kind, rows in enumerate((*known, said)) if rows is not None]
        rows = np.concatenate([rows for _, rows in texts])
        rows = (rows - self._of["mean"]) / self._of["spread"]
        kinds = np.repeat([kind for kind, _ in texts], [len(rows) for _, rows in texts])
        is_said = kinds == len(known)
        alike = unit(rows) @ unit(rows).T
        apart = is_said[:, None] != is_said
        seen = self._apply("down", rows) + self._of["kind"][kinds]
        seen = seen + self._apply("near", nearness(alike, apart))
        seen = normalised(seen, self._of["first.scale"], self._of["first.shift"], _EPSILON)
        relations = np.where(apart, np.where(is_said[:, None], 2, 1), 0)
        for n, layer in enumerate(self._layers):
            closeness = self._of[f"closeness.{n}"][:, None, None]
            affinity = self._of[f"affinity.{n}"][:, relations] + closeness * alike
            seen = layer(seen, affinity, _EPSILON)
        given = np.array([signs[name] for name in self.signs], np.float32)
        given = (given - self._of["middles"]) / self._of["sizes"]
        return self._judged(seen[~is_said], seen[is_said], given)

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


def nearness(alike: Matrix, apart: NDArray[np.bool_]) -> Matrix:
    """Of each piece how like the two are that are most like it on the other side, and how well its
    neighbours are met there."""
    import numpy as np

    two = np.sort(np.where(apart, alike, -1), axis=1)[:, :-3:-1]
    best = np.pad(two[:, 0], 1)
    around = (best[:-2] + best[1:-1] + best[2:]) / 3
    near: Matrix = np.concatenate([two, around[:, None]], 1)
    return near


@cache
def pair_network(*parts: str) -> PairNetwork:
    """The one whose arrays stand in that file of ``data``."""
    import numpy as np

    with np.load(data_path(*parts), allow_pickle=False) as arrays:
        return PairNetwork({name: arrays[name] for name in arrays.files})


def mean_logits(
    folder: str,
    files: Sequence[str],
    known: Sequence[Matrix | None],
    said: Matrix,
    signs: Mapping[str, float],
) -> Matrix:
    """The mean of what several networks of a folder of ``data`` say: trainings differ by chance."""
    import numpy as np

    each = (pair_network(folder, file).logits(known, said, signs) for file in files)
    mean: Matrix = np.mean([*each], axis=0, dtype=np.float32)
    return mean
