"""Trains the network that tells whether the answer to a question lasts (A3; needs torch).

It learns from what the people of ``cases/lasting`` wrote for it, and a little from questions that
were written to be asked again (``cases/dedup``, our own pairs), from what people ask about
themselves, which facts answer, and from what they tell. Told is each writer by networks that a
fourth of the writers, with that one, taught nothing; with --write the one that learned from all is
put into ``data/dedup/lasting.npz``.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch

from assistant.arrays import softmax
from assistant.memory.dedup.eligibility import (
    LASTING,
    READ,
    SIGNS,
    STANDINGS,
    Standing,
    signs_of,
)
from assistant.resources import data_path
from tests.benchmarks import suites
from tests.benchmarks.base import Cell, Table
from tests.benchmarks.dedup import pairs
from tests.benchmarks.tables import plain
from training.examples import read_examples
from training.pair_network import Example as Read
from training.pair_network import Examples, arrays_of, judged, learned

EPOCHS, FOLDS, SEED = 4, 4, 1
OF_KINDS: dict[str, Standing] = {"general": "lasting", "tempting": "lasting"}
"""What the kinds of ``cases/lasting`` are that do not bear the name."""
WRITTEN, PAIRED, OTHERS = 3.0, 0.2, 0.3
"""What an example counts: written for this, one of two questions, what people ask and tell."""
ASKED, TOLD = 1500, 1000
"""Examples of the last."""


class Example(NamedTuple):
    text: str
    standing: Standing
    weight: float
    writer: str = ""
    kind: str = ""


def examples() -> Iterator[Example]:
    for writer in suites.parts("lasting"):
        for case in suites.cases("lasting", writer):
            kind = case["kind"]
            yield Example(case["text"], OF_KINDS.get(kind, kind), WRITTEN, writer, kind)
    for pair in pairs():
        if pair.same:
            yield from (Example(text, "lasting", PAIRED) for text in (pair.first, pair.second))
    for writer in suites.parts("dedup"):
        for case in suites.cases("dedup", writer):
            for text in (case["first"], case["second"]):
                yield Example(text, "lasting", PAIRED, writer)
    people = [p for writer in suites.parts("people") for p in suites.cases("people", writer)]
    rng = random.Random(SEED)
    asked = [
        each["q"] for p in people for each in p.get("asked", ()) if each["kind"] != "not_memory"
    ]
    told = [fact for person in people for fact in person["facts"]]
    yield from (Example(text, "lasting", OTHERS) for text in rng.sample(asked, ASKED))
    yield from (Example(text, "told", OTHERS) for text in rng.sample(told, TOLD))
    chat = (each.text for each in read_examples() if each.kind == "chitchat")
    yield from (Example(text, "told", OTHERS) for text in chat)


def read(found: Sequence[Example]) -> Examples:
    rows = [
        Read((text,), text, list(signs_of(e.text).values()), STANDINGS.index(e.standing), e.weight)
        for e in found
        for text in (e.text[:READ],)
    ]
    return Examples(rows, SIGNS, len(STANDINGS))


def held_out(found: Sequence[Example], rows: Examples) -> Table:
    """Of each kind how many may be answered again, by networks that the writer taught nothing."""
    named = sorted({example.writer for example in found if example.kind})
    lines = dict[str, list[bool]]()
    for fold in range(FOLDS):
        apart = named[fold::FOLDS]
        teaching = [n for n, example in enumerate(found) if example.writer not in apart]
        own = [n for n, example in enumerate(found) if example.writer in apart and example.kind]
        shares = softmax(judged(learned(rows, teaching, EPOCHS), rows, own))
        for n, share in zip(own, shares[:, STANDINGS.index("lasting")], strict=True):
            lines.setdefault(found[n].kind, []).append(bool(share >= LASTING))
    told: Iterator[tuple[Cell, ...]] = (
        (kind, len(taken), sum(taken), round(100 * float(np.mean(taken)), 1))
        for kind, taken in sorted(lines.items())
    )
    return Table("Held out", ("kind", "messages", "taken to last", "%"), tuple(told))


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser("lasting", description=__doc__)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    found = list(examples())
    rows = read(found)
    print(plain(held_out(found, rows)))
    if options.write:
        net = learned(rows, range(len(found)), EPOCHS)
        arrays: dict[str, Any] = arrays_of(net, rows, [0.0] * len(STANDINGS))
        np.savez(data_path("dedup", "lasting.npz"), **arrays)
