"""Trains the head of topic shifts on ``training/data/topics/dialogues`` alone.

Without --write it tells where the F1 of each part is best, cross-validated.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from assistant.embedding.universal import UniversalEmbedder
from assistant.memory.topics import Said, said, signs
from assistant.memory.topics.features import NAMES, OPENING_NAMES, VECTOR_NAMES, numbers, register
from assistant.memory.topics.head import Opener, Subjects, model_of
from assistant.resources import data_path
from training.topics import corpus
from training.topics.corpus import Dialogue

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

SEED = 20260105
JOINED = 400
SIDES = {"life": 0, "work": 1, "small talk": 2, "courtesy": 3}
CHATTING = {"strangers", "small talk"}
WEIGHTS = {
    "chatting": {"strangers": 1.0, "small talk": 1.0, "joined": 0.4, "asked": 1.0, "told": 1.0},
    "talk": {"strangers": 2.0, "small talk": 1.0, "joined": 0.12, "asked": 0.3},
    "task": {"joined": 1.0, "asked": 1.0},
}
"""How much an example of each source counts."""
RIDGE = {"chatting": 10.0, "talk": 100.0, "task": 150.0}
THRESHOLD = {"chatting": 0.5, "talk": 0.27, "task": 0.45}
"""Where F1 is best (``thresholds``). People disagree about shifts in small talk (kappa 0.48), so
that an honest probability is low there and F1 wants a threshold near half of the F1 in reach."""
LEFT_OUT = {"chatting": (), "talk": (*VECTOR_NAMES, *OPENING_NAMES, "few words"), "task": ()}
"""In small talk the subjects say all that the bare cosines say, and carry over to other people's
small talk where the cosines do not; how a subject is opened there, and that reactions are short,
is our own style more than a sign (F1 on TIAGE's 300 dialogues 0.55 with them, 0.59 without)."""
SUBJECT_RIDGE = 1.0
OPENER_RIDGE = 0.5
PARTS = 5
FOLDS = 10


class Rows:
    """The examples of one source as arrays. What a rule decides alone is left out."""

    def __init__(
        self,
        dialogues: Sequence[Dialogue],
        known: Mapping[str, Said],
        subjects: Subjects,
        opener: Opener,
    ) -> None:
        placed = [(n, e) for n, d in enumerate(dialogues) for e in corpus.examples([d], known)]
        kept = [(n, e) for n, e in placed if not signs.follow_up(e.view.message.text)]
        self.dialogue = np.array([n for n, _ in kept])
        self.numbers = np.array([numbers(e.view, subjects, opener) for _, e in kept], np.float64)
        self.register = np.array([register(e.view, subjects) for _, e in kept], np.float64)
        self.shifts = np.array([e.shift for _, e in kept], np.float64)


@dataclass(frozen=True)
class Learned:
    """What the logistics read, and their examples by source (several for what is dealt in parts)."""

    embedder: str
    subjects: Subjects
    opener: Opener
    sources: Mapping[str, Sequence[Rows]]


def train() -> dict[str, Any]:
    """The arrays of ``head.npz``."""
    learned = learn()
    arrays: dict[str, Any] = {
        "embedder": learned.embedder,
        "names": np.array(NAMES),
        "subject_weights": learned.subjects.weights.astype(np.float16),
        "subject_bias": learned.subjects.bias.astype(np.float16),
        "subject_sides": learned.subjects.sides,
        "opener_weights": learned.opener.weights.astype(np.float16),
        "opener_bias": learned.opener.bias,
    }
    for head in WEIGHTS:
        arrays[head], bias = _fit(head, *_examples(head, learned.sources)[:3])
        line = np.log(THRESHOLD[head] / (1 - THRESHOLD[head]))
        arrays[f"{head}_bias"] = bias - line
    return arrays


def thresholds() -> dict[str, tuple[float, float]]:
    """Each head's best threshold and its F1 there, on conversations that a fold left out."""
    sources = learn().sources
    return {head: _cross_validated(head, *_examples(head, sources)) for head in WEIGHTS}


def learn() -> Learned:
    """Everything but the three logistics.

    The threads are joined within ``PARTS``, and each part is read by an opener that learned from
    the other parts: a part read by one that knew its threads would look easier than life.
    """
    embedder = UniversalEmbedder()
    subjects = learn_subjects(embedder, corpus.subjects("subjects_en", "subjects_es"))
    threads = read_all("threads_en", "threads_es", "threads_mixed", "threads_terse", replies=False)
    random.Random(SEED).shuffle(threads)
    spoken = {
        "strangers": read_all("strangers_en", "strangers_es", replies=True),
        "small talk": read_all("smalltalk_en", "smalltalk_es", "personas_en", replies=True),
        "asked": read_all("asked", "drifts", "abrupt", replies=False),
        "told": [dialogue for own in corpus.told().values() for dialogue in own],
    }
    known = known_vectors(embedder, [*threads, *(d for ds in spoken.values() for d in ds)])
    opener = learn_opener(threads, known)
    sources = {name: [Rows(ds, known, subjects, opener)] for name, ds in spoken.items()}
    sources["joined"] = []
    for part in range(PARTS):
        others = [thread for n, thread in enumerate(threads) if n % PARTS != part]
        joined = corpus.joined(threads[part::PARTS], JOINED // PARTS, random.Random(SEED))
        strange = learn_opener(others, known)
        sources["joined"].append(Rows(list(joined), known, subjects, strange))
    return Learned(model_of(embedder.name), subjects, opener, sources)


def learn_opener(threads: Sequence[Dialogue], known: Mapping[str, Said]) -> Opener:
    """What tells a thread's first message from its follow-ups."""
    asked = [(n, line.text) for t in threads for n, line in enumerate(t) if line.by_user]
    kept = [(n, text) for n, text in asked if n == 0 or not signs.follow_up(text)]
    vectors = np.array([known[text].vectors[0] for _, text in kept], np.float64)
    first = np.array([n == 0 for n, _ in kept], np.float64)
    b = _logistic(np.c_[vectors, np.ones(len(first))], first, np.ones(len(first)), OPENER_RIDGE)
    return Opener(b[:-1].astype(np.float32), float(b[-1]))


def known_vectors(embedder: UniversalEmbedder, dialogues: Iterable[Dialogue]) -> dict[str, Said]:
    """What each line of the dialogues says, by its text."""
    texts = list(dict.fromkeys(line.text for d in dialogues for line in d))
    return {
        s.text: s
        for start in range(0, len(texts), 128)
        for s in said(texts[start : start + 128], embedder.embed)
    }


def read_all(*names: str, replies: bool) -> list[Dialogue]:
    return [d for name in names for d in corpus.dialogues(name, replies=replies)]


def learn_subjects(
    embedder: UniversalEmbedder, pool: Mapping[str, Mapping[str, Sequence[str]]]
) -> Subjects:
    """A softmax over the vectors of the sentences of each subject, by gradient descent."""
    texts: list[str] = []
    labels: list[int] = []
    sides: list[int] = []
    for name, kinds in pool.items():
        sentences = [s for letter in "sqr" for s in kinds.get(letter, ())]
        sentences += [word for words in kinds.get("w", ()) for word in [words, *words.split()]]
        texts += sentences
        labels += [len(sides)] * len(sentences)
        sides.append(SIDES.get(name, SIDES["small talk"]))
    for side, sentences in corpus.domains().values():
        texts += sentences
        labels += [len(sides)] * len(sentences)
        sides.append(SIDES[side])
    vectors = embedder.embed(texts).astype(np.float64)
    weights, bias = _softmax(vectors, np.eye(len(sides))[labels])
    return Subjects(weights.astype(np.float32), bias.astype(np.float32), np.array(sides, np.int8))


def _softmax(vectors: Array, wanted: Array, steps: int = 300) -> tuple[Array, Array]:
    weights, bias = np.zeros((wanted.shape[1], vectors.shape[1])), np.zeros(wanted.shape[1])
    for _ in range(steps):
        logits = vectors @ weights.T + bias
        odds = np.exp(logits - logits.max(1, keepdims=True))
        error = (odds / odds.sum(1, keepdims=True) - wanted) / len(vectors)
        weights -= 40 * (error.T @ vectors + SUBJECT_RIDGE / len(vectors) * weights)
        bias -= 2 * error.sum(0)
    return weights, bias


def _examples(
    head: str, sources: Mapping[str, Sequence[Rows]]
) -> tuple[Array, Array, Array, Array]:
    """What a head reads, what it should say, what each example counts and its conversation."""
    chosen = [(name, r, w) for name, w in WEIGHTS[head].items() for r in sources[name]]
    if head == "chatting":
        x = np.concatenate([r.register for _, r, _ in chosen])
        y = np.concatenate([np.full(len(r.register), float(n in CHATTING)) for n, r, _ in chosen])
    else:
        x = np.concatenate([r.numbers for _, r, _ in chosen])
        y = np.concatenate([r.shifts for _, r, _ in chosen])
        x[:, [NAMES.index(name) for name in LEFT_OUT[head]]] = 0
    weights = np.concatenate([np.full(len(r.shifts), weight) for _, r, weight in chosen])
    return x, y, weights, np.concatenate([r.dialogue for _, r, _ in chosen]).astype(float)


def _fit(head: str, x: Array, y: Array, weights: Array) -> tuple[Array, float]:
    """(mean, scale and weights as rows; bias) of a logistic regression."""
    mean, scale = x.mean(0), x.std(0) + 1e-6
    z = np.c_[(x - mean) / scale, np.ones(len(y))]
    b = _logistic(z, y, weights, RIDGE[head])
    return np.array([mean, scale, b[:-1]], np.float32), float(b[-1])


def _logistic(z: Array, y: Array, w: Array, ridge: float) -> Array:
    """Weights of a ridge logistic regression by Newton's method; the last column is the bias."""
    penalty = np.r_[np.full(z.shape[1] - 1, ridge), 1e-6]
    b = np.zeros(z.shape[1])
    for _ in range(12):
        chance = 1 / (1 + np.exp(-z @ b))
        curve = z.T @ (z * (w * chance * (1 - chance))[:, None]) + np.diag(penalty)
        b -= np.linalg.solve(curve, z.T @ (w * (chance - y)) + penalty * b)
    return b


def _cross_validated(
    head: str, x: Array, y: Array, weights: Array, dialogue: Array
) -> tuple[float, float]:
    chances = np.zeros(len(y))
    for fold in range(FOLDS):
        out = dialogue % FOLDS == fold
        (mean, scale, b), bias = _fit(head, x[~out], y[~out], weights[~out])
        chances[out] = 1 / (1 + np.exp(-((x[out] - mean) / scale @ b + bias)))
    order = np.argsort(-chances)
    hits = np.cumsum((weights * y)[order])
    scores = 2 * hits / (np.cumsum(weights[order]) + float(weights @ y))
    best = int(scores.argmax())
    return float(chances[order][best]), float(scores[best])


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser("topics", description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the head into data/topics/")
    if not parser.parse_args(arguments).write:
        for name, (line, f1) in thresholds().items():
            print(f"{name}: F1 {f1:.3f} at {line:.2f}")
        return
    path = data_path("topics", "head.npz")
    np.savez_compressed(path, **train())
    print(f"{path.stat().st_size // 1024} KB written to {path}")
