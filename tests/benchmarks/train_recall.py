"""Trains the lens of ``memory/recall/lens.py``: python -m tests.benchmarks.train_recall [--write]

Without --write it only reports, people by people, on questions that were never trained on.
The map is trained on ``meetings.txt`` alone, so that the people stay a test for it; the direction
"about the user" is cross-validated over the people for the report, and uses them all when written.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.config import EmbeddingConfig
from assistant.embedding.open import open_embedder
from assistant.memory.recall.lens import Lens
from assistant.resources import data_path
from tests.benchmarks.recall_data import Person, general, meetings, people

Array = NDArray[Any]
STEPS, RATE, TEMPERATURE, STAY = 80, 0.003, 0.12, 0.01
"""Steps and rate of Adam; softness of the choice among facts; pull towards no map at all."""
GENTLE = 0.3
"""Weight decay of the direction "about the user": 512 numbers from some 700 questions."""


def unit(rows: Array) -> Array:
    lengths: Array = rows / np.linalg.norm(rows, axis=-1, keepdims=True)
    return lengths


def train_turn(questions: Array, facts: Array, belong: Array) -> Array:
    """The map under which each question's softmax over all facts falls on its own ones."""
    turn = np.eye(questions.shape[1])
    first, second = np.zeros_like(turn), np.zeros_like(turn)
    wanted = belong / belong.sum(1, keepdims=True)
    for step in range(1, STEPS + 1):
        scores = questions @ turn @ facts.T / TEMPERATURE
        chosen = np.exp(scores - scores.max(1, keepdims=True))
        chosen /= chosen.sum(1, keepdims=True)
        slope = questions.T @ ((chosen - wanted) @ facts) / TEMPERATURE / len(questions)
        slope += STAY * (turn - np.eye(len(turn)))
        first = 0.9 * first + 0.1 * slope
        second = 0.99 * second + 0.01 * slope**2
        turn -= RATE * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
    return turn


def train_direction(rows: Array, labels: Array, decay: float = GENTLE) -> tuple[Array, float]:
    """Logistic regression on standardised columns, both labels weighing the same: (w, bias)."""
    mean, spread = rows.mean(0), rows.std(0) + 1e-6
    x = (rows - mean) / spread
    share = labels.mean()
    weight = np.where(labels == 1, 0.5 / share, 0.5 / (1 - share))
    w, bias = np.zeros(x.shape[1]), 0.0
    for _ in range(300):
        off = weight * (1 / (1 + np.exp(-(x @ w + bias))) - labels)
        w -= x.T @ off / len(x) + decay * w
        bias -= float(off.mean())
    return w / spread, bias - float((w / spread) @ mean)


def build(embed: Any, persons: Sequence[Person]) -> Lens:
    """A lens from the meetings, the general questions and the questions of ``persons``."""
    blocks = meetings()
    questions = embed([q for b in blocks for q in b.questions])
    facts = embed([f for b in blocks for f in b.facts])
    row = np.repeat(np.arange(len(blocks)), [len(b.questions) for b in blocks])
    column = np.repeat(np.arange(len(blocks)), [len(b.facts) for b in blocks])
    question_mean, fact_mean = questions.mean(0), facts.mean(0)
    turn = train_turn(
        unit(questions - question_mean), unit(facts - fact_mean), row[:, None] == column[None]
    )
    asked = [q for p in persons for q in p.questions]
    world = general()
    rows = embed([q.text for q in asked] + world)
    labels = np.array([float(bool(q.right)) for q in asked] + [0.0] * len(world))
    personal, bias = train_direction(rows, labels)
    return Lens(turn, question_mean, fact_mean, personal, bias)


def write(lens: Lens, name: str) -> None:
    np.savez_compressed(
        data_path("recall") / f"lens-{name.partition('/')[0]}.npz",
        turn=lens.turn.astype(np.float16),
        question_mean=lens.question_mean.astype(np.float32),
        fact_mean=lens.fact_mean.astype(np.float32),
        personal=lens.personal.astype(np.float32),
        personal_bias=np.float32(lens.personal_bias),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the lens into data/recall/")
    parser.add_argument("--cache", default=None, help="folder of the embedder's prepared tables")
    options = parser.parse_args()
    embedder = open_embedder(EmbeddingConfig(), options.cache and data_path(options.cache))
    lens = build(embedder.embed, people())
    if options.write:
        write(lens, embedder.name)


if __name__ == "__main__":
    main()
