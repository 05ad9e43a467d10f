"""Whether two questions are one, where only their words differ (A4): a ``PairNetwork`` beside the
numbers of ``likeness.py``. ``training/same.py`` taught it our own pairs, those of many invented
people, and questions that merely lie near.
"""

from __future__ import annotations


def same_logit(one: str, other: str, similarity: float) -> float:
    """That the answer to ``one`` answers ``other``. ``similarity``: of the two embedded."""
    from assistant.memory.dedup.likeness import NAMES, likeness
    from assistant.reader import reader
    from assistant.reader.pair_network import pair_network

    signs = dict(zip(NAMES, likeness(one, other, similarity).tolist(), strict=True))
    known, asked = reader().lower_states((one, other))
    differ, same = pair_network("dedup", "same.npz").logits([known], asked, signs).tolist()
    return float(same - differ)
