"""The trained head: how likely it is that a message opens another subject.

Two logistics, one for people who chat and one for somebody who asks for help, are mixed by a third
that tells which of the two is going on. ``data/topics/head.npz`` is written by
``python -m training topics`` from ``training/data/topics``. It reads one embedder's vectors;
for another one ``decision.py`` judges by calibrated similarity alone.

Each logistic's threshold is where F1 is best on our own dialogues, cross-validated: near 0.27 for
chat (people disagree about shifts there), 0.45 for help. Where the latter is not sure,
a network (``PairNetwork``) is asked: that "what size drive" goes on with tapes to be
copied, no cosine tells. ``training/cards/topics_network.md`` says how both do on people that they
never read; on TIAGE, which trained nothing, F1 is 0.58. The bare cosine < 0.4 reaches 0.35 there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from assistant.arrays import softmax
from assistant.memory.topics.features import NAMES, REGISTER_NAMES, View, numbers, register
from assistant.memory.topics.text import plain
from assistant.resources import data_path

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    Vector = NDArray[np.float32]
    import numpy as np

    Matrix = NDArray[np.float32]
    from assistant.memory.topics.features import View

UNSURE = (-2.5, 3.0)
"""Between these the logit of the logistic for help is not sure enough, and the network is asked."""
CHATTING = 0.9
"""How surely people chat where the network, which learned from help, is not asked."""
LINE = 0.5
"""The probability that parts a shift from none: each logistic's own threshold is in its bias."""


@dataclass(frozen=True, slots=True, eq=False)
class Logistic:
    """A logistic regression over numbers that are standardised first."""

    mean: Vector
    scale: Vector
    weights: Vector
    bias: float

    def logit(self, numbers: Vector) -> float:
        return float((numbers - self.mean) / self.scale @ self.weights) + self.bias


class Read(NamedTuple):
    """``chatting``: how likely it is that people chat; ``talk`` and ``task``: the logit of a shift
    if they do, and if not; ``signs``: all that these rest on, and they themselves, by name."""

    chatting: float
    talk: float
    task: float
    signs: dict[str, float]


@dataclass(frozen=True, slots=True, eq=False)
class Head:
    """See the module."""

    subjects: Subjects
    opener: Opener
    chatting: Logistic
    talk: Logistic
    task: Logistic

    def probability(self, seen: View) -> float:
        """That the message opens another subject; a shift from ``LINE`` on."""
        read = self.read(seen)
        task, (least, most) = read.task, UNSURE
        if read.chatting < CHATTING and least < task < most:
            task = shift_logit(seen, read.signs)
        return sigmoid(read.chatting * read.talk + (1 - read.chatting) * task)

    def read(self, seen: View) -> Read:
        """What the logistics say."""
        found, of_register = (
            numbers(seen, self.subjects, self.opener),
            register(seen, self.subjects),
        )
        talk, task = self.talk.logit(found), self.task.logit(found)
        values = (*found.tolist(), *of_register.tolist(), talk, task)
        signs = dict(zip((*NAMES, *REGISTER_NAMES, *SIGNS), values, strict=True))
        return Read(sigmoid(self.chatting.logit(of_register)), talk, task, signs)

    def crosses(self, seen: View) -> bool:
        """Whether the message lies across the line between work and life from what came before."""
        before = np.stack([seen.earlier.vectors[0], seen.reply.vectors[0]])
        now = self.subjects.lean(self.subjects.shares(seen.message.vectors[:1]))
        return (now > 0) != (self.subjects.lean(self.subjects.shares(before)) > 0)


def sigmoid(logit: float) -> float:
    return float((1 + np.tanh(logit / 2)) / 2)


@lru_cache(maxsize=4)
def head_for(embedder: str) -> Head | None:
    """The head trained on that embedder's vectors; None when there is none.

    A revision of the package that carries the model does not change its vectors: names are
    compared up to their last slash.
    """
    with np.load(data_path("topics", "head.npz")) as stored:
        if str(stored["embedder"]) != model_of(embedder):
            return None
        subjects = Subjects(
            stored["subject_weights"].astype(np.float32),
            stored["subject_bias"].astype(np.float32),
            stored["subject_sides"],
        )
        opener = Opener(stored["opener_weights"].astype(np.float32), float(stored["opener_bias"]))
        return Head(
            subjects, opener, *(_logistic(stored, name) for name in ("chatting", "talk", "task"))
        )


def model_of(embedder: str) -> str:
    """The name without its revision."""
    return embedder.rpartition("/")[0] or embedder


def _logistic(stored: Mapping[str, Vector], name: str) -> Logistic:
    """The rows of the array are mean, scale and weights; the bias stands alone."""
    mean, scale, weights = stored[name]
    return Logistic(mean, scale, weights, float(stored[f"{name}_bias"]))


@dataclass(frozen=True, slots=True, eq=False)
class Opener:
    """``weights`` (dimensions) and ``bias`` were trained on ``training/data/topics``."""

    weights: Vector
    bias: float

    def logit(self, vector: Vector) -> float:
        """Above 0 where it opens more likely than it goes on."""
        return float(vector @ self.weights) + self.bias


TINY = 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class Subjects:
    """``weights`` (subjects, dimensions) and ``bias`` give each subject's logit.

    ``sides`` says for each subject whether it is life (0), work (1), small talk (2) or mere
    courtesy (3), which is on no side.
    """

    weights: Matrix
    bias: Vector
    sides: NDArray[np.int8]

    def shares(self, vectors: Matrix) -> Matrix:
        """Probability of each subject, a row for each vector."""
        return softmax(vectors @ self.weights.T + self.bias)

    def work(self, shares: Vector) -> float:
        """How much of it lies on the working side of the line (0–1)."""
        return float(shares[self.sides == 1].sum())

    def lean(self, shares: Matrix) -> float:
        """Above 0 where work outweighs life, all rows together; small talk is on neither side."""
        return float(shares[:, self.sides == 1].sum() - shares[:, self.sides == 0].sum())

    def small_talk(self, vectors: Matrix) -> float:
        """How much of it is people talking about themselves (0–1), courtesies apart."""
        shares = self.shares(vectors)
        talk, courtesy = (float(shares[:, self.sides == side].sum()) for side in (2, 3))
        return talk / (len(vectors) - courtesy + TINY)


SIGNS = ("talk", "task")
"""What the network is told beside the numbers that the logistics weigh: what each of them says."""


def texts_of(seen: View) -> tuple[str, str, str, str]:
    """What the network reads: the message before the last, the last one, its reply, the message;
    empty where there is none."""
    before = plain(seen.before[0].text) if seen.before else ""
    return before, plain(seen.earlier.text), plain(seen.reply.text), plain(seen.message.text)


def shift_logit(seen: View, signs: Mapping[str, float]) -> float:
    """That the message opens another subject, at 0 as likely as not worth a shift."""
    from assistant.reader import reader
    from assistant.reader.pair_network import pair_network

    texts = texts_of(seen)
    states = iter(reader().lower_states([text for text in texts if text]))
    *known, said = [next(states) if text else None for text in texts]
    assert said is not None  # a message without words is a follow-up
    goes_on, opens = pair_network("topics", "network.npz").logits(known, said, signs).tolist()
    return float(opens - goes_on)
