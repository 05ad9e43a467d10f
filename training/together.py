"""``assistant/reader/together.py`` as torch has it, and how it is taught (needs torch).

The upper layers of the reader's encoder, begun from the reader's weights. What is kept is the mean
of the weights over the last steps.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from typing import Any, NamedTuple, TypeVar

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
from training.reader.arrays import put_layer
from training.reader.net import INNER, WIDTH, Layer

Array = NDArray[Any]
Of = TypeVar("Of")
HIDDEN, HEAD_DROPOUT, DROPOUT = 256, 0.2, 0.1
CLOSED, CLOSE = -1.5, 3.0
"""How little words see of the other text at first, and how much half of the heads look for like
ones there."""
LEAST_RATE, KEPT, WARMING, NEAR_IN_LENGTH = 0.03, 0.995, 100, 20
BITS = 8


class Course(NamedTuple):
    """Times over the cases, and the rates of the encoder's layers and of what is new."""

    passes: float
    upper_rate: float
    rate: float


class Net(nn.Module):  # type: ignore[misc]  # torch is untyped
    """See ``assistant/reader/together.py``."""

    def __init__(self, labels: int, mean: Array) -> None:
        super().__init__()
        self.layers = nn.ModuleList(Layer(WIDTH, INNER, HEADS, 1e-12) for _ in range(LAYERS))
        self.kind = nn.Parameter(torch.zeros(2, WIDTH))
        self.near = nn.Linear(3, WIDTH)
        self.near.weight.data.mul_(0.1)
        self.near.bias.data.zero_()
        apart = torch.tensor([0.0, CLOSED, CLOSED]).repeat(HEADS, 1)
        close = torch.tensor([CLOSE] * (HEADS // 2) + [0.0] * (HEADS // 2))
        self.affinity = nn.ParameterList(apart.clone() for _ in range(LAYERS))
        self.closeness = nn.ParameterList(close.clone() for _ in range(LAYERS))
        self.inner = nn.Linear(6 * WIDTH + 3, HIDDEN)
        self.out = nn.Linear(HIDDEN, labels)
        self.register_buffer("mean", torch.tensor(mean))

    def forward(self, rows: Tensor, said: Tensor, there: Tensor) -> Tensor:
        """``said``: 1 for a word of the message; ``there``: what is no padding."""
        unit = functional.normalize(rows - self.mean, dim=-1)
        alike = unit @ unit.transpose(1, 2)
        apart = said[:, :, None] != said[:, None, :]
        met = alike.masked_fill(~(apart & there[:, None, :]), -1).topk(2, 2).values
        around = functional.avg_pool1d(met[:, None, :, 0], 3, 1, 1)[:, 0]
        near = torch.cat([met, around[..., None]], -1)
        seen = rows + self.kind[said] + self.near(near)
        relations = torch.where(apart, torch.where(said[:, :, None] == 1, 2, 1), 0)
        like = (alike * apart)[:, None]
        for layer, own, close in zip(self.layers, self.affinity, self.closeness, strict=True):
            affinity = own[:, relations].permute(1, 0, 2, 3) + close[None, :, None, None] * like
            seen = layer(seen, affinity.masked_fill(~there[:, None, None, :], APART), DROPOUT)
        return self._judged(seen.float(), near[..., 0].float(), said, there)

    def _judged(self, seen: Tensor, met: Tensor, said: Tensor, there: Tensor) -> Tensor:
        told, signs = [], []
        for side in (1, 0):
            own = (said == side) & there
            told.append((seen * own[..., None]).sum(1) / own.sum(1, keepdim=True))
            told.append(seen.masked_fill(~own[..., None], -9.0).max(1).values)
            signs.append((met * own).sum(1) / own.sum(1))
        one, other = (mean - mean.mean(1, keepdim=True) for mean in (told[0], told[2]))
        signs.insert(0, functional.cosine_similarity(one, other, dim=-1))
        told += [told[0] * told[2], (told[0] - told[2]).abs(), torch.stack(signs, -1)]
        x = functional.dropout(torch.cat(told, -1), DROPOUT, self.training)
        inner = functional.dropout(functional.relu(self.inner(x)), HEAD_DROPOUT, self.training)
        return self.out(inner)


def begun_from_reader(net: Net) -> Net:
    with np.load(data_path("reader", "reader.npz")) as arrays:
        for n, layer in enumerate(net.layers):
            put_layer(layer, f"layer.{LOWER_LAYERS + n}", arrays)
    return net


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
        """Of messages and facts, as ``Net`` takes them."""
        lengths = [(len(self[message]), len(self[fact])) for message, fact in pairs]
        shape = len(pairs), max(map(sum, lengths))
        rows = np.zeros((*shape, WIDTH), np.float32)
        said, there = np.zeros(shape, np.int64), np.zeros(shape, bool)
        for n, (pair, (first, second)) in enumerate(zip(pairs, lengths, strict=True)):
            rows[n, :first], rows[n, first : first + second] = self[pair[0]], self[pair[1]]
            said[n, :first], there[n, : first + second] = 1, True
        return torch.tensor(rows), torch.tensor(said), torch.tensor(there)


def batches(
    cases: Sequence[Of], size: int, length: Callable[[Of], int], rng: random.Random
) -> Iterator[list[Of]]:
    """Over and over, in a new order each time, those of one length together."""
    while True:
        left = list(cases)
        rng.shuffle(left)
        found = []
        for at in range(0, len(left), NEAR_IN_LENGTH * size):
            near = sorted(left[at : at + NEAR_IN_LENGTH * size], key=length)
            found += [near[n : n + size] for n in range(0, len(near), size)]
        rng.shuffle(found)
        yield from found


def trained(
    net: Net,
    each: Iterator[list[Of]],
    loss_of: Callable[[Net, list[Of]], Tensor],
    steps: int,
    course: Course,
) -> Net:
    """The mean of the weights over the last steps, with less and less of the earlier ones."""
    mean = deepcopy(net)
    upper = [*net.layers.parameters()]
    new = [p for name, p in net.named_parameters() if not name.startswith("layers.")]
    parts = [{"params": upper, "lr": course.upper_rate}, {"params": new, "lr": course.rate}]
    optimizer = torch.optim.AdamW(parts, weight_decay=0.01, fused=True)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda n: min(1.0, (n + 1) / WARMING) * max(LEAST_RATE, 1 - n / steps)
    )
    net.train()
    for step, own in zip(range(steps), each, strict=False):
        loss = loss_of(net, own)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        share = 1 - min(KEPT, (step + 1) / (step + 20))
        with torch.no_grad():
            for kept, now in zip(mean.parameters(), net.parameters(), strict=True):
                kept.lerp_(now, share)
        if step % 100 == 99:
            print(f"{step + 1}/{steps}: loss {loss.item():.2f}", flush=True)
    mean.eval()
    return mean


def arrays_of(net: Net, labels: Sequence[int]) -> dict[str, Array]:
    """As ``assistant/reader`` loads them, with those of its labels."""
    of = {name: value.detach().numpy() for name, value in net.state_dict().items()}
    found: dict[str, Array] = {"mean": of["mean"], "kind": of["kind"]}
    found |= {f"near.{part}": of[f"near.{part}"] for part in ("weight", "bias")}
    found |= {f"in.{part}": of[f"inner.{part}"] for part in ("weight", "bias")}
    found |= {f"out.{part}": of[f"out.{part}"][list(labels)] for part in ("weight", "bias")}
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
