"""Trains the network that reads of what domain a fact is (needs torch).

It learns from 8,000 of the examples of ``training/data/signals`` that are to be kept, and three times
over from the facts of ``cases/signals`` and ``cases/domains``, each by somebody who knew nothing of
this program, less six of the latter. Told is how often the domain is one that its writer would
accept, of those six and of ``cases/signals/unread``, by the head alone and by both; with --write the
network is put into ``data/signals/domains.npz``.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from unittest.mock import patch

import numpy as np
import torch

from assistant.config import EmbeddingConfig
from assistant.embedding.open import open_embedder
from assistant.memory.signals import judging, read
from assistant.memory.signals.clauses import split
from assistant.memory.signals.lexicon import load_lexicon
from assistant.memory.signals.regions import find_regions
from assistant.memory.signals.rewording import core
from assistant.memory.signals.weighing import LONGEST_CLAUSE, LONGEST_MESSAGE, SIGNS
from assistant.reader import pair_network as networks
from assistant.records import DOMAINS
from assistant.resources import data_path
from tests.benchmarks.suites import CASES
from training.examples import Example, read_examples
from training.pair_network import Example as Fact
from training.pair_network import Examples, arrays_of, learned

HELD = ("eoin", "gunnar", "luzmila", "percival", "purificacion", "yahir")
OWN, EPOCHS, PEOPLE = 8000, 4, 3.0
"""Examples of ours, times over all of them, and what one of the people counts."""
LABELS = list(DOMAINS)


def of_people(paths: Sequence[Path]) -> Iterator[tuple[Example, str]]:
    """Facts with their domain, and a second one that would do as well, or ""."""
    for path in paths:
        for line in path.read_text("utf-8").splitlines():
            case = json.loads(line)
            if case.get("expect", "store") == "store":
                must, domain = tuple(case.get("must", ())), (case["domain"],)
                found = Example(case["text"], case["lang"], "store", "statement", domain, must, 0)
                yield found, case.get("domain_alt") or ""


def facts_of(example: Example, weight: float) -> Iterator[Fact]:
    """What the clauses that hold the fact are about."""
    lexicon = load_lexicon()
    clauses = split(example.text, find_regions(example.text), lexicon)
    for clause in clauses:
        text = clause.typed(example.text)
        if text.strip() and (len(clauses) == 1 or example.held_by(text)):
            about = (core(clause, lexicon).typed(example.text) or text)[:LONGEST_CLAUSE]
            label = LABELS.index(example.domains[0])
            known = (example.text[:LONGEST_MESSAGE],)
            yield Fact(known, about, [float(len(clauses) > 1)], label, weight)


def examples() -> Examples:
    own = [example for example in read_examples() if example.kept]
    random.Random(1).shuffle(own)
    paths = sorted((CASES / "domains").glob("*.jsonl"))
    taught = [*(CASES / "signals").glob("*.jsonl"), *(p for p in paths if p.stem not in HELD)]
    weighted = [(example, 1.0) for example in own[:OWN]]
    weighted += [(example, PEOPLE) for example, _ in of_people(taught)]
    rows = [fact for example, weight in weighted for fact in facts_of(example, weight)]
    return Examples(rows, SIGNS[1:], len(LABELS))


def right(paths: Sequence[Path], *, alone: bool) -> float:
    """Share of what is noted that is of an accepted domain. ``alone``: by the head."""
    embed = open_embedder(EmbeddingConfig(), None).embed
    found = list[bool]()
    for example, other in of_people(paths):
        by_head = patch.object(judging, "domain_of", lambda head, *_, **__: max(head, key=head.get))
        if alone:
            with by_head:
                noted = read(example.text, embed).findings
        else:
            noted = read(example.text, embed).findings
        held = [finding for finding in noted if example.held_by(finding.text)]
        found += [finding.domain in (*example.domains, other) for finding in held[:1]]
    return 100 * float(np.mean(found))


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser("domains", description=__doc__)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    torch.set_num_threads(2)
    rows = examples()
    print(f"{len(rows.rows)} facts")
    net = learned(rows, range(len(rows.rows)), EPOCHS)
    arrays = arrays_of(net, rows, [0.0] * len(LABELS))
    taught, shipped = networks.PairNetwork(arrays), networks.pair_network
    groups = {
        "six people": [CASES / "domains" / f"{name}.jsonl" for name in HELD],
        "cases/signals/unread": sorted((CASES / "signals" / "unread").glob("*.jsonl")),
    }
    for name, paths in groups.items():
        with patch.object(
            networks, "pair_network", lambda *p: taught if p[-1] == "domains.npz" else shipped(*p)
        ):
            both = right(paths, alone=False)
        print(f"{name}: {right(paths, alone=True):.1f} % by the head, {both:.1f} % by both")
    if options.write:
        with data_path("signals", "domains.npz").open("wb") as file:
            np.savez(file, allow_pickle=False, **arrays)
