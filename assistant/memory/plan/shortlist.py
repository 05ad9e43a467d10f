"""The few known facts that a statement may bear on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from assistant.memory.matching import Meaning
from assistant.memory.wording import fold, stem, wording
from assistant.records import Fact, Language

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

AT_MOST = 8
SHARED_WORD = 0.12
"""What a shared word adds to a cosine when facts are put in order."""


def shortlist(
    said: str,
    language: Language,
    facts: Sequence[Fact],
    vectors: Matrix | None,
    meaning: Meaning,
) -> list[Fact]:
    """Nearest first, by meaning (``vectors`` has a row a fact) and by words in common."""
    stems = {stem(word.text) for word in wording(said, language).words}
    shared = [sum(part in fold(fact.fact) for part in stems) for fact in facts]
    near = _cosines(said, facts, vectors, meaning)
    scores = [SHARED_WORD * words + close for words, close in zip(shared, near, strict=True)]
    order = sorted(range(len(facts)), key=lambda i: (-scores[i], facts[i].id))
    chosen = order[:AT_MOST]
    if vectors is not None:
        for i in chosen:
            meaning.give(facts[i].fact, vectors[i])
    return [facts[i] for i in chosen]


def _cosines(
    said: str, facts: Sequence[Fact], vectors: Matrix | None, meaning: Meaning
) -> Sequence[float]:
    vector = meaning.vector(said)
    if vector is None or not facts:
        return [0.0] * len(facts)
    if vectors is not None:
        cosines: list[float] = (vectors @ vector).tolist()
        return cosines
    meaning.learn(fact.fact for fact in facts)
    return [meaning.likeness(said, fact.fact) for fact in facts]
