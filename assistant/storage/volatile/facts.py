"""Facts in memory."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from assistant.errors import TryAgainLater
from assistant.records import Fact
from assistant.storage.base import FactUse, Vectors
from assistant.storage.ranking import bm25
from assistant.storage.volatile.shelf import Shelf, remove
from assistant.storage.volatile.vectors import matrix_of, put_vectors_in

if TYPE_CHECKING:
    from assistant.storage.base import Matrix

_EDITIONS = itertools.count(1)


class VolatileFacts:
    """See ``Facts`` in ``storage/base``."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def add(self, fact: Fact) -> None:
        with self._shelf.transaction() as tables:
            if fact.id in tables.facts:
                raise ValueError(f"there is a fact {fact.id} already")
            tables.facts[fact.id] = fact
            tables.fact_changes.append(fact.id)

    def add_all(self, facts: Sequence[Fact]) -> None:
        with self._shelf.transaction():
            for fact in facts:
                self.add(fact)

    def update(self, fact: Fact) -> None:
        with self._shelf.transaction() as tables:
            old = tables.facts.get(fact.id)
            if old is None:
                raise TryAgainLater(f"The fact {fact.id} is not there any more", "Look again.")
            if not fact.live or old.fact != fact.fact:
                remove(tables.fact_vectors, lambda k: k[1] == fact.id)
            tables.facts[fact.id] = fact
            tables.fact_changes.append(fact.id)

    def get(self, fact_id: str) -> Fact | None:
        with self._shelf.reading() as tables:
            return tables.facts.get(fact_id)

    def all(self, *, role: str | None = None, retired: bool = False) -> list[Fact]:
        with self._shelf.reading() as tables:
            found = [
                f for f in tables.facts.values() if (retired or f.live) and role in (None, f.role)
            ]
        return sorted(found, key=lambda f: f.created_at)

    def search(self, words: Sequence[str], limit: int) -> list[tuple[str, float]]:
        with self._shelf.reading() as tables:
            return bm25({f.id: f.fact for f in tables.facts.values() if f.live}, words, limit)

    def erase(self, fact_ids: Sequence[str], digests: Sequence[str], at: datetime) -> None:
        gone = set(fact_ids)
        with self._shelf.transaction() as tables:
            known = gone & tables.facts.keys()
            remove(tables.facts, lambda k: k in gone)
            remove(tables.fact_vectors, lambda k: k[1] in gone)
            remove(tables.fact_uses, lambda k: k[0] in gone)
            tables.fact_changes += sorted(known)
            for fact in list(tables.facts.values()):
                kept = replace(
                    fact,
                    replaces=None if fact.replaces in gone else fact.replaces,
                    superseded_by=None if fact.superseded_by in gone else fact.superseded_by,
                )
                if kept != fact:
                    tables.facts[fact.id] = kept
                    tables.fact_changes.append(fact.id)
            for digest in digests:
                tables.tombstones.setdefault(digest, at)

    def forgotten(self, digest: str) -> bool:
        with self._shelf.reading() as tables:
            return digest in tables.tombstones

    def any_forgotten(self) -> bool:
        with self._shelf.reading() as tables:
            return bool(tables.tombstones)

    def lift(self, digest: str) -> None:
        with self._shelf.transaction() as tables:
            tables.tombstones.pop(digest, None)

    def put_vectors(self, embedder: str, vectors: Mapping[str, Matrix]) -> None:
        with self._shelf.transaction() as tables:
            live = [id for id, fact in tables.facts.items() if fact.live]
            put_vectors_in(tables.fact_vectors, embedder, vectors, live)

    def vectors(self, embedder: str) -> Vectors:
        with self._shelf.reading() as tables:
            ids, matrix = matrix_of(tables.fact_vectors, embedder, tables.facts)
            return Vectors(ids, matrix, next(_EDITIONS))

    def unseen(self, embedder: str) -> int:
        return len(self.without_vector(embedder))

    def without_vector(self, embedder: str, limit: int | None = None) -> list[Fact]:
        with self._shelf.reading() as tables:
            found = (f for f in self.all() if (embedder, f.id) not in tables.fact_vectors)
            return list(itertools.islice(found, limit))

    def record_uses(self, uses: Iterable[FactUse]) -> None:
        with self._shelf.transaction() as tables:
            for use in uses:
                if use.fact_id in tables.facts:
                    key = (use.fact_id, use.session_id, use.turn_number)
                    tables.fact_uses.setdefault(key, use)

    def uses(self, fact_id: str) -> list[FactUse]:
        with self._shelf.reading() as tables:
            found = [use for use in tables.fact_uses.values() if use.fact_id == fact_id]
        return sorted(found, key=lambda u: (u.at, u.session_id, u.turn_number), reverse=True)

    def revision(self) -> int:
        with self._shelf.reading() as tables:
            return len(tables.fact_changes)

    def changes(self, since: int) -> list[str] | None:
        with self._shelf.reading() as tables:
            if not 0 <= since <= len(tables.fact_changes):
                return None
            return list(dict.fromkeys(tables.fact_changes[since:]))
