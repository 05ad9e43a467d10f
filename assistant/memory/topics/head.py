"""The trained head: from a message and what came before to the probability of a shift.

``data/topics/head.npz`` is written by ``python -m tests.benchmarks.topics train`` from the dialogues
beside it. Its vectors are one embedder's; another embedder has no head and is judged by
``decision.py`` from calibrated similarity alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from assistant.memory.topics.features import NAMES, View, numbers, products
from assistant.memory.topics.subjects import Subjects
from assistant.resources import data_path

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Head:
    """A logistic over standardised numbers and products. ``threshold`` parts shift from none."""

    embedder: str
    subjects: Subjects
    mean: Vector
    scale: Vector
    weights: Vector
    product_weights: Vector
    bias: float
    threshold: float

    def probability(self, seen: View) -> float:
        """Of the message opening another subject."""
        standard = (numbers(seen, self.subjects) - self.mean) / self.scale
        logit = float(standard @ self.weights + products(seen) @ self.product_weights) + self.bias
        return float(1 / (1 + np.exp(-logit)))

    def crosses(self, seen: View) -> bool:
        """Whether the message lies across the line between work and life from what came before."""
        now = self.subjects.work(self.subjects.shares(seen.message.vectors[:1])[0])
        nearby = np.stack([seen.earlier.vectors[0], seen.reply.vectors[0]])
        then = self.subjects.work(self.subjects.shares(nearby).mean(axis=0))
        return (now > 0.5) != (then > 0.5)


@lru_cache(maxsize=4)
def head_for(embedder: str) -> Head | None:
    """The head trained on that embedder's vectors; None when there is none.

    A revision of the package that carries the model does not change its vectors: names are
    compared up to their last slash.
    """
    with np.load(data_path("topics", "head.npz")) as stored:
        if str(stored["embedder"]) != model_of(embedder):
            return None
        return Head(
            embedder=model_of(embedder),
            subjects=Subjects(
                stored["subject_weights"].astype(np.float32),
                stored["subject_bias"].astype(np.float32),
                stored["subject_sides"],
            ),
            mean=stored["mean"],
            scale=stored["scale"],
            weights=stored["weights"],
            product_weights=stored["product_weights"].astype(np.float32),
            bias=float(stored["bias"]),
            threshold=float(stored["threshold"]),
        )


def model_of(embedder: str) -> str:
    """The name without its revision."""
    return embedder.rpartition("/")[0] or embedder


assert len(set(NAMES)) == len(NAMES), "the head's numbers are told apart by name"
