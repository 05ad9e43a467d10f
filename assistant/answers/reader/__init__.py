"""Answers from memory (A6, A7): which facts answer a question, if any, and the sentence.

``read`` decides; ``rendering`` puts it into words. Loads nothing heavy before it is called.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from assistant.answers.reader.choosing import Answer, choose, relations
from assistant.answers.reader.network import network_for
from assistant.answers.reader.pairs import CANDIDATES, Candidate, Question, pair

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

__all__ = ["CANDIDATES", "Answer", "Candidate", "Question", "read"]


def read(
    question: Question,
    candidates: Sequence[Candidate],
    embedder: str,
    embed: Callable[[Sequence[str]], Matrix],
) -> Answer | None:
    """What the candidates, nearest first, say to the question; None where nothing is known for
    that embedder, or there is no candidate."""
    network = network_for(embedder)
    if network is None or not candidates:
        return None
    nearest = candidates[:CANDIDATES]
    pairs = pair(question, nearest, lambda words: network.vectors(words, embed))
    return choose(question, nearest, network.read(pairs), relations())
