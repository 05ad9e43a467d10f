"""Whether two questions are one, where only their words differ (A4): a ``PairNetwork`` beside the
numbers of ``likeness.py``. ``training/same.py`` taught it our own pairs, those of many invented
people, and questions that merely lie near.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from assistant.resources import data_path

if TYPE_CHECKING:
    from assistant.reader.pair_network import PairNetwork


@cache
def network() -> PairNetwork:
    """The one that is shipped."""
    import numpy as np

    from assistant.reader.pair_network import PairNetwork

    with np.load(data_path("dedup", "same.npz"), allow_pickle=False) as arrays:
        return PairNetwork({name: arrays[name] for name in arrays.files})


def same_logit(one: str, other: str, similarity: float) -> float:
    """That the answer to ``one`` answers ``other``. ``similarity``: of the two embedded."""
    from assistant.memory.dedup.likeness import NAMES, likeness
    from assistant.reader import reader

    signs = dict(zip(NAMES, likeness(one, other, similarity).tolist(), strict=True))
    known, asked = reader().lower_states((one, other))
    differ, same = network().logits([known], asked, signs).tolist()
    return float(same - differ)
