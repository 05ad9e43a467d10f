"""Segment summaries in SQLite; the schema's triggers make them write-once (S3)."""

# ruff: noqa: S608 -- the names of tables and columns are constants; values are bound
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from assistant.characters import whole
from assistant.clock import read_instant
from assistant.records import Segment
from assistant.storage.sqlite.connection import Database
from assistant.storage.sqlite.fulltext import FullText
from assistant.storage.sqlite.owed import owe_scrub
from assistant.storage.sqlite.rows import from_json_list, read_row, to_instant, to_json, usable
from assistant.storage.sqlite.vectors import VectorTable

if TYPE_CHECKING:
    from assistant.storage.base import Matrix

_COLUMNS = (
    "id, session_id, role, first_turn, last_turn, created_at, topic, discussed, outcome,"
    " decisions, open_questions, language, token_count"
)

_READERS: Mapping[int, Callable[[str], object]] = {
    5: read_instant,
    7: from_json_list,
    9: from_json_list,
    10: from_json_list,
}


class SQLiteSegments:
    """See ``Segments`` in ``storage/base``."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._index = FullText("segments")
        self._vectors = VectorTable(database, "segment", "1")
        self._aside = partial(database.set_aside, "segments")

    def add(self, segment: Segment) -> None:
        with self._database.transaction() as connection:
            if connection.execute("SELECT 1 FROM segments WHERE id = ?", (segment.id,)).fetchone():
                raise ValueError(f"segment {segment.id} is written already")
            connection.execute(
                f"INSERT INTO segments ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                _row(segment),
            )

    def all(self, session_id: str, *, latest: int | None = None) -> list[Segment]:
        with self._database.reading() as connection:
            rows = connection.execute(
                f"SELECT {_COLUMNS} FROM segments WHERE session_id = ?"
                " ORDER BY first_turn DESC, seq DESC LIMIT ?",
                (session_id, -1 if latest is None else latest),
            ).fetchall()
            return usable(reversed(rows), _segment, self._aside)

    def get(self, segment_id: str) -> Segment | None:
        with self._database.reading() as connection:
            row = connection.execute(
                f"SELECT {_COLUMNS} FROM segments WHERE id = ?",
                (segment_id,),
            ).fetchone()
            found = usable([row] if row else [], _segment, self._aside)
            return found[0] if found else None

    def search(
        self, words: Sequence[str], limit: int, *, role: str | None = None
    ) -> list[tuple[str, float]]:
        with self._database.reading() as connection:
            return self._index.search(connection, words, limit, role)

    def put_vectors(self, embedder: str, vectors: Mapping[str, Matrix]) -> None:
        self._vectors.put(embedder, vectors)

    def vectors(self, embedder: str, *, role: str | None = None) -> tuple[list[str], Matrix]:
        ids, matrix, _ = self._vectors.read(embedder)
        if role is None:
            return ids, matrix
        with self._database.reading() as connection:
            cursor = connection.execute("SELECT id FROM segments WHERE role = ?", (role,))
            wanted = {row[0] for row in cursor}
        rows = [row for row, id in enumerate(ids) if id in wanted]
        return [ids[row] for row in rows], matrix if len(rows) == len(ids) else matrix[rows]

    def erase(self, segment_ids: Sequence[str]) -> None:
        with self._database.transaction() as connection:
            connection.executemany(
                "DELETE FROM segments WHERE id = ?", [(id,) for id in segment_ids]
            )
            owe_scrub(connection)

    def expire(self, before: datetime) -> int:
        with self._database.transaction() as connection:
            return connection.execute(
                "DELETE FROM segments WHERE created_at < ?", (to_instant(before),)
            ).rowcount


def _row(segment: Segment) -> tuple[object, ...]:
    return (
        segment.id,
        segment.session_id,
        segment.role,
        segment.first_turn,
        segment.last_turn,
        to_instant(segment.created_at),
        whole(segment.topic),
        to_json(segment.discussed),
        whole(segment.outcome),
        to_json(segment.decisions),
        to_json(segment.open_questions),
        segment.language,
        segment.token_count,
    )


def _segment(row: tuple[Any, ...]) -> Segment:
    return Segment(*read_row(row, _READERS))
