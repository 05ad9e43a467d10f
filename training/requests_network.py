"""Trains the network that hears requests to the memory by their words (needs torch).

The messages are those of ``training/requests.py``, and those of ``cases/signals``, of which none
asks the memory for anything. Told is what is heard of the writers who teach nothing (``HELD``), by
the linear model alone and by the mean of both; with --write the network that learned from the
others is put into ``data/signals/requests.npz``.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import chain

import numpy as np
import torch

from assistant.embedding.universal import UniversalEmbedder
from assistant.memory.signals.asking import (
    ASKS,
    CONCERNS,
    LABELS,
    LONGEST,
    belief,
    features,
    load_weights,
    signs_of,
)
from assistant.memory.signals.lexicon import load_lexicon
from assistant.memory.signals.pieces import Said
from assistant.resources import data_path
from tests.benchmarks import suites
from tests.benchmarks.base import Cell, Table
from tests.benchmarks.tables import plain
from training.pair_network import Example, Examples, arrays_of, learned
from training.requests import CORRECTED, HELD, WEIGHT, Row, rows, told_and_asked

EPOCHS = 3


def of_signals() -> Iterator[Row]:
    for writer in suites.parts("signals"):
        for case in suites.cases("signals", writer):
            yield Row(f"{writer} (signals)", "fact", case["text"])


def label_of(row: Row) -> int:
    name = "undoes" if row.undoes else "asks" if row.asks else "nothing"
    return LABELS.index("corrects" if row.kind in CORRECTED else name)


def example(row: Row) -> Example:
    """A message beside itself: it stands for what is before it as well."""
    text = row.text[:LONGEST]
    signs = list(signs_of(text).values())
    return Example((text,), text, signs, label_of(row), WEIGHT.get(row.kind, 1.0))


def heard(held: Sequence[Row]) -> Table:
    """Of each kind of message how many are heard as a request, and how many are read beside what is
    known: by the linear model, and by both."""
    lexicon, embed = load_lexicon(), UniversalEmbedder().embed
    found: dict[str, list[tuple[bool, ...]]] = {}
    for row in held:
        said = Said(row.text, lexicon)
        both = belief(said, embed)
        if both is None:
            continue
        vector = embed([row.text.strip()])[0]
        alone = features(row.text, said.canonical, vector, lexicon) @ load_weights()
        each = (alone[0] > 0, both.asks > ASKS, alone[2] > CONCERNS, both.concerns > CONCERNS)
        found.setdefault(row.kind, []).append(tuple(map(bool, each)))
    lines: Iterator[tuple[Cell, ...]] = (
        (kind, len(each), *map(int, np.sum(each, axis=0).tolist()))
        for kind, each in sorted(found.items())
    )
    titles = ("kind", "messages", "heard, linear", "heard, both", "read, linear", "read, both")
    return Table("Writers who taught nothing", titles, tuple(lines))


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser("requests_network", description=__doc__)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    torch.set_num_threads(2)
    found = [row for row in chain(rows(), told_and_asked(), of_signals()) if row.text.strip()]
    examples = Examples(
        [example(row) for row in found if row.writer not in HELD],
        tuple(signs_of("")),
        len(LABELS),
    )
    network = learned(examples, range(len(examples.rows)), EPOCHS)
    if options.write:
        with data_path("signals", "requests.npz").open("wb") as file:
            arrays = arrays_of(network, examples, [0.0] * len(LABELS))
            np.savez(file, allow_pickle=False, **arrays)
    print(plain(heard([row for row in found if row.writer in HELD])))
