"""What a statement is to a fact, by the words of both where they stand (``PairNetwork``).

Signs know words that are the same, or listed; that "the Corolla went to a gentleman from Madina"
ends "I drive a Corolla" only meaning tells. It costs milliseconds for each new text, so it is asked
about the facts alone that a statement most likely bears on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from assistant.resources import data_path

if TYPE_CHECKING:
    from assistant.reader.encoder import Matrix
    from assistant.reader.pair_network import PairNetwork


@cache
def network() -> PairNetwork:
    """The one that is shipped (``training/relation_network.py``)."""
    import numpy as np

    from assistant.reader.pair_network import PairNetwork

    with np.load(data_path("plan", "relation.npz"), allow_pickle=False) as arrays:
        return PairNetwork({name: arrays[name] for name in arrays.files})


def look_at(texts: Sequence[str]) -> None:
    """Read several texts at once: cheaper than one by one when they are compared."""
    from assistant.reader import reader

    reader().lower_states(texts)


def relation_logits(fact: str, said: str, signs: Mapping[str, float]) -> Matrix:
    """Of same, changed and other, by the network that is shipped."""
    from assistant.reader import reader

    known, told = reader().lower_states((fact, said))
    return network().logits([known], told, signs)
