"""Trains the network that looks at a statement and a fact more closely (needs torch).

``assistant/memory/matching/network.py`` as torch has it: two small layers, from nothing, over the
states that the lower layers of the reader's encoder (as they came) have of both texts, beside the
signs of ``evidence.py``. It learns from all pairs of ``relation_pairs.py``, and from facts and
statements of one person that do not belong together; put into ``data/plan/relation.npz``. Reported
is each writer by networks that a third of the writers, with that one, taught nothing.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from assistant.arrays import listed
from assistant.config import EmbeddingConfig
from assistant.embedding.open import open_embedder
from assistant.memory.matching import Meaning
from assistant.memory.matching.network import HEADS
from assistant.memory.matching.relation import LABELS
from assistant.reader import reader
from assistant.reader.encoder import APART
from assistant.reader.packing import pack
from assistant.resources import data_path
from tests.benchmarks.tables import plain
from training.reader.net import Layer
from training.relation import Seen, by_writer, caution, counted, folds, seen_in
from training.relation_pairs import apart, blind, examples, strangers

Array = NDArray[Any]
WIDTH, LAYERS, INNER, HIDDEN, STATES = 160, 2, 320, 96, 384
DROPOUT, SIGNS_DROPOUT, HEAD_DROPOUT, PIECES_DROPPED = 0.15, 0.2, 0.3, 0.05
EPOCHS, RATE, DECAY, BATCH, WARMING = 5, 1e-3, 0.02, 48, 100
SMOOTHING = 0.05
FOLDS = 3


class Batch(NamedTuple):
    """``rows``: states, the fact's before the statement's; ``of``: 0 or 1, of which of them."""

    rows: Tensor
    of: Tensor
    there: Tensor
    signs: Tensor


class Net(nn.Module):  # type: ignore[misc]  # torch is untyped
    """See ``assistant/memory/matching/network.py``."""

    def __init__(self, signs: int) -> None:
        super().__init__()
        self.down, self.near = nn.Linear(STATES, WIDTH), nn.Linear(3, WIDTH)
        self.kind = nn.Parameter(torch.randn(2, WIDTH) * 0.02)
        self.first = nn.LayerNorm(WIDTH)
        self.layers = nn.ModuleList(Layer(WIDTH, INNER, HEADS, 1e-5) for _ in range(LAYERS))
        close = torch.tensor([4.0] * (HEADS // 2) + [0.0] * (HEADS // 2))
        self.affinity = nn.ParameterList(torch.zeros(HEADS, 3) for _ in range(LAYERS))
        self.closeness = nn.ParameterList(close.clone() for _ in range(LAYERS))
        self.inner, self.out = nn.Linear(6 * WIDTH + signs, HIDDEN), nn.Linear(HIDDEN, len(LABELS))
        self.beside = nn.Linear(signs, len(LABELS))

    def forward(self, batch: Batch) -> Tensor:
        unit = functional.normalize(batch.rows, dim=-1)
        alike = unit @ unit.transpose(1, 2)
        apart = batch.of[:, :, None] != batch.of[:, None, :]
        met = alike.masked_fill(~(apart & batch.there[:, None, :]), -1).topk(2, 2).values
        around = functional.avg_pool1d(met[:, None, :, 0], 3, 1, 1)[:, 0]
        near = self.near(torch.cat([met, around[..., None]], -1))
        seen = self.first(self.down(batch.rows) + self.kind[batch.of] + near)
        seen = functional.dropout(seen, DROPOUT, self.training)
        relations = torch.where(apart, torch.where(batch.of[:, :, None] == 0, 1, 2), 0)
        for layer, own, close in zip(self.layers, self.affinity, self.closeness, strict=True):
            affinity = own[:, relations].permute(1, 0, 2, 3)
            affinity = affinity + close[None, :, None, None] * alike[:, None]
            seen = layer(seen, affinity.masked_fill(~batch.there[:, None, None, :], APART), DROPOUT)
        return self._judged(seen, batch)

    def _judged(self, seen: Tensor, batch: Batch) -> Tensor:
        told = []
        for which in (0, 1):
            own = ((batch.of == which) & batch.there)[..., None]
            told.append((seen * own).sum(1) / own.sum(1).clamp(min=1))
            told.append(seen.masked_fill(~own, -9.0).max(1).values)
        told += [told[0] * told[2], (told[0] - told[2]).abs()]
        told.append(functional.dropout(batch.signs, SIGNS_DROPOUT, self.training))
        x = functional.dropout(torch.cat(told, -1), SIGNS_DROPOUT, self.training)
        inner = functional.dropout(functional.relu(self.inner(x)), HEAD_DROPOUT, self.training)
        return self.out(inner) + self.beside(batch.signs)


class Pairs:
    """All pairs as the network sees them."""

    def __init__(self, rows: Sequence[Seen]) -> None:
        self.rows = rows
        self.labels = np.array([LABELS.index(row.pair.label) for row in rows])
        self.names = list(rows[0].signs)
        signs = np.array([[row.signs[name] for name in self.names] for row in rows], np.float32)
        self.sizes = 2 * np.maximum(signs.std(0), 0.05)
        self.signs = signs / self.sizes
        texts = sorted({text for row in rows for text in (row.pair.fact, row.pair.later)})
        states = {text: reader().lower_states([text])[0] for text in texts}
        some = np.concatenate(list(states.values())[::10])
        self.mean = some.mean(0)
        self.spread = (some - self.mean).std()
        self.states = {t: (own - self.mean) / self.spread for t, own in states.items()}

    def size(self, n: int) -> int:
        pair = self.rows[n].pair
        return len(self.states[pair.fact]) + len(self.states[pair.later])

    def batch(self, chosen: Sequence[int], rng: np.random.Generator | None = None) -> Batch:
        shape = (len(chosen), max(map(self.size, chosen)))
        rows = np.zeros((*shape, STATES), np.float32)
        of, there = np.ones(shape, np.int64), np.zeros(shape, bool)
        for at, n in enumerate(chosen):
            fact, said = (self.states[text] for text in self.rows[n].pair[2:])
            size, whole = len(fact), len(fact) + len(said)
            rows[at, :whole] = np.concatenate([fact, said])
            of[at, :size], there[at, :whole] = 0, True
            if rng is not None:
                there[at] &= rng.random(shape[1]) >= PIECES_DROPPED
                there[at, [0, size]] = True
        return Batch(*map(torch.tensor, (rows, of, there, self.signs[chosen])))

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


def learned(pairs: Pairs, chosen: Sequence[int], seed: int = 0) -> Net:
    torch.manual_seed(seed)
    rng, dropping = random.Random(seed), np.random.default_rng(seed)
    weight = np.zeros(len(pairs.rows))
    weight[chosen] = counted([pairs.rows[n] for n in chosen], pairs.labels[chosen])
    net = Net(len(pairs.names))
    net.train()
    optimiser = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=DECAY)
    steps, step = EPOCHS * math.ceil(len(chosen) / BATCH), 0
    for _ in range(EPOCHS):
        for own in pairs.batches(chosen, rng):
            for group in optimiser.param_groups:
                group["lr"] = RATE * min(1, step / WARMING) * max(0.02, 1 - step / steps)
            step += 1
            labels, each = torch.tensor(pairs.labels[own]), torch.tensor(weight[own]).float()
            logits = net(pairs.batch(own, dropping))
            lost = functional.cross_entropy(
                logits, labels, reduction="none", label_smoothing=SMOOTHING
            )
            optimiser.zero_grad()
            ((lost * each).sum() / each.sum()).backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimiser.step()
    net.eval()
    return net


def judged(net: Net, pairs: Pairs, chosen: Sequence[int]) -> Array:
    """(pairs, labels): logits."""
    found = np.zeros((len(chosen), len(LABELS)), np.float32)
    order = sorted(range(len(chosen)), key=lambda at: pairs.size(chosen[at]))
    with torch.no_grad():
        for n in range(0, len(order), BATCH):
            own = order[n : n + BATCH]
            found[own] = net(pairs.batch([chosen[at] for at in own])).numpy()
    return found


def arrays_of(net: Net, pairs: Pairs, added: float) -> dict[str, Array]:
    """As ``assistant/memory/matching/network.py`` loads them."""
    of = {name: value.detach().numpy() for name, value in net.state_dict().items()}
    found: dict[str, Array] = {
        "mean": pairs.mean, "spread": pairs.spread, "sizes": pairs.sizes, "kind": of["kind"],
        "first.scale": of["first.weight"], "first.shift": of["first.bias"],
    }  # fmt: skip
    for name, own in {"down": "down", "near": "near", "in": "inner", "out": "out",
                      "beside": "beside"}.items():  # fmt: skip
        found |= {f"{name}.{part}": of[f"{own}.{part}"] for part in ("weight", "bias")}
    found["out.bias"] = found["out.bias"].copy()
    found["out.bias"][LABELS.index("other")] += added
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
    return small | {"signs": listed(pairs.names)}


def held_out(pairs: Pairs, count: int) -> tuple[list[Seen], Array]:
    """The pairs of all writers by name, each judged by a network that a part of them, with that
    one, taught nothing."""
    rows: list[Seen] = []
    found = []
    for teaching, own in folds(pairs.rows, count):
        found.append(judged(learned(pairs, teaching), pairs, own))
        rows += [pairs.rows[n] for n in own]
    return rows, np.concatenate(found)


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser("relation_network", description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--hold", help="a writer that teaches nothing of what is written")
    parser.add_argument("--to", type=Path, default=data_path("plan", "relation.npz"))
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    meaning = Meaning.of(open_embedder(EmbeddingConfig(), None))
    told, own = examples(), blind()
    every = [*own, *told, *strangers(told), *apart(own, meaning)]
    meaning.learn(text for pair in every for text in (pair.fact, pair.later))
    pairs = Pairs([seen_in(pair, meaning) for pair in every])
    rows, logits = held_out(pairs, FOLDS)
    added = caution(logits, rows)
    logits[:, LABELS.index("other")] += added
    print(plain(by_writer(rows, logits)), f"caution: {added}", sep="\n")
    if options.write:
        taught = [
            n for n, row in enumerate(pairs.rows) if row.pair.writer.split("/")[-1] != options.hold
        ]
        arrays: dict[str, Any] = arrays_of(learned(pairs, taught), pairs, added)
        np.savez(options.to, **arrays)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
