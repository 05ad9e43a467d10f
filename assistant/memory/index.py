"""The facts near a question: an exact search over every vector, in memory.

Storage holds facts and vectors in RAM and renews them by its own log; here stands beside them what
the lens needs. 10,000 facts take 20 MB, 100,000 take 200 MB; an approximate index would pay from
some 300,000 on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from assistant.embedding.base import Embedder
from assistant.memory.recall.cues import holds_always
from assistant.memory.recall.lens import Lens, lens_for
from assistant.memory.recall.precedents import Verdict
from assistant.memory.recall.scoring import Candidate, Question
from assistant.records import Fact
from assistant.storage.base import Facts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from assistant.embedding.base import Matrix

NEAREST = 64
"""Facts that are looked at closely; a budget of 150 tokens holds about a dozen."""
BY_WORDS = 16
"""Facts that share words with the question and are looked at as well."""
STANDING = 32
"""Rules for every answer that are looked at; their share of the budget holds half a dozen."""
BATCH = 64
"""Facts embedded at a time when an embedder sees them for the first time."""


@dataclass(frozen=True, slots=True)
class Found:
    """What ``rank`` takes: the question, its candidates, and of how many they are the nearest."""

    question: Question
    candidates: tuple[Candidate, ...] = ()
    stored: int = 0


@dataclass(slots=True)
class _Rows:
    """The vectors as last read, and what follows from them."""

    ids: list[str]
    matrix: Matrix
    lengths: Matrix | None
    place: dict[str, int]
    masks: dict[str, NDArray[np.bool_]] = field(default_factory=dict)


class FactIndex:
    """One embedder's view of a store's facts. Follows what other processes change.

    ``calibrate`` serves an embedder that no lens was trained for: its nearness is its cosine on
    SPEC's scale. Not thread-safe.
    """

    def __init__(
        self, facts: Facts, embedder: str, calibrate: Callable[[float], float] = float
    ) -> None:
        self._facts = facts
        self._embedder = embedder
        self._calibrate = calibrate
        self._by_id: dict[str, Fact] = {}
        self._standing: set[str] = set()
        self._revision = -1
        self._rows: _Rows | None = None

    @cached_property
    def _lens(self) -> Lens | None:
        """Loaded with the first question: a turn that needs no facts does without."""
        return lens_for(self._embedder)

    def find(
        self, text: str, vector: Matrix, *, words: Sequence[str] = (), role: str | None = None
    ) -> Found:
        """The facts nearest to ``vector`` (unit length), those holding any of ``words``, and the
        nearest rules that hold always; with ``role``, that role's alone. Facts without a vector are
        found by words only."""
        rows = self._renewed()
        nearness = self._nearness(rows, vector)
        mask = self._mask(rows, role)
        standing = self._nearest_standing(rows, nearness, role)
        chosen = self._near(rows, nearness, mask, words, role, also=standing)
        stored = len(rows.ids) if mask is None else int(mask.sum())
        verdict = self._lens.consult(vector) if self._lens else None
        question = Question(
            text,
            self._lens.about_user(vector, text) if self._lens else None,
            verdict.about_user if verdict else 0.0,
        )
        return Found(question, self._candidates(chosen, rows, vector, nearness, verdict), stored)

    def near(self, vector: Matrix, *, words: Sequence[str], role: str | None) -> list[Fact]:
        """Those that ``find`` would give for their nearness or their words, not judged."""
        rows = self._renewed()
        nearness = self._nearness(rows, vector)
        return self._near(rows, nearness, self._mask(rows, role), words, role)

    def stored(self, role: str | None = None) -> int:
        """How many facts there are; with ``role``, of that role alone. Loads no embedder."""
        self._renew_facts()
        if role is None:
            return len(self._by_id)
        return sum(fact.role == role for fact in self._by_id.values())

    def _near(
        self,
        rows: _Rows,
        nearness: Matrix,
        mask: NDArray[np.bool_] | None,
        words: Sequence[str],
        role: str | None,
        also: Iterable[str] = (),
    ) -> list[Fact]:
        near = [rows.ids[n] for n in _greatest(nearness, mask, NEAREST)]
        by_words = [id for id, _ in self._facts.search(words, BY_WORDS)] if words else []
        return self._known((*near, *by_words, *also), role)

    def _nearest_standing(self, rows: _Rows, nearness: Matrix, role: str | None) -> list[str]:
        mine = sorted(self._standing)
        if len(mine) <= STANDING:
            return mine
        known = [id for id in mine if role is None or self._by_id[id].role == role]
        far = [-float(nearness[rows.place[id]]) if id in rows.place else 0.0 for id in known]
        return [id for _, id in sorted(zip(far, known, strict=True))[:STANDING]]

    def _candidates(
        self,
        facts: Sequence[Fact],
        rows: _Rows,
        vector: Matrix,
        nearness: Matrix,
        verdict: Verdict | None,
    ) -> tuple[Candidate, ...]:
        """Those with a vector, then those found by words alone."""
        held = [fact for fact in facts if fact.id in rows.place]
        if not held:
            return tuple(Candidate(fact, 0.0, 0.0) for fact in facts)
        places = [rows.place[fact.id] for fact in held]
        vectors = rows.matrix[places]
        columns = [_products(vectors, vector).tolist(), nearness[places].tolist()]
        if self._lens and verdict and rows.lengths is not None:
            centred = self._lens.centred_facts(vectors, rows.lengths[places])
            columns.append(verdict.fit(centred).tolist())
            columns.append([verdict.domain(fact.domain) for fact in held])
        unseen = (Candidate(f, 0.0, 0.0) for f in facts if f.id not in rows.place)
        return (*map(Candidate, held, *columns), *unseen)

    def vectors(self, ids: Sequence[str]) -> tuple[list[str], Matrix]:
        """Those of the ids that have a vector, and a row for each."""
        rows = self._renewed()
        held = [id for id in ids if id in rows.place]
        return held, rows.matrix[[rows.place[id] for id in held]]

    def _known(self, ids: Iterable[str], role: str | None) -> list[Fact]:
        facts = (self._by_id.get(id) for id in dict.fromkeys(ids))
        return [f for f in facts if f and (role is None or f.role == role)]

    def _nearness(self, rows: _Rows, vector: Matrix) -> Matrix:
        """Of every row: one pass over the matrix is most of what a recall costs."""
        import numpy as np

        if not rows.ids:
            return np.zeros(0, np.float32)
        if self._lens is None or rows.lengths is None:
            cosines = _products(rows.matrix, vector).tolist()
            return np.fromiter(map(self._calibrate, cosines), np.float32, len(cosines))
        aim = self._lens.aim(vector)
        offset = float(self._lens.fact_mean @ aim)
        nearness: Matrix = (_products(rows.matrix, aim) - offset) / rows.lengths
        return nearness

    def _mask(self, rows: _Rows, role: str | None) -> NDArray[np.bool_] | None:
        if role is None:
            return None
        if role not in rows.masks:
            rows.masks[role] = self._of(role, rows.ids)
        return rows.masks[role]

    def _renewed(self) -> _Rows:
        """Everything as the store has it now; microseconds when nothing changed."""
        changed = self._renew_facts()
        ids, matrix = self._facts.vectors(self._embedder)
        rows = self._rows
        same = rows is not None and matrix.ctypes.data == rows.matrix.ctypes.data
        if rows is None or changed or not same or len(ids) != len(rows.ids):
            known = rows if rows and same and ids[: len(rows.ids)] == rows.ids else None
            self._rows = rows = self._derived(ids, matrix, known)
        return rows

    def _derived(self, ids: list[str], matrix: Matrix, known: _Rows | None) -> _Rows:
        """``known`` holds the first rows already, when new ones were only added behind."""
        import numpy as np

        start = len(known.ids) if known else 0
        place = known.place.copy() if known else {}
        place.update((id, start + n) for n, id in enumerate(ids[start:]))
        if self._lens is None or not len(ids):
            lengths = None
        else:
            lengths = self._lens.lengths(matrix[start:])
            if known is not None and known.lengths is not None:
                lengths = np.concatenate([known.lengths, lengths])
        rows = _Rows(ids, matrix, lengths, place)
        for role, mask in known.masks.items() if known else ():  # a fact's role never changes
            rows.masks[role] = np.concatenate([mask, self._of(role, ids[start:])])
        return rows

    def _of(self, role: str, ids: Sequence[str]) -> NDArray[np.bool_]:
        """Which of the ids are live facts of that role."""
        import numpy as np

        mine = (id in self._by_id and self._by_id[id].role == role for id in ids)
        return np.fromiter(mine, np.bool_, len(ids))

    def _renew_facts(self) -> bool:
        revision = self._facts.revision()
        if revision == self._revision:
            return False
        changed = self._facts.changes(self._revision) if self._revision >= 0 else None
        if changed is None:
            self._by_id = {fact.id: fact for fact in self._facts.all()}
            self._standing = {id for id, fact in self._by_id.items() if holds_always(fact)}
        for id in changed or ():
            self._renew_fact(id, self._facts.get(id))
        self._revision = revision
        return True

    def _renew_fact(self, id: str, fact: Fact | None) -> None:
        self._by_id.pop(id, None)
        self._standing.discard(id)
        if fact is not None and fact.live:
            self._by_id[id] = fact
            if holds_always(fact):
                self._standing.add(id)


def _products(matrix: Matrix, vector: Matrix) -> Matrix:
    """``matrix @ vector`` on this thread alone: where another program keeps a core busy, BLAS waits
    twenty times longer for its threads than the product takes."""
    import numpy as np

    products: Matrix = np.einsum("ij,j->i", matrix, vector)
    return products


def _greatest(values: Matrix, mask: NDArray[np.bool_] | None, limit: int) -> Collection[int]:
    """Places of the greatest values, of those that ``mask`` allows."""
    import numpy as np

    if mask is not None:
        values = np.where(mask, values, -np.inf)
    if len(values) > limit:
        best = np.argpartition(values, len(values) - limit)[-limit:]
    else:
        best = np.arange(len(values))
    return [int(n) for n in best if values[n] != -np.inf]


def embed_missing(
    facts: Facts,
    embedder: Embedder,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> int:
    """Store the vectors of the facts that ``embedder`` has not seen (new ones, or all after the
    embedder changed). ``progress(done, total)`` after each batch. Returns how many."""
    missing = facts.without_vector(embedder.name)
    for start in range(0, len(missing), BATCH):
        batch = missing[start : start + BATCH]
        vectors = embedder.embed([fact.fact for fact in batch])
        facts.put_vectors(embedder.name, {f.id: v for f, v in zip(batch, vectors, strict=True)})
        progress(min(start + BATCH, len(missing)), len(missing))
    return len(missing)
