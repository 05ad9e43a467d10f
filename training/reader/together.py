"""Trains how a message and one fact are read word by word beside each other (needs torch).

It begins with the reader's own weights and learns from all that teaches the reader: a case gives
the facts that are meant, the older ones, the three others that are most like the message and one
more. First from everything, then from requests three times over, with twice as many other cases as
there are requests. Told is how people who taught nothing are read; with --write the weights are put
into ``data/reader/together.npz``.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from assistant.resources import data_path
from training import requests
from training.reader import held
from training.reader.cases import OF_FOLDERS, Case, lessons
from training.together import Course, Net, States, arrays_of, batches, begun_from_reader, trained

HELD = frozenset((*held.WRITERS, *held.UNREAD, *requests.HELD, *OF_FOLDERS, "three", "madrid"))
"""People who teach nothing."""
LIKE, OTHERS = 3, 1
"""Facts beside those that are meant: the most like the message, and any."""
TOGETHER = 12
"""Cases a step."""
OLD, LONGEST = 0.5, 400
ANSWERS, OUTDATED, MEANS, LABELS = 0, 1, 2, 4
REQUESTS = ("forget", "correct", "take back")
FIRST, OF_REQUESTS = Course(1.2, 1e-4, 8e-4), Course(1.0, 7e-5, 5e-4)


def chosen(case: Case, states: States, rng: random.Random) -> list[int]:
    """Places of the facts that a case teaches by."""
    own = {*case.uses, *case.old}
    asked = states.unit(case.message)
    others = [n for n in range(len(case.facts)) if n not in own]
    others.sort(key=lambda n: -float(states.unit(case.facts[n]) @ asked))
    rest = others[LIKE:]
    return [*case.uses, *case.old, *others[:LIKE], *rng.sample(rest, min(OTHERS, len(rest)))]


def loss_of(net: Net, cases: Sequence[Case], states: States, rng: random.Random) -> Tensor:
    flat = [(n, case, k) for n, case in enumerate(cases) for k in chosen(case, states, rng)]
    with torch.autocast("cpu", dtype=torch.bfloat16):
        logits = net(*states.batch([(case.message, case.facts[k]) for _, case, k in flat])).float()
    column = torch.tensor([ANSWERS if case.asks else MEANS for _, case, _ in flat])
    weight = torch.tensor([case.weight for _, case, _ in flat])
    used = torch.tensor([float(k in case.uses) for _, case, k in flat])
    old = torch.tensor([float(k in case.old) for _, case, k in flat])
    meant = logits.gather(1, column[:, None])[:, 0]
    cross = functional.binary_cross_entropy_with_logits
    total = (cross(meant, used, reduction="none") * weight * (1 + used)).sum()
    older = cross(logits[:, OUTDATED], old, reduction="none") * (column == ANSWERS)
    total = total + OLD * (older * weight).sum()
    of = torch.tensor([n for n, _, _ in flat])
    for n, case in enumerate(cases):
        own, mine = meant[of == n], used[of == n] > 0
        if mine.any() and not mine.all():
            behind = own[~mine].logsumexp(0) - own[mine]
            total = total + case.weight * functional.softplus(behind).mean()
    return total / len(cases)


def taught(net: Net, cases: Sequence[Case], states: States, course: Course, seed: int) -> Net:
    rng = random.Random(seed)
    torch.manual_seed(seed)
    each = batches(cases, TOGETHER, lambda case: len(states[case.message]), rng)
    steps = int(course.passes * math.ceil(len(cases) / TOGETHER))
    return trained(net, each, lambda net, own: loss_of(net, own, states, rng), steps, course)


@torch.no_grad()  # type: ignore[untyped-decorator]
def report(net: Net, cases: Sequence[Case], states: States) -> str:
    """Of requests for one fact, how often it stands first; how often nothing is meant where none
    was told; of questions, how often one that answers stands first."""
    first, ones, silent, nones, answers, asked = 0, 0, 0, 0, 0, 0
    for case in cases:
        read = net(*states.batch([(case.message, fact) for fact in case.facts]))
        logits = read[:, MEANS]
        if case.want == "forget" and len(case.uses) == 1:
            ones, first = ones + 1, first + (int(logits.argmax()) in case.uses)
        elif case.kind == "none":
            nones, silent = nones + 1, silent + bool(logits.max() < 0)
        elif case.want == "told":
            asked, answers = asked + 1, answers + (int(read[:, ANSWERS].argmax()) in case.uses)
    told = f"{first} of {ones} facts first; nothing meant in {silent} of {nones}"
    return f"{told}; {answers} of {asked} questions answered by the first"


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser("together", description=__doc__)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    every = [case for case in lessons() if len(case.message) < LONGEST]
    states = States([text for case in every for text in (case.message, *case.facts)])
    teaching = [c for c in every if c.writer not in HELD and c.want != "forget all"]
    asking = [c for c in teaching if c.want in REQUESTS or c.kind in ("none", "not_a_request")]
    others = [c for c in teaching if c not in asking]
    random.Random(1).shuffle(others)
    net = taught(begun_from_reader(Net(LABELS, states.mean)), teaching, states, FIRST, 0)
    net = taught(net, asking * 3 + others[: 2 * len(asking)], states, OF_REQUESTS, 1)
    print(report(net, [case for case in every if case.writer in HELD], states))
    if options.write:
        with data_path("reader", "together.npz").open("wb") as out:
            np.savez(out, allow_pickle=False, **arrays_of(net, (MEANS,)))
