"""What a statement is to a fact, by the words of both where they stand (``PairNetwork``).

Signs know words that are the same, or listed; that "the Corolla went to a gentleman from Madina"
ends "I drive a Corolla" only meaning tells. It costs milliseconds for each new text, so it is asked
about the facts alone that a statement most likely bears on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from assistant.reader.encoder import Matrix


def look_at(texts: Sequence[str]) -> None:
    """Read several texts at once: cheaper than one by one when they are compared."""
    from assistant.reader import reader

    reader().lower_states(texts)


def relation_logits(fact: str, said: str, signs: Mapping[str, float]) -> Matrix:
    """Of same, changed and other, by the network that is shipped."""
    from assistant.reader import reader
    from assistant.reader.pair_network import pair_network

    known, told = reader().lower_states((fact, said))
    return pair_network("plan", "relation.npz").logits([known], told, signs)
