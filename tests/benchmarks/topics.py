"""Trains the head of topic shifts and measures it.

    python -m tests.benchmarks.topics train              # writes data/topics/head.npz
    python -m tests.benchmarks.topics score [TIAGE.json …]

``train`` uses ``data/topics/dialogues`` alone. ``score`` prints F1 on held-out threads of ours, and
on files of TIAGE (MIT; not shipped, never trained on) where their paths are given.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from assistant.embedding.universal import UniversalEmbedder
from assistant.memory.topics import Context, Exchange, Said, said, shift
from assistant.memory.topics.features import NAMES, numbers, products
from assistant.memory.topics.head import head_for, model_of
from assistant.memory.topics.subjects import Subjects
from assistant.resources import data_path
from tests.benchmarks import topic_corpus as corpus
from tests.benchmarks.topic_corpus import Dealer, Dialogue, Example, Line

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

SEED = 20260105
DEALT = {"en": 150, "es": 60}
JOINED = 160
SIDES = {"life": 0, "work": 1, "small talk": 2}
RIDGE, PRODUCT_RIDGE, SUBJECT_RIDGE = 10.0, 3.0, 0.05
PRODUCT_SCALE = 0.1
"""Products count a tenth of a standard deviation each: there are a thousand of them."""
THRESHOLD = 0.5


def train() -> dict[str, Any]:
    """The arrays of ``head.npz``."""
    rng = random.Random(SEED)
    embedder = UniversalEmbedder()
    sources, dealt = _sources(rng)
    known = _known(embedder, [d for ds, _ in [*sources, *dealt] for d in ds])
    subjects = learn_subjects(embedder, corpus.subjects("subjects_en", "subjects_es"))
    found: list[tuple[Example, Subjects]] = [
        (e, subjects) for ds, weight in sources for e in corpus.examples(ds, known, weight)
    ]
    for (ds, weight), half in zip(dealt, _other_halves(embedder), strict=True):
        found += [(e, half) for e in corpus.examples(ds, known, weight)]
    x = np.array([numbers(e.view, s) for e, s in found], np.float64)
    p = np.array([products(e.view) for e, _ in found], np.float64)
    y = np.array([e.shift for e, _ in found], np.float64)
    w = np.array([e.weight for e, _ in found], np.float64)
    return _fit(x, p, y, w) | {
        "embedder": model_of(embedder.name),
        "names": np.array(NAMES),
        "subject_weights": subjects.weights.astype(np.float16),
        "subject_bias": subjects.bias.astype(np.float16),
        "subject_sides": subjects.sides,
        "threshold": THRESHOLD,
    }


Weighted = tuple[list[Dialogue], float]


def _sources(rng: random.Random) -> tuple[list[Weighted], list[Weighted]]:
    """(conversations as written, small talk dealt from either half of the sentences)."""
    small = [
        *corpus.dialogues("smalltalk_en", replies=True),
        *corpus.dialogues("smalltalk_es", replies=True),
        *corpus.dialogues("personas_en", replies=True),
    ]
    threads = [
        thread
        for name in ("threads_en", "threads_es", "threads_mixed")
        for thread in corpus.dialogues(name, replies=False)
    ]
    drifts = corpus.dialogues("drifts", replies=False)
    written: list[Weighted] = [
        (small, 2.0),
        (list(corpus.joined(threads, JOINED, rng)), 1.0),
        (drifts, 1.0),
    ]
    return written, [(_dealt(half, rng), 0.7) for half in (0, 1)]


def _dealt(half: int, rng: random.Random) -> list[Dialogue]:
    talk: list[Dialogue] = []
    for language, back in (("en", "what about you?"), ("es", "¿y vos?")):
        pool = corpus.halves(corpus.subjects(f"subjects_{language}"))[half]
        dealer = Dealer(pool, corpus.reactions(language), rng, back)
        talk += [dealer.deal(14) for _ in range(DEALT[language])]
    return talk


def _other_halves(embedder: UniversalEmbedder) -> list[Subjects]:
    """For talk dealt from the first half, subjects learned from the second, and the reverse."""
    one, other = corpus.halves(corpus.subjects("subjects_en", "subjects_es"))
    return [learn_subjects(embedder, other), learn_subjects(embedder, one)]


def learn_subjects(embedder: UniversalEmbedder, pool: Any) -> Subjects:
    """A softmax over the vectors of the sentences of each subject, by gradient descent."""
    texts: list[str] = []
    labels: list[int] = []
    sides: list[int] = []
    for kinds in pool.values():
        sentences = [s for letter in "sqr" for s in kinds.get(letter, ())]
        texts += sentences
        labels += [len(sides)] * len(sentences)
        sides.append(SIDES["small talk"])
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


def _fit(x: Array, p: Array, y: Array, w: Array) -> dict[str, Any]:
    """Ridge logistic regression by Newton's method, in the form that ``Head`` keeps."""
    mean, scale = x.mean(0), x.std(0) + 1e-6
    middle, spread = p.mean(0), float(np.sqrt(p.var(0).mean()))
    z = np.c_[(x - mean) / scale, (p - middle) / spread * PRODUCT_SCALE, np.ones(len(y))]
    ridge = np.r_[np.full(x.shape[1], RIDGE), np.full(p.shape[1], PRODUCT_RIDGE), 1e-6]
    b = np.zeros(z.shape[1])
    for _ in range(10):
        chance = 1 / (1 + np.exp(-z @ b))
        curve = z.T @ (z * (w * chance * (1 - chance))[:, None]) + np.diag(ridge)
        b -= np.linalg.solve(curve, z.T @ (w * (chance - y)) + ridge * b)
    product_weights = b[x.shape[1] : -1] / spread * PRODUCT_SCALE
    return {
        "mean": mean.astype(np.float32),
        "scale": scale.astype(np.float32),
        "weights": b[: x.shape[1]].astype(np.float32),
        "product_weights": product_weights.astype(np.float16),
        "bias": float(b[-1] - middle @ product_weights),
    }


def _known(embedder: UniversalEmbedder, dialogues: Iterable[Dialogue]) -> dict[str, Said]:
    texts = list(dict.fromkeys(line.text for d in dialogues for line in d))
    return {
        s.text: s
        for start in range(0, len(texts), 128)
        for s in said(texts[start : start + 128], embedder.embed)
    }


def score(dialogues: Sequence[Dialogue], *, threshold: float | None = None) -> dict[str, float]:
    """Precision, recall and F1 of the whole decision on the user's turns after the first."""
    embedder = UniversalEmbedder()
    known = _known(embedder, dialogues)
    hits = false = missed = 0
    for dialogue in dialogues:
        pairs = [(dialogue[n], dialogue[n + 1]) for n in range(0, len(dialogue) - 1, 2)]
        before: list[Exchange] = []
        for place, (user, reply) in enumerate(pairs):
            decided = shift(Context(tuple(before[-2:]), embedder.name), known[user.text])
            got = decided.shift if threshold is None else decided.score >= threshold
            if place:
                hits += got and user.shift
                false += got and not user.shift
                missed += user.shift and not got
            before.append(Exchange(known[user.text], known[reply.text]))
    return prf(hits, false, missed)


def prf(hits: int, false: int, missed: int) -> dict[str, float]:
    precision = hits / (hits + false) if hits + false else 0.0
    recall = hits / (hits + missed) if hits + missed else 0.0
    f1 = 2 * hits / (2 * hits + false + missed) if hits else 0.0
    return {"precision": round(precision, 3), "recall": round(recall, 3), "f1": round(f1, 3)}


def tiage(path: Path) -> list[Dialogue]:
    found = json.loads(path.read_text("utf-8"))
    return [
        [Line(n % 2 == 0, text, label == "1") for n, (text, label) in enumerate(d)]
        for d in found.values()
    ]


def main(arguments: list[str]) -> None:
    if arguments[:1] == ["train"]:
        path = data_path("topics", "head.npz")
        np.savez_compressed(path, **train())
        head_for.cache_clear()
        print(f"{path}: {path.stat().st_size} bytes")
    for name in arguments[1:]:
        print(name, score(tiage(Path(name))))


if __name__ == "__main__":
    main(sys.argv[1:])
