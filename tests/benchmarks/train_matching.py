"""Trains ``data/plan/weights.json``: python -m tests.benchmarks.train_matching [--write]

Learns from ``data/plan/examples.txt`` how a statement relates to a known fact, and reports what
cross-validation says of it. Without --write it only reports.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.config import EmbeddingConfig
from assistant.embedding.open import open_embedder
from assistant.memory.matching.alignment import align
from assistant.memory.matching.evidence import evidence
from assistant.memory.matching.meaning import Meaning
from assistant.memory.matching.relation import LABELS
from assistant.memory.signals.language import detect_language
from assistant.memory.wording import same_word, wording
from assistant.resources import data_path

Array = NDArray[Any]
FOLDS = 8
STRANGERS = 2
"""For each example, so many facts that have nothing to do with its statement are learned as well."""
STRANGER_WEIGHT = 0.5
RIDGE = 1.0
NAMES = {"confirm": "same", "contradict": "changed", "unrelated": "other"}


@dataclass(frozen=True, slots=True)
class Example:
    """What was known, what is said later, and what that is to it."""

    expect: str
    fact: str
    later: str
    must: tuple[str, ...] = ()

    @property
    def label(self) -> int:
        return LABELS.index(NAMES[self.expect])


def examples(name: str = "examples.txt") -> list[Example]:
    """The lines ``expect | fact | later | words of the surviving fact``."""
    found = []
    for line in data_path("plan", name).read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            expect, fact, later, must = (part.strip() for part in line.split("|"))
            found.append(Example(expect, fact, later, tuple(filter(None, must.split(";")))))
    return found


def strangers(pairs: Sequence[Example], meaning: Meaning, seed: int = 1) -> list[Example]:
    """Statements beside facts that share no word and little meaning with them."""
    rng = random.Random(seed)
    found: list[Example] = []
    for pair in pairs:
        for other in rng.sample(list(pairs), STRANGERS):
            mine = wording(other.fact, detect_language(other.fact)).words
            theirs = wording(pair.later, detect_language(pair.later)).words
            shared = any(same_word(a, b) for a in mine for b in theirs)
            if not shared and meaning.likeness(other.fact, pair.later) < 0.2:
                found.append(Example("unrelated", other.fact, pair.later))
    return found


def signs_of(pair: Example, meaning: Meaning) -> dict[str, float]:
    """The evidence of one example."""
    languages = detect_language(pair.fact), detect_language(pair.later)
    alignment = align(pair.fact, languages[0], pair.later, languages[1], meaning)
    return evidence(pair.fact, pair.later, alignment, meaning)


def shares(x: Array, w: Array) -> Array:
    """Softmax of the scores."""
    scores = x @ w
    powers = np.exp(scores - scores.max(1, keepdims=True))
    result: Array = powers / powers.sum(1, keepdims=True)
    return result


def train(x: Array, labels: Array, weight: Array) -> Array:
    """Multinomial logistic regression with a ridge, by Newton's steps one label at a time."""
    w = np.zeros((x.shape[1], len(LABELS)))
    wanted = np.eye(len(LABELS))[labels]
    for _ in range(15):
        p = shares(x, w)
        for c in range(len(LABELS)):
            slope = x.T @ (weight * (p[:, c] - wanted[:, c])) + RIDGE * w[:, c]
            curve = (x * (weight * np.maximum(p[:, c] * (1 - p[:, c]), 0.02))[:, None]).T @ x
            w[:, c] -= 0.7 * np.linalg.solve(curve + RIDGE * np.eye(len(slope)), slope)
    return w


def cross_validate(x: Array, labels: Array, weight: Array) -> Array:
    """Shares for each row from weights that never saw it."""
    order = np.random.default_rng(0).permutation(len(labels))
    result = np.zeros((len(labels), len(LABELS)))
    for fold in range(FOLDS):
        held = order[fold::FOLDS]
        rest = np.setdiff1d(order, held)
        result[held] = shares(x[held], train(x[rest], labels[rest], weight[rest]))
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--cache", type=Path, help="folder for the embedder's prepared tables")
    arguments = parser.parse_args()
    embedder = open_embedder(EmbeddingConfig(), arguments.cache)
    meaning = Meaning(embedder.embed, embedder.calibrate)
    own = [pair for pair in examples() if pair.expect in NAMES]
    pairs = own + strangers(own, meaning)
    meaning.learn(text for pair in pairs for text in (pair.fact, pair.later))
    rows = [signs_of(pair, meaning) for pair in pairs]
    names = list(rows[0])
    x = np.array([[row[name] for name in names] for row in rows])
    labels = np.array([pair.label for pair in pairs])
    weight = np.where(np.arange(len(pairs)) < len(own), 1.0, STRANGER_WEIGHT)
    report(own, cross_validate(x, labels, weight)[: len(own)])
    if arguments.write:
        columns = train(x, labels, weight).T
        table = {
            label: {name: round(float(v), 3) for name, v in zip(names, column, strict=True)}
            for label, column in zip(LABELS, columns, strict=True)
        }
        data_path("plan", "weights.json").write_text(json.dumps(table, indent=1) + "\n", "utf-8")


def report(pairs: Sequence[Example], judged: Array) -> None:
    """Accuracy on held-out folds, and every miss."""
    right = 0
    for pair, row in zip(pairs, judged, strict=True):
        if int(row.argmax()) == pair.label:
            right += 1
        else:
            print(f"{NAMES[pair.expect]:8s}{row.round(2)} {pair.fact} | {pair.later}")
    print(f"{right} of {len(pairs)} on held-out folds: {right / len(pairs):.3f}")


if __name__ == "__main__":
    main()
