"""Trains what parts questions about oneself from those about the world, for ``training/recall/relevance.py``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.memory.recall.relevance import manner
from training.recall.adam import Adam

Array = NDArray[Any]
SEEN_AT_LEAST = 5
"""Questions that a word or a pair stands in; what is rarer is chance."""
STEPS, RATE = 200, 0.05
SCALE = 8.0
"""How far an embedding counts beside the words."""
DECAY_WORDS, DECAY_EMBEDDING = 5e-5, 1e-3


def train_personal(
    rows: Array, texts: Sequence[str], own: int
) -> tuple[Array, float, Mapping[str, float]]:
    """Logistic regression on the embeddings (``rows``) and manners of ``texts``, of which the first
    ``own`` are about oneself; both sorts weigh the same. Returns direction, bias, weights."""
    labels = np.arange(len(texts)) < own
    weight = np.where(labels, 0.5 / own, 0.5 / (len(texts) - own))
    mean = rows.mean(0)
    embedded = (rows - mean) * SCALE
    known, at, sign = _signs(texts)
    words, direction, bias = np.zeros(len(known)), np.zeros(rows.shape[1]), 0.0
    for_words, for_direction = Adam(RATE), Adam(RATE)
    for _ in range(STEPS):
        logits = np.bincount(at, words[sign], minlength=len(texts)) + embedded @ direction + bias
        off = weight * (1 / (1 + np.exp(-logits)) - labels)
        slope = np.bincount(sign, off[at], minlength=len(known))
        words -= for_words.step(slope + DECAY_WORDS * words)
        direction -= for_direction.step(embedded.T @ off + DECAY_EMBEDDING * direction)
        bias -= 2 * float(off.sum())
    direction = direction * SCALE
    return direction, bias - float(mean @ direction), dict(zip(known, words.tolist(), strict=True))


def _signs(texts: Sequence[str]) -> tuple[Sequence[str], Array, Array]:
    """The signs that are known, and which text holds which: places of texts, places of signs."""
    manners = [manner(text) for text in texts]
    counts = Counter(sign for found in manners for sign in found)
    known = sorted(sign for sign, count in counts.items() if count >= SEEN_AT_LEAST)
    place = {sign: n for n, sign in enumerate(known)}
    pairs = [(n, place[s]) for n, found in enumerate(manners) for s in sorted(found) if s in place]
    at, sign = np.array(pairs).T
    return known, at, sign
