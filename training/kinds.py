"""Trains the networks that read what kind of thing a clause says (needs torch).

They learn from the examples of ``training/data/signals``, from the messages of ``cases/signals``,
which count three times, and from what the people of ``cases/people`` and ``requests`` told, asked
and wanted forgotten, each written by somebody who knew nothing of this program; the second also
from what those of ``cases/relation`` later said of what they had told, and from the news of four
people, the third from what the people of ``cases/lists`` and ``homes`` told and asked. Told is what
is noted of the messages of ``cases/signals/unread``, by the head alone and with the networks that
learned from the others; with --write those are put into ``data/signals``.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any
from unittest.mock import patch

import numpy as np
import torch
from numpy.typing import NDArray

from assistant.config import EmbeddingConfig
from assistant.embedding.open import open_embedder
from assistant.memory.signals import judging, read
from assistant.memory.signals.clauses import split
from assistant.memory.signals.lexicon import load_lexicon
from assistant.memory.signals.regions import find_regions
from assistant.memory.signals.weighing import (
    KINDS,
    LONGEST_CLAUSE,
    LONGEST_MESSAGE,
    NETWORKS,
    SIGNS,
)
from assistant.reader import pair_network as networks
from assistant.resources import data_path
from tests.benchmarks import suites
from tests.benchmarks.base import Cell, Table
from tests.benchmarks.tables import plain
from training import requests
from training.examples import Example, asked, read_examples
from training.pair_network import Example as Clause
from training.pair_network import Examples, arrays_of, learned
from training.reader import held
from training.reader.cases import OF_HOMES

Embed = Callable[[Sequence[str]], NDArray[np.float32]]
EPOCHS = 4
ASKED_EVERY = 40
"""Questions of the other data of ours: one in so many."""
QUESTIONS = 4000
"""Of those that people asked."""
OWN, TOLD, WRITTEN = 1.0, 0.7, 3.0
"""What an example counts: of ours, of what people told and asked, of those written for this."""
NEWS = frozenset(("beto", "nerea", "silvina", "trent"))
"""Who wrote of what is different for good and of what only happened: they teach the second."""
HELD = frozenset((*requests.HELD, "three", "madrid", *held.WRITERS, *held.UNREAD))
"""People who teach nothing."""
UNREAD = suites.CASES / "signals" / "unread"
PEOPLE = ("requests", "people")
"""The suites whose people teach all three what they told, asked and wanted forgotten."""
LATER, FACTS_TOO = 7000, 0.3
"""What people later said of what they had told that the second network learns, at most, and the
share of what they had told that it learns as well."""


def told_and_asked(by: Collection[str]) -> Iterator[Example]:
    """What people told, which is to be noted, and what they asked and wanted forgotten."""
    questions = list[Example]()
    for suite in by:
        for writer in suites.parts(suite):
            if writer in HELD:
                continue
            for person in suites.cases(suite, writer):
                yield from (_example(fact, "statement") for fact in person["facts"])
                questions += [_example(each["q"], "question") for each in person.get("asked", ())]
                for said in person.get("said", ()):
                    if said["kind"] in requests.ASKED + requests.UNDONE:
                        yield _example(said["m"], "negated")
    random.Random(6).shuffle(questions)
    yield from questions[:QUESTIONS]


def told_later() -> list[Example]:
    """What the people of ``cases/relation`` told and what they later said of it, all to be noted."""
    rng, found = random.Random(7), list[str]()
    for path in sorted((suites.CASES / "relation").glob("*.txt")):
        for line in path.read_text("utf-8").splitlines():
            expected, *said = line.split(" | ", 2)
            if expected in ("confirm", "contradict", "unrelated") and len(said) == 2:
                found += [said[1], *said[:1]] if rng.random() < FACTS_TOO else said[1:]
    texts = sorted(set(found))
    rng.shuffle(texts)
    return [_example(text, "statement") for text in texts[:LATER]]


def written(writers: Collection[str]) -> Iterator[Example]:
    for writer in writers:
        for case in suites.cases("signals", writer):
            must = tuple(case.get("must", ()))
            yield _example(case["text"], case["kind"], must, keep=case["expect"] == "store")


def _example(text: str, kind: str, must: tuple[str, ...] = (), keep: bool | None = None) -> Example:
    keep = kind == "statement" if keep is None else keep
    return Example(text, "", "store" if keep else "ignore", kind, (), must, 0)


def clauses_of(example: Example, weight: float) -> Iterator[Clause]:
    """The clauses of a message; of one that is to be kept only those that hold what is. What people
    told in several may tell nothing in some of them, and counts half."""
    clauses = split(example.text, find_regions(example.text), load_lexicon())
    several = len(clauses) > 1
    if several and example.kept and not example.must:
        weight /= 2
    for clause in clauses:
        text = clause.typed(example.text)
        if text.strip() and not (several and example.kept and not example.held_by(text)):
            signs = dict(zip(SIGNS, (float(clause.asked), float(several)), strict=True))
            known, said = (example.text[:LONGEST_MESSAGE],), text[:LONGEST_CLAUSE]
            yield Clause(known, said, [*signs.values()], KINDS.index(example.kind), weight)


def examples(by: Collection[str], later: Sequence[Example], writers: Collection[str]) -> Examples:
    weighted = (
        ([*read_examples(), *asked()[::ASKED_EVERY]], OWN),
        (told_and_asked(by), TOLD),
        (written(writers), WRITTEN),
        (later, TOLD),
    )
    rows = [row for found, weight in weighted for each in found for row in clauses_of(each, weight)]
    return Examples(rows, SIGNS, len(KINDS))


def unseen(taught: Mapping[str, networks.PairNetwork]) -> Table:
    """Of each unread writer what is noted, by the head alone and with the networks."""
    embed = open_embedder(EmbeddingConfig(), None).embed
    shipped = networks.pair_network

    def network(*parts: str) -> networks.PairNetwork:
        return taught.get(parts[-1]) or shipped(*parts)

    lines = list[tuple[Cell, ...]]()
    for path in sorted(UNREAD.glob("*.jsonl")):
        cases = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        with patch.object(judging, "weighed", lambda stored, *_, **__: stored):
            alone = _noted(cases, embed)
        with patch.object(networks, "pair_network", network):
            both = _noted(cases, embed)
        lines.append((path.stem, *alone, *both))
    columns = zip(*(line[1:] for line in lines), strict=True)
    means = (float(np.mean(np.array(column, float))) for column in columns)
    titles = ("writer", "head: noted %", "of what is not %", "both: noted %", "of what is not %")
    return Table("Unread writers", titles, (*lines, ("mean", *means)))


def _noted(cases: Sequence[dict[str, Any]], embed: Embed) -> tuple[float, float]:
    found, count = Counter[str](), Counter[str]()
    for case in cases:
        count[case["expect"]] += 1
        found[case["expect"]] += bool(read(case["text"], embed).findings)
    noted, wrong = (100 * found[each] / count[each] for each in ("store", "ignore"))
    return noted, wrong


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser("kinds", description=__doc__)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    torch.set_num_threads(2)
    taught = dict[str, dict[str, Any]]()
    writers = suites.parts("signals")
    first = [writer for writer in writers if writer not in NEWS]
    taught_by = (
        (PEOPLE, (), first),
        (PEOPLE, told_later(), writers),
        ((*PEOPLE, *OF_HOMES), (), first),
    )
    for name, (by, later, who) in zip(NETWORKS, taught_by, strict=True):
        rows = examples(by, later, who)
        print(f"{name}: {len(rows.rows)} clauses")
        net = learned(rows, range(len(rows.rows)), EPOCHS)
        taught[name] = arrays_of(net, rows, [0.0] * len(KINDS))
    print(plain(unseen({name: networks.PairNetwork(arrays) for name, arrays in taught.items()})))
    for name, arrays in taught.items() if options.write else ():
        with data_path("signals", name).open("wb") as file:
            np.savez(file, allow_pickle=False, **arrays)
