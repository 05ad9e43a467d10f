"""Trains the reader: python -m tests.benchmarks.train_reader BASE [--hold WRITER...] [--write]

BASE is the file of ``reader_base.py``. Writers that are held out teach nothing; how the reader does
on them is printed. With --write its arrays are put into ``data/reader/``. Needs torch, which
nothing else does. An hour on two cores.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from assistant.arrays import listed
from assistant.reader import PIECES, WANTS
from assistant.reader.packing import pack
from assistant.reader.vocabulary import BEGIN, END, UNKNOWN, Vocabulary
from assistant.resources import data_path
from tests.benchmarks import reader_held
from tests.benchmarks.reader_base import Base, read_base
from tests.benchmarks.reader_cases import Case, lessons
from tests.benchmarks.reader_net import (
    WIDTH,
    Batch,
    JointNet,
    Layer,
    ReaderNet,
    batched,
    encoder_layer,
)

Array = NDArray[Any]
LAYERS, UPPER = 12, 4
"""Layers of the encoder, and how many of them are trained on."""
EPOCHS, RATE, UPPER_RATE, WARM_UP, LEAST_RATE = 4, 6e-4, 1e-4, 0.05, 0.02
FACTS = 8
"""Facts beside a message while training, as many as the program reads."""
TOGETHER = 8
"""Messages of one person in a batch: their facts are encoded once."""
USES, OUTDATED, WANT = 3.0, 0.5, 2.0
"""How much more a fact that is meant counts than one that is not; and the parts of the loss."""
SEED = 0
_LATIN = 0x250
_SPECIAL = 1 + max(BEGIN, END, UNKNOWN)


def chosen_pieces(base: Base, texts: Iterable[str]) -> list[int]:
    """The pieces of which the words of both languages are made, and those of the texts."""
    from simplemma.strategies.dictionaries.dictionary_factory import DefaultDictionaryFactory

    whole = Vocabulary(listed(base.pieces), base.scores)
    dictionaries = DefaultDictionaryFactory()
    words = {word for name in ("es", "en") for word in dictionaries.get_dictionary(name)}
    used = {n for word in words for form in (word, word.capitalize()) for n in whole.ids(form, 99)}
    used |= {n for text in texts for n in whole.ids(text, 999)}
    letters = (n for n, piece in enumerate(base.pieces) if len(piece) == 1)
    used |= {n for n in letters if ord(base.pieces[n]) < _LATIN or base.pieces[n] == "\u2581"}
    return sorted(used | set(range(_SPECIAL)))


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
        ids = {text: self._vocabulary.ids(text, PIECES) for text in dict.fromkeys(texts)}
        order = sorted(ids, key=lambda text: len(ids[text]))
        for n in range(0, len(order), size):
            own = order[n : n + size]
            longest = len(ids[own[-1]])
            there = torch.tensor([[k < len(ids[t]) for k in range(longest)] for t in own])
            padded = torch.tensor([ids[t] + [END] * (longest - len(ids[t])) for t in own])
            rows = self._norm(self._words[padded] + self._places[:longest])
            for layer in self.layers:
                rows = layer(rows, there[:, None, None, :], 0.0)
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


def varied(case: Case, rng: random.Random) -> Case:
    """At most so many facts; mostly fewer and, where their order says nothing, in another."""
    needed = {*case.uses, *case.old}
    others = [n for n in range(len(case.facts)) if n not in needed]
    if case.want != "forget all" and len(case.facts) > FACTS:
        others = sorted(rng.sample(others, max(0, FACTS - len(needed))))
    places = sorted([*needed, *others])
    if rng.random() > 0.3:
        if not case.old and case.want not in ("correct", "take back"):
            rng.shuffle(places)
        for n in others:
            if rng.random() < 0.15 and len(places) > 2:
                places.remove(n)
    new = {place: n for n, place in enumerate(places)}
    return replace(
        case,
        facts=tuple(case.facts[n] for n in places),
        uses=tuple(new[n] for n in case.uses),
        old=tuple(new[n] for n in case.old),
    )


def loss_of(facts: Tensor, message: Tensor, cases: Sequence[Case]) -> Tensor:
    flat = [(case, n) for case in cases for n in range(len(case.facts))]
    column = torch.tensor([0 if case.asks else 2 for case, _ in flat])
    weight = torch.tensor([c.weight * (c.want != "forget all") for c, _ in flat])
    used = torch.tensor([float(n in case.uses) for case, n in flat])
    old = torch.tensor([float(n in case.old) for case, n in flat])
    cross = functional.binary_cross_entropy_with_logits
    found = cross(facts.gather(1, column[:, None])[:, 0], used, reduction="none")
    total = (found * weight * (1 + (USES - 1) * used)).sum()
    found = cross(facts[:, 1], old, reduction="none") * (column == 0)
    total = total + OUTDATED * (found * weight * (1 + (USES - 1) * old)).sum()
    wanted = torch.tensor([WANTS.index(case.want) for case in cases])
    weights = torch.tensor([case.weight for case in cases])
    found = functional.cross_entropy(message, wanted, reduction="none")
    total = total + WANT * (found * weights).sum()
    return total / len(cases)


def trained(cases: Sequence[Case], states: LowerStates, base: Base) -> ReaderNet:
    rng = random.Random(SEED)
    torch.manual_seed(SEED)
    upper = [encoder_layer(base, n) for n in range(LAYERS - UPPER, LAYERS)]
    net = ReaderNet(upper, _mean(upper, states, cases))
    parts = [
        {"params": list(net.layers.parameters()), "lr": UPPER_RATE, "weight_decay": 0.01},
        {"params": list(net.joint.parameters()), "lr": RATE, "weight_decay": 0.02},
    ]
    optimizer = torch.optim.AdamW(parts)
    steps = EPOCHS * len(batches(cases, random.Random(SEED)))

    def rate(step: int) -> float:
        return min(1.0, (step + 1) / (WARM_UP * steps)) * max(LEAST_RATE, 1 - step / steps)

    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    net.train()
    for epoch in range(EPOCHS):
        lost = []
        for batch in batches(cases, rng):
            own = [varied(case, rng) for case in batch]
            facts, message = net(read_by(own, states))
            loss = loss_of(facts, message, own)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            lost.append(loss.item())
        print(f"epoch {epoch + 1}: loss {np.mean(lost):.3f}", flush=True)
    return net


def read_by(cases: Sequence[Case], states: LowerStates) -> Batch:
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


def arrays_of(
    net: ReaderNet, states: LowerStates, base: Base, pieces: Sequence[int]
) -> dict[str, Array]:
    """As ``assistant/reader`` loads them."""
    of = base.tensors
    found: dict[str, Array] = {
        "pieces": listed("" if n < _SPECIAL else base.pieces[n] for n in pieces),
        "piece.scores": base.scores[list(pieces)],
        "places": (of["emb.pos"].reshape(-1, WIDTH) + of["emb.type"][:WIDTH])[: PIECES + 2],
        "first.scale": of["emb.ln.w"],
        "first.shift": of["emb.ln.b"],
    }
    words = of["emb.word"].reshape(-1, WIDTH)[list(pieces)]
    found["word.values"], found["word.scales"] = pack(words, 4)
    for n, layer in enumerate([*states.layers, *net.layers]):
        found |= _layer(f"layer.{n}", layer, 4 if n < LAYERS - UPPER else 8)
    found |= _joint(net.joint)
    return {
        name: array.astype(np.float16) if array.dtype == np.float32 else array
        for name, array in found.items()
    } | {"joint.mean": net.joint.mean.numpy()}


def _layer(name: str, layer: Any, bits: int) -> dict[str, Array]:
    found = {}
    for part in ("qkv", "o", "i", "f"):
        linear = getattr(layer, part)
        packed = pack(linear.weight.detach().numpy(), bits)
        found[f"{name}.{part}.values"], found[f"{name}.{part}.scales"] = packed
        found[f"{name}.{part}.bias"] = linear.bias.detach().numpy()
    return found | _norm(f"{name}.n1", layer.n1) | _norm(f"{name}.n2", layer.n2)


def _norm(name: str, norm: Any) -> dict[str, Array]:
    scale, shift = norm.weight.detach().numpy(), norm.bias.detach().numpy()
    return {f"{name}.scale": scale, f"{name}.shift": shift}


def _joint(joint: JointNet) -> dict[str, Array]:
    found = _norm("joint.first", joint.first)
    linear = {"down": joint.down, "nearest": joint.nearest}
    for name, head in (("fact", joint.fact), ("message", joint.message)):
        linear[f"{name}.in"], linear[f"{name}.out"] = head[0], head[-1]
    for name, part in linear.items():
        found[f"joint.{name}.weight"] = part.weight.detach().numpy()
        found[f"joint.{name}.bias"] = part.bias.detach().numpy()
    for n, layer in enumerate(joint.layers):
        found |= _layer(f"joint.layer.{n}", layer, 8)
        found[f"joint.layer.{n}.affinity"] = joint.affinity[n].detach().numpy()
        found[f"joint.layer.{n}.closeness"] = joint.closeness[n].detach().numpy()
    found["joint.kind"] = joint.kind.detach().numpy()
    found["joint.order"] = joint.order.detach().numpy()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base", type=Path)
    parser.add_argument("--hold", nargs="*", default=reader_held.WRITERS)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    base, every = read_base(arguments.base), lessons()
    texts = [text for case in every for text in (case.message, *case.facts)]
    pieces = chosen_pieces(base, texts)
    names = listed("" if n < _SPECIAL else base.pieces[n] for n in pieces)
    states = LowerStates(base, pieces, Vocabulary(names, base.scores[pieces]))
    states.learn(texts)
    net = trained([c for c in every if c.writer not in arguments.hold], states, base)
    path = data_path("reader", "reader.npz") if arguments.write else Path("reader.npz")
    arrays: dict[str, Any] = arrays_of(net, states, base, pieces)
    np.savez(path, **arrays)
    print(reader_held.report(path, [c for c in every if c.writer in arguments.hold]))


if __name__ == "__main__":
    main()
