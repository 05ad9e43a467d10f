"""The facts near a question: an exact search over the vectors, in memory, and one by words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from assistant.arrays import greatest, products
from assistant.embedding.base import Embedder
from assistant.memory.recall.cues import holds_always
from assistant.memory.recall.examples import Verdict
from assistant.memory.recall.relevance import Look, RelevanceModel, Rows, lens_for, look
from assistant.memory.recall.scoring import Candidate, Question
from assistant.records import Fact
from assistant.storage.base import Facts, Vectors

if TYPE_CHECKING:
    from assistant.arrays import Mask, Places
    from assistant.embedding.base import Matrix

NEAREST = 64
"""Facts that are looked at closely; a budget of 150 tokens holds about a dozen."""
BY_WORDS = 16
"""Facts that share words with the question and are looked at as well."""
STANDING = 32
"""Rules for every answer that are looked at; their share of the budget holds half a dozen."""
BATCH = 64
"""Facts embedded at a time when an embedder sees them for the first time."""
READ_AT_ONCE = 2048
"""Facts read at a time to be embedded."""


class Found(NamedTuple):
    """What ``rank`` takes: the question, its candidates, and of how many they are the nearest."""

    question: Question
    candidates: tuple[Candidate, ...] = ()
    stored: int = 0


@dataclass(slots=True)
class _Derived:
    """What follows from the vectors as last read. ``standing``: places of the rules that hold
    always, ``unplaced``: those of them that have no vector; ``masks``: whose rows are whose, by
    role."""

    rows: Rows
    edition: int
    place: dict[str, int]
    standing: Places
    unplaced: tuple[str, ...]
    masks: dict[str, Mask] = field(default_factory=dict)


class _Asked(NamedTuple):
    """A question before the facts of one role, or of all."""

    known: _Derived
    look: Look
    mask: Mask | None
    role: str | None

    def sees(self, fact: Fact) -> bool:
        return self.role in (None, fact.role)


class FactIndex:
    """One embedder's view of a store's facts. Follows what other processes change.

    ``calibrate`` serves an embedder that no relevance model was trained for: its nearness is its
    cosine on SPEC's scale. Not thread-safe.
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
        self._known: _Derived | None = None

    @cached_property
    def _relevance(self) -> RelevanceModel | None:
        """Loaded with the first question: a turn that needs no facts does without."""
        return lens_for(self._embedder)

    def find(
        self, text: str, vector: Matrix, *, words: Sequence[str] = (), role: str | None = None
    ) -> Found:
        """The facts nearest to ``vector`` (unit length), those holding any of ``words``, and the
        nearest rules that hold always; with ``role``, that role's alone. Facts without a vector are
        found by words only."""
        asked = self._asked(vector, role)
        chosen = [*self._near(asked, words), *self._nearest_standing(asked)]
        stored = len(asked.look.glance) if asked.mask is None else int(asked.mask.sum())
        verdict = self._relevance.consult(vector) if self._relevance else None
        question = Question(
            text,
            self._relevance.about_user(vector, text) if self._relevance else None,
            verdict.about_user if verdict else 0.0,
        )
        facts = list({fact.id: fact for fact in chosen}.values())
        return Found(question, self._candidates(facts, asked, vector, verdict), stored)

    def near(self, vector: Matrix, *, words: Sequence[str], role: str | None) -> list[Fact]:
        """Those that ``find`` would give for their nearness or their words, not judged."""
        return self._near(self._asked(vector, role), words)

    def stored(self, role: str | None = None) -> int:
        """How many facts there are; with ``role``, of that role alone. Loads no embedder."""
        self._renew_facts()
        if role is None:
            return len(self._by_id)
        return sum(fact.role == role for fact in self._by_id.values())

    def _asked(self, vector: Matrix, role: str | None) -> _Asked:
        known = self._renewed()
        looked = look(known.rows, vector, self._relevance, self._calibrate)
        return _Asked(known, looked, self._mask(known, role), role)

    def _near(self, asked: _Asked, words: Sequence[str]) -> list[Fact]:
        near = self._at(asked.known, asked.look.nearest(NEAREST, asked.mask))
        hits = self._facts.search(words, BY_WORDS) if words else ()
        known = (self._by_id.get(id) for id, _ in hits)
        return [*near, *(fact for fact in known if fact and asked.sees(fact))]

    def _nearest_standing(self, asked: _Asked) -> list[Fact]:
        known, always = asked.known, asked.known.standing
        if asked.mask is not None:
            always = always[asked.mask[always]]
        nearest = always[greatest(asked.look.glance[always], STANDING)]
        unseen = (self._by_id[id] for id in known.unplaced)
        return [*self._at(known, nearest), *filter(asked.sees, unseen)]

    def _at(self, known: _Derived, places: Places) -> list[Fact]:
        facts = (self._by_id.get(known.rows.ids[n]) for n in places.tolist())
        return [fact for fact in facts if fact]

    def _candidates(
        self, facts: Sequence[Fact], asked: _Asked, vector: Matrix, verdict: Verdict | None
    ) -> tuple[Candidate, ...]:
        """Those with a vector, then those found by words alone."""
        import numpy as np

        place = asked.known.place
        held = [fact for fact in facts if fact.id in place]
        unseen = [Candidate(fact, 0.0, 0.0) for fact in facts if fact.id not in place]
        if not held:
            return tuple(unseen)
        places = np.array([place[fact.id] for fact in held])
        vectors = asked.known.rows.matrix[places]
        columns = [products(vectors, vector).tolist(), asked.look.nearness(places).tolist()]
        if self._relevance and verdict:
            columns.append(verdict.fit(self._relevance.centred_facts(vectors)).tolist())
            columns.append([verdict.domain(fact.domain) for fact in held])
        return (*map(Candidate, held, *columns), *unseen)

    def vectors(self, ids: Sequence[str]) -> tuple[list[str], Matrix]:
        """Those of the ids that have a vector, and a row for each."""
        known = self._renewed()
        held = [id for id in ids if id in known.place]
        return held, known.rows.matrix[[known.place[id] for id in held]]

    def _mask(self, known: _Derived, role: str | None) -> Mask | None:
        if role is None:
            return None
        if role not in known.masks:
            known.masks[role] = self._of(role, known.rows.ids)
        return known.masks[role]

    def _renewed(self) -> _Derived:
        """Everything as the store has it now; microseconds when nothing changed."""
        changed = self._renew_facts()
        vectors = self._facts.vectors(self._embedder)
        known = self._known
        same = known is not None and vectors.edition == known.edition
        if known is None or changed or not same or len(vectors.ids) != len(known.rows.ids):
            begun = known if known and same and len(vectors.ids) >= len(known.rows.ids) else None
            self._known = known = self._derived(vectors, begun)
        return known

    def _derived(self, vectors: Vectors, known: _Derived | None) -> _Derived:
        """``known`` holds the first rows already, when new ones were only added behind."""
        import numpy as np

        ids, matrix, edition = vectors
        before = known.rows if known else None
        if before is None and self._known:
            before = self._known.rows.kept_in(ids, matrix)
        start = len(known.rows.ids) if known else 0
        place = known.place.copy() if known else {}
        place.update((id, start + n) for n, id in enumerate(ids[start:]))
        rows = Rows.of(ids, matrix, self._relevance if ids else None, before)
        standing = sorted(place[id] for id in self._standing if id in place)
        unplaced = tuple(id for id in self._standing if id not in place)
        derived = _Derived(rows, edition, place, np.array(standing, np.intp), unplaced)
        for role, mask in known.masks.items() if known else ():  # a fact's role never changes
            derived.masks[role] = np.concatenate([mask, self._of(role, ids[start:])])
        return derived

    def _of(self, role: str, ids: Sequence[str]) -> Mask:
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


def embed_missing(
    facts: Facts,
    embedder: Embedder,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> int:
    """Store the vectors of the facts that ``embedder`` has not seen (new ones, or all after the
    embedder changed). ``progress(done, total)`` after each batch. Returns how many."""
    done, total = 0, facts.unseen(embedder.name)
    while missing := facts.without_vector(embedder.name, READ_AT_ONCE):
        for start in range(0, len(missing), BATCH):
            batch = missing[start : start + BATCH]
            vectors = embedder.embed([fact.fact for fact in batch])
            facts.put_vectors(embedder.name, {f.id: v for f, v in zip(batch, vectors, strict=True)})
            done += len(batch)
            progress(done, max(done, total))
    return done
