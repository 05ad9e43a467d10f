"""Trains the network of "the same question" (needs torch).

Pairs are every second of ``training/data/dedup/pairs.jsonl``, those of the writers, and questions
of ours that merely lie near one another. Tells reuse for each writer by networks that this writer
taught nothing; with --write puts the one that learned from all into ``data/dedup/same.npz``.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch

from assistant.config import EmbeddingConfig
from assistant.embedding.open import open_embedder
from assistant.memory.answer_cache import NEAR_ENOUGH
from assistant.memory.dedup.likeness import NAMES, likeness
from assistant.memory.dedup.marks import difference, marks
from assistant.memory.dedup.proof import OUTWEIGHED, SURE, prove
from assistant.memory.dedup.text import normalise
from assistant.memory.matching import Meaning
from assistant.resources import data_path
from tests.benchmarks.base import Cell, Table
from tests.benchmarks.dedup import pairs
from tests.benchmarks.suites import CASES
from tests.benchmarks.tables import plain
from tests.benchmarks.writers import folders
from training import DATA
from training.pair_network import Example as Asked
from training.pair_network import Examples, arrays_of, judged, learned

SEED = 0
MINED = 700
"""Questions of each of two sources that are taken with one that lies near."""
NEAREST = 12
WRITERS_WEIGHT = 3.0
WEIGHTS = {"own": 1.0, "near": 1.0}
"""How much a pair of a source counts; those of a writer by name more."""
FOLDS = 4


class Example(NamedTuple):
    first: str
    second: str
    same: bool
    source: str


def examples(meaning: Meaning) -> list[Example]:
    known = [Example(p.first, p.second, p.same, "own") for p in pairs()]
    own = known[::2]
    written = []
    paths = [(f.name, f / "cases" / "dedup.jsonl") for f in folders(unread=False)]
    paths += [(path.stem, path) for path in sorted((CASES / "dedup").glob("*.jsonl"))]
    for name, path in paths:
        rows = map(json.loads, path.read_text("utf-8").splitlines())
        written += [Example(r["first"], r["second"], r["same"], name) for r in rows]
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


def read(examples: Sequence[Example], meaning: Meaning) -> tuple[Examples, list[str]]:
    """Those that nothing sets apart that it may not outweigh, as the network reads them, and where
    each is from."""
    rows, sources = list[Asked](), list[str]()
    for example in examples:
        near = meaning.likeness(example.first, example.second)
        barred = difference(marks(example.first), marks(example.second))
        if near >= NEAR_ENOUGH and barred in {"", *OUTWEIGHED}:
            numbers = likeness(example.first, example.second, near).tolist()
            weight = WEIGHTS.get(example.source, WRITERS_WEIGHT)
            label = int(example.same)
            rows.append(Asked((example.first,), example.second, numbers, label, weight))
            sources.append(example.source)
    return Examples(rows, NAMES, 2, centred=True), sources


def held_out(examples: Examples, sources: Sequence[str]) -> Table:
    """Of each writer, by networks that a fourth of the writers, with that one, taught nothing: pairs
    that came so far and are the same, of them reused; different, of them reused."""
    named = sorted(set(sources) - WEIGHTS.keys())
    lines = list[list[Cell]]()
    for fold in range(FOLDS):
        apart = named[fold::FOLDS]
        net = learned(examples, [n for n, source in enumerate(sources) if source not in apart])
        for writer in apart:
            own = [n for n, source in enumerate(sources) if source == writer]
            logits = judged(net, examples, own)
            labels = np.array([examples.rows[n].label for n in own])
            taken = logits[:, 1] - logits[:, 0] >= SURE
            each = [int(labels.sum()), int(taken[labels == 1].sum())]
            each += [int((labels == 0).sum()), int(taken[labels == 0].sum())]
            lines.append([writer, *each])
    totals = [sum(column) for column in list(zip(*lines, strict=True))[1:]]
    lines = [*sorted(lines, key=str), ["together", *totals]]
    titles = ("writer", "same", "reused", "different", "reused wrongly")
    return Table("Held out, where nothing sets them apart", titles, tuple(map(tuple, lines)))


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser("same", description=__doc__)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    embedder = open_embedder(EmbeddingConfig(), None)
    meaning = Meaning(embedder.embed, embedder.calibrate)
    rows, sources = read(examples(meaning), meaning)
    print(plain(held_out(rows, sources)))
    if options.write:
        arrays: dict[str, Any] = arrays_of(learned(rows, range(len(sources))), rows, (0.0, 0.0))
        np.savez(data_path("dedup", "same.npz"), **arrays)
