"""Trains the networks that tell what a later statement is to a known fact (needs torch).

They learn from all pairs of ``relation_pairs.py`` and ``weeks.py``, and from facts and statements of
one person that do not belong together; put into ``data/plan/relation_words*.npz``, which differ by
their seed. Each label counts the same in all. Reported is each writer by networks that a third of
the writers, with that one, taught nothing; ``docs/benchmarks/relation.md`` says what came of it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from assistant.config import EmbeddingConfig
from assistant.embedding.open import open_embedder
from assistant.memory.matching import Meaning
from assistant.memory.matching.relation import LABELS, NETWORKS
from assistant.resources import data_path
from tests.benchmarks.base import Cell, Table
from tests.benchmarks.tables import plain
from training import weeks
from training.pair_network import Example, Examples, arrays_of, judged, learned
from training.relation_pairs import Pair, apart, blind, dated, examples, strangers

Array = NDArray[Any]
FOLDS = 3
CAUTION = 1.0
"""What is added to "other": to retire a fact that holds is worse than to ask."""
COUNTS = {"writers": 1.5, "relation": 1.5, "people": 0.6, "requests": 0.5, "forgetting": 0.5,
          "strangers": 0.4, "apart": 0.5, "dated": 0.5}  # fmt: skip
"""How much a pair of a source counts beside one of the examples."""
NAMED = ("relation/", "writers/")


def labels_of(pairs: Sequence[Pair]) -> Array:
    return np.array([LABELS.index(pair.label) for pair in pairs])


def counted(pairs: Sequence[Pair], labels: Array) -> Array:
    """How much each pair counts: each label the same in all."""
    weight = np.array([COUNTS.get(pair.writer.split("/")[0], 1.0) for pair in pairs])
    each = np.array([weight[labels == n].sum() for n in range(len(LABELS))])
    found: Array = weight * (weight.sum() / len(LABELS) / each)[labels]
    return found


def examples_of(pairs: Sequence[Pair]) -> Examples:
    labels = labels_of(pairs)
    found = [
        Example((pair.fact,), pair.later, [], int(label), float(own))
        for pair, label, own in zip(pairs, labels, counted(pairs, labels), strict=True)
    ]
    return Examples(found, [], len(LABELS), centred=True)


def folds(pairs: Sequence[Pair], count: int) -> Iterator[tuple[list[int], list[int]]]:
    """Pairs that teach and pairs that are judged, every writer by name among these once."""
    names = [pair.writer.split("/")[-1] for pair in pairs]
    is_named = [pair.writer.startswith(NAMED) for pair in pairs]
    named = sorted({name for name, known in zip(names, is_named, strict=True) if known})
    for fold in range(count):
        apart = set(named[fold::count])
        yield (
            [n for n, name in enumerate(names) if name not in apart],
            [n for n, name in enumerate(names) if name in apart and is_named[n]],
        )


def held_out(pairs: Sequence[Pair], seen: Examples, count: int) -> tuple[list[Pair], Array]:
    """The pairs of all writers by name, each judged by networks that a part of them, with that
    one, taught nothing."""
    held: list[Pair] = []
    found = []
    for teaching, own in folds(pairs, count):
        nets = [learned(seen, teaching, seed=seed) for seed in range(len(NETWORKS))]
        found.append(np.mean([judged(net, seen, own) for net in nets], axis=0))
        held += [pairs[n] for n in own]
    return held, np.concatenate(found)


def by_writer(pairs: Sequence[Pair], logits: Array) -> Table:
    """Each writer by name: right in all, then of each label, in per cent."""
    labels, right = labels_of(pairs), logits.argmax(1) == labels_of(pairs)
    writers = np.array([pair.writer for pair in pairs])
    lines: list[list[Cell]] = []
    for writer in sorted(set(writers.tolist())):
        own = writers == writer
        masks = [own, *(own & (labels == n) for n in range(len(LABELS)))]
        lines.append([writer, *(_share(right[mask]) for mask in masks)])
    figures = [
        [float(v) for v in column if v is not None] for column in list(zip(*lines, strict=True))[1:]
    ]
    for name, told in (("mean", mean), ("worst", min)):
        lines.append([name, *(round(told(column), 1) for column in figures)])
    return Table("Held out, right in %", ("writer", "all", *LABELS), tuple(map(tuple, lines)))


def _share(right: Array) -> float | None:
    return round(100 * float(right.mean()), 1) if len(right) else None


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser("relation", description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--hold", help="a writer that teaches nothing of what is written")
    parser.add_argument("--to", type=Path, default=data_path("plan"))
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    told, own = examples(), blind()
    meaning = Meaning.of(open_embedder(EmbeddingConfig(), None))
    every = [*own, *told, *strangers(told), *apart(own, meaning)]
    every += weeks.pairs(weeks.writers())
    every += dated([*own, *told])
    seen = examples_of(every)
    held, logits = held_out(every, seen, FOLDS)
    logits[:, LABELS.index("other")] += CAUTION
    print(plain(by_writer(held, logits)))
    if options.write:
        names = [pair.writer.split("/")[-1] for pair in every]
        teaching = [n for n, name in enumerate(names) if name != options.hold]
        more = [CAUTION * (label == "other") for label in LABELS]
        for seed, name in enumerate(NETWORKS):
            arrays: dict[str, Any] = arrays_of(learned(seen, teaching, seed=seed), seen, more)
            np.savez(options.to / name, **arrays)
