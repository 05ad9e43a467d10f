"""Trains the networks that look at a statement and a fact more closely (needs torch).

They learn from all pairs of ``relation_pairs.py`` and ``weeks.py``, and from facts and statements of
one person that do not belong together; put into ``data/plan/relation.npz``, and ``relation_words*.npz`` for two that
know no signs and differ by their seed. Reported is each writer by networks that a third of the
writers, with that one, taught nothing.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from assistant.config import EmbeddingConfig
from assistant.embedding.open import open_embedder
from assistant.memory.matching import Meaning
from assistant.memory.matching.relation import LABELS, NETWORKS
from assistant.resources import data_path
from tests.benchmarks.tables import plain
from training import weeks
from training.pair_network import Example, Examples, arrays_of, judged, learned
from training.relation import Seen, by_writer, counted, folds, seen_in
from training.relation_pairs import apart, blind, examples, strangers

Array = NDArray[Any]
FOLDS = 3
CAUTION = 1.0
"""What is added to "other": to retire a fact that holds is worse than to ask."""


def examples_of(rows: Sequence[Seen]) -> Examples:
    """Each label counts the same in all."""
    labels = np.array([LABELS.index(row.pair.label) for row in rows])
    weights = counted(rows, labels)
    found = [
        Example((row.pair.fact,), row.pair.later, list(row.signs.values()), int(label), float(own))
        for row, label, own in zip(rows, labels, weights, strict=True)
    ]
    return Examples(found, list(rows[0].signs), len(LABELS))


def by_words(pairs: Examples) -> Examples:
    """The same without the signs: their words alone are left."""
    rows = [row._replace(signs=[]) for row in pairs.rows]
    return replace(pairs, rows=rows, names=[], centred=True)


def taught(pairs: Examples) -> Iterator[tuple[str, Examples, int]]:
    """The names of the networks, what teaches each, and its seed."""
    words = by_words(pairs)
    seeds = (0, 0, 1)
    yield from zip(NETWORKS, (pairs, words, words), seeds, strict=True)


def held_out(rows: Sequence[Seen], pairs: Examples, count: int) -> tuple[list[Seen], Array]:
    """The pairs of all writers by name, each judged by a network that a part of them, with that
    one, taught nothing."""
    held: list[Seen] = []
    found = []
    networks = list(taught(pairs))
    for teaching, own in folds(rows, count):
        nets = [(learned(each, teaching, seed=seed), each) for _, each, seed in networks]
        found.append(np.mean([judged(net, each, own) for net, each in nets], axis=0))
        held += [rows[n] for n in own]
    return held, np.concatenate(found)


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser("relation_network", description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--hold", help="a writer that teaches nothing of what is written")
    parser.add_argument("--to", type=Path, default=data_path("plan"))
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    meaning = Meaning.of(open_embedder(EmbeddingConfig(), None))
    told, own = examples(), blind()
    every = [*own, *told, *strangers(told), *apart(own, meaning)]
    every += weeks.pairs(weeks.writers())
    meaning.learn(text for pair in every for text in (pair.fact, pair.later))
    rows = [seen_in(pair, meaning) for pair in every]
    pairs = examples_of(rows)
    held, logits = held_out(rows, pairs, FOLDS)
    logits[:, LABELS.index("other")] += CAUTION
    print(plain(by_writer(held, logits)))
    if options.write:
        names = [row.pair.writer.split("/")[-1] for row in rows]
        teaching = [n for n, name in enumerate(names) if name != options.hold]
        more = [CAUTION * (label == "other") for label in LABELS]
        for name, each, seed in taught(pairs):
            arrays: dict[str, Any] = arrays_of(learned(each, teaching, seed=seed), each, more)
            np.savez(options.to / name, **arrays)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
