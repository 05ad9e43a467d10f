"""Segment summaries in PostgreSQL; the schema's trigger makes them write-once (S3)."""

# ruff: noqa: S608 -- the names of tables and columns are constants; values are bound
from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from assistant.characters import whole
from assistant.records import Segment
from assistant.storage.postgres.connection import Database
from assistant.storage.postgres.erasures import owe_scrub
from assistant.storage.postgres.fulltext import FullText
from assistant.storage.postgres.rows import aware, from_json, indexed, to_json
from assistant.storage.postgres.vectors import VectorTable

if TYPE_CHECKING:
    from assistant.storage.base import Matrix

_COLUMNS = (
    "id, session_id, role, first_turn, last_turn, created_at, topic, discussed, outcome,"
    " decisions, open_questions, language, token_count"
)
_TEXT = "concat_ws(E'\\n', topic, discussed, outcome, decisions, open_questions)"
_ADD = (
    f"INSERT INTO segments ({_COLUMNS}, words, length)"
    f" VALUES ({', '.join(['%s'] * 13)}, array_to_tsvector(%s::text[]), %s)"
    " ON CONFLICT (owner, id) DO NOTHING"
)


class PostgresSegments:
    """See ``Segments`` in ``storage/base``."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._index = FullText("segments", _TEXT)
        self._vectors = VectorTable(database, "segment", "true")

    def add(self, segment: Segment) -> None:
        with self._database.statement() as connection:
            if not connection.execute(_ADD, _row(segment)).rowcount:
                raise ValueError(f"segment {segment.id} is written already")

    def all(self, session_id: str, *, latest: int | None = None) -> list[Segment]:
        with self._database.reading() as connection:
            rows = connection.execute(
                f"SELECT {_COLUMNS} FROM segments WHERE session_id = %s"
                " ORDER BY first_turn DESC, seq DESC LIMIT %s",
                (session_id, latest),
            ).fetchall()
        return [_segment(row) for row in reversed(rows)]

    def get(self, segment_id: str) -> Segment | None:
        with self._database.reading() as connection:
            row = connection.execute(
                f"SELECT {_COLUMNS} FROM segments WHERE id = %s", (segment_id,)
            ).fetchone()
        return _segment(row) if row else None

    def search(
        self, words: Sequence[str], limit: int, *, role: str | None = None
    ) -> list[tuple[str, float]]:
        with self._database.snapshot() as connection:
            return self._index.search(connection, words, limit, role)

    def put_vectors(self, embedder: str, vectors: Mapping[str, Matrix]) -> None:
        self._vectors.put(embedder, vectors)

    def vectors(self, embedder: str, *, role: str | None = None) -> tuple[list[str], Matrix]:
        ids, matrix, _ = self._vectors.read(embedder)
        if role is None:
            return ids, matrix
        with self._database.reading() as connection:
            found = connection.execute("SELECT id FROM segments WHERE role = %s", (role,))
            wanted = {row[0] for row in found}
        rows = [row for row, id in enumerate(ids) if id in wanted]
        return [ids[row] for row in rows], matrix if len(rows) == len(ids) else matrix[rows]

    def erase(self, segment_ids: Sequence[str]) -> None:
        with self._database.transaction() as connection:
            connection.execute("DELETE FROM segments WHERE id = ANY(%s)", (list(segment_ids),))
            owe_scrub(connection)

    def expire(self, before: datetime) -> int:
        with self._database.statement() as connection:
            return connection.execute(
                "DELETE FROM segments WHERE created_at < %s", (aware(before),)
            ).rowcount


def _row(segment: Segment) -> tuple[object, ...]:
    topic, outcome = whole(segment.topic), whole(segment.outcome)
    lists = [to_json(part) for part in (segment.discussed, segment.decisions)]
    asked = to_json(segment.open_questions)
    return (
        segment.id,
        segment.session_id,
        segment.role,
        segment.first_turn,
        segment.last_turn,
        aware(segment.created_at),
        topic,
        lists[0],
        outcome,
        lists[1],
        asked,
        segment.language,
        segment.token_count,
        *indexed("\n".join((topic, lists[0], outcome, lists[1], asked))),
    )


def _segment(row: tuple[Any, ...]) -> Segment:
    values = list(row)
    for position in (7, 9, 10):
        values[position] = tuple(from_json(values[position]))
    return Segment(*values)
