"""Trains how news are read.

Learns from the headlines of ``cases/trading/``, each by a writer of its own, and reports how well
each is read by a model that never saw that writer. With --write it writes the weights into the
pack; without it only reports.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from assistant.arrays import listed
from assistant.packs.trading.news.features import features
from assistant.packs.trading.news.sentiment import (
    LABELS,
    WEIGHTS,
    Label,
    Model,
    default_embedder,
    judged,
    rows_of,
)
from tests.benchmarks.suites import CASES

HEADLINES = CASES / "trading"
SIGNS: dict[str, Label] = {"-": "negative", "=": "neutral", "+": "positive"}
RIDGE = 0.01
STEPS = 250
RATE = 0.03
LEAST_SPREAD = 0.3
"""Added to the spread of a feature: one that is seldom there must not weigh much."""

Matrix = NDArray[np.float64]


class Headline(NamedTuple):
    writer: str
    language: str
    label: Label
    title: str
    summary: str


LEARNED, UNREAD = "*.headlines.txt", "*.unread.txt"
"""Files that are learned from, and those that only measure: neither words nor weights were ever
chosen by them. Who mends something that they showed moves them to the others and writes new ones."""


def headlines(files: str = LEARNED) -> list[Headline]:
    """All of the files, one a writer: a sign, a title, ``|``, a summary or nothing."""
    found = []
    for file in sorted(HEADLINES.glob(files)):
        language = ""
        for line in file.read_text("utf-8").splitlines():
            if line.startswith("["):
                language = line.strip("[]")
            elif line[:1] in SIGNS:
                title, _, summary = line[1:].partition("|")
                writer = file.name.partition(".")[0]
                label = SIGNS[line[0]]
                found.append(Headline(writer, language, label, title.strip(), summary.strip()))
    return found


def train(rows: Sequence[Headline]) -> Model:
    """A softmax regression with a ridge, by Adam over all rows at once."""
    news = [(row.title, row.summary) for row in rows]
    found = [features(*one) for one in news]
    names = tuple(sorted({name for one in found for name in one}))
    counted = np.array([[one[name] for name in names] for one in found], np.float64)
    scales = (counted.std(0) + LEAST_SPREAD).astype(np.float32)
    x = rows_of(news, default_embedder(), names, scales).astype(np.float64)
    y = np.eye(len(LABELS))[[LABELS.index(row.label) for row in rows]]
    weights, bias = _fit(x, y)
    return Model(names, scales, weights.astype(np.float32), bias.astype(np.float32))


def _fit(x: Matrix, y: Matrix) -> tuple[Matrix, Matrix]:
    ones = np.hstack([x, np.ones((len(x), 1))])
    ridge = np.full((ones.shape[1], 1), RIDGE)
    ridge[-1] = 0
    weights = np.zeros((ones.shape[1], y.shape[1]))
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        logits = ones @ weights
        shares = np.exp(logits - logits.max(1, keepdims=True))
        shares /= shares.sum(1, keepdims=True)
        slope = ones.T @ (shares - y) / len(x) + ridge * weights
        first = 0.9 * first + 0.1 * slope
        second = 0.999 * second + 0.001 * slope**2
        weights -= RATE * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return weights[:-1], weights[-1]


def right(rows: Sequence[Headline], model: Model) -> list[bool]:
    """Which of them the model reads as they are meant."""
    read = judged([(row.title, row.summary) for row in rows], default_embedder(), model)
    return [one.label == row.label for one, row in zip(read, rows, strict=True)]


def save(model: Model) -> None:
    np.savez_compressed(
        WEIGHTS,
        names=listed(model.names),
        scales=model.scales,
        weights=model.weights.astype(np.float16),
        bias=model.bias,
    )


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser("sentiment", description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--failures", action="store_true")
    options = parser.parse_args(arguments)
    rows = headlines()
    shares = {}
    for writer in sorted({row.writer for row in rows}):
        unseen = [row for row in rows if row.writer == writer]
        hits = right(unseen, train([row for row in rows if row.writer != writer]))
        shares[writer] = sum(hits) / len(hits)
        by = {
            language: np.mean(
                [h for h, r in zip(hits, unseen, strict=True) if r.language == language]
            )
            for language in ("en", "es")
        }
        print(
            f"{writer:10} {shares[writer]:6.1%} of {len(unseen)}  en {by['en']:.0%} es {by['es']:.0%}"
        )
        if options.failures:
            for hit, row in zip(hits, unseen, strict=True):
                if not hit:
                    print(f"    {row.label:8} {row.title} | {row.summary}")
    values = list(shares.values())
    print(f"unseen writers: mean {np.mean(values):.1%}, worst {min(values):.1%}")
    unread = headlines(UNREAD)
    hits = right(unread, train(rows))
    print(f"never shown to words nor weights: {sum(hits) / len(hits):.1%} of {len(hits)}")
    if options.write:
        save(train(rows))
        print(f"{WEIGHTS.name}: {WEIGHTS.stat().st_size:,} bytes")
