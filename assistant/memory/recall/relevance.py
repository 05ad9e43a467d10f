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
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from assistant.arrays import greatest, names, products
from assistant.memory.recall.examples import QuestionExamples, QuestionGroups, Verdict, unpacked
from assistant.resources import data_path
from assistant.text.folding import fold

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]
    from assistant.arrays import Mask, Places

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


UNVIEWED = 1024
"""Vectors up to which all are compared exactly: a glance at them would not be faster."""
GLANCED = 128
"""Those nearest at a glance, which are compared exactly."""

_MOST_RUNS = 64
"""Runs of rows that are compared with those before: as many facts may have gone in between."""


class Rows(NamedTuple):
    """Vectors (n, d) with their ids. ``viewed`` (m, r): what the relevance model sees at a glance
    of the first m of them."""

    ids: Sequence[str]
    matrix: Matrix
    viewed: Matrix

    @classmethod
    def of(
        cls,
        ids: Sequence[str],
        matrix: Matrix,
        relevance: RelevanceModel | None,
        known: Rows | None,
    ) -> Rows:
        """``known`` holds the first of these rows, the same ones."""
        import numpy as np

        viewed = known.viewed if known else np.zeros((0, 0), np.float32)
        if relevance and len(ids) - len(viewed) > UNVIEWED:
            viewed = relevance.viewed(matrix)
        return cls(ids, matrix, viewed)

    def kept_in(self, ids: Sequence[str], matrix: Matrix) -> Rows:
        """The first rows of a later matrix, as far as they were viewed here in that order: a fact
        that went takes nothing from the others, and to view them all anew costs ten times more
        than to see that they are the same."""
        import numpy as np

        place = dict(zip(self.ids[: len(self.viewed)], range(len(self.viewed)), strict=True))
        places = np.array([place.get(id, -1) for id in ids], np.intp)
        starts = np.flatnonzero(np.diff(places, prepend=-3) != 1).tolist()  # -1 stands before 0
        next_, end = 0, 0
        for start, stop in pairwise([*starts, len(ids)][: _MOST_RUNS + 1]):
            first = int(places[start])
            rows = self.matrix[first : first + stop - start]
            if first < next_ or not np.array_equal(rows, matrix[start:stop]):
                break
            next_, end = first + stop - start, stop
        return Rows(ids[:end], matrix[:end], self.viewed[places[:end]])


class Look(NamedTuple):
    """A question before the rows: about how near each of them is to it, and exactly."""

    glance: Matrix
    nearness: Callable[[Places], Matrix]

    def nearest(self, limit: int, mask: Mask | None) -> Places:
        """The places of the nearest rows, of those that ``mask`` allows; in no order."""
        glanced = greatest(self.glance, max(limit, GLANCED), mask)
        return glanced[greatest(self.nearness(glanced), limit)]


def look(
    rows: Rows,
    vector: Matrix,
    relevance: RelevanceModel | None,
    calibrate: Callable[[float], float],
) -> Look:
    """One pass over all the rows: what a recall costs where they are many. ``calibrate`` brings a
    cosine to SPEC's scale for an embedder without a relevance model."""
    import numpy as np

    if not len(rows.ids):
        return Look(np.zeros(0, np.float32), lambda places: np.zeros(len(places), np.float32))
    if relevance is None:
        cosines = products(rows.matrix, vector).tolist()
        near = np.fromiter(map(calibrate, cosines), np.float32, len(cosines))
        return Look(near, lambda places: near[places])
    aim = relevance.aim(vector)
    late = relevance.nearness(rows.matrix[len(rows.viewed) :], aim)
    seen = products(rows.viewed, aim @ relevance.view) if len(rows.viewed) else late[:0]
    return Look(
        np.concatenate([seen, late]), lambda places: relevance.nearness(rows.matrix[places], aim)
    )
