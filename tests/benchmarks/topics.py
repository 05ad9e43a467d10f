"""Trains the head of topic shifts and measures it.

    python -m tests.benchmarks.topics train                   # writes data/topics/head.npz
    python -m tests.benchmarks.topics score [TIAGE.json …]    # our blind dialogues, and given files

``train`` uses ``data/topics/dialogues`` alone. ``score`` prints F1 on ``topics_blind``, dialogues
that trained nothing, and on files of TIAGE (MIT; neither shipped nor trained on) where given.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from assistant.embedding.universal import UniversalEmbedder
from assistant.memory.topics import Context, Exchange, Said, said, shift, signs
from assistant.memory.topics.features import NAMES, numbers, register
from assistant.memory.topics.head import head_for, model_of
from assistant.memory.topics.subjects import Subjects
from assistant.resources import data_path
from tests.benchmarks import topics_corpus as corpus
from tests.benchmarks.topics_corpus import Dealer, Dialogue, Example, Line

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

SEED = 20260105
DEALT = {"en": 150, "es": 60}
JOINED = 200
SIDES = {"life": 0, "work": 1, "small talk": 2, "courtesy": 3}
WEIGHTS = {
    "talk": {"small talk": 2.0, "dealt": 0.15, "joined": 0.3, "drifts": 0.3},
    "task": {"joined": 1.0, "drifts": 1.0},
}
"""How much an example of each source counts: what was written by hand counts most."""
RIDGE = {"talk": 100.0, "task": 10.0, "chatting": 10.0}
THRESHOLD = {"talk": 0.27, "task": 0.5, "chatting": 0.5}
"""Where F1 is best. People disagree about shifts in small talk (kappa 0.48), so that an honest
probability is low there and F1 wants a threshold near half of the F1 that can be reached."""
LEFT_OUT = {"talk": ("few words",), "task": (), "chatting": ()}
"""Short reactions go on with the subject far more often in our small talk than in other people's."""
SUBJECT_RIDGE = 0.05
BLIND = sorted((Path(__file__).parent / "topics_blind").glob("*.txt"))


def train() -> dict[str, Any]:
    """The arrays of ``head.npz``."""
    rng = random.Random(SEED)
    embedder = UniversalEmbedder()
    sources = _sources(rng)
    known = known_vectors(embedder, [d for ds in sources.values() for d in ds])
    subjects = learn_subjects(embedder, corpus.subjects("subjects_en", "subjects_es"))
    halves = dict(zip(("dealt 0", "dealt 1"), _other_halves(embedder), strict=True))
    rows = {
        name: _Rows(list(corpus.examples(ds, known)), halves.get(name, subjects))
        for name, ds in sources.items()
    }
    arrays: dict[str, Any] = {
        "embedder": model_of(embedder.name),
        "names": np.array(NAMES),
        "subject_weights": subjects.weights.astype(np.float16),
        "subject_bias": subjects.bias.astype(np.float16),
        "subject_sides": subjects.sides,
    }
    for head in ("chatting", "talk", "task"):
        arrays[head], arrays[f"{head}_bias"] = _fit(head, rows)
    return arrays


class _Rows:
    """The examples of one source as arrays. What a rule decides alone is left out."""

    def __init__(self, examples: Sequence[Example], subjects: Subjects) -> None:
        kept = [e for e in examples if not signs.follow_up(e.view.message.text)]
        self.numbers = np.array([numbers(e.view, subjects) for e in kept], np.float64)
        self.shifts = np.array([e.shift for e in kept], np.float64)
        self.register = np.array([register(e.view, subjects) for e in examples], np.float64)


def _sources(rng: random.Random) -> dict[str, list[Dialogue]]:
    """Conversations as written, threads joined, small talk dealt from either half of sentences."""
    written = ("smalltalk_en", "smalltalk_es", "personas_en")
    threads = [
        thread
        for name in ("threads_en", "threads_es", "threads_mixed")
        for thread in corpus.dialogues(name, replies=False)
    ]
    return {
        "small talk": [d for name in written for d in corpus.dialogues(name, replies=True)],
        "joined": list(corpus.joined(threads, JOINED, rng)),
        "drifts": corpus.dialogues("drifts", replies=False),
        "dealt 0": _dealt(0, rng),
        "dealt 1": _dealt(1, rng),
    }


def _dealt(half: int, rng: random.Random) -> list[Dialogue]:
    talk: list[Dialogue] = []
    for language, back in (("en", "what about you?"), ("es", "¿y vos?")):
        pool = corpus.halves(corpus.subjects(f"subjects_{language}"))[half]
        pool = {name: kinds for name, kinds in pool.items() if "q" in kinds}  # courtesy is none
        dealer = Dealer(pool, corpus.reactions(language), rng, back)
        talk += [dealer.deal(14) for _ in range(DEALT[language])]
    return talk


def _other_halves(embedder: UniversalEmbedder) -> list[Subjects]:
    """For talk dealt from the first half, subjects learned from the second, and the reverse."""
    one, other = corpus.halves(corpus.subjects("subjects_en", "subjects_es"))
    return [learn_subjects(embedder, other), learn_subjects(embedder, one)]


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


def _fit(head: str, rows: Mapping[str, _Rows]) -> tuple[Array, float]:
    """(mean, scale and weights as rows; bias) of one of the three logistics."""
    if head == "chatting":
        x = np.concatenate([r.register for r in rows.values()])
        y = np.concatenate([np.full(len(r.register), _chats(n)) for n, r in rows.items()])
        w = np.concatenate(
            [
                np.full(len(r.register), 0.2 if n.startswith("dealt") else 1.0)
                for n, r in rows.items()
            ]
        )
    else:
        parts = [
            (rows[name], WEIGHTS[head][name.rstrip(" 01")])
            for name in rows
            if name.rstrip(" 01") in WEIGHTS[head]
        ]
        x = np.concatenate([r.numbers for r, _ in parts])
        y = np.concatenate([r.shifts for r, _ in parts])
        w = np.concatenate([np.full(len(r.shifts), weight) for r, weight in parts])
        x[:, [NAMES.index(name) for name in LEFT_OUT[head]]] = 0
    mean, scale = x.mean(0), x.std(0) + 1e-6
    b = _logistic(np.c_[(x - mean) / scale, np.ones(len(y))], y, w, RIDGE[head])
    line = np.log(THRESHOLD[head] / (1 - THRESHOLD[head]))
    return np.array([mean, scale, b[:-1]], np.float32), float(b[-1] - line)


def _chats(source: str) -> float:
    return float(source not in {"joined", "drifts"})


def _logistic(z: Array, y: Array, w: Array, ridge: float) -> Array:
    """Weights of a ridge logistic regression by Newton's method; the last column is the bias."""
    penalty = np.r_[np.full(z.shape[1] - 1, ridge), 1e-6]
    b = np.zeros(z.shape[1])
    for _ in range(12):
        chance = 1 / (1 + np.exp(-z @ b))
        curve = z.T @ (z * (w * chance * (1 - chance))[:, None]) + np.diag(penalty)
        b -= np.linalg.solve(curve, z.T @ (w * (chance - y)) + penalty * b)
    return b


def known_vectors(embedder: UniversalEmbedder, dialogues: Iterable[Dialogue]) -> dict[str, Said]:
    """What each line of the dialogues says, by its text."""
    texts = list(dict.fromkeys(line.text for d in dialogues for line in d))
    return {
        s.text: s
        for start in range(0, len(texts), 128)
        for s in said(texts[start : start + 128], embedder.embed)
    }


def score(dialogues: Sequence[Dialogue], failures: bool = False) -> dict[str, float]:
    """Precision, recall and F1 of the whole decision on the user's turns after the first."""
    embedder = UniversalEmbedder()
    known = known_vectors(embedder, dialogues)
    hits = false = missed = 0
    for dialogue in dialogues:
        before: list[Exchange] = []
        for place in range(0, len(dialogue) - 1, 2):
            user, reply = dialogue[place], dialogue[place + 1]
            got = shift(Context(tuple(before[-2:]), embedder.name), known[user.text])
            if place:
                hits += got.shift and user.shift
                false += got.shift and not user.shift
                missed += user.shift and not got.shift
                if failures and got.shift != user.shift:
                    print(f"  {got.reason} {got.score:.2f}: {before[-1].reply.text} | {user.text}")
            before.append(Exchange(known[user.text], known[reply.text]))
    return prf(hits, false, missed)


def prf(hits: int, false: int, missed: int) -> dict[str, float]:
    precision = hits / (hits + false) if hits + false else 0.0
    recall = hits / (hits + missed) if hits + missed else 0.0
    f1 = 2 * hits / (2 * hits + false + missed) if hits else 0.0
    return {"precision": round(precision, 3), "recall": round(recall, 3), "f1": round(f1, 3)}


def blind() -> list[Dialogue]:
    """Dialogues that trained nothing, a file for each kind."""
    return [d for path in BLIND for d in corpus.read(path, replies=False)]


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
        return
    failures = "--failures" in arguments
    for path in BLIND:
        print(path.stem, score(corpus.read(path, replies=False), failures))
    print("all blind", score(blind()))
    for name in arguments[1:]:
        if name != "--failures":
            print(name, score(tiage(Path(name))))


if __name__ == "__main__":
    main(sys.argv[1:])
