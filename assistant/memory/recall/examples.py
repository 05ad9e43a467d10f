"""What mattered to questions like this one: judged by the likest of those whose facts are known.

The relevance model is one map for all questions; examples know the exceptions to it. Among invented
people's questions and those about the world, the likest to a new one tell whether facts help at
all, and which kinds of facts they were.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal, NamedTuple

from assistant.arrays import greatest, products
from assistant.records import DOMAINS, Domain

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from assistant.arrays import Matrix, Places

LIKEST = 24
"""QuestionExamples that are heard about which facts matter."""
ALIKE = 16.0
"""How fast a precedent's voice fades with its cosine to the question."""
FITTING = 8.0
"""How fast a fact's standing fades with its cosine to the precedent's facts."""
UNHEARD = 0.05
"""Added to each domain's share: that no precedent speaks for one excludes nothing."""
NO_DOMAIN = -1
HEARD_EACH = 48
"""Groups of a crowd whose questions are heard one by one: a tenth of those about users."""
SIDES: tuple[Literal["left"], Literal["right"]] = ("left", "right")


class Verdict(NamedTuple):
    """What the examples say of one question.

    ``about_user``: log of how much more it is like the questions that facts about the user help
    than like those of the world.
    ``facts`` (k, d) are those of the likest examples, ``weights`` (k,) sum to 1. ``domains``: the
    log of the share in which each of DOMAINS mattered to them.
    """

    about_user: float
    facts: Matrix
    weights: Matrix
    domains: tuple[float, ...]

    def domain(self, domain: Domain) -> float:
        """How much that of a fact speaks for it: 0 at most. One that no precedent can know of, a
        pack's, stands in the middle."""
        if domain in DOMAINS:
            return self.domains[DOMAINS.index(domain)]
        return sum(self.domains) / len(self.domains)

    def fit(self, facts: Matrix) -> Matrix:
        """How well each fact (a centred row of unit length) agrees with those that mattered: the
        log of a weighted mean, about 1 for any fact, 4 for one of the right kind."""
        import numpy as np

        alike = np.einsum("ij,kj->ik", facts, self.facts)  # BLAS would wait for its threads
        fitting: Matrix = np.log(np.exp(FITTING * alike) @ self.weights)
        return fitting


class Heard(NamedTuple):
    """What a crowd says: its mean voice, and the places in it and voices of its likest groups."""

    mean: float
    places: Places
    voices: Matrix


class QuestionGroups(NamedTuple):
    """Questions (n, k) of unit length, those that are alike side by side.

    Group g are the rows from ``borders[g]`` to ``borders[g + 1]``; ``centres[g]`` is their mean.
    """

    questions: Matrix
    borders: NDArray[np.int32]
    centres: Matrix
    sizes: NDArray[np.int32]
    spreads: Matrix
    """Half the variance of each group's products with a question, times ``ALIKE`` squared."""

    @classmethod
    def grouped(
        cls, questions: Matrix, borders: NDArray[np.int32], centres: Matrix
    ) -> QuestionGroups:
        """With what follows from its groups."""
        import numpy as np

        apart = 1 - np.einsum("ij,ij->i", centres, centres)
        spreads = (ALIKE**2 / 2 / questions.shape[1] * apart).astype(np.float32)
        return cls(questions, borders, centres, np.diff(borders), spreads)

    @classmethod
    def of(cls, questions: Matrix) -> QuestionGroups:
        """All in one group."""
        import numpy as np

        borders = np.array([0, len(questions)], np.int32)
        return cls.grouped(questions, borders, questions.mean(0)[None])

    def hear(self, question: Matrix) -> Heard:
        """The questions of the groups nearest to this one are heard each, of every other group how
        loud it is by its centre and its spread."""
        import numpy as np

        near = products(self.centres, question)
        chosen = greatest(near, HEARD_EACH)
        sizes = self.sizes[chosen]
        ends = np.cumsum(sizes)
        places = np.repeat(self.borders[chosen] - ends + sizes, sizes) + np.arange(ends[-1])
        voices = np.exp(ALIKE * products(self.questions[places], question))
        remainder = self.sizes * np.exp(ALIKE * near + self.spreads)
        remainder[chosen] = 0
        return Heard(float(voices.sum() + remainder.sum()) / len(self.questions), places, voices)


class QuestionExamples(NamedTuple):
    """Questions about users and about the world, by how they look from ``RelevanceModel.gist``.

    ``facts`` (m, d) are centred. ``asked``, in order, and ``held`` are places in ``users`` and
    ``facts``: the fact mattered to the question. Every question about users stands in ``asked``.
    ``domains``: for each fact its place in DOMAINS, or NO_DOMAIN.
    """

    users: QuestionGroups
    world: QuestionGroups
    facts: NDArray[np.int8]
    asked: NDArray[np.int32]
    held: NDArray[np.int32]
    domains: NDArray[np.int8]

    def consult(self, question: Matrix) -> Verdict:
        """``question`` (k,) is of unit length. How many examples there are of each sort does not
        matter."""
        import numpy as np

        users, world = self.users.hear(question), self.world.hear(question)
        about_user = math.log(users.mean / world.mean)
        likest = greatest(users.voices, LIKEST)
        first, last = (np.searchsorted(self.asked, users.places[likest], s) for s in SIDES)
        links = np.concatenate([np.arange(a, b) for a, b in zip(first, last, strict=True)])
        share = np.repeat(users.voices[likest] / (last - first), last - first)
        places, back = np.unique(self.held[links], return_inverse=True)
        weights = np.bincount(back, share).astype(np.float32)
        weights /= weights.sum()
        shares = np.bincount(self.domains[places] - NO_DOMAIN, weights, len(DOMAINS) + 1)[1:]
        told = max(float(shares.sum()), 1e-6)
        domains = tuple(np.log(shares / told + UNHEARD).tolist())
        return Verdict(about_user, unpacked(self.facts[places]), weights, domains)


def packed(rows: Matrix) -> NDArray[np.int8]:
    """Rows of any length as whole numbers: only their directions are kept."""
    import numpy as np

    scale = 127 / np.maximum(np.abs(rows).max(axis=1, keepdims=True), 1e-6)
    whole: NDArray[np.int8] = np.round(rows * scale).astype(np.int8)
    return whole


def unpacked(rows: NDArray[np.int8]) -> Matrix:
    """The directions of packed rows, of unit length."""
    import numpy as np

    real: Matrix = rows.astype(np.float32)
    lengths = np.sqrt(np.einsum("ij,ij->i", real, real))
    real /= np.maximum(lengths, 1e-6)[:, None]
    return real
