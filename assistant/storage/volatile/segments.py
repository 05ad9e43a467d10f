"""Segments in memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from assistant.records import Segment
from assistant.storage.ranking import bm25
from assistant.storage.volatile.shelf import Shelf, Tables, remove
from assistant.storage.volatile.vectors import matrix_of, put_vectors_in

if TYPE_CHECKING:
    from assistant.storage.base import Matrix


class VolatileSegments:
    """See ``Segments`` in ``storage/base``."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def add(self, segment: Segment) -> None:
        with self._shelf.transaction() as tables:
            if segment.id in tables.segments:
                raise ValueError(f"segment {segment.id} is written already")
            tables.segments[segment.id] = segment

    def all(self, session_id: str, *, latest: int | None = None) -> list[Segment]:
        with self._shelf.reading() as tables:
            found = [s for s in tables.segments.values() if s.session_id == session_id]
        found.sort(key=lambda s: s.first_turn)
        return found if latest is None else found[max(0, len(found) - latest) :]

    def get(self, segment_id: str) -> Segment | None:
        with self._shelf.reading() as tables:
            return tables.segments.get(segment_id)

    def search(
        self, words: Sequence[str], limit: int, *, role: str | None = None
    ) -> list[tuple[str, float]]:
        with self._shelf.reading() as tables:
            segments = dict(tables.segments)
        found = bm25({id: _segment_text(s) for id, s in segments.items()}, words, len(segments))
        return [hit for hit in found if role in (None, segments[hit[0]].role)][:limit]

    def put_vectors(self, embedder: str, vectors: Mapping[str, Matrix]) -> None:
        with self._shelf.transaction() as tables:
            put_vectors_in(tables.segment_vectors, embedder, vectors, tables.segments)

    def vectors(self, embedder: str, *, role: str | None = None) -> tuple[list[str], Matrix]:
        with self._shelf.reading() as tables:
            wanted = [s.id for s in tables.segments.values() if role in (None, s.role)]
            return matrix_of(tables.segment_vectors, embedder, wanted)

    def erase(self, segment_ids: Sequence[str]) -> None:
        with self._shelf.transaction() as tables:
            erase_segments(tables, segment_ids)

    def expire(self, before: datetime) -> int:
        with self._shelf.transaction() as tables:
            old = [s.id for s in tables.segments.values() if s.created_at < before]
            erase_segments(tables, old)
        return len(old)


def erase_segments(tables: Tables, segment_ids: Iterable[str]) -> None:
    """Remove them with their vectors."""
    gone = set(segment_ids)
    remove(tables.segments, lambda key: key in gone)
    remove(tables.segment_vectors, lambda key: key[1] in gone)


def _segment_text(segment: Segment) -> str:
    lists = (*segment.discussed, *segment.decisions, *segment.open_questions)
    return "\n".join((segment.topic, segment.outcome, *lists))
