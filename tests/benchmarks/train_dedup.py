"""Trains ``data/dedup/head.json``: python -m tests.benchmarks.train_dedup [--write] [--batch N]

Learns from ``data/dedup/pairs.jsonl`` which questions are one, and reports what cross-validation
says of it: reuse of the same, wrong reuse, by kind. Without --write it only reports.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.config import EmbeddingConfig
from assistant.embedding.open import open_embedder
from assistant.memory.dedup.alignment import align
from assistant.memory.dedup.eligibility import refusal
from assistant.memory.dedup.marks import difference, marks
from assistant.memory.dedup.proof import evidence, mismatch
from assistant.memory.matching import Meaning
from assistant.memory.signals.language import detect_language
from assistant.resources import data_path

Array = NDArray[Any]
FOLDS = 10
RIDGE = 0.3
WRONG_WEIGHT = 6.0
"""A false reuse is worth ten missed ones."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two questions, whether one answer serves both, and what sets them apart or joins them."""

    first: str
    second: str
    same: bool
    kind: str
    batch: int


@dataclass(frozen=True, slots=True)
class Judged:
    """A pair with what the rules said (``reason`` not empty: different) or its evidence."""

    pair: Pair
    reason: str
    signs: dict[str, float]


def pairs(path: Path | None = None) -> list[Pair]:
    """Every line of the file."""
    path = path or data_path("dedup", "pairs.jsonl")
    return [Pair(**json.loads(line)) for line in path.read_text("utf-8").splitlines() if line]


def judge(pair: Pair, meaning: Meaning) -> Judged:
    """The rules first; the evidence of what passes them."""
    reason: str = refusal(pair.first) or refusal(pair.second) or ""
    mine, theirs = marks(pair.first), marks(pair.second)
    reason = reason or difference(mine, theirs)
    if reason:
        return Judged(pair, reason, {})
    cross = detect_language(pair.first) != detect_language(pair.second)
    found = align(pair.first, pair.second, cross=cross, likeness=meaning.likeness)
    reason = mismatch(found, pair.first, pair.second, meaning.likeness)
    if reason:
        return Judged(pair, reason, {})
    likeness = meaning.likeness(pair.first, pair.second)
    signs = evidence(found, mine, theirs, likeness, meaning.likeness, cross=cross)
    return Judged(pair, "", signs)


def train(x: Array, same: Array) -> Array:
    """Logistic regression with a ridge, by Newton's steps; wrong reuse weighs more."""
    w = np.zeros(x.shape[1])
    weight = np.where(same, 1.0, WRONG_WEIGHT)
    ridge = RIDGE * np.eye(len(w))
    for _ in range(30):
        p = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
        slope = x.T @ (weight * (p - same)) + RIDGE * w
        curve = (x * (weight * np.maximum(p * (1 - p), 1e-3))[:, None]).T @ x + ridge
        w -= np.linalg.solve(curve, slope)
    return w


def held_out(x: Array, same: Array) -> Array:
    """The chance of each row from weights that never saw it."""
    order = np.random.default_rng(0).permutation(len(same))
    result = np.zeros(len(same))
    for fold in range(FOLDS):
        held = order[fold::FOLDS]
        rest = np.setdiff1d(order, held)
        result[held] = 1 / (1 + np.exp(-np.clip(x[held] @ train(x[rest], same[rest]), -30, 30)))
    return result


def report(judged: Sequence[Judged], chances: dict[Pair, float], line: float) -> None:
    """Reuse by kind, every wrong reuse, and every miss with its reason."""
    by: dict[tuple[bool, str], list[int]] = defaultdict(lambda: [0, 0])
    for item in judged:
        reused = not item.reason and chances[item.pair] >= line
        tally = by[(item.pair.same, item.pair.kind)]
        tally[0] += reused
        tally[1] += 1
        if reused != item.pair.same:
            chance = f"{chances.get(item.pair, 0):.2f}"
            print("WRONG" if reused else "miss ", chance, item.pair.kind, "|", item.pair.first,
                  "|", item.pair.second, "|", item.reason)  # fmt: skip
    for same in (True, False):
        rows = {kind: tally for (s, kind), tally in by.items() if s == same}
        total = [sum(t[0] for t in rows.values()), sum(t[1] for t in rows.values())]
        print("same" if same else "not ", total, rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--line", type=float, default=0.6)
    parser.add_argument("--batch", type=int, help="score this batch with the shipped weights")
    parser.add_argument("--pairs", type=Path, help="another file of pairs")
    parser.add_argument("--cache", type=Path, help="folder for the embedder's prepared tables")
    arguments = parser.parse_args()
    embedder = open_embedder(EmbeddingConfig(), arguments.cache)
    meaning = Meaning(embedder.embed, embedder.calibrate)
    every = pairs(arguments.pairs)
    if arguments.batch is not None or arguments.pairs:
        every = [p for p in every if arguments.batch in (None, p.batch)]
    judged = [judge(pair, meaning) for pair in every]
    open_ones = [item for item in judged if not item.reason]
    if arguments.batch is not None or arguments.pairs:
        from assistant.memory.dedup.proof import weigh

        report(judged, {item.pair: weigh(item.signs) for item in open_ones}, arguments.line)
        return
    names = list(open_ones[0].signs)
    x = np.array([[item.signs[name] for name in names] for item in open_ones])
    same = np.array([item.pair.same for item in open_ones], dtype=float)
    chances = dict(zip((item.pair for item in open_ones), held_out(x, same), strict=True))
    report(judged, {pair: float(c) for pair, c in chances.items()}, arguments.line)
    if arguments.write:
        weights = dict(zip(names, (round(float(v), 3) for v in train(x, same)), strict=True))
        text = json.dumps({"line": arguments.line, "weights": weights}, indent=1)
        data_path("dedup", "head.json").write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main()
