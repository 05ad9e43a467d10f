"""What mattered to questions like this one: judged by the likest of those whose facts are known.

The lens is one map for all questions; precedents know the exceptions to it. Among invented people's
questions and those about the world, the likest to a new one tell whether facts help at all, and
which kinds of facts they were.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from assistant.records import DOMAINS, Domain

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

LIKEST = 24
"""Precedents that are heard about which facts matter."""
ALIKE = 16.0
"""How fast a precedent's voice fades with its cosine to the question."""
FITTING = 8.0
"""How fast a fact's standing fades with its cosine to the precedent's facts."""
UNHEARD = 0.05
"""Added to each domain's share: that no precedent speaks for one excludes nothing."""
NO_DOMAIN = -1


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the precedents say of one question.

    ``about_user``: log of how much more it is like the questions that facts about the user help
    than like those of the world.
    ``facts`` (k, d) are those of the likest precedents, ``weights`` (k,) sum to 1. ``domains``: the
    log of the share in which each of DOMAINS mattered to them.
    """

    about_user: float
    facts: Matrix
    weights: Matrix
    domains: tuple[float, ...]

    def domain(self, domain: Domain) -> float:
        """How much that of a fact speaks for it: 0 at most."""
        return self.domains[DOMAINS.index(domain)]

    def fit(self, facts: Matrix) -> Matrix:
        """How well each fact (a centred row of unit length) agrees with those that mattered: the
        log of a weighted mean, about 1 for any fact, 4 for one of the right kind."""
        import numpy as np

        alike = np.einsum("ij,kj->ik", facts, self.facts)  # BLAS would wait for its threads
        fitting: Matrix = np.log(np.exp(FITTING * alike) @ self.weights)
        return fitting


@dataclass(frozen=True, slots=True)
class Precedents:
    """``questions`` (n, k), rows of unit length: first those about users, then the world's.

    ``facts`` (m, d) are centred. ``asked`` and ``held`` are places in ``questions`` and ``facts``:
    the fact mattered to the question. Every question about users, and none of the world's, stands
    in ``asked``.
    ``domains``: for each fact its place in DOMAINS, or NO_DOMAIN.
    """

    questions: Matrix
    facts: NDArray[np.int8]
    asked: NDArray[np.int32]
    held: NDArray[np.int32]
    domains: NDArray[np.int8]

    def consult(self, question: Matrix) -> Verdict:
        """``question`` (k,) is of unit length. How many precedents there are of each sort does not
        matter."""
        import numpy as np

        cosines = np.einsum("ij,j->i", self.questions, question)
        voices = np.exp(ALIKE * cosines)
        personal = int(self.asked.max()) + 1
        about_user = float(np.log(voices[:personal].mean() / voices[personal:].mean()))
        likest = np.argpartition(-cosines[:personal], min(LIKEST, personal - 1))[:LIKEST]
        heard = np.zeros(personal, np.bool_)
        heard[likest] = True
        links = heard[self.asked]
        asked, held = self.asked[links], self.held[links]
        share = voices[asked] / np.bincount(asked)[asked]
        places, back = np.unique(held, return_inverse=True)
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
