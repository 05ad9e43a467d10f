"""``assistant/reader/pair_network.py`` as torch has it, and how it is taught (needs torch).

Two small layers, from nothing, over the states that the lower layers of the reader's encoder (as
they came) have of the words. What is kept is the mean of the weights on the way: where each step
ends is chance. ``relation.py`` and ``topics/network.py`` teach one each.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from assistant.arrays import listed
from assistant.reader import reader
from assistant.reader.encoder import APART
from assistant.reader.packing import pack
from assistant.reader.pair_network import HEADS
from training.reader.net import Layer

Array = NDArray[Any]
WIDTH, LAYERS, INNER, HIDDEN, STATES = 160, 2, 320, 96, 384
DROPOUT, SIGNS_DROPOUT, HEAD_DROPOUT, PIECES_DROPPED = 0.15, 0.2, 0.3, 0.05
EPOCHS, RATE, DECAY, BATCH, WARMING = 5, 1e-3, 0.02, 48, 100
TOGETHER = 64
"""Texts that are encoded at once."""
SMOOTHING = 0.05
"""What a label leaves to the others."""


class Example(NamedTuple):
    """``known``: texts of each kind in their order, empty where there is none; ``label``: a number.
    ``weight``: how much it counts."""

    known: tuple[str, ...]
    said: str
    signs: Sequence[float]
    label: int
    weight: float = 1.0

    @property
    def texts(self) -> list[tuple[int, str]]:
        """Each text that there is, behind its kind."""
        return [(kind, text) for kind, text in enumerate((*self.known, self.said)) if text]


class Batch(NamedTuple):
    """``rows``: states; ``kinds``: of which text of its example each is; ``there``; ``signs``."""

    rows: Tensor
    kinds: Tensor
    there: Tensor
    signs: Tensor


class Net(nn.Module):  # type: ignore[misc]  # torch is untyped
    """See ``assistant/reader/pair_network.py``."""

    def __init__(self, signs: int, kinds: int, labels: int) -> None:
        super().__init__()
        self.said = kinds - 1
        self.down, self.near = nn.Linear(STATES, WIDTH), nn.Linear(3, WIDTH)
        self.kind = nn.Parameter(torch.randn(kinds, WIDTH) * 0.02)
        self.first = nn.LayerNorm(WIDTH)
        self.layers = nn.ModuleList(Layer(WIDTH, INNER, HEADS, 1e-5) for _ in range(LAYERS))
        close = torch.tensor([4.0] * (HEADS // 2) + [0.0] * (HEADS // 2))
        self.affinity = nn.ParameterList(torch.zeros(HEADS, 3) for _ in range(LAYERS))
        self.closeness = nn.ParameterList(close.clone() for _ in range(LAYERS))
        self.inner, self.out = nn.Linear(6 * WIDTH + signs, HIDDEN), nn.Linear(HIDDEN, labels)
        self.beside = nn.Linear(signs, labels)

    def forward(self, batch: Batch) -> Tensor:
        is_said = batch.kinds == self.said
        unit = functional.normalize(batch.rows, dim=-1)
        alike = unit @ unit.transpose(1, 2)
        apart = is_said[:, :, None] != is_said[:, None, :]
        met = alike.masked_fill(~(apart & batch.there[:, None, :]), -1).topk(2, 2).values
        around = functional.avg_pool1d(met[:, None, :, 0], 3, 1, 1)[:, 0]
        near = self.near(torch.cat([met, around[..., None]], -1))
        seen = self.first(self.down(batch.rows) + self.kind[batch.kinds] + near)
        seen = functional.dropout(seen, DROPOUT, self.training)
        relations = torch.where(apart, torch.where(is_said[:, :, None], 2, 1), 0)
        for layer, own, close in zip(self.layers, self.affinity, self.closeness, strict=True):
            affinity = own[:, relations].permute(1, 0, 2, 3)
            affinity = affinity + close[None, :, None, None] * alike[:, None]
            seen = layer(seen, affinity.masked_fill(~batch.there[:, None, None, :], APART), DROPOUT)
        return self._judged(seen, is_said, batch)

    def _judged(self, seen: Tensor, is_said: Tensor, batch: Batch) -> Tensor:
        told = []
        for side in (~is_said, is_said):
            own = (side & batch.there)[..., None]
            told.append((seen * own).sum(1) / own.sum(1).clamp(min=1))
            told.append(seen.masked_fill(~own, -9.0).max(1).values)
        told += [told[0] * told[2], (told[0] - told[2]).abs()]
        told.append(functional.dropout(batch.signs, SIGNS_DROPOUT, self.training))
        x = functional.dropout(torch.cat(told, -1), SIGNS_DROPOUT, self.training)
        inner = functional.dropout(functional.relu(self.inner(x)), HEAD_DROPOUT, self.training)
        return self.out(inner) + self.beside(batch.signs)


@dataclass(frozen=True)
class Examples:
    """All of them as the network sees them. ``names``: of the signs; ``centred``: whether those are
    told from their middle; ``known``: states of texts that were read before."""

    rows: Sequence[Example]
    names: Sequence[str]
    labels: int
    centred: bool = False
    known: dict[str, Array] = field(default_factory=dict)

    @cached_property
    def _signs(self) -> Array:
        return np.array([row.signs for row in self.rows], np.float32)

    @cached_property
    def middles(self) -> Array:
        found: Array = self._signs.mean(0) * self.centred
        return found

    @cached_property
    def sizes(self) -> Array:
        found: Array = 2 * np.maximum(self._signs.std(0), 0.05)
        return found

    @cached_property
    def states(self) -> dict[str, Array]:
        texts = {text for row in self.rows for _, text in row.texts} - self.known.keys()
        new = sorted(texts, key=len)
        for at in range(0, len(new), TOGETHER):
            own = new[at : at + TOGETHER]
            states = [rows.astype(np.float16) for rows in reader().lower_states(own)]
            self.known.update(zip(own, states, strict=True))
        return self.known

    @cached_property
    def scale(self) -> tuple[Array, Array]:
        """The mean state, and how far states are from it."""
        some = np.concatenate(list(self.states.values())[::10]).astype(np.float32)
        return some.mean(0), (some - some.mean(0)).std()

    def size(self, n: int) -> int:
        return sum(len(self.states[text]) for _, text in self.rows[n].texts)

    def batch(self, chosen: Sequence[int], rng: np.random.Generator | None = None) -> Batch:
        """``rng``: drops some pieces, never the first of a text."""
        shape = (len(chosen), max(map(self.size, chosen)))
        rows = np.zeros((*shape, STATES), np.float32)
        kinds, there = np.zeros(shape, np.int64), np.zeros(shape, bool)
        mean, spread = self.scale
        for at, n in enumerate(chosen):
            begin = 0
            for kind, text in self.rows[n].texts:
                own = self.states[text]
                end = begin + len(own)
                rows[at, begin:end], kinds[at, begin:end] = (own - mean) / spread, kind
                there[at, begin:end] = rng is None or rng.random(len(own)) >= PIECES_DROPPED
                there[at, begin], begin = True, end
        signs = (self._signs[chosen] - self.middles) / self.sizes
        return Batch(*map(torch.tensor, (rows, kinds, there, signs.astype(np.float32))))

    def batches(self, chosen: Sequence[int], rng: random.Random) -> Iterator[list[int]]:
        """In a new order each time, those of one size together."""
        left = list(chosen)
        rng.shuffle(left)
        found = []
        for at in range(0, len(left), 20 * BATCH):
            near = sorted(left[at : at + 20 * BATCH], key=self.size)
            found += [near[n : n + BATCH] for n in range(0, len(near), BATCH)]
        rng.shuffle(found)
        yield from found


def learned(examples: Examples, chosen: Sequence[int], epochs: int = EPOCHS, seed: int = 0) -> Net:
    """What those of the examples teach."""
    torch.manual_seed(seed)
    rng, dropping = random.Random(seed), np.random.default_rng(seed)
    net = Net(len(examples.names), len(examples.rows[0].known) + 1, examples.labels)
    net.train()
    optimiser = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=DECAY)
    steps, step = epochs * math.ceil(len(chosen) / BATCH), 0
    for _ in range(epochs):
        for own in examples.batches(chosen, rng):
            for group in optimiser.param_groups:
                group["lr"] = RATE * min(1, step / WARMING) * max(0.02, 1 - step / steps)
            step += 1
            labels = torch.tensor([examples.rows[n].label for n in own])
            each = torch.tensor([examples.rows[n].weight for n in own])
            logits = net(examples.batch(own, dropping))
            lost = functional.cross_entropy(
                logits, labels, reduction="none", label_smoothing=SMOOTHING
            )
            optimiser.zero_grad()
            ((lost * each).sum() / each.sum()).backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimiser.step()
    net.eval()
    return net


def judged(net: Net, examples: Examples, chosen: Sequence[int]) -> Array:
    """(examples, labels): logits."""
    found = np.zeros((len(chosen), examples.labels), np.float32)
    order = sorted(range(len(chosen)), key=lambda at: examples.size(chosen[at]))
    with torch.no_grad():
        for n in range(0, len(order), BATCH):
            own = order[n : n + BATCH]
            found[own] = net(examples.batch([chosen[at] for at in own])).numpy()
    return found


def arrays_of(net: Net, examples: Examples, added: Sequence[float]) -> dict[str, Array]:
    """As ``PairNetwork`` loads them. ``added``: to the logit of each label."""
    of = {name: value.detach().numpy() for name, value in net.state_dict().items()}
    mean, spread = examples.scale
    found: dict[str, Array] = {
        "mean": mean, "spread": spread, "middles": examples.middles, "sizes": examples.sizes,
        "kind": of["kind"], "first.scale": of["first.weight"], "first.shift": of["first.bias"],
    }  # fmt: skip
    for name, own in {"down": "down", "near": "near", "in": "inner", "out": "out",
                      "beside": "beside"}.items():  # fmt: skip
        found |= {f"{name}.{part}": of[f"{own}.{part}"] for part in ("weight", "bias")}
    found["out.bias"] = found["out.bias"] + np.array(added, np.float32)
    for n in range(LAYERS):
        found |= {f"{name}.{n}": of[f"{name}.{n}"] for name in ("affinity", "closeness")}
        for part in ("qkv", "o", "i", "f"):
            values, scales = pack(of[f"layers.{n}.{part}.weight"], 8)
            found |= {f"layer.{n}.{part}.values": values, f"layer.{n}.{part}.scales": scales}
            found[f"layer.{n}.{part}.bias"] = of[f"layers.{n}.{part}.bias"]
        for norm in ("n1", "n2"):
            found[f"layer.{n}.{norm}.scale"] = of[f"layers.{n}.{norm}.weight"]
            found[f"layer.{n}.{norm}.shift"] = of[f"layers.{n}.{norm}.bias"]
    small = {name: a.astype(np.float16) if a.dtype == np.float32 else a
             for name, a in found.items()}  # fmt: skip
    return small | {"signs": listed(examples.names)}
