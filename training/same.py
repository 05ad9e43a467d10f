"""Trains the networks of "the same question" (needs torch).

Pairs are every second of ``training/data/dedup/pairs.jsonl``, those of the writers, and questions
that merely lie near one another. Tells reuse for each writer by networks that this writer taught
nothing; with --write puts those that learned from all into ``data/dedup/same*.npz``.
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
from assistant.memory.dedup.likeness import NAMES, likeness
from assistant.memory.dedup.proof import LONGEST, NETWORKS, SURE, prove
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
MINED, MINED_OF_WRITERS = 700, 4000
"""Questions of each of two sources of ours, and of the writers, that are taken with one that lies
near: without them a network learns that whatever has few words in common is the same."""
NEAREST, NEAREST_OF_WRITERS = 12, 7
WRITERS_WEIGHT, NEAR_WEIGHT, OWN_WEIGHTS = 3.0, 0.5, (1.0, 2.4)
"""How much a pair counts of a writer by name, of those that merely lie near, and of ours that differ
and that are the same: of ours few are, which is nothing to learn."""
NAMELESS = ("own", "near")
FOLDS, EPOCHS = 4, 4


class Example(NamedTuple):
    first: str
    second: str
    same: bool
    source: str


def examples(meaning: Meaning) -> list[Example]:
    known = [Example(p.first, p.second, p.same, "own") for p in pairs()]
    written = []
    paths = [(f.name, f / "cases" / "dedup.jsonl") for f in folders(unread=False)]
    paths += [(path.stem, path) for path in sorted((CASES / "dedup").glob("*.jsonl"))]
    for name, path in paths:
        rows = map(json.loads, path.read_text("utf-8").splitlines())
        written += [Example(r["first"], r["second"], r["same"], name) for r in rows]
    near = [*mined(known, meaning), *mined_of(written, meaning)]
    return [*known[::2], *written, *near]


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


def mined_of(written: Sequence[Example], meaning: Meaning) -> Iterator[Example]:
    """Questions of the writers beside others that lie near and are of no pair with them."""
    paired = {pair for e in written for pair in ((e.first, e.second), (e.second, e.first))}
    pool = list(dict.fromkeys(text for example in written for text in example[:2]))
    meaning.learn(pool)
    vectors = np.stack([v for text in pool if (v := meaning.vector(text)) is not None])
    rng = random.Random(SEED)
    for n in rng.sample(range(len(pool)), min(MINED_OF_WRITERS, len(pool))):
        near = [pool[m] for m in np.argsort(-(vectors @ vectors[n]))[1:NEAREST_OF_WRITERS]]
        others = [text for text in near if (pool[n], text) not in paired]
        others = [text for text in others if normalise(text) != normalise(pool[n])]
        if others:
            yield Example(pool[n], rng.choice(others), False, "near")


def read(examples: Sequence[Example], meaning: Meaning) -> Examples:
    """As the networks read them."""
    meaning.learn(text for example in examples for text in example[:2])
    rows = list[Asked]()
    for example in examples:
        first, second = example.first[:LONGEST], example.second[:LONGEST]
        near = meaning.likeness(example.first, example.second)
        signs = likeness(example.first, example.second, near).tolist()
        rows.append(Asked((first,), second, signs, int(example.same), weight(example)))
    return Examples(rows, NAMES, 2, centred=True)


def weight(example: Example) -> float:
    if example.source == "near":
        return NEAR_WEIGHT
    return OWN_WEIGHTS[example.same] if example.source == "own" else WRITERS_WEIGHT


def held_out(examples: Examples, sources: Sequence[str]) -> Table:
    """Of each writer, by networks that a fourth of the writers, with that one, taught nothing: pairs
    that are the same, of them reused; different, of them reused. What the words prove comes on top."""
    named = sorted(set(sources).difference(NAMELESS))
    lines = list[list[Cell]]()
    for fold in range(FOLDS):
        apart = named[fold::FOLDS]
        teaching = [n for n, source in enumerate(sources) if source not in apart]
        seeds = range(len(NETWORKS))
        nets = [learned(examples, teaching, EPOCHS, seed=seed) for seed in seeds]
        for writer in apart:
            own = [n for n, source in enumerate(sources) if source == writer]
            logits = np.mean([judged(net, examples, own) for net in nets], axis=0)
            labels = np.array([examples.rows[n].label for n in own])
            taken = logits[:, 1] - logits[:, 0] >= SURE
            each = [int(labels.sum()), int(taken[labels == 1].sum())]
            each += [int((labels == 0).sum()), int(taken[labels == 0].sum())]
            lines.append([writer, *each])
    totals = [sum(column) for column in list(zip(*lines, strict=True))[1:]]
    lines = [*sorted(lines, key=str), ["together", *totals]]
    titles = ("writer", "same", "reused", "different", "reused wrongly")
    return Table("Held out", titles, tuple(map(tuple, lines)))


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser("same", description=__doc__)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    embedder = open_embedder(EmbeddingConfig(), None)
    meaning = Meaning(embedder.embed, embedder.calibrate)
    found = examples(meaning)
    rows = read(found, meaning)
    print(plain(held_out(rows, [example.source for example in found])))
    if options.write:
        for seed, name in enumerate(NETWORKS):
            net = learned(rows, range(len(found)), EPOCHS, seed=seed)
            arrays: dict[str, Any] = arrays_of(net, rows, (0.0, 0.0))
            np.savez(data_path("dedup", name), **arrays)
