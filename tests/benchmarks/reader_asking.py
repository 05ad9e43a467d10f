"""Learns to tell, by its words alone, a question for the memory from talk, work and advice."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from assistant.answers.reader.pairs import Pairs
from assistant.answers.reader.question import asked_for
from assistant.memory.recall.lens import lens_for
from tests.benchmarks.recall_data import people

Array = NDArray[Any]
Embed = Callable[[Sequence[str]], Array]
TASKS = 1500
TASK_WEIGHT = 0.5
PENALTY = 1.0
"""The inverse of the ridge."""
SPREAD = 4.0
"""By what a sentence's vector is multiplied, for its numbers to be as large as the others."""
SEED = 7
_TASK = re.compile(
    r"\b(?:should|suggest|recommend|plan|write|draft|ideas?|help|make me|give me|translate"
    r"|summari[sz]e|explain|fix|can i order|que hago|conviene|recomend\w+|arma\w*|escrib\w+"
    r"|redact\w+|suger\w+|prepar\w+|haceme|hazme|resum\w+|traduc\w+|explic\w+"
    r"|qu[eé] (?:hago|pido|compro|pongo|regalo|llevo)|qu[eé] me pongo)\b",
    re.IGNORECASE,
)


class Seen(NamedTuple):
    """What the network sees of a message: see ``network.Network._asks``."""

    user: Array
    kind: Array
    sentence: Array


def tasks(embedder: str, embed: Embed) -> list[Seen]:
    """Work and advice that the people of ``data/recall`` ask for: what is known of them helps, but
    is no answer."""
    asked = [q.text for p in people() for q in p.questions if _TASK.search(q.text)]
    texts = random.Random(SEED).sample(asked, TASKS)
    vectors = np.concatenate([embed(texts[n : n + 256]) for n in range(0, len(texts), 256)])
    lens = lens_for(embedder)
    assert lens is not None
    found = []
    for text, vector in zip(texts, vectors, strict=True):
        user = (lens.about_user(vector, text), lens.consult(vector).about_user)
        found.append(Seen(np.array(user, np.float32) / 5, asked_for(text), vector))
    return found


def asking_weights(
    seen: Sequence[Seen | Pairs], asks: Array, weight: Array, others: Sequence[Seen], basis: Array
) -> Array:
    """The weights of what ``asks`` marks against the rest and the ``others``; the bias last."""
    from sklearn.linear_model import LogisticRegression

    rows = np.stack([_row(one, basis) for one in (*seen, *others)])
    labels = np.concatenate([asks, np.zeros(len(others))])
    counts = np.concatenate([weight, np.full(len(others), TASK_WEIGHT)])
    model = LogisticRegression(C=PENALTY, max_iter=2000).fit(rows, labels, sample_weight=counts)
    weights = np.append(model.coef_[0], model.intercept_)
    weights[-1 - basis.shape[1] : -1] *= SPREAD
    return weights.astype(np.float32)


def _row(one: Seen | Pairs, basis: Array) -> Array:
    return np.concatenate([one.user, one.kind, one.sentence @ basis * SPREAD])
