"""Trains ``assistant/reader/together.py``: the upper layers of the reader's encoder read a message
and one fact word by word beside each other (needs torch).

It begins with the reader's own weights and learns from all that teaches the reader: a case gives
the facts that are meant, the older ones, the three others that are most like the message and one
more. First from everything, then from requests three times over, with twice as many other cases as
there are requests, then from everything once more; what is kept lies halfway between the last two.
Told is how requests of people who taught nothing are read; with --write the weights are put into
``data/reader/together.npz``.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from assistant.reader import LOWER_LAYERS, reader
from assistant.reader.encoder import APART, HEADS
from assistant.reader.packing import pack
from assistant.reader.together import LAYERS
from assistant.resources import data_path
from training import requests
from training.reader import held
from training.reader.arrays import put_layer
from training.reader.cases import OF_FOLDERS, Case, lessons
from training.reader.net import INNER, WIDTH, Layer

Array = NDArray[Any]
HELD = frozenset((*held.WRITERS, *held.UNREAD, *requests.HELD, *OF_FOLDERS, "three", "madrid"))
"""People who teach nothing."""
LIKE, OTHERS = 3, 1
"""Facts beside those that are meant: the most like the message, and any."""
HIDDEN, HEAD_DROPOUT, DROPOUT = 256, 0.2, 0.1
CLOSED, CLOSE = -1.5, 3.0
"""How little words see of the other text at first, and how much half of the heads look for like
ones there."""
TOGETHER = 12
"""Cases a step."""
OLD, LEAST_RATE, KEPT, LONGEST, NEAR_IN_LENGTH = 0.5, 0.03, 0.995, 400, 20
ANSWERS, OUTDATED, MEANS, LABELS = 0, 1, 2, 4
REQUESTS = ("forget", "correct", "take back")
BITS = 8


class Course(NamedTuple):
    """Times over the cases, and the rates of the encoder's layers and of what is new."""

    passes: float
    upper_rate: float
    rate: float


FIRST, OF_REQUESTS = Course(1.2, 1e-4, 8e-4), Course(1.0, 7e-5, 5e-4)
FURTHER = Course(2.6, 8e-5, 5e-4)


class Net(nn.Module):  # type: ignore[misc]  # torch is untyped
    """See ``assistant/reader/together.py``; four logits, of which two are used."""

    def __init__(self, arrays: dict[str, Array], mean: Array) -> None:
        super().__init__()
        self.layers = nn.ModuleList(Layer(WIDTH, INNER, HEADS, 1e-12) for _ in range(LAYERS))
        for n, layer in enumerate(self.layers):
            put_layer(layer, f"layer.{LOWER_LAYERS + n}", arrays)
        self.kind = nn.Parameter(torch.zeros(2, WIDTH))
        self.near = nn.Linear(3, WIDTH)
        self.near.weight.data.mul_(0.1)
        self.near.bias.data.zero_()
        apart = torch.tensor([0.0, CLOSED, CLOSED]).repeat(HEADS, 1)
        close = torch.tensor([CLOSE] * (HEADS // 2) + [0.0] * (HEADS // 2))
        self.affinity = nn.ParameterList(apart.clone() for _ in range(LAYERS))
        self.closeness = nn.ParameterList(close.clone() for _ in range(LAYERS))
        self.inner = nn.Linear(6 * WIDTH + 3, HIDDEN)
        self.out = nn.Linear(HIDDEN, LABELS)
        self.register_buffer("mean", torch.tensor(mean))

    def forward(self, rows: Tensor, said: Tensor, there: Tensor) -> Tensor:
        """``said``: 1 for a word of the message; ``there``: what is no padding."""
        seen, met = self.seen(rows, said, there)
        return self.judged(self.told(seen, met, said, there))

    def seen(
        self, rows: Tensor, said: Tensor, there: Tensor, marks: Tensor | float = 0.0
    ) -> tuple[Tensor, Tensor]:
        """The words as the layers leave them, and how well each is met. ``marks``: what is added to
        words before."""
        unit = functional.normalize(rows - self.mean, dim=-1)
        alike = unit @ unit.transpose(1, 2)
        apart = said[:, :, None] != said[:, None, :]
        met = alike.masked_fill(~(apart & there[:, None, :]), -1).topk(2, 2).values
        around = functional.avg_pool1d(met[:, None, :, 0], 3, 1, 1)[:, 0]
        near = torch.cat([met, around[..., None]], -1)
        seen = rows + self.kind[said] + self.near(near) + marks
        relations = torch.where(apart, torch.where(said[:, :, None] == 1, 2, 1), 0)
        like = (alike * apart)[:, None]
        for layer, own, close in zip(self.layers, self.affinity, self.closeness, strict=True):
            affinity = own[:, relations].permute(1, 0, 2, 3) + close[None, :, None, None] * like
            seen = layer(seen, affinity.masked_fill(~there[:, None, None, :], APART), DROPOUT)
        return seen.float(), near[..., 0].float()

    def told(self, seen: Tensor, met: Tensor, said: Tensor, there: Tensor) -> Tensor:
        """What is judged of a pair, as one row."""
        told, signs = [], []
        for side in (1, 0):
            own = (said == side) & there
            told.append((seen * own[..., None]).sum(1) / own.sum(1, keepdim=True))
            told.append(seen.masked_fill(~own[..., None], -9.0).max(1).values)
            signs.append((met * own).sum(1) / own.sum(1))
        one, other = (mean - mean.mean(1, keepdim=True) for mean in (told[0], told[2]))
        signs.insert(0, functional.cosine_similarity(one, other, dim=-1))
        told += [told[0] * told[2], (told[0] - told[2]).abs(), torch.stack(signs, -1)]
        return torch.cat(told, -1)

    def judged(self, told: Tensor) -> Tensor:
        x = functional.dropout(told, DROPOUT, self.training)
        inner = functional.dropout(functional.relu(self.inner(x)), HEAD_DROPOUT, self.training)
        return self.out(inner)


class States:
    """What the lower layers make of texts."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._of: dict[str, Array] = {}
        self._units: dict[str, Array] = {}
        new = sorted(set(texts), key=len)
        for at in range(0, len(new), 64):
            own = new[at : at + 64]
            states = [rows.astype(np.float16) for rows in reader().lower_states(own)]
            self._of.update(zip(own, states, strict=True))
        some = list(self._of.values())[::50]
        self.mean: Array = np.concatenate(some).astype(np.float32).mean(0)

    def __getitem__(self, text: str) -> Array:
        return self._of[text]

    def unit(self, text: str) -> Array:
        if text not in self._units:
            mean = self._of[text].astype(np.float32).mean(0) - self.mean
            self._units[text] = mean / np.linalg.norm(mean)
        return self._units[text]

    def batch(self, pairs: Sequence[tuple[str, str]]) -> tuple[Tensor, Tensor, Tensor]:
        lengths = [(len(self[message]), len(self[fact])) for message, fact in pairs]
        shape = len(pairs), max(map(sum, lengths))
        rows = np.zeros((*shape, WIDTH), np.float32)
        said, there = np.zeros(shape, np.int64), np.zeros(shape, bool)
        for n, (pair, (first, second)) in enumerate(zip(pairs, lengths, strict=True)):
            rows[n, :first], rows[n, first : first + second] = self[pair[0]], self[pair[1]]
            said[n, :first], there[n, : first + second] = 1, True
        return torch.tensor(rows), torch.tensor(said), torch.tensor(there)


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


def batches(cases: Sequence[Case], states: States, rng: random.Random) -> Iterator[list[Case]]:
    """Over and over, in a new order each time, messages of one length together."""
    while True:
        left = list(cases)
        rng.shuffle(left)
        found = []
        for at in range(0, len(left), NEAR_IN_LENGTH * TOGETHER):
            near = left[at : at + NEAR_IN_LENGTH * TOGETHER]
            near.sort(key=lambda case: len(states[case.message]))
            found += [near[n : n + TOGETHER] for n in range(0, len(near), TOGETHER)]
        rng.shuffle(found)
        yield from found


def trained(net: Net, cases: Sequence[Case], states: States, course: Course, seed: int) -> Net:
    rng = random.Random(seed)
    torch.manual_seed(seed)
    steps = int(course.passes * math.ceil(len(cases) / TOGETHER))
    losses = (loss_of(net, own, states, rng) for own in batches(cases, states, rng))
    return descended(net, losses, steps, (course.upper_rate, course.rate), warms_up=100)


def descended(
    net: Net, losses: Iterable[Tensor], steps: int, rates: tuple[float, float], warms_up: int
) -> Net:
    """The mean of the weights over the last steps, with less and less of the earlier ones.
    ``rates``: of the encoder's layers and of what is new."""
    mean = deepcopy(net)
    new = [p for name, p in net.named_parameters() if not name.startswith("layers.")]
    parts = zip(([*net.layers.parameters()], new), rates, strict=True)
    groups = [{"params": own, "lr": rate} for own, rate in parts]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01, fused=True)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda n: min(1.0, (n + 1) / warms_up) * max(LEAST_RATE, 1 - n / steps)
    )
    net.train()
    for step, loss in zip(range(steps), losses, strict=False):
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        share = 1 - min(KEPT, (step + 1) / (step + 20))
        with torch.no_grad():
            for kept, each in zip(mean.parameters(), net.parameters(), strict=True):
                kept.lerp_(each, share)
        if step % 100 == 99:
            print(f"{step + 1}/{steps}: loss {loss.item():.2f}", flush=True)
    mean.eval()
    return mean


def between(one: Net, other: Net) -> Net:
    """The mean of the weights of both: as good for requests as the one that learned from them last,
    and for questions nearly as good as the one that learned longest."""
    found = deepcopy(one)
    with torch.no_grad():
        for mine, theirs in zip(found.parameters(), other.parameters(), strict=True):
            mine.lerp_(theirs, 0.5)
    found.eval()
    return found


def arrays_of(net: Net, columns: Sequence[int] = (ANSWERS, MEANS)) -> dict[str, Array]:
    """As ``assistant/reader`` loads them. ``columns``: the logits that are kept."""
    of = {name: value.detach().numpy() for name, value in net.state_dict().items()}
    found: dict[str, Array] = {"mean": of["mean"], "kind": of["kind"]}
    found |= {f"near.{part}": of[f"near.{part}"] for part in ("weight", "bias")}
    found |= {f"in.{part}": of[f"inner.{part}"] for part in ("weight", "bias")}
    found |= {f"out.{part}": of[f"out.{part}"][list(columns)] for part in ("weight", "bias")}
    for n in range(LAYERS):
        found |= {f"{name}.{n}": of[f"{name}.{n}"] for name in ("affinity", "closeness")}
        for part in ("qkv", "o", "i", "f"):
            values, scales = pack(of[f"layers.{n}.{part}.weight"], BITS)
            found |= {f"layer.{n}.{part}.values": values, f"layer.{n}.{part}.scales": scales}
            found[f"layer.{n}.{part}.bias"] = of[f"layers.{n}.{part}.bias"]
        for norm in ("n1", "n2"):
            found[f"layer.{n}.{norm}.scale"] = of[f"layers.{n}.{norm}.weight"]
            found[f"layer.{n}.{norm}.shift"] = of[f"layers.{n}.{norm}.bias"]
    return {
        name: array.astype(np.float16) if array.dtype == np.float32 else array
        for name, array in found.items()
    }


@torch.no_grad()  # type: ignore[untyped-decorator]
def report(net: Net, cases: Sequence[Case], states: States) -> str:
    """Of requests for one fact, how often it stands first; how often nothing is meant where none
    was told."""
    first, ones, silent, nones = 0, 0, 0, 0
    for case in cases:
        logits = net(*states.batch([(case.message, fact) for fact in case.facts]))[:, MEANS]
        if case.want == "forget" and len(case.uses) == 1:
            ones, first = ones + 1, first + (int(logits.argmax()) in case.uses)
        elif case.kind == "none":
            nones, silent = nones + 1, silent + bool(logits.max() < 0)
    return f"{first} of {ones} facts first; nothing meant in {silent} of {nones}"


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser("together", description=__doc__)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    every = [case for case in lessons() if len(case.message) < LONGEST]
    states = States([text for case in every for text in (case.message, *case.facts)])
    taught = [c for c in every if c.writer not in HELD and c.want != "forget all"]
    asking = [c for c in taught if c.want in REQUESTS or c.kind in ("none", "not_a_request")]
    others = [c for c in taught if c not in asking]
    random.Random(1).shuffle(others)
    with np.load(data_path("reader", "reader.npz")) as file:
        net = Net({name: file[name] for name in file.files}, states.mean)
    net = trained(net, taught, states, FIRST, 0)
    net = trained(net, asking * 3 + others[: 2 * len(asking)], states, OF_REQUESTS, 1)
    net = between(net, trained(deepcopy(net), taught, states, FURTHER, 3))
    print(report(net, [case for case in every if case.writer in HELD], states))
    if options.write:
        with data_path("reader", "together.npz").open("wb") as out:
            np.savez(out, allow_pickle=False, **arrays_of(net))
