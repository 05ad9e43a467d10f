"""Trains what a later statement is to a known fact.

A multinomial logistic regression (scikit-learn, fixed order, no chance) over the signs of
``assistant/memory/matching/evidence.py``, put into ``data/plan/weights.json``. It learns from the
pairs of ``relation_pairs.py``: those of many invented people, and ``training/data/plan/examples.txt``. Each
label counts the same in all; then ``CAUTION`` is added to "other": to retire a fact that holds is
worse than to ask. Reported is each writer of ``cases/writers`` with weights from all others, before
the guards (``settle``) and after. ``docs/benchmarks/relation.md`` says what came of it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
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
CAUTION = 1.4
"""Added to the logit of "other": so that of the unrelated of writers that were held out 97 % stay."""
COUNTS = {"writers": 2.0, "people": 0.6, "requests": 0.5, "forgetting": 0.5,
          "strangers": 0.4}  # fmt: skip
"""How much a pair of a source counts beside one of the examples."""


class Seen(NamedTuple):
    pair: Pair
    signs: dict[str, float]
    found: Alignment


def seen_in(pair: Pair, meaning: Meaning) -> Seen:
    languages = detect_language(pair.fact), detect_language(pair.later)
    found = align(pair.fact, languages[0], pair.later, languages[1], meaning)
    return Seen(pair, evidence(pair.fact, pair.later, found, meaning), found)


def columns(rows: Sequence[Seen]) -> Array:
    """(signs, labels): the weights that these pairs teach."""
    from sklearn.linear_model import LogisticRegression

    x = np.array([list(row.signs.values()) for row in rows])
    labels = np.array([LABELS.index(row.pair.label) for row in rows])
    weight = np.array([COUNTS.get(row.pair.writer.split("/")[0], 1.0) for row in rows])
    each = np.array([weight[labels == n].sum() for n in range(len(LABELS))])
    weight *= (weight.sum() / len(LABELS) / each)[labels]
    model = LogisticRegression(C=STRENGTH, fit_intercept=False, max_iter=400)
    found: Array = model.fit(x, labels, sample_weight=weight).coef_.T.copy()
    found[list(rows[0].signs).index("one"), LABELS.index("other")] += CAUTION
    return found


def believed(rows: Sequence[Seen], weights: Array) -> Array:
    scores = np.array([list(row.signs.values()) for row in rows]) @ weights
    powers = np.exp(scores - scores.max(1, keepdims=True))
    found: Array = powers / powers.sum(1, keepdims=True)
    return found


def settled(rows: Sequence[Seen], shares: Array) -> Array:
    return np.array(
        [
            settle(Relation(*own[:3].tolist()), row.signs, row.found, row.pair.later)[:3]
            for row, own in zip(rows, shares, strict=True)
        ]
    )


def by_writer(rows: Sequence[Seen]) -> Table:
    """Each writer with the weights that all others teach: right of each label, in per cent."""
    writers = sorted({r.pair.writer for r in rows if r.pair.writer.startswith("writers/")})
    lines: list[tuple[Cell, ...]] = []
    for writer in writers:
        own = [row for row in rows if row.pair.writer == writer]
        shares = believed(own, columns([row for row in rows if row.pair.writer != writer]))
        labels = [LABELS.index(row.pair.label) for row in own]
        right = [shares.argmax(1) == labels, settled(own, shares).argmax(1) == labels]
        of = [[100 * right[1][np.array(labels) == n].mean()] for n in range(len(LABELS))]
        figures = [100 * right[0].mean(), 100 * right[1].mean(), *(v for (v,) in of)]
        lines.append((writer.split("/")[1], *(round(float(v), 1) for v in figures)))
    means = (round(mean(float(str(line[n])) for line in lines), 1) for n in range(1, 6))
    titles = ("writer", "before the guards", "after", *LABELS)
    return Table("Held out, right in %", titles, (*lines, ("mean", *means)))


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
    print(plain(by_writer(rows)))
    if options.write:
        rows = [row for row in rows if row.pair.writer != f"writers/{options.hold}"]
        names, weights = list(rows[0].signs), columns(rows).T
        table = {
            label: {name: round(float(v), 3) for name, v in zip(names, column, strict=True)}
            for label, column in zip(LABELS, weights, strict=True)
        }
        options.to.write_text(json.dumps(table, indent=1) + "\n", "utf-8")
