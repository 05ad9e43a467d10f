"""Whether a request means a fact, read word by word beside each other: the surer second opinion.

The reader (``joint.py``) sees all facts at once, but only from above the encoder; here the upper
layers of the encoder themselves read the message and one fact together, and know of each word how
well it is met on the other side. It is asked only where facts may be lost: of what the reader takes
for a request to forget, about the few facts that may be meant. ``training/reader/together.py`` is
the same in torch, and makes the arrays.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

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
_SMALL = 1e-8


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

    def means(self, message: Matrix, fact: Matrix) -> float:
        """The logit that the message means the fact, from the states of their words below the
        ninth layer."""
        import numpy as np

        rows = np.concatenate([message, fact])
        said = np.arange(len(rows)) < len(message)
        centred = unit(rows - self._of["mean"])
        alike = centred @ centred.T
        apart = said[:, None] != said
        near = nearness(alike, apart)
        seen = rows + self._of["kind"][said.astype(int)]
        seen = seen + near @ self._of["near.weight"].T + self._of["near.bias"]
        relations = np.where(apart, np.where(said[:, None], 2, 1), 0)
        for n, layer in enumerate(self._layers):
            closeness = self._of[f"closeness.{n}"][:, None, None]
            affinity = self._of[f"affinity.{n}"][:, relations] + closeness * (alike * apart)
            seen = layer(seen, affinity)
        return self._judged(seen[said], seen[~said], near[:, 0], said)

    def _judged(self, message: Matrix, fact: Matrix, met: Matrix, said: NDArray[np.bool_]) -> float:
        import numpy as np

        means = message.mean(0), fact.mean(0)
        one, other = (mean - mean.mean() for mean in means)
        lengths = max(float(np.linalg.norm(one) * np.linalg.norm(other)), _SMALL)
        signs = [float(one @ other) / lengths, met[said].mean(), met[~said].mean()]
        told = [means[0], message.max(0), means[1], fact.max(0)]
        told += [means[0] * means[1], np.abs(means[0] - means[1]), np.array(signs, np.float32)]
        inner = np.concatenate(told) @ self._of["in.weight"].T + self._of["in.bias"]
        return float(np.maximum(inner, 0) @ self._of["out.weight"] + self._of["out.bias"])


@cache
def together() -> Together:
    """The one that is shipped."""
    import numpy as np

    with np.load(data_path("reader", "together.npz"), allow_pickle=False) as arrays:
        return Together({name: arrays[name] for name in arrays.files})
