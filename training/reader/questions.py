"""Trains the reading of questions by ``assistant/reader/together.py``: a question and one fact, word
by word beside each other, also where one that answers it is known already (needs torch).

It begins with the weights that read requests as well (``training/reader/together.py``), and learns
from questions alone. Of one that several facts answer, one of them is laid beside the question: what
is told of the others by then is whether they answer it too. Of one that a single fact answers none
does. With --write the weights are put into ``data/reader/questions.npz``.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from assistant.resources import data_path
from training.reader import together
from training.reader.arrays import put_layer
from training.reader.cases import Case, lessons, writers_of_homes
from training.reader.net import WIDTH
from training.reader.together import HELD, HIDDEN, LONGEST, Array, States


class Course(NamedTuple):
    """Times over the lessons, the rates of the encoder's layers and of what is new, how many of the
    questions that the weights it begins with have read are read again each time, and how many that
    one fact answers are read beside that fact, for each that several do."""

    passes: float
    upper_rate: float
    rate: float
    older: int
    single: float


COURSES = Course(2.0, 8e-5, 5e-4, 3000, 0.5), Course(1.0, 5e-5, 3e-4, 1000, 1.5)
"""First all of it; then above all that what one fact answers no other does."""
GOING_ON = Course(1.0, 6e-5, 3e-4, 3000, 0.8)
"""From the weights that are there, once those of more homes are."""
WARMS_UP, SEED = 60, 0
TOGETHER, NEAR_IN_LENGTH = 8, 10
"""Cases a step, and steps of messages that are nearly as long."""
NEW_TIMES = 2
"""How often a question is read each time that the weights it begins with have not read."""
LIKE, OTHERS = 4, 1
"""Facts beside those that answer: the most like the question, and any."""
ANSWERS, ALSO = 0, 1


class Lesson(NamedTuple):
    """``known``: the place of a fact that is known to answer."""

    case: Case
    known: int | None = None


class Net(together.Net):
    """See ``assistant/reader/together.py``; two logits: that a fact answers, and that it does so
    beside the one that is known."""

    def __init__(self, reader: dict[str, Array], begun: dict[str, Array]) -> None:
        super().__init__(reader, begun["mean"])
        of = {name: torch.tensor(v.astype(np.float32)) for name, v in begun.items()}
        for n, layer in enumerate(self.layers):
            put_layer(layer, f"layer.{n}", begun)
            self.affinity[n].data, self.closeness[n].data = (
                of[f"affinity.{n}"],
                of[f"closeness.{n}"],
            )
        self.kind.data = of["kind"]
        self.near.weight.data, self.near.bias.data = of["near.weight"], of["near.bias"]
        self.known = nn.Parameter(torch.zeros(WIDTH))
        self.inner, self.out = nn.Linear(9 * WIDTH + 3, HIDDEN), nn.Linear(HIDDEN, 2)
        self.inner.weight.data.zero_()
        self.inner.weight.data[:, : of["in.weight"].shape[1]] = of["in.weight"]
        self.inner.bias.data = of["in.bias"]
        if "known" in of:
            self.known.data = of["known"]
        columns = (ANSWERS, ALSO) if "known" in of else (ANSWERS, ANSWERS)
        for part in ("weight", "bias"):
            getattr(self.out, part).data = of[f"out.{part}"][list(columns)]

    def read(self, rows: Tensor, said: Tensor, there: Tensor, known: Tensor) -> Tensor:
        """``known``: 1 for a word of the fact that is known to answer, which is ``said``."""
        seen, met = self.seen(rows, said, there, self.known * known[..., None])
        asked = ((said == 1) & (known == 0)).long()
        told = self.told(seen, met, torch.where(known == 1, 2, asked), there)
        beside = (seen * known[..., None]).sum(1) / known.sum(1, keepdim=True).clamp(min=1)
        given = known.amax(1, keepdim=True)
        own = told[:, 2 * WIDTH : 3 * WIDTH]
        more = [beside, beside * own, (beside - own).abs() * given]
        return self.judged(torch.cat([told, *more], -1))


def batch(states: States, read: Sequence[tuple[Lesson, int]]) -> tuple[Tensor, ...]:
    """Of each lesson and place of a fact: rows, ``said``, ``there`` and ``known``."""
    texts = [
        (c.message, "" if known is None else c.facts[known], c.facts[n]) for (c, known), n in read
    ]
    lengths = [[len(states[text]) if text else 0 for text in three] for three in texts]
    shape = len(read), max(map(sum, lengths))
    rows, known = np.zeros((*shape, WIDTH), np.float32), np.zeros(shape, np.float32)
    said, there = np.zeros(shape, np.int64), np.zeros(shape, bool)
    for n, (three, (first, second, third)) in enumerate(zip(texts, lengths, strict=True)):
        total = first + second + third
        rows[n, :total] = np.concatenate([states[text] for text in three if text])
        said[n, : first + second], there[n, :total] = 1, True
        known[n, first : first + second] = 1
    return torch.tensor(rows), torch.tensor(said), torch.tensor(there), torch.tensor(known)


def places(lesson: Lesson, states: States, rng: random.Random) -> list[int]:
    """Of the facts that a lesson teaches by."""
    case, known = lesson
    own = [n for n in (*case.uses, *case.old) if n != known]
    asked = states.unit(case.message)
    others = [n for n in range(len(case.facts)) if n not in own and n != known]
    others.sort(key=lambda n: -float(states.unit(case.facts[n]) @ asked))
    rest = others[LIKE:]
    return [*own, *others[:LIKE], *rng.sample(rest, min(OTHERS, len(rest)))]


def loss_of(net: Net, lessons: Sequence[Lesson], states: States, rng: random.Random) -> Tensor:
    flat = [(n, one, k) for n, one in enumerate(lessons) for k in places(one, states, rng)]
    with torch.autocast("cpu", dtype=torch.bfloat16):
        logits = net.read(*batch(states, [(one, k) for _, one, k in flat])).float()
    column = torch.tensor([ANSWERS if one.known is None else ALSO for _, one, _ in flat])
    weight = torch.tensor([one.case.weight for _, one, _ in flat])
    used = torch.tensor([float(k in one.case.uses) for _, one, k in flat])
    meant = logits.gather(1, column[:, None])[:, 0]
    cross = functional.binary_cross_entropy_with_logits(meant, used, reduction="none")
    total = (cross * weight * (1 + used)).sum()
    of = torch.tensor([n for n, _, _ in flat])
    for n in range(len(lessons)):
        own, mine = meant[of == n], used[of == n] > 0
        if mine.any() and not mine.all():
            total = total + functional.softplus(own[~mine].logsumexp(0) - own[mine]).mean()
    return total / len(lessons)


def once(cases: Sequence[Case], course: Course, rng: random.Random) -> list[Lesson]:
    """What is read in one pass."""
    new = writers_of_homes()
    fresh = [case for case in cases if case.writer in new] * NEW_TIMES
    others = [case for case in cases if case.writer not in new]
    alone = [*fresh, *rng.sample(others, min(course.older, len(others)))]
    answered = [case for case in (*fresh, *others) if case.uses and case.kind != "yes_no"]
    several = [case for case in answered if len(case.uses) > 1]
    one = [case for case in answered if len(case.uses) == 1 and len(case.facts) > 1]
    beside = [*several, *rng.sample(one, min(len(one), int(course.single * len(several))))]
    return [*map(Lesson, alone), *(Lesson(case, rng.choice(case.uses)) for case in beside)]


def batches(cases: Sequence[Case], course: Course, rng: random.Random) -> Iterator[list[Lesson]]:
    """Over and over, in a new order each time, messages of one length together."""
    while True:
        left = once(cases, course, rng)
        rng.shuffle(left)
        for at in range(0, len(left), NEAR_IN_LENGTH * TOGETHER):
            near = left[at : at + NEAR_IN_LENGTH * TOGETHER]
            near.sort(key=lambda one: (one.known is None, len(one.case.message)))
            found = [near[n : n + TOGETHER] for n in range(0, len(near), TOGETHER)]
            rng.shuffle(found)
            yield from found


def trained(net: Net, cases: Sequence[Case], course: Course, states: States, seed: int) -> Net:
    rng = random.Random(seed)
    torch.manual_seed(seed)
    steps = int(course.passes * math.ceil(len(once(cases, course, random.Random(seed))) / TOGETHER))
    losses = (loss_of(net, own, states, rng) for own in batches(cases, course, rng))
    return together.descended(net, losses, steps, (course.upper_rate, course.rate), WARMS_UP)


@torch.no_grad()  # type: ignore[untyped-decorator]
def report(net: Net, cases: Sequence[Case], states: States) -> str:
    """Of questions that a fact answers how often it stands first; of those that several do, how
    well the others are told from what does not answer (the area under the curve)."""
    net.eval()
    first, asked, joins, apart = 0, 0, list[float](), list[float]()
    for case in cases:
        if not case.uses:
            continue
        every = [(Lesson(case), n) for n in range(len(case.facts))]
        logits = net.read(*batch(states, every))[:, ANSWERS]
        asked, first = asked + 1, first + (int(logits.argmax()) in case.uses)
        if len(case.uses) > 1:
            others = [n for n in range(len(case.facts)) if n != case.uses[0]]
            known = Lesson(case, case.uses[0])
            also = net.read(*batch(states, [(known, n) for n in others]))[:, ALSO].tolist()
            joins += [v for v, n in zip(also, others, strict=True) if n in case.uses]
            apart += [v for v, n in zip(also, others, strict=True) if n not in case.uses]
    area = float(np.mean(np.searchsorted(np.sort(apart), joins) / len(apart)))
    return f"{first} of {asked} first; those that answer as well: an area of {area:.3f}"


def arrays_of(net: Net) -> dict[str, Array]:
    """As ``assistant/reader`` loads them."""
    known = net.known.detach().numpy().astype(np.float16)
    return together.arrays_of(net, (ANSWERS, ALSO)) | {"known": known}


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser("questions", description=__doc__)
    parser.add_argument(
        "--begin", action="store_true", help="go on from the weights that are there"
    )
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    every = [c for c in lessons() if c.asks and len(c.message) < LONGEST and c.want != "elsewhere"]
    states = States([text for case in every for text in (case.message, *case.facts)])
    held = [case for case in every if case.writer in HELD]
    taught = [case for case in every if case.writer not in HELD]
    files = {}
    begun = "questions" if options.begin else "together"
    for name in ("reader", begun):
        with np.load(data_path("reader", f"{name}.npz")) as file:
            files[name] = {key: file[key] for key in file.files}
    net = Net(files["reader"], files[begun])
    print("before:", report(net, held, states), flush=True)
    for seed, course in enumerate((GOING_ON,) if options.begin else COURSES):
        net = trained(net, taught, course, states, seed)
    print("after:", report(net, held, states))
    if options.write:
        with data_path("reader", "questions.npz").open("wb") as out:
            np.savez(out, allow_pickle=False, **arrays_of(net))
