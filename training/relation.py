"""Trains what a later statement is to a known fact, by signs.

A multinomial logistic regression (scikit-learn, fixed order, no chance) over the signs of
``assistant/memory/matching/evidence.py``, put into ``data/plan/weights.json``. It learns from the
pairs of ``relation_pairs.py``: those of many invented people, and ``training/data/plan/examples.txt``. Each
label counts the same in all; then caution is added to "other": to retire a fact that holds is worse
than to ask. Reported is each writer by weights that a fifth of the writers, with that one, taught
nothing, before the guards (``settle``) and after. ``relation_network.py`` trains what looks more
closely; ``docs/benchmarks/relation.md`` says what came of both.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from assistant.config import EmbeddingConfig
from assistant.embedding.open import open_embedder
from assistant.memory.matching import Meaning
from assistant.memory.matching.alignment import Alignment, align
from assistant.memory.matching.evidence import evidence
from assistant.memory.matching.relation import LABELS, Relation, settle
from assistant.memory.signals.language import detect_language
from assistant.resources import data_path
from tests.benchmarks.base import Cell, Table
from tests.benchmarks.tables import plain
from training.relation_pairs import Pair, blind, examples, strangers

Array = NDArray[Any]
STRENGTH = 3.0
"""Inverse of the ridge."""
FOLDS = 5
STAY = 0.97
"""Share of the unrelated of held-out writers that must stay what they are."""
COUNTS = {"writers": 1.5, "relation": 1.5, "people": 0.6, "requests": 0.5, "forgetting": 0.5,
          "strangers": 0.4, "apart": 0.5}  # fmt: skip
"""How much a pair of a source counts beside one of the examples."""
NAMED = ("relation/", "writers/")


class Seen(NamedTuple):
    pair: Pair
    signs: dict[str, float]
    found: Alignment


def seen_in(pair: Pair, meaning: Meaning) -> Seen:
    languages = detect_language(pair.fact), detect_language(pair.later)
    found = align(pair.fact, languages[0], pair.later, languages[1], meaning)
    return Seen(pair, evidence(pair.fact, pair.later, found, meaning), found)


def counted(rows: Sequence[Seen], labels: Array) -> Array:
    """How much each pair counts: each label the same in all."""
    weight = np.array([COUNTS.get(row.pair.writer.split("/")[0], 1.0) for row in rows])
    each = np.array([weight[labels == n].sum() for n in range(len(LABELS))])
    found: Array = weight * (weight.sum() / len(LABELS) / each)[labels]
    return found


def labels_of(rows: Sequence[Seen]) -> Array:
    return np.array([LABELS.index(row.pair.label) for row in rows])


def values_of(rows: Sequence[Seen]) -> Array:
    return np.array([list(row.signs.values()) for row in rows])


def columns(rows: Sequence[Seen]) -> Array:
    """(signs, labels): the weights that these pairs teach."""
    from sklearn.linear_model import LogisticRegression

    labels = labels_of(rows)
    model = LogisticRegression(C=STRENGTH, fit_intercept=False, max_iter=400)
    model.fit(values_of(rows), labels, sample_weight=counted(rows, labels))
    found: Array = model.coef_.T
    return found


def folds(rows: Sequence[Seen], count: int) -> Iterator[tuple[list[int], list[int]]]:
    """Pairs that teach and pairs that are judged, every writer by name among these once."""
    names = [row.pair.writer.split("/")[-1] for row in rows]
    is_named = [row.pair.writer.startswith(NAMED) for row in rows]
    named = sorted({name for name, known in zip(names, is_named, strict=True) if known})
    for fold in range(count):
        apart = set(named[fold::count])
        yield (
            [n for n, name in enumerate(names) if name not in apart],
            [n for n, name in enumerate(names) if name in apart and is_named[n]],
        )


def caution(logits: Array, rows: Sequence[Seen]) -> float:
    """What is added to "other" so that so many of the unrelated ``STAY``."""
    other = logits[labels_of(rows) == LABELS.index("other")]
    lead = other[:, :2].max(1) - other[:, 2]
    return round(float(np.quantile(lead, STAY)), 2)


def settled(rows: Sequence[Seen], logits: Array) -> Array:
    powers = np.exp(logits - logits.max(1, keepdims=True))
    shares = powers / powers.sum(1, keepdims=True)
    return np.array(
        [
            settle(Relation(*own[:3].tolist()), row.signs, row.found, row.pair.later)[:3]
            for row, own in zip(rows, shares, strict=True)
        ]
    )


def by_writer(rows: Sequence[Seen], logits: Array) -> Table:
    """Each writer by name: right before and after the guards, then of each label, in per cent."""
    labels, before, after = labels_of(rows), logits.argmax(1), settled(rows, logits).argmax(1)
    writers = np.array([row.pair.writer for row in rows])
    lines: list[list[Cell]] = []
    for writer in sorted(set(writers.tolist())):
        own = writers == writer
        masks = [own, *(own & (labels == n) for n in range(len(LABELS)))]
        found = [(before == labels)[own], *((after == labels)[mask] for mask in masks)]
        lines.append([writer, *(_share(right) for right in found)])
    figures = [
        [float(v) for v in column if v is not None] for column in list(zip(*lines, strict=True))[1:]
    ]
    for name, told in (("mean", mean), ("worst", min)):
        lines.append([name, *(round(told(column), 1) for column in figures)])
    titles = ("writer", "before the guards", "after", *LABELS)
    return Table("Held out, right in %", titles, tuple(map(tuple, lines)))


def _share(right: Array) -> float | None:
    return round(100 * float(right.mean()), 1) if len(right) else None


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser("relation", description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--hold", help="a writer that teaches nothing of what is written")
    parser.add_argument("--to", type=Path, default=data_path("plan", "weights.json"))
    options = parser.parse_args(arguments)
    meaning = Meaning.of(open_embedder(EmbeddingConfig(), None))
    told = examples()
    pairs = [*blind(), *told, *strangers(told)]
    meaning.learn(text for pair in pairs for text in (pair.fact, pair.later))
    rows = [seen_in(pair, meaning) for pair in pairs]
    held, found = list[int](), []
    for teaching, own in folds(rows, FOLDS):
        weights = columns([rows[n] for n in teaching])
        held += own
        found.append(values_of([rows[n] for n in own]) @ weights)
    of_held, logits = [rows[n] for n in held], np.concatenate(found)
    added = caution(logits, of_held)
    logits[:, LABELS.index("other")] += added
    print(plain(by_writer(of_held, logits)), f"caution: {added}", sep="\n")
    if options.write:
        rows = [row for row in rows if row.pair.writer.split("/")[-1] != options.hold]
        names, weights = list(rows[0].signs), columns(rows)
        weights[names.index("one"), LABELS.index("other")] += added
        table = {
            label: {name: round(float(v), 3) for name, v in zip(names, column, strict=True)}
            for label, column in zip(LABELS, weights.T, strict=True)
        }
        options.to.write_text(json.dumps(table, indent=1) + "\n", "utf-8")
