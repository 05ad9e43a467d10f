"""Trains the network that tells whether a message goes on with what was said (needs torch).

It learns from the conversations of invented people (``tests/benchmarks/cases/topics``) and from the
``dialogues`` of ``training/data/topics``; put into ``data/topics/network.npz``. Reported is each
writer by networks that a fifth of the writers, with that one, taught nothing.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import mean
from typing import Any

import numpy as np
import torch

from assistant.embedding.universal import UniversalEmbedder
from assistant.memory.topics import signs
from assistant.memory.topics.features import NAMES, REGISTER_NAMES
from assistant.memory.topics.head import SIGNS, Head, head_for, texts_of
from assistant.memory.topics.phrases import announcement
from assistant.resources import data_path
from tests.benchmarks.base import Cell, Table
from tests.benchmarks.tables import plain
from tests.benchmarks.topics import prf
from training.pair_network import Example, Examples, arrays_of, judged, learned
from training.topics import corpus
from training.topics.corpus import Dialogue
from training.topics.head import known_vectors, read_all

SEED, JOINED, EPOCHS, FOLDS = 3, 500, 6, 5
WEIGHTS = {"told": 3.0, "joined": 1.0, "asked": 1.0, "talk": 0.5}
"""How much an example of each source counts."""
LINE = -1.0
"""The logit from which a message opens a subject: where F1 is best on held-out writers."""


def sources() -> dict[str, list[Dialogue]]:
    """Conversations by who wrote them: ``told/NAME`` of a person, or one of the others."""
    threads = read_all("threads_en", "threads_es", "threads_mixed", "threads_terse", replies=False)
    random.Random(SEED).shuffle(threads)
    talk = ("strangers_en", "strangers_es", "smalltalk_en", "smalltalk_es", "personas_en")
    return {f"told/{name}": own for name, own in corpus.told().items()} | {
        "joined": list(corpus.joined(threads, JOINED, random.Random(SEED))),
        "asked": read_all("asked", "drifts", "abrupt", replies=False),
        "talk": read_all(*talk, replies=True),
    }


def examples_of(found: Mapping[str, Sequence[Dialogue]], head: Head) -> tuple[Examples, list[str]]:
    """The messages that no rule decides, and who wrote each."""
    rows, writers = list[Example](), list[str]()
    known = known_vectors(UniversalEmbedder(), [d for own in found.values() for d in own])
    for writer, own in found.items():
        for example in corpus.examples(own, known):
            seen = example.view
            if announcement(seen.message.text) or signs.follow_up(seen.message.text):
                continue
            *before, said = texts_of(seen)
            read = list(head.read(seen).signs.values())
            weight = WEIGHTS[writer.partition("/")[0]]
            rows.append(Example(tuple(before), said, read, int(example.shift), weight))
            writers.append(writer)
    return Examples(rows, (*NAMES, *REGISTER_NAMES, *SIGNS), 2, centred=True), writers


def held_out(examples: Examples, writers: Sequence[str]) -> dict[str, list[tuple[bool, bool]]]:
    """Of each person, whether a message opened a subject, and whether it was taken to."""
    named = sorted({name for name in writers if name.startswith("told/")})
    found = dict[str, list[tuple[bool, bool]]]()
    for fold in range(FOLDS):
        apart = named[fold::FOLDS]
        teaching = [n for n, name in enumerate(writers) if name not in apart]
        net = learned(examples, teaching, EPOCHS)
        for writer in apart:
            own = [n for n, name in enumerate(writers) if name == writer]
            logits = judged(net, examples, own)
            taken = (logits[:, 1] - logits[:, 0] > LINE).tolist()
            labels = [bool(examples.rows[n].label) for n in own]
            found[writer.partition("/")[2]] = list(zip(labels, taken, strict=True))
    return found


def by_writer(found: Mapping[str, Iterable[tuple[bool, bool]]]) -> Table:
    lines = list[list[Cell]]()
    for writer, own in sorted(found.items()):
        pairs = list(own)
        hits = sum(opened and taken for opened, taken in pairs)
        wrong = sum(taken and not opened for opened, taken in pairs)
        missed = sum(opened and not taken for opened, taken in pairs)
        lines.append([writer, *prf(hits, wrong, missed).values()])
    figures = [
        [float(v) for v in column if v is not None] for column in list(zip(*lines, strict=True))[1:]
    ]
    for name, told in (("mean", mean), ("worst", min)):
        lines.append([name, *(round(told(column), 3) for column in figures)])
    titles = ("writer", "precision", "recall", "F1")
    return Table("Held out, where no rule decides", titles, tuple(map(tuple, lines)))


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser("topics_network", description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--to", type=Path, default=data_path("topics", "network.npz"))
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    head = head_for(UniversalEmbedder().name)
    assert head is not None
    examples, writers = examples_of(sources(), head)
    print(plain(by_writer(held_out(examples, writers))))
    if options.write:
        net = learned(examples, range(len(writers)), EPOCHS)
        arrays: dict[str, Any] = arrays_of(net, examples, (0.0, -LINE))
        np.savez(options.to, **arrays)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
