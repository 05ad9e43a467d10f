"""Whether two questions are one, as a small head weighs their likeness (A4).

Boosted trees over the numbers of ``likeness.py``. ``training/same.py`` made their
file from our own pairs and those of the writers, and from questions that merely lie near.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from assistant.resources import data_path

LEAF = -1
"""Stands for the number that a node asks about, where it asks nothing more."""


class Trees(NamedTuple):
    """Nodes side by side: which number each asks about, up to which value it goes to ``left``
    rather than ``right``, and what a leaf adds to the logit."""

    roots: Sequence[int]
    asks: Sequence[int]
    most: Sequence[float]
    left: Sequence[int]
    right: Sequence[int]
    adds: Sequence[float]
    bias: float

    def chance(self, numbers: Sequence[float]) -> float:
        """That two questions are one; ``numbers`` are those of ``likeness.NAMES``."""
        logit = self.bias
        for node in self.roots:
            while (ask := self.asks[node]) != LEAF:
                node = self.left[node] if numbers[ask] <= self.most[node] else self.right[node]
            logit += self.adds[node]
        return 1 / (1 + math.exp(-logit))


@cache
def trees() -> Trees:
    """Those that are shipped."""
    import numpy as np

    with np.load(data_path("dedup", "same.npz"), allow_pickle=False) as arrays:
        parts = (arrays[name].tolist() for name in Trees._fields)
        return Trees(*parts)
