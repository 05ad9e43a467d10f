"""Whether a fact answers a question, or a request means it, read word by word beside each other:
the surer second opinion.

The reader (``joint.py``) sees all facts at once, but only from above the encoder; here the upper
layers of the encoder themselves read the message and one fact together, and know of each word how
well it is met on the other side. It takes milliseconds a fact, so it is asked about the few that
may be it, of questions and of requests to forget. ``training/reader/together.py`` is the same in
torch, and makes the arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from assistant.reader.encoder import HEADS, Layer
from assistant.reader.joint import unit
from assistant.reader.pair_network import nearness
from assistant.resources import data_path

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from assistant.reader.encoder import Arrays, Matrix

LAYERS = 4
"""Those of the encoder from the ninth on."""
ANSWERS, MEANS = 0, 1
"""Columns of what is told of a fact."""
_SMALL = 1e-8


class _Pair(NamedTuple):
    """``rows``: of the words of both texts; ``said``: which are the message's; ``met``: how well
    each is met in the other text; ``relations``: 0 of one text, else of which word of two it is;
    ``alike``: how like words of the two are."""

    rows: Matrix
    said: NDArray[np.bool_]
    met: Matrix
    relations: NDArray[np.int64]
    alike: Matrix


class Together:
    """Made from the arrays of its file."""

    def __init__(self, arrays: Arrays) -> None:
        import numpy as np

        self._layers = [Layer(arrays, f"layer.{n}", HEADS) for n in range(LAYERS)]
        self._of = {
            name: array.astype(np.float32)
            for name, array in arrays.items()
            if not name.startswith("layer.")
        }

    def logits(self, message: Matrix, facts: Sequence[Matrix]) -> Matrix:
        """(facts, 2): that each answers the message, and that the message means it, from the
        states of their words below the ninth layer."""
        import numpy as np

        pairs = [self._beside(message, fact) for fact in facts]
        lengths = [len(pair.rows) for pair in pairs]
        seen = np.concatenate([pair.rows for pair in pairs])
        for n, layer in enumerate(self._layers):
            own, close = self._of[f"affinity.{n}"], self._of[f"closeness.{n}"][:, None, None]
            seen = layer.each(
                seen, lengths, [own[:, pair.relations] + close * pair.alike for pair in pairs]
            )
        rows = np.split(seen, np.cumsum(lengths)[:-1])
        told = [_told(*each) for each in zip(pairs, rows, strict=True)]
        inner = np.maximum(self._apply("in", np.stack(told)), 0)
        return self._apply("out", inner)

    def _beside(self, message: Matrix, fact: Matrix) -> _Pair:
        import numpy as np

        rows = np.concatenate([message, fact])
        said = np.arange(len(rows)) < len(message)
        centred = unit(rows - self._of["mean"])
        alike = centred @ centred.T
        apart = said[:, None] != said
        near = nearness(alike, apart)
        seen = rows + self._of["kind"][said.astype(int)] + self._apply("near", near)
        relations = np.where(apart, np.where(said[:, None], 2, 1), 0)
        return _Pair(seen, said, near[:, 0], relations, alike * apart)

    def _apply(self, name: str, x: Matrix) -> Matrix:
        applied: Matrix = x @ self._of[f"{name}.weight"].T + self._of[f"{name}.bias"]
        return applied


def _told(pair: _Pair, seen: Matrix) -> Matrix:
    """What is judged of a pair: its words as the layers leave them, as one row."""
    import numpy as np

    message, fact = seen[pair.said], seen[~pair.said]
    means = message.mean(0), fact.mean(0)
    one, other = (mean - mean.mean() for mean in means)
    lengths = max(float(np.linalg.norm(one) * np.linalg.norm(other)), _SMALL)
    signs = [float(one @ other) / lengths, pair.met[pair.said].mean(), pair.met[~pair.said].mean()]
    told = [means[0], message.max(0), means[1], fact.max(0), means[0] * means[1]]
    return np.concatenate([*told, np.abs(means[0] - means[1]), np.array(signs, np.float32)])


@cache
def together() -> Together:
    """The one that is shipped."""
    import numpy as np

    with np.load(data_path("reader", "together.npz"), allow_pickle=False) as arrays:
        return Together({name: arrays[name] for name in arrays.files})
