"""The network of ``assistant/reader`` as torch trains it; the arrays bear the same names."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from assistant.reader import WANTS
from assistant.reader.encoder import HEADS
from assistant.reader.joint import HEADS as JOINT_HEADS
from assistant.reader.joint import ORDERED
from training.reader.base import Base

WIDTH, INNER, JOINT_WIDTH, JOINT_LAYERS = 384, 1536, 192, 2
LAYERS, UPPER = 12, 4
"""Layers of the encoder, and how many of them are trained on."""
ENCODER_DROPOUT, JOINT_DROPOUT, HEAD_DROPOUT = 0.1, 0.1, 0.2
_APART = -1e4
_CLOSE = 4.0
"""How much half of the joint heads look for like words before they have learned anything."""


class Batch(NamedTuple):
    """``groups``: padded states of different texts and which of them are there; ``flat``: for each
    piece of each case, its row among those; ``texts``: of which text of its case (0: the message);
    ``there``; ``counts``: facts of each case."""

    groups: Sequence[tuple[Tensor, Tensor]]
    flat: Tensor
    texts: Tensor
    there: Tensor
    counts: Tensor


class Layer(nn.Module):  # type: ignore[misc]  # torch is untyped
    def __init__(self, width: int, inner: int, heads: int, epsilon: float) -> None:
        super().__init__()
        self.qkv, self.o = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.i, self.f = nn.Linear(width, inner), nn.Linear(inner, width)
        self.n1, self.n2 = nn.LayerNorm(width, epsilon), nn.LayerNorm(width, epsilon)
        self.heads = heads

    def forward(self, rows: Tensor, affinity: Tensor, dropout: float) -> Tensor:
        count, size, width = rows.shape
        parts = self.qkv(rows).view(count, size, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        asks, offers, tells = parts
        # written out: what torch has for it is slower on a processor
        near = asks @ offers.transpose(2, 3) / math.sqrt(asks.shape[-1])
        seen = (near + affinity).softmax(-1) @ tells
        seen = self.o(seen.transpose(1, 2).reshape(count, size, width))
        rows = self.n1(rows + functional.dropout(seen, dropout, self.training))
        inner = self.f(functional.gelu(self.i(rows), approximate="tanh"))
        return self.n2(rows + functional.dropout(inner, dropout, self.training))


def encoder_layer(base: Base, n: int) -> Layer:
    """The layer as it came."""
    layer = Layer(WIDTH, INNER, HEADS, 1e-12)
    of = {
        name.removeprefix(f"l{n}."): torch.tensor(values)
        for name, values in base.tensors.items()
        if name.startswith(f"l{n}.")
    }
    layer.qkv.weight.data = torch.cat([of[f"{p}.w"].view(WIDTH, WIDTH) for p in "qkv"])
    layer.qkv.bias.data = torch.cat([of[f"{p}.b"] for p in "qkv"])
    for part, name in ((layer.o, "ao"), (layer.i, "fi"), (layer.f, "fo")):
        part.weight.data = of[f"{name}.w"].view(part.weight.shape)
        part.bias.data = of[f"{name}.b"]
    for norm, name in ((layer.n1, "aln"), (layer.n2, "oln")):
        norm.weight.data, norm.bias.data = of[f"{name}.w"], of[f"{name}.b"]
    return layer


class JointNet(nn.Module):  # type: ignore[misc]  # torch is untyped
    """See ``assistant/reader/joint.py``."""

    def __init__(self, mean: Tensor) -> None:
        super().__init__()
        width = JOINT_WIDTH
        self.register_buffer("mean", mean)
        self.down, self.nearest = nn.Linear(WIDTH, width), nn.Linear(3, width)
        self.kind = nn.Parameter(torch.zeros(2, width))
        self.order = nn.Parameter(torch.zeros(ORDERED, width))
        self.first = nn.LayerNorm(width)
        self.layers = nn.ModuleList(
            Layer(width, 3 * width, JOINT_HEADS, 1e-5) for _ in range(JOINT_LAYERS)
        )
        half = JOINT_HEADS // 2
        close = torch.tensor([_CLOSE] * half + [0.0] * half)
        self.affinity = nn.ParameterList(torch.zeros(JOINT_HEADS, 4) for _ in range(JOINT_LAYERS))
        self.closeness = nn.ParameterList(close.clone() for _ in range(JOINT_LAYERS))
        self.fact, self.message = _head(3 * width + 4, 3), _head(3 * width + 4, len(WANTS))

    def forward(self, rows: Tensor, batch: Batch) -> tuple[Tensor, Tensor]:
        texts, there = batch.texts, batch.there
        unit = functional.normalize(rows - self.mean, dim=-1)
        alike = unit @ unit.transpose(1, 2)
        asked = texts == 0
        same = texts[:, :, None] == texts[:, None, :]
        to, of = asked[:, None, :].expand_as(same), asked[:, :, None].expand_as(same)
        relations = torch.where(same, 0, torch.where(to, 1, torch.where(of, 2, 3)))
        met = (to & ~of, ~same & ~to, ~to & of)
        present = there[:, None, :]
        nearest = [alike.masked_fill(~(each & present), -1).max(2).values for each in met]
        places = (batch.counts[:, None] - texts).clamp(0, ORDERED - 1)
        seen = self.down(rows - self.mean) + self.kind[(~asked).long()]
        seen = seen + self.order[places] * (~asked)[..., None]
        seen = self.first(seen + self.nearest(torch.stack(nearest, -1)))
        seen = functional.dropout(seen, JOINT_DROPOUT, self.training)
        for n, layer in enumerate(self.layers):
            bias = self.affinity[n][:, relations].permute(1, 0, 2, 3)
            bias = bias + self.closeness[n][None, :, None, None] * alike[:, None]
            bias = bias.masked_fill(~there[:, None, None, :], _APART)
            seen = layer(seen, bias, JOINT_DROPOUT)
        return self._judged(rows, seen, batch)

    def _judged(self, rows: Tensor, seen: Tensor, batch: Batch) -> tuple[Tensor, Tensor]:
        texts, there, counts = batch.texts, batch.there, batch.counts
        most_texts = int(counts.max()) + 1
        of = functional.one_hot(texts.clamp(0, most_texts - 1), most_texts) * there[..., None]
        sizes = of.sum(1).clamp(min=1)[..., None]
        mean = torch.einsum("bln,bld->bnd", of.float(), seen) / sizes
        most = torch.stack(
            [
                seen.masked_fill(~((texts == n) & there)[..., None], -9.0).max(1).values
                for n in range(most_texts)
            ],
            1,
        )
        whole = functional.normalize(torch.einsum("bln,bld->bnd", of.float(), rows), dim=-1)
        given = torch.arange(1, most_texts)[None] <= counts[:, None]
        alike = torch.einsum("bd,bnd->bn", whole[:, 0], whole[:, 1:]).masked_fill(~given, -1)
        first = alike.max(1, keepdim=True).values
        second = alike.topk(min(2, alike.shape[1]), 1).values[:, -1:]
        leads = [(alike == first).float(), (alike - second) * 20]
        signs = torch.stack([(alike - 0.85) * 10, (alike - first) * 20, *leads], -1)
        message = mean[:, :1].expand_as(mean[:, 1:])
        facts = self.fact(torch.cat([mean[:, 1:], most[:, 1:], message, signs], -1))[given]
        best = mean[:, 1:].masked_fill(~given[..., None], -9.0).max(1).values
        margins = [(first - 0.85) * 10, (first - second) * 20]
        margins += [counts[:, None] / 10, (second - 0.85) * 10]
        told = torch.cat([mean[:, 0], most[:, 0], best, *margins], 1)
        return facts, self.message(told)


class ReaderNet(nn.Module):  # type: ignore[misc]  # torch is untyped
    """The upper layers of the encoder, which are trained, and the joint network."""

    def __init__(self, layers: Sequence[Layer], mean: Tensor) -> None:
        super().__init__()
        self.layers = nn.ModuleList(layers)
        self.joint = JointNet(mean)

    def forward(self, batch: Batch) -> tuple[Tensor, Tensor]:
        found = []
        for states, there in batch.groups:
            apart = torch.zeros(there.shape).masked_fill(~there, _APART)[:, None, None]
            for layer in self.layers:
                states = layer(states, apart, ENCODER_DROPOUT)
            found.append(states[there])
        rows = torch.zeros((*batch.texts.shape, WIDTH))
        rows[batch.there] = torch.cat(found).float()[batch.flat]
        facts, message = self.joint(rows, batch)
        return facts, message


def _head(width: int, outputs: int) -> nn.Sequential:
    inner = [nn.Linear(width, JOINT_WIDTH), nn.ReLU(), nn.Dropout(HEAD_DROPOUT)]
    return nn.Sequential(*inner, nn.Linear(JOINT_WIDTH, outputs))


def batched(texts: Sequence[Sequence[str]], states: Any) -> Batch:
    """``texts``: of each case the message and its facts; ``states``: of each text, by the text."""
    every = sorted({text for case in texts for text in case}, key=lambda t: len(states[t]))
    size = max(1, math.ceil(len(every) / 4))
    groups, begins, at = [], dict[str, int](), 0
    for n in range(0, len(every), size):
        own = every[n : n + size]
        longest = max(len(states[text]) for text in own)
        padded = np.zeros((len(own), longest, WIDTH), np.float32)
        there = np.zeros((len(own), longest), bool)
        for row, text in enumerate(own):
            length = len(states[text])
            padded[row, :length], there[row, :length] = states[text], True
            begins[text], at = at, at + length
        groups.append((torch.tensor(padded), torch.tensor(there)))
    lengths = [[len(states[text]) for text in case] for case in texts]
    shape = (len(texts), max(map(sum, lengths)))
    of, there = np.full(shape, 99), np.zeros(shape, bool)
    flat = []
    for n, case in enumerate(texts):
        total = sum(lengths[n])
        of[n, :total], there[n, :total] = np.repeat(np.arange(len(case)), lengths[n]), True
        flat += [
            begins[t] + k for t, length in zip(case, lengths[n], strict=True) for k in range(length)
        ]
    counts = torch.tensor([len(case) - 1 for case in texts])
    return Batch(groups, torch.tensor(flat), torch.tensor(of), torch.tensor(there), counts)
