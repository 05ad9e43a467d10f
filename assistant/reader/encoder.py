"""What the words of a text mean where they stand: a small transformer, in numpy.

The lower layers are those of multilingual-e5-small (Wang et al., 2024; MIT licence), which was
taught to bring questions and the passages that answer them together in a hundred languages.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any

from assistant.arrays import softmax
from assistant.reader.packing import unpack

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]
    Arrays = Mapping[str, NDArray[Any]]

HEADS = 12
EPSILON = 1e-12
APART = -1e4
"""Added to the affinity of two words that must not see each other."""


class Encoder:
    """Made from the arrays of its file; every matrix is unpacked here."""

    def __init__(self, arrays: Arrays) -> None:
        import numpy as np

        self._words = arrays["word.values"], arrays["word.scales"]
        self._places = arrays["places"].astype(np.float32)
        self._scale, self._shift = _affine(arrays, "first")
        count = 1 + max(int(name.split(".")[1]) for name in arrays if name.startswith("layer."))
        self._layers = [Layer(arrays, f"layer.{n}", HEADS) for n in range(count)]

    def with_upper(self, arrays: Arrays) -> Encoder:
        """This one with other layers where ``arrays`` hold some."""
        found = copy(self)
        found._layers = [
            Layer(arrays, f"layer.{n}", HEADS) if f"layer.{n}.qkv.values" in arrays else layer
            for n, layer in enumerate(self._layers)
        ]
        return found

    def states(self, texts: Sequence[Sequence[int]], layers: int | None = None) -> Matrix:
        """A row for each piece of each text, one text behind the other; each text by itself. After
        all layers, or the first ``layers``."""
        import numpy as np

        ids = np.concatenate([np.asarray(text) for text in texts])
        lengths = [len(text) for text in texts]
        places = np.concatenate([np.arange(n) for n in lengths])
        rows = self.alone(ids) + self._places[places]
        rows = normalised(rows, self._scale, self._shift)
        return self.further(rows, lengths, 0, layers)

    def further(
        self, rows: Matrix, lengths: Sequence[int], first: int, layers: int | None = None
    ) -> Matrix:
        """The rows of texts of these lengths as they leave the layers from ``first`` on."""
        for layer in self._layers[first:layers]:
            rows = layer.each(rows, lengths)
        return rows

    def alone(self, ids: Sequence[int] | NDArray[np.int64]) -> Matrix:
        """What each piece is by itself, wherever it stands."""
        values, scales = self._words
        return unpack(values[ids], scales[ids])


class Layer:
    """One layer of a transformer: attention and a network for each word, each added to what was
    there and normalised."""

    def __init__(self, arrays: Arrays, name: str, heads: int) -> None:
        self._heads = heads
        self._matrices = {
            part: (_matrix(arrays, f"{name}.{part}"), _vector(arrays, f"{name}.{part}.bias"))
            for part in ("qkv", "o", "i", "f")
        }
        self._norms = [_affine(arrays, f"{name}.{part}") for part in ("n1", "n2")]

    def __call__(self, rows: Matrix, affinity: Matrix, epsilon: float = EPSILON) -> Matrix:
        """``affinity``: (words, words) or (heads, words, words), added to that of each two."""
        return self._told(rows, self._attended(self._apply("qkv", rows), affinity), epsilon)

    def each(
        self, rows: Matrix, lengths: Sequence[int], affinities: Sequence[Matrix] = ()
    ) -> Matrix:
        """Texts of these lengths, one behind the other, each by itself; with its own affinity, if
        there are any."""
        import numpy as np

        parts = np.split(self._apply("qkv", rows), np.cumsum(lengths)[:-1])
        if affinities:
            seen = [self._attended(*each) for each in zip(parts, affinities, strict=True)]
        else:
            seen = [self._attended(part) for part in parts]
        return self._told(rows, np.concatenate(seen), EPSILON)

    def _attended(self, parts: Matrix, affinity: Matrix | None = None) -> Matrix:
        """What each word takes from the others. ``parts``: what it asks, offers and tells."""
        count = len(parts)
        asks, offers, tells = parts.reshape(count, 3, self._heads, -1).transpose(1, 2, 0, 3)
        scores = asks @ offers.transpose(0, 2, 1)
        scores /= math.sqrt(asks.shape[-1])
        if affinity is not None:
            scores += affinity
        seen: Matrix = (softmax(scores) @ tells).transpose(1, 0, 2).reshape(count, -1)
        return seen

    def _told(self, rows: Matrix, seen: Matrix, epsilon: float) -> Matrix:
        rows = normalised(rows + self._apply("o", seen), *self._norms[0], epsilon)
        inner = gelu(self._apply("i", rows))
        return normalised(rows + self._apply("f", inner), *self._norms[1], epsilon)

    def _apply(self, part: str, rows: Matrix) -> Matrix:
        matrix, bias = self._matrices[part]
        applied: Matrix = rows @ matrix.T
        applied += bias
        return applied


def normalised(rows: Matrix, scale: Matrix, shift: Matrix, epsilon: float = EPSILON) -> Matrix:
    """Each row with mean 0 and variance 1, then scaled and shifted."""
    import numpy as np

    centred = rows - rows.mean(-1, keepdims=True)
    spread = np.sqrt((centred * centred).mean(-1, keepdims=True) + epsilon)
    found: Matrix = centred / spread * scale + shift
    return found


def gelu(x: Matrix) -> Matrix:
    """By its approximation with a hyperbolic tangent."""
    import numpy as np

    found: Matrix = 0.5 * x * (1 + np.tanh(np.float32(0.7978845608) * (x + 0.044715 * x * x * x)))
    return found


def _matrix(arrays: Arrays, name: str) -> Matrix:
    return unpack(arrays[f"{name}.values"], arrays[f"{name}.scales"])


def _vector(arrays: Arrays, name: str) -> Matrix:
    import numpy as np

    return arrays[name].astype(np.float32)


def _affine(arrays: Arrays, name: str) -> tuple[Matrix, Matrix]:
    return _vector(arrays, f"{name}.scale"), _vector(arrays, f"{name}.shift")
