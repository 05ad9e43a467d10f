"""How one embedder sees that a fact matters to a question.

For an embedder as it comes, "where do we eat tonight" is far from "I'm coeliac": they are neither
alike in words nor in form. A relevance model is a linear map, trained on questions and the facts
that belong to them (``training/data/recall``), after which such pairs lie near each other; a
direction and the words that part questions about oneself from those about the world
(``general.txt``); and all those questions themselves, as examples. It fits one embedder's vectors;
others are looked at as they are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from assistant.arrays import names, products
from assistant.memory.recall.examples import QuestionExamples, QuestionGroups, Verdict, unpacked
from assistant.resources import data_path
from assistant.text.folding import fold

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

ARRAYS = ("turn", "view", "question_mean", "fact_mean", "personal", "gist")
"""Those of the file that are used as they are."""


class RelevanceModel(NamedTuple):
    """``turn`` (d, d) maps a centred question to where its facts lie, centred on ``fact_mean``;
    ``view`` (d, r) holds the directions in which it sends questions most.

    ``personal``, ``personal_bias`` and the weights of ``manners`` give the logit that facts about
    the user help a question.
    ``gist`` (d, k): the directions in which questions differ most, enough to tell like from unlike.
    """

    turn: Matrix
    view: Matrix
    question_mean: Matrix
    fact_mean: Matrix
    personal: Matrix
    personal_bias: float
    manners: Mapping[str, float]
    gist: Matrix
    examples: QuestionExamples

    def aim(self, question: Matrix) -> Matrix:
        """The direction in which the facts for this question lie; not of unit length."""
        aimed: Matrix = self._centred(question) @ self.turn
        return aimed

    def nearness(self, facts: Matrix, aim: Matrix) -> Matrix:
        """Of each fact (a row of unit length) to the aim."""
        near: Matrix = (products(facts, aim) - float(self.fact_mean @ aim)) / self._lengths(facts)
        return near

    def viewed(self, facts: Matrix) -> Matrix:
        """(n, r): what of each fact is enough for about that nearness: its product with
        ``aim @ view``."""
        seen: Matrix = facts @ self.view
        seen -= self.fact_mean @ self.view
        seen /= self._lengths(facts)[:, None]
        return seen

    def consult(self, question: Matrix) -> Verdict:
        """What mattered to the questions that are like this one."""
        return self.examples.consult(_unit(self._centred(question) @ self.gist))

    def centred_facts(self, facts: Matrix) -> Matrix:
        """Facts (rows of unit length) as a verdict takes them."""
        centred: Matrix = (facts - self.fact_mean) / self._lengths(facts)[:, None]
        return centred

    def _centred(self, question: Matrix) -> Matrix:
        return _unit(question - self.question_mean)

    def about_user(self, question: Matrix, text: str) -> float:
        """The logit that facts about the user help to answer; 0 is even."""
        put = sum(self.manners.get(sign, 0.0) for sign in manner(text))
        return float(question @ self.personal) + put + self.personal_bias

    def _lengths(self, facts: Matrix) -> Matrix:
        """The distance of each fact (a row of unit length) from the facts' mean."""
        import numpy as np

        mean = self.fact_mean
        squared = 1.0 - 2.0 * products(facts, mean) + float(mean @ mean)
        lengths: Matrix = np.sqrt(np.maximum(squared, 1e-6)).astype(np.float32)
        return lengths


@cache
def lens_for(embedder: str) -> RelevanceModel | None:
    """The relevance model of the embedder of that name (its model, whatever the revision)."""
    import numpy as np

    path = data_path("recall", f"lens-{embedder.partition('/')[0]}.npz")
    if not path.exists():
        return None
    facts = np.load(path.with_suffix(".facts.npy"), mmap_mode="r")  # a question looks at some 40
    with np.load(path, allow_pickle=False) as arrays:
        parts = {name: arrays[name] for name in arrays.files}
    used = (parts[name].astype(np.float32) for name in ARRAYS)
    turn, view, question_mean, fact_mean, personal, gist = used
    bias = float(parts["personal_bias"])
    weights = parts["manner_weights"].astype(np.float32).tolist()
    manners = dict(zip(names(parts["manners"]), weights, strict=True))
    users, world = (
        QuestionGroups.grouped(
            unpacked(parts[who]), parts[f"{who}_borders"], parts[f"{who}_centres"]
        )
        for who in ("users", "world")
    )
    examples = QuestionExamples(
        users, world, facts, parts["asked"], parts["held"], parts["domains"]
    )
    means = question_mean, fact_mean
    return RelevanceModel(turn, view, *means, personal, bias, manners, gist, examples)


def _unit(vector: Matrix) -> Matrix:
    unit: Matrix = vector / max(float(vector @ vector) ** 0.5, 1e-6)
    return unit


LONGEST = 400
"""Characters at a question's beginning that are looked at: what follows is its material."""
_BEGINS, _ENDS = "^", "$"
_SIGN = re.compile(r"\w+|[^\w\s]")


def manner(text: str) -> frozenset[str]:
    """Words and marks, folded, and their pairs; where the text begins and ends counts as one."""
    signs = [_BEGINS, *_SIGN.findall(fold(text[:LONGEST])), _ENDS]
    return frozenset(signs).union(f"{one} {next_one}" for one, next_one in pairwise(signs))
