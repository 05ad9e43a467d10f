"""Whether a fact answers a question, or a request means it, read word by word beside each other:
the surer second opinion. Of a question that several facts answer, the others are read beside the
one that is known to.

The reader (``joint.py``) sees all facts at once, but only from above the encoder; here the upper
layers of the encoder themselves read the message and one fact together, and know of each word how
well it is met on the other side. It takes milliseconds a fact, so it is asked about the few that
may be it, of questions and of requests to forget. ``training/reader/together.py`` and
``training/reader/questions.py`` are the same in torch, and make the arrays of each.
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
ANSWERS, MEANS, ALSO = 0, 1, 1
"""Columns of what is told of a fact: that it answers, and that it is meant, or, by the weights that
read questions alone, that it answers beside the one that is known."""
_SAID, _KNOWN, _FACT = range(3)
_SMALL = 1e-8


class _Pair(NamedTuple):
    """``rows``: of the words of both texts; ``of``: whether each is the message's, of the fact that
    is known to answer it, or of the fact; ``met``: how well each is met in the other text;
    ``relations``: 0 of one text, else of which word of two it is; ``alike``: how like words of the
    two are."""

    rows: Matrix
    of: NDArray[np.int64]
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

    def logits(
        self, message: Matrix, facts: Sequence[Matrix], known: Matrix | None = None
    ) -> Matrix:
        """(facts, 2): what is told of each, from the states of their words below the ninth layer.
        ``known``: of a fact that is known to answer the message."""
        import numpy as np

        pairs = [
            self._beside(message, message[:0] if known is None else known, fact) for fact in facts
        ]
        lengths = [len(pair.rows) for pair in pairs]
        seen = np.concatenate([pair.rows for pair in pairs])
        for n, layer in enumerate(self._layers):
            own, close = self._of[f"affinity.{n}"], self._of[f"closeness.{n}"][:, None, None]
            seen = layer.each(
                seen, lengths, [own[:, pair.relations] + close * pair.alike for pair in pairs]
            )
        rows = np.split(seen, np.cumsum(lengths)[:-1])
        told = [self._told(*each) for each in zip(pairs, rows, strict=True)]
        inner = np.maximum(self._apply("in", np.stack(told)), 0)
        return self._apply("out", inner)

    def _beside(self, message: Matrix, known: Matrix, fact: Matrix) -> _Pair:
        import numpy as np

        rows = np.concatenate([message, known, fact])
        of = np.repeat((_SAID, _KNOWN, _FACT), (len(message), len(known), len(fact)))
        said = of != _FACT
        centred = unit(rows - self._of["mean"])
        alike = centred @ centred.T
        apart = said[:, None] != said
        near = nearness(alike, apart)
        seen = rows + self._of["kind"][said.astype(int)] + self._apply("near", near)
        if len(known):
            seen[of == _KNOWN] += self._of["known"]
        relations = np.where(apart, np.where(said[:, None], 2, 1), 0)
        return _Pair(seen, of, near[:, 0], relations, alike * apart)

    def _apply(self, name: str, x: Matrix) -> Matrix:
        applied: Matrix = x @ self._of[f"{name}.weight"].T + self._of[f"{name}.bias"]
        return applied

    def _told(self, pair: _Pair, seen: Matrix) -> Matrix:
        """What is judged of a pair: its words as the layers leave them, as one row."""
        import numpy as np

        message, known, fact = (seen[pair.of == of] for of in (_SAID, _KNOWN, _FACT))
        asked, own = message.mean(0), fact.mean(0)
        met = [pair.met[pair.of == of].mean() for of in (_SAID, _FACT)]
        told = [asked, message.max(0), own, fact.max(0), asked * own, np.abs(asked - own)]
        told.append(np.array([_cosine(asked, own), *met], np.float32))
        if "known" in self._of:
            beside = known.mean(0) if len(known) else np.zeros_like(own)
            told += [beside, beside * own, np.abs(beside - own) * bool(len(known))]
        return np.concatenate(told)


def _cosine(one: Matrix, other: Matrix) -> float:
    import numpy as np

    one, other = one - one.mean(), other - other.mean()
    return float(one @ other) / max(float(np.linalg.norm(one) * np.linalg.norm(other)), _SMALL)


@cache
def together() -> Together:
    """What reads requests."""
    return _loaded("together")


@cache
def questions() -> Together:
    """What reads questions alone, also where a fact that answers is known."""
    return _loaded("questions")


def _loaded(name: str) -> Together:
    import numpy as np

    with np.load(data_path("reader", f"{name}.npz"), allow_pickle=False) as arrays:
        return Together({key: arrays[key] for key in arrays.files})
