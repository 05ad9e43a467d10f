"""Trains the head of "the same question".

Pairs are every second of ``data/dedup/pairs.jsonl`` and those of the writers, and questions of ours
that merely lie near one another. Tells reuse for each writer with the head trained without that writer; with
--write puts the head that learned from all into ``data/dedup/same.npz``. Needs scikit-learn, which
nothing else does. Some minutes.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from assistant.config import EmbeddingConfig
from assistant.embedding.open import open_embedder
from assistant.memory.answer_cache import NEAR_ENOUGH
from assistant.memory.dedup.eligibility import refusal
from assistant.memory.dedup.head import LEAF
from assistant.memory.dedup.likeness import likeness
from assistant.memory.dedup.marks import difference, marks
from assistant.memory.dedup.proof import prove
from assistant.memory.dedup.text import normalise
from assistant.memory.matching import Meaning
from assistant.resources import data_path
from tests.benchmarks.dedup import pairs
from tests.benchmarks.writers import folders
from training import DATA

Array = NDArray[Any]
SEED = 0
MINED = 700
"""Questions of each of two sources that are taken with one that lies near."""
NEAREST = 12
WRITERS_WEIGHT = 4.0
SETTINGS = {"max_iter": 80, "learning_rate": 0.1, "max_leaf_nodes": 8, "min_samples_leaf": 15,
            "l2_regularization": 5.0, "random_state": SEED}  # fmt: skip


class Example(NamedTuple):
    first: str
    second: str
    same: bool
    source: str


def examples(meaning: Meaning) -> list[Example]:
    known = [Example(p.first, p.second, p.same, "own") for p in pairs()]
    own = known[::2]
    written = []
    for folder in folders(unread=False):
        lines = (folder / "cases" / "dedup.jsonl").read_text("utf-8").splitlines()
        rows = map(json.loads, lines)
        written += [Example(r["first"], r["second"], r["same"], folder.name) for r in rows]
    return [*own, *written, *mined(known, meaning)]


def mined(own: Sequence[Example], meaning: Meaning) -> Iterator[Example]:
    """Questions beside others that share a subject with them and no more."""
    joined: dict[str, str] = {}

    def group(text: str) -> str:
        while joined.setdefault(text, text) != text:
            text = joined[text]
        return text

    for example in own:
        joined[group(normalise(example.first))] = group(normalise(example.second))
    general = (DATA / "recall" / "general.txt").read_text("utf-8").splitlines()
    rng = random.Random(SEED)
    for texts in ([text for e in own for text in e[:2]], [t for t in general if t[:1] not in "# "]):
        pool = list(dict.fromkeys(texts))
        meaning.learn(pool)
        vectors = np.stack([v for text in pool if (v := meaning.vector(text)) is not None])
        for n in rng.sample(range(len(pool)), min(MINED, len(pool))):
            for m in np.argsort(-(vectors @ vectors[n]))[1:NEAREST]:
                one, other = pool[n], pool[m]
                apart = group(normalise(one)) != group(normalise(other))
                if apart and rng.random() < 0.5 and not prove(one, other, similarity=0.9).same:
                    yield Example(one, other, False, "near")
                    break


def trained(x: Array, same: Array, weight: Array) -> Any:
    from sklearn.ensemble import HistGradientBoostingClassifier

    return HistGradientBoostingClassifier(**SETTINGS).fit(x, same, sample_weight=weight)


def arrays_of(model: Any) -> dict[str, Array]:
    """What ``head.Trees`` reads."""
    parts = [round_[0].nodes for round_ in model._predictors]
    starts = np.cumsum([0, *(len(part) for part in parts[:-1])])
    shift = np.concatenate([np.full(len(p), s) for p, s in zip(parts, starts, strict=True)])
    nodes = np.concatenate(parts)
    leaf = nodes["is_leaf"].astype(bool)
    return {
        "roots": starts.astype(np.int32),
        "asks": np.where(leaf, LEAF, nodes["feature_idx"]).astype(np.int16),
        "most": np.where(leaf, 0, nodes["num_threshold"]),
        "left": (nodes["left"] + shift).astype(np.int32),
        "right": (nodes["right"] + shift).astype(np.int32),
        "adds": np.where(leaf, nodes["value"], 0).astype(np.float32),
        "bias": np.float64(np.ravel(model._baseline_prediction)[0]),
    }


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser("same", description=__doc__)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    embedder = open_embedder(EmbeddingConfig(), None)
    meaning = Meaning(embedder.embed, embedder.calibrate)
    every = []
    rows = []
    for example in examples(meaning):
        near = meaning.likeness(example.first, example.second)
        out = refusal(example.first) or refusal(example.second)
        barred = difference(marks(example.first), marks(example.second))
        if not out and near >= NEAR_ENOUGH and not barred:
            every.append(example)
            rows.append(likeness(example.first, example.second, near))
    x, same = np.stack(rows), np.array([e.same for e in every])
    source = np.array([e.source for e in every])
    weight = np.where(np.isin(source, ("own", "near")), 1.0, WRITERS_WEIGHT)
    for writer in sorted(set(source) - {"own", "near"}):
        its = source == writer
        model = trained(x[~its], same[~its], weight[~its])
        chances = model.predict_proba(x[its])[:, 1]
        told = zip(chances.round(2), same[its], strict=True)
        print(writer, *sorted(((float(c), bool(s)) for c, s in told), reverse=True))
    if options.write:
        arrays: dict[str, Any] = arrays_of(trained(x, same, weight))
        np.savez_compressed(data_path("dedup", "same.npz"), **arrays)
