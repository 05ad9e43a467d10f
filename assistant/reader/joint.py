"""A message and facts side by side: which of the facts the message means, and what it wants.

Words of the message see those of the facts and the facts see one another, so that two that are
alike are told apart, the newer of two is known, and several that belong together are found.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from assistant.reader.encoder import Layer, normalised

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from assistant.reader.encoder import Arrays, Matrix

HEADS = 6
ORDERED = 12
"""Places in the order of telling that are told apart, from the newest."""
_EPSILON = 1e-5
_LEAST = 1e-12
_USUAL = 0.85
"""Likeness of two texts of the encoder that have little to do with one another."""
_NOTHING = -9.0


class Joint:
    """Made from the arrays of its file."""

    def __init__(self, arrays: Arrays) -> None:
        import numpy as np

        self._of = {
            name.removeprefix("joint."): array.astype(np.float32)
            for name, array in arrays.items()
            if name.startswith("joint.") and not name.endswith((".values", ".scales"))
        }
        count = sum(name.endswith(".affinity") for name in self._of)
        self._layers = [Layer(arrays, f"joint.layer.{n}", HEADS) for n in range(count)]

    def read(self, rows: Matrix, lengths: Sequence[int]) -> tuple[Matrix, Matrix]:
        """Logits (facts, 3) of each fact and (8,) of the message, the last that it asks for
        more than one fact. ``rows``: of the message, then of each fact, oldest first, as the
        encoder gives them.
        """
        import numpy as np

        texts = np.repeat(np.arange(len(lengths)), lengths)
        centred = rows - self._of["mean"]
        alike = _unit(centred) @ _unit(centred).T
        seen = self._entered(centred, texts, alike)
        relations = _relations(texts)
        for n, layer in enumerate(self._layers):
            closeness = self._of[f"layer.{n}.closeness"][:, None, None]
            affinity = self._of[f"layer.{n}.affinity"][:, relations] + closeness * alike
            seen = layer(seen, affinity, _EPSILON)
        return self._judged(rows, seen, texts)

    def _entered(self, centred: Matrix, texts: NDArray[np.int64], alike: Matrix) -> Matrix:
        """Each word with what stands nearest to it in the other texts, and its text's place."""
        import numpy as np

        asked = texts == 0
        same = texts[:, None] == texts[None, :]
        elsewhere = ~same & ~asked[None, :]
        met = (asked[None, :] & ~asked[:, None], elsewhere, asked[:, None] & ~asked[None, :])
        nearest = np.stack([np.where(each, alike, -1).max(1) for each in met], -1)
        places = (texts.max() - texts).clip(0, ORDERED - 1)
        entered = self._apply("down", centred) + self._of["kind"][(~asked).astype(int)]
        entered = entered + self._of["order"][places] * (~asked)[:, None]
        entered = entered + self._apply("nearest", nearest.astype(np.float32))
        return normalised(entered, self._of["first.scale"], self._of["first.shift"], _EPSILON)

    def _judged(
        self, rows: Matrix, seen: Matrix, texts: NDArray[np.int64]
    ) -> tuple[Matrix, Matrix]:
        import numpy as np

        count = int(texts.max())
        of = [texts == n for n in range(count + 1)]
        mean = np.stack([seen[each].mean(0) for each in of])
        most = np.stack([seen[each].max(0) for each in of])
        whole = _unit(np.stack([rows[each].sum(0) for each in of]))
        alike = whole[1:] @ whole[0]
        first, second = np.sort(np.append(alike, -1.0))[::-1][:2]
        near = np.stack([(alike - _USUAL) * 10, (alike - first) * 20], -1)
        leads = np.stack([(alike == first).astype(np.float32), (alike - second) * 20], -1)
        asked = np.broadcast_to(mean[0], mean[1:].shape)
        facts = self._head("fact", np.concatenate([mean[1:], most[1:], asked, near, leads], -1))
        margins = [(first - _USUAL) * 10, (first - second) * 20, count / 10, (second - _USUAL) * 10]
        told = np.concatenate([mean[0], most[0], mean[1:].max(0), margins])
        wants = self._head("message", told.astype(np.float32))
        return facts, np.concatenate([wants, self._apply("several", whole[0])])

    def _head(self, name: str, x: Matrix) -> Matrix:
        import numpy as np

        return self._apply(f"{name}.out", np.maximum(self._apply(f"{name}.in", x), 0))

    def _apply(self, name: str, x: Matrix) -> Matrix:
        applied: Matrix = x @ self._of[f"{name}.weight"].T + self._of[f"{name}.bias"]
        return applied


def _relations(texts: NDArray[np.int64]) -> NDArray[np.int64]:
    """0: two words of one text; 1: of a fact and the message; 2: the other way; 3: of two facts."""
    import numpy as np

    asked = texts == 0
    between = np.where(asked[None, :], 1, np.where(asked[:, None], 2, 3))
    return np.where(texts[:, None] == texts[None, :], 0, between)


def _unit(rows: Matrix) -> Matrix:
    import numpy as np

    unit: Matrix = rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), _LEAST)
    return unit
