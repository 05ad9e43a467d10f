"""Trains the reader.

BASE is the file of ``training/reader/base.py``. Writers that are held out teach nothing; how the reader does
on them is printed. With --write its arrays are put into ``data/reader/``: what goes on from weights
that are there (--begin) becomes the second reader, which reads questions beside the first. Needs
torch. An hour on two cores; with --begin half of it.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from assistant.arrays import listed
from assistant.arrays import names as names_in
from assistant.reader import PIECES, WANTS, Reader, reader
from assistant.reader.encoder import APART
from assistant.reader.vocabulary import END, Vocabulary
from assistant.resources import data_path
from training.reader import held
from training.reader.arrays import SPECIAL, arrays_of, load, upper_of
from training.reader.base import Base, read_base
from training.reader.cases import Case, lessons
from training.reader.net import (
    LAYERS,
    UPPER,
    WIDTH,
    Batch,
    Layer,
    ReaderNet,
    batched,
    encoder_layer,
)
from training.reader.pieces import chosen_pieces
from training.reader.several import fitted
from training.reader.shares import going_on
from training.reader.variations import Variations

Array = NDArray[Any]
Vary = Callable[[Case, random.Random], Case]
LEAST_RATE, KEPT = 0.02, 0.985
"""The share of the rates with which training ends; how much of the mean of the weights a step keeps."""
TOGETHER = 8
"""Messages of one person in a batch: their facts are encoded once below."""
USES, OUTDATED, WANT, RANK = 3.0, 0.5, 2.0, 1.0
"""How much more a fact that is meant counts than one that is not; and the parts of the loss."""
SEED = 0


class Course(NamedTuple):
    """``rate``: of the joint network, ``upper_rate``: of the layers of the encoder."""

    passes: int
    rate: float
    upper_rate: float
    warm_up: int


FROM_THE_START, GOING_ON = Course(4, 6e-4, 1e-4, 120), Course(1, 2.5e-4, 4e-5, 40)


class LowerStates:
    """What the layers that are not trained make of each text, once."""

    def __init__(self, base: Base, pieces: Sequence[int], vocabulary: Vocabulary) -> None:
        of = base.tensors
        self._words = torch.tensor(of["emb.word"].reshape(-1, WIDTH)[list(pieces)])
        self._places = torch.tensor(of["emb.pos"].reshape(-1, WIDTH) + of["emb.type"][:WIDTH])
        self._norm = nn.LayerNorm(WIDTH, 1e-12)
        self._norm.weight.data = torch.tensor(of["emb.ln.w"])
        self._norm.bias.data = torch.tensor(of["emb.ln.b"])
        self.layers = [encoder_layer(base, n) for n in range(LAYERS - UPPER)]
        self._vocabulary = vocabulary
        self._known: dict[str, Array] = {}

    def __getitem__(self, text: str) -> Array:
        return self._known[text]

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def learn(self, texts: Iterable[str], size: int = 64) -> None:
        new = (text for text in dict.fromkeys(texts) if text not in self._known)
        ids = {text: self._vocabulary.ids(text, PIECES) for text in new}
        order = sorted(ids, key=lambda text: len(ids[text]))
        for n in range(0, len(order), size):
            own = order[n : n + size]
            longest = len(ids[own[-1]])
            there = torch.tensor([[k < len(ids[t]) for k in range(longest)] for t in own])
            padded = torch.tensor([ids[t] + [END] * (longest - len(ids[t])) for t in own])
            apart = torch.zeros(there.shape).masked_fill(~there, APART)[:, None, None]
            rows = self._norm(self._words[padded] + self._places[:longest])
            for layer in self.layers:
                rows = layer(rows, apart, 0.0)
            for k, text in enumerate(own):
                self._known[text] = rows[k, : len(ids[text])].numpy().astype(np.float16)


def batches(cases: Sequence[Case], rng: random.Random) -> list[list[Case]]:
    """Each with several messages of two people, and a few of others."""
    by_person = defaultdict(list)
    for case in cases:
        by_person[case.facts].append(case)
    groups, single = [], []
    for own in by_person.values():
        rng.shuffle(own)
        if len(own) * 2 <= TOGETHER:
            single += own
        else:
            groups += [own[n : n + TOGETHER] for n in range(0, len(own), TOGETHER)]
    rng.shuffle(groups)
    rng.shuffle(single)
    count = math.ceil(len(groups) / 2)
    each = math.ceil(len(single) / count)
    found = [
        [*chain(*groups[2 * n : 2 * n + 2]), *single[n * each : (n + 1) * each]]
        for n in range(count)
    ]
    rng.shuffle(found)
    return found


def loss_of(facts: Tensor, message: Tensor, cases: Sequence[Case]) -> Tensor:
    flat = [(case, n) for case in cases for n in range(len(case.facts))]
    column = torch.tensor([0 if case.asks else 2 for case, _ in flat])
    weight = torch.tensor([c.weight * (c.want != "forget all") for c, _ in flat])
    used = torch.tensor([float(n in case.uses) for case, n in flat])
    old = torch.tensor([float(n in case.old) for case, n in flat])
    cross = functional.binary_cross_entropy_with_logits
    meant = facts.gather(1, column[:, None])[:, 0]
    total = (cross(meant, used, reduction="none") * weight * (1 + (USES - 1) * used)).sum()
    found = cross(facts[:, 1], old, reduction="none") * (column == 0)
    total = total + OUTDATED * (found * weight * (1 + (USES - 1) * old)).sum()
    weights = torch.tensor([case.weight for case in cases])
    wanted = torch.tensor([WANTS.index(case.want) for case in cases])
    found = functional.cross_entropy(message, wanted, reduction="none")
    total = total + WANT * (found * weights).sum()
    return (total + RANK * _ranked(meant, cases)) / len(cases)


def _ranked(meant: Tensor, cases: Sequence[Case]) -> Tensor:
    """How unlikely each of the facts that are meant is beside all of its case that are not: of a list
    the whole of it counts, not its likeliest member."""
    total, at = torch.zeros(()), 0
    for case in cases:
        own = meant[at : at + len(case.facts)]
        at += len(case.facts)
        others = [n for n in range(len(own)) if n not in case.uses]
        if case.uses and others and case.want != "forget all":
            behind = own[others].logsumexp(0) - own[list(case.uses)]
            total = total + case.weight * functional.softplus(behind).mean()
    return total


def trained(
    cases: Sequence[Case], net: ReaderNet, states: LowerStates, vary: Vary, course: Course
) -> ReaderNet:
    """The mean of the weights over the last steps, with less and less of the earlier ones."""
    rng, mean = random.Random(SEED), deepcopy(net)
    parts = [
        {"params": list(net.layers.parameters()), "lr": course.upper_rate},
        {"params": list(net.joint.parameters()), "lr": course.rate},
    ]
    optimizer = torch.optim.AdamW(parts, weight_decay=0.01, fused=True)
    steps = course.passes * len(batches(cases, random.Random(SEED)))

    def rate(step: int) -> float:
        return min(1.0, (step + 1) / course.warm_up) * max(LEAST_RATE, 1 - step / steps)

    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    net.train()
    lost: list[float] = []
    for batch in chain.from_iterable(batches(cases, rng) for _ in range(course.passes)):
        own = [vary(case, rng) for case in batch]
        with torch.autocast("cpu", dtype=torch.bfloat16):
            facts, message = net(read_by(own, states))
        loss = loss_of(facts.float(), message.float(), own)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        lost.append(loss.item())
        _move(mean, net, 1 - min(KEPT, len(lost) / (len(lost) + 10)))
        if len(lost) % 50 == 0:
            print(f"{len(lost)}/{steps}: loss {np.mean(lost[-50:]):.3f}", flush=True)
    mean.eval()
    return mean


@torch.no_grad()  # type: ignore[untyped-decorator]
def _move(mean: ReaderNet, net: ReaderNet, share: float) -> None:
    for kept, new in zip(mean.parameters(), net.parameters(), strict=True):
        kept.lerp_(new, share)


def read_by(cases: Sequence[Case], states: LowerStates) -> Batch:
    states.learn(text for case in cases for text in (case.message, *case.facts))
    return batched([(case.message, *case.facts) for case in cases], states)


@torch.no_grad()  # type: ignore[untyped-decorator]
def _mean(layers: Sequence[Layer], states: LowerStates, cases: Sequence[Case]) -> Tensor:
    """Of the encoder's rows before any training: what all words have in common."""
    rows = []
    for text in [case.message for case in cases][::9]:
        state = torch.tensor(states[text].astype(np.float32))[None]
        for layer in layers:
            state = layer(state, torch.zeros(1, 1, 1, state.shape[1]), 0.0)
        rows.append(state[0])
    return torch.cat(rows).mean(0)


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser("reader", description=__doc__)
    parser.add_argument("base", type=Path)
    parser.add_argument("--hold", nargs="*", default=held.WRITERS + held.UNREAD)
    parser.add_argument("--begin", type=Path, help="a file of weights to go on from")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    base, every = read_base(options.base), lessons()
    taught = [case for case in every if case.writer not in options.hold]
    texts = [text for case in every for text in (case.message, *case.facts)]
    begun = np.load(options.begin) if options.begin else {}
    pieces = chosen_pieces(base, texts, names_in(begun["pieces"]) if begun else ())
    names = listed("" if n < SPECIAL else base.pieces[n] for n in pieces)
    states = LowerStates(base, pieces, Vocabulary(names, base.scores[pieces]))
    states.learn(texts)
    torch.manual_seed(SEED)
    upper = [encoder_layer(base, n) for n in range(LAYERS - UPPER, LAYERS)]
    net = ReaderNet(upper, _mean(upper, states, taught))
    own, course = taught, FROM_THE_START
    if begun:
        load(net, begun)
        own, course = going_on(taught), GOING_ON
    net = trained(own, net, states, Variations(taught), course)
    arrays: dict[str, Any] = arrays_of(net, states.layers, base, pieces)
    arrays |= fitted(Reader(arrays), taught)
    unseen = [case for case in every if case.writer in options.hold]
    name = "reader.npz"
    if begun:
        name, arrays = "second.npz", upper_of(arrays)
        made = Reader(arrays, upon=reader())
        with patch("assistant.reader.second", lambda: made):
            print(held.report(reader(), unseen))
    else:
        print(held.report(Reader(arrays), unseen))
    np.savez(data_path("reader", name) if options.write else Path(name), **arrays)
