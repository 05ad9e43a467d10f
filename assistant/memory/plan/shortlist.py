"""The few known facts that a statement may bear on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from assistant.memory.matching import Meaning
from assistant.records import Fact, Language
from assistant.text.folding import fold
from assistant.text.wording import stem, wording

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

AT_MOST = 8
NEAREST = 64
"""Facts whose words are looked at, where vectors tell which are nearest."""
SHARED_WORD = 0.12
"""What a shared word adds to a cosine when facts are put in order."""


def shortlist(
    said: str,
    language: Language,
    facts: Sequence[Fact],
    vectors: Matrix | None,
    meaning: Meaning,
    most: int = AT_MOST,
) -> list[Fact]:
    """Nearest first, by meaning (``vectors`` has a row a fact) and by words in common."""
    stems = {stem(word.text) for word in wording(said, language).words}
    scored: list[tuple[float, str, Fact]] = []
    for fact, close in _nearest(said, facts, vectors, meaning):
        text = fold(fact.fact)
        shared = sum(part in text for part in stems)
        scored.append((-SHARED_WORD * shared - close, fact.id, fact))
    return [fact for _, _, fact in sorted(scored, key=lambda entry: entry[:2])[:most]]


def _nearest(
    said: str, facts: Sequence[Fact], vectors: Matrix | None, meaning: Meaning
) -> list[tuple[Fact, float]]:
    """The facts nearest in meaning with their cosines; all of them where nothing tells."""
    vector = meaning.vector(said)
    if vector is None or not facts:
        return [(fact, 0.0) for fact in facts]
    if vectors is None:
        meaning.learn(fact.fact for fact in facts)
        return [(fact, meaning.likeness(said, fact.fact)) for fact in facts]
    cosines = vectors @ vector
    chosen = range(len(facts))
    if len(facts) > NEAREST:
        chosen = (-cosines).argpartition(NEAREST)[:NEAREST].tolist()
    for i in chosen:
        meaning.give(facts[i].fact, vectors[i])
    return [(facts[i], float(cosines[i])) for i in chosen]
