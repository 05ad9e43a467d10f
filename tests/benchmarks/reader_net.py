"""The network of answers/reader/network.py as torch trains it; its weights bear the same names."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from assistant.answers.reader.network import FREE, NOT_THERE, TELLING
from assistant.answers.reader.pairs import CANDIDATES, FACT_WORDS, QUESTION_WORDS, SIGNS, Pairs

Array = NDArray[Any]
Batch = dict[str, Any]
LEARNED = 24
"""Width of the learned views of words."""
HIDDEN, OF_A_WORD, RANKS = 24, 10, 10
DROPPED = 0.15
EPOCHS, BATCH, RATE, DECAY = 12, 32, 2e-3, 1e-4
FIRST_EPOCHS, FIRST_RATE = 4, 3e-3
"""Of what is learned before the cases: the people of ``data/recall``."""
OF_EACH, OF_USER = 3.0, 0.5
"""How far each candidate's own loss counts beside the choice among all, and whose question it is."""
ABSENT = -30.0


class Net(nn.Module):  # type: ignore[misc]  # torch may not be there to be checked
    """Of ``kinds`` signs of a question and words of ``width``."""

    def __init__(self, width: int, kinds: int) -> None:
        super().__init__()
        self.P = nn.Linear(width, LEARNED, bias=False)
        self.Pq = nn.Linear(width, LEARNED, bias=False)
        self.imp, self.impf = nn.Linear(width, 1), nn.Linear(SIGNS, 1)
        self.h = nn.Sequential(nn.Linear(7, OF_A_WORD), nn.ReLU(), nn.Linear(OF_A_WORD, 1))
        self.A, self.B = nn.Linear(width + kinds, LEARNED), nn.Linear(width + SIGNS, LEARNED)
        seen = RANKS + 4 + 1 + len(TELLING) + kinds + 1
        self.g = nn.Sequential(
            nn.Linear(seen, HIDDEN), nn.ReLU(), nn.Dropout(DROPPED), nn.Linear(HIDDEN, 1)
        )
        self.null, self.me = nn.Linear(2 + kinds, 1), nn.Linear(2 + kinds + 4, 1)
        self.drop = nn.Dropout(DROPPED)
        with torch.no_grad():
            self.Pq.weight.copy_(self.P.weight)
            self.imp.weight.mul_(0.1)

    def forward(self, b: Batch) -> tuple[Any, Any, Any]:
        """See ``network.Network``: logits of the candidates, of none, of the user's own matter."""
        asked, told, there = b["asked"], b["told"], b["there"]
        is_word = b["is_word"]
        alike = _inner(_unit(asked), _unit(told))
        learned = _inner(_unit(self.Pq(self.drop(asked))), _unit(self.P(self.drop(told))))
        mask = there[:, :, None, :] > 0
        same, near, met = (
            torch.where(mask, each, torch.full_like(each, -1.0)).amax(-1)
            for each in (b["same"], alike, learned)
        )
        same = same.clamp(min=0)
        full = (there.sum(-1) > 0).float()
        digits = b["asked_signs"][..., 6][:, None].expand_as(same)
        seen = torch.stack(
            [
                *(same, near, met, _elsewhere(same, full), _elsewhere(near, full)),
                *(near * (1 - same), digits),
            ],
            -1,
        )
        covered = torch.sigmoid(self.h(seen)[..., 0])
        importance = self.imp(self.drop(asked))[..., 0] + self.impf(b["asked_signs"])[..., 0]
        weight = (functional.softplus(importance) * is_word)[:, None]
        total = weight.sum(-1) + 1e-3
        coverage = (weight * covered).sum(-1)
        most = weight.clamp(max=1)
        worst = torch.where(is_word[:, None] > 0, covered * most + 1 - most, 1.0).amin(-1)
        soft = ((learned - 0.5) * 2).clamp(min=0) * is_word[:, None, :, None]
        free = (1 - torch.maximum(b["same"], soft).amax(2)) * there
        wanted = self.A(torch.cat([self.drop(b["sentence"]), b["kind"]], -1))
        offered = self.B(torch.cat([self.drop(told), b["told_signs"]], -1))
        fit = torch.einsum("bd,bnfd->bnf", wanted, offered) / 5
        fitting = torch.where(free > FREE, fit, torch.full_like(fit, NOT_THERE)).amax(-1)
        telling = torch.stack([(free * b["told_signs"][..., k]).amax(-1) for k in TELLING], -1)
        kind = b["kind"][:, None].expand(-1, told.shape[1], -1)
        measures = torch.stack([coverage, (weight * (1 - covered)).sum(-1), coverage / total], -1)
        parts = [b["ranks"], measures, worst[..., None], fitting[..., None], telling, kind]
        logits = self.g(torch.cat([*parts, free.sum(-1, keepdim=True) / 10], -1))[..., 0]
        logits = torch.where(full > 0, logits, torch.full_like(logits, ABSENT))
        asker = torch.cat([b["user"], b["kind"]], -1)
        best = logits.topk(2, dim=1).values.detach() / 5
        share = (coverage / total).amax(1, keepdim=True).detach()
        mine = self.me(torch.cat([asker, best, b["ranks"][:, :1, 7], share], -1))[..., 0]
        return logits, self.null(asker)[..., 0], mine


class Lessons:
    """Pairs as tensors, in their order: ``gold`` marks the candidates that answer, ``spare`` those
    that count neither way, ``mine`` the questions about the user."""

    def __init__(
        self,
        pairs: Sequence[Pairs],
        gold: Sequence[Array],
        spare: Sequence[Array],
        mine: Array,
        weight: Array,
        basis: Array,
    ) -> None:
        rows = [_padded(pair, basis) for pair in pairs]
        self.data = {n: torch.from_numpy(np.stack([row[n] for row in rows])) for n in rows[0]}
        for name, marks in (("gold", gold), ("spare", spare)):
            self.data[name] = torch.from_numpy(np.stack([_fill(m, (CANDIDATES,)) for m in marks]))
        self.data["mine"], self.data["weight"] = torch.from_numpy(mine), torch.from_numpy(weight)


def begun(lessons: Lessons, members: int) -> list[Net]:
    """Networks that know what matters to a question, each of another seed."""
    torch.set_num_threads(1)
    data, nets = lessons.data, list[Net]()
    for seed in range(members):
        torch.manual_seed(seed)
        net = Net(data["asked"].shape[-1], data["kind"].shape[-1])
        _teach(net, data, range(len(data["mine"])), seed, FIRST_EPOCHS, FIRST_RATE)
        nets.append(net)
    return nets


def taught(nets: Sequence[Net], lessons: Lessons, chosen: Sequence[int]) -> dict[str, Array]:
    """The weights of the networks after the chosen lessons, each name's one behind the other."""
    trained = []
    for seed, begun_one in enumerate(nets):
        torch.manual_seed(seed)
        net = copy.deepcopy(begun_one)
        _teach(net, lessons.data, chosen, seed, EPOCHS, RATE)
        trained.append({name: value.numpy() for name, value in net.state_dict().items()})
    return {name: np.stack([one[name] for one in trained]) for name in trained[0]}


def _teach(
    net: Net, data: Mapping[str, Any], chosen: Sequence[int], seed: int, epochs: int, rate: float
) -> None:
    rng = np.random.default_rng(seed)
    optimizer = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=DECAY)
    steps = epochs * -(-len(chosen) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, rate, total_steps=steps, pct_start=0.15
    )
    net.train()
    for _ in range(epochs):
        order = rng.permutation(np.array(chosen))
        for start in range(0, len(order), BATCH):
            batch = torch.from_numpy(order[start : start + BATCH])
            loss = _loss(net, {name: rows[batch] for name, rows in data.items()})
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()


def _loss(net: Net, b: Batch) -> Any:
    logits, none, mine = net(b)
    logits = torch.where(b["spare"] > 0, torch.full_like(logits, ABSENT), logits)
    gold = b["gold"] * (1 - b["spare"])
    right = torch.logsumexp(torch.where(gold > 0, logits, torch.full_like(logits, -1e4)), 1)
    right = torch.where(gold.sum(1) > 0, right, none)
    choice = torch.logsumexp(torch.cat([logits, none[:, None]], 1), 1) - right
    crossed = functional.binary_cross_entropy_with_logits
    each = crossed(logits - none[:, None], gold, reduction="none")
    counted = ((b["there"].sum(-1) > 0) & (b["spare"] == 0)).float()
    each = (each * counted).sum(1) / counted.sum(1).clamp(min=1)
    whose = crossed(mine, b["mine"], reduction="none")
    return ((choice + OF_EACH * each + OF_USER * whose) * b["weight"]).mean()


def _padded(pair: Pairs, basis: Array) -> dict[str, Array]:
    asked, facts = len(pair.asked), pair.told.shape[1]
    width = pair.told.shape[2]
    words = min(asked, QUESTION_WORDS)
    return {
        "asked": _fill(pair.asked, (QUESTION_WORDS, width)),
        "asked_signs": _fill(pair.asked_signs, (QUESTION_WORDS, SIGNS)),
        "is_word": _fill(np.ones(words), (QUESTION_WORDS,)),
        "told": _fill(pair.told, (CANDIDATES, FACT_WORDS, width)),
        "told_signs": _fill(pair.told_signs, (CANDIDATES, FACT_WORDS, SIGNS)),
        "there": _fill(pair.there[:, :facts], (CANDIDATES, FACT_WORDS)),
        "same": _fill(pair.same, (CANDIDATES, QUESTION_WORDS, FACT_WORDS)),
        "ranks": _fill(pair.ranks, (CANDIDATES, RANKS)),
        "sentence": (pair.sentence @ basis).astype(np.float32),
        "kind": pair.kind,
        "user": pair.user,
    }


def _fill(array: Array, shape: tuple[int, ...]) -> Array:
    whole = np.zeros(shape, np.float32)
    whole[tuple(slice(0, size) for size in array.shape)] = array
    return whole


def _unit(rows: Any) -> Any:
    return rows / rows.norm(dim=-1, keepdim=True).clamp(min=1e-3)


def _inner(asked: Any, told: Any) -> Any:
    return torch.einsum("bqd,bnfd->bnqf", asked, told)


def _elsewhere(covered: Any, full: Any) -> Any:
    """How well the best of the other facts covers each word of the question."""
    values = covered * full[:, :, None] - (1 - full[:, :, None])
    top = values.topk(2, dim=1).values
    return torch.where(values >= top[:, :1], top[:, 1:2], top[:, :1])
