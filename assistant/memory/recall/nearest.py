"""Which of many vectors are nearest to a question: a glance at all, then a look at a few.

Storage holds the vectors in RAM; here stands beside them what the relevance model sees of each, a
quarter of their size. 10,000 facts take 25 MB together, 100,000 take 250 MB; an approximate index
would pay from some 300,000 on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from assistant.arrays import greatest, products
from assistant.memory.recall.relevance import RelevanceModel

if TYPE_CHECKING:
    from assistant.arrays import Mask, Places
    from assistant.embedding.base import Matrix

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
