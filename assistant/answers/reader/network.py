"""The small network that says which fact answers a question, or that none does. numpy alone.

It was trained by ``tests/benchmarks/train_reader.py``; ``data/answers/reader-….npz`` holds its
weights for one embedder, and the vectors of frequent words, so that few are embedded in a turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from assistant.answers.reader.pairs import Pairs
from assistant.memory.arrays import names
from assistant.resources import data_path

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

_LEAST = 1e-3
NOT_THERE = -3.0
FREE = 0.3
"""How far a word of a fact is not one of the question's: only such a word can be its answer."""
TELLING = (0, 1, 2, 5)
"""Signs of words that are often the answer: number, weekday, month, name."""


class Scores(NamedTuple):
    """Logits: of each candidate that it answers, against that none does; that the question is about
    the user at all; and, from its words alone, that it asks for something told rather than for
    advice, work or talk."""

    answers: Matrix
    about_user: float
    asks: float = 0.0


class Network(NamedTuple):
    """Several networks of one shape, whose logits are averaged: ``parts`` maps each name of a
    weight to those of all, one behind the other."""

    parts: Mapping[str, Matrix]
    basis: Matrix
    mean: Matrix
    known: Mapping[str, int]
    rows: NDArray[np.int8]
    scale: float
    asking: Matrix

    @classmethod
    def of(cls, arrays: Mapping[str, NDArray[Any]]) -> Network:
        """From the arrays of its file."""
        import numpy as np

        loaded = dict(arrays)
        words = names(loaded.pop("words"))
        basis, mean = (loaded.pop(name).astype(np.float32) for name in ("basis", "mean"))
        rows, scale = loaded.pop("rows"), float(loaded.pop("scale"))
        asking = loaded.pop("asking", np.zeros(1)).astype(np.float32)
        parts = {name: weights.astype(np.float32) for name, weights in loaded.items()}
        known = {word: n for n, word in enumerate(words)}
        return cls(parts, basis, mean, known, rows, scale, asking)

    def vectors(self, words: Sequence[str], embed: Callable[[Sequence[str]], Matrix]) -> Matrix:
        """Reduced vectors; what is not among the known words is embedded."""
        import numpy as np

        found = np.zeros((len(words), self.basis.shape[1]), np.float32)
        unknown = list(dict.fromkeys(word for word in words if word not in self.known))
        new = dict(zip(unknown, self._reduced(embed(unknown)), strict=True)) if unknown else {}
        for n, word in enumerate(words):
            place = self.known.get(word)
            found[n] = new[word] if place is None else self.rows[place] * self.scale
        return found

    def _reduced(self, rows: Matrix) -> Matrix:
        import numpy as np

        reduced: Matrix = np.asarray((rows - self.mean) @ self.basis, np.float32)
        return reduced

    def read(self, pairs: Pairs) -> Scores:
        """Which of the candidates answers; at least one candidate."""
        import numpy as np

        members = len(self.parts["imp.bias"])
        read = [self._read({k: v[n] for k, v in self.parts.items()}, pairs) for n in range(members)]
        answers = np.mean([scores.answers for scores in read], axis=0)
        about = sum(scores.about_user for scores in read) / members
        return Scores(answers, about, self._asks(pairs))

    def _asks(self, p: Pairs) -> float:
        import numpy as np

        if len(self.asking) == 1:
            return float(self.asking[0])
        seen = np.concatenate([p.user, p.kind, p.sentence @ self.basis])
        return float(seen @ self.asking[:-1] + self.asking[-1])

    def _read(self, w: Mapping[str, Matrix], p: Pairs) -> Scores:
        import numpy as np

        there = p.there[:, None, :] > 0
        alike = _inner(_unit(p.asked), _unit(p.told))
        learned = _inner(_unit(p.asked @ w["Pq.weight"].T), _unit(p.told @ w["P.weight"].T))
        same, near, met = (np.where(there, each, -1.0).max(2) for each in (p.same, alike, learned))
        same = np.maximum(same, 0.0)  # (n, q)
        empty = p.there.sum(1) == 0
        digits = np.broadcast_to(p.asked_signs[:, 6], same.shape)
        seen = np.stack(
            [
                *(same, near, met, _elsewhere(same, empty), _elsewhere(near, empty)),
                *(near * (1 - same), digits),
            ],
            axis=-1,
        )
        hidden = np.maximum(seen @ w["h.0.weight"].T + w["h.0.bias"], 0)
        covered = _sigmoid(hidden @ w["h.2.weight"][0] + w["h.2.bias"])
        weight = np.logaddexp(
            0,
            p.asked @ w["imp.weight"][0] + w["imp.bias"]
            + p.asked_signs @ w["impf.weight"][0] + w["impf.bias"],
        )  # fmt: skip
        total = weight.sum() + _LEAST
        most = np.minimum(weight, 1.0)
        worst = (covered * most + 1 - most).min(1) if len(weight) else np.ones(len(covered))
        coverage = covered @ weight
        matched = np.maximum(p.same, np.maximum((learned - 0.5) * 2, 0.0))
        free = (1 - (matched.max(1) if len(weight) else 0.0)) * p.there  # (n, f)
        sentence = p.sentence @ self.basis
        wanted = np.concatenate([sentence, p.kind]) @ w["A.weight"].T + w["A.bias"]
        offered = np.concatenate([p.told, p.told_signs], -1) @ w["B.weight"].T + w["B.bias"]
        fitting = np.where(free > FREE, offered @ wanted / 5, NOT_THERE).max(1)
        telling = np.stack([(free * p.told_signs[..., k]).max(1) for k in TELLING], -1)
        count = len(p.ranks)
        x = np.concatenate(
            [
                p.ranks,
                np.stack([coverage, (1 - covered) @ weight, coverage / total, worst], -1),
                fitting[:, None],
                telling,
                np.broadcast_to(p.kind, (count, len(p.kind))),
                free.sum(1, keepdims=True) / 10,
            ],
            axis=-1,
        )
        hidden = np.maximum(x @ w["g.0.weight"].T + w["g.0.bias"], 0)
        logits = hidden @ w["g.3.weight"][0] + w["g.3.bias"]
        logits = np.where(empty, -30.0, logits)
        none = np.concatenate([p.user, p.kind]) @ w["null.weight"][0] + w["null.bias"][0]
        top = np.sort(np.append(logits, -30.0))[::-1][:2]
        about = np.concatenate([p.user, p.kind, top / 5, [p.ranks[0, 7], (coverage / total).max()]])
        user = float(about @ w["me.weight"][0] + w["me.bias"][0])
        return Scores((logits - none).astype(np.float32), user)


@cache
def network_for(embedder: str) -> Network | None:
    """The network trained for the embedder of that name (its model, whatever the revision)."""
    import numpy as np

    path = data_path("answers", f"reader-{embedder.partition('/')[0]}.npz")
    if not path.exists():
        return None
    with np.load(path, allow_pickle=False) as arrays:
        return Network.of({name: arrays[name] for name in arrays.files})


def _unit(rows: Matrix) -> Matrix:
    import numpy as np

    lengths = np.linalg.norm(rows, axis=-1, keepdims=True)
    unit: Matrix = (rows / np.maximum(lengths, _LEAST)).astype(np.float32)
    return unit


def _inner(asked: Matrix, told: Matrix) -> Matrix:
    """(n, q, f) products of each word of the question with each of a fact."""
    import numpy as np

    products: Matrix = np.einsum("qd,nfd->nqf", asked, told)
    return products


def _elsewhere(covered: Matrix, empty: NDArray[np.bool_]) -> Matrix:
    """How well the best of the other facts covers each word of the question."""
    import numpy as np

    values = np.where(empty[:, None], -1.0, covered)
    if len(values) == 1:
        return np.full_like(values, -1.0)
    first, second = -np.sort(-values, axis=0)[:2]
    other: Matrix = np.where(values >= first, second, first)
    return other


def _sigmoid(x: Matrix) -> Matrix:
    import numpy as np

    shares: Matrix = (1 / (1 + np.exp(-x))).astype(np.float32)
    return shares
