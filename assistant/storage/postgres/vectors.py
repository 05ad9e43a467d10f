"""Embedding vectors: half vectors of pgvector, else their bytes; one matrix in memory.

The program weighs every fact against a message, not the nearest few alone, so it reads an owner's
vectors once and from then on only what changed. numpy is imported when there are any.
"""

# ruff: noqa: S608 -- the names of tables and columns are constants; values are bound
from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from psycopg import Connection

from assistant.storage.base import Vectors
from assistant.storage.held import BYTES, STORED, HeldVectors
from assistant.storage.postgres.changes import FACT_VECTORS, SEGMENT_VECTORS
from assistant.storage.postgres.connection import Database
from assistant.storage.postgres.halves import Half, know_halves

if TYPE_CHECKING:
    from assistant.storage.base import Matrix

_ROWS_AT_ONCE = 1024


class VectorTable:
    """The vectors of one kind of owner, ``facts`` or ``segments``, by the embedder's name."""

    def __init__(
        self, database: Database, owners: Literal["fact", "segment"], eligible: str
    ) -> None:
        """``eligible``: the SQL condition for a row (``o``) to have a vector."""
        self._database = database
        self._table = f"{owners}_vectors"
        self._changes = FACT_VECTORS if owners == "fact" else SEGMENT_VECTORS
        self._held: dict[str, HeldVectors] = {}
        self._lock = threading.Lock()
        self._halves = database.server.halves
        self._column = "halfvec_send(vector)" if self._halves else "vector"
        self._bytes = "octet_length(halfvec_send(vector)) - 4" if self._halves else "length(vector)"
        self._put = (
            f"INSERT INTO {self._table} (id, embedder, vector)"
            f" SELECT o.id, %s, %s FROM {owners}s AS o WHERE o.id = %s AND {eligible}"
            " ON CONFLICT (owner, id, embedder)"
            " DO UPDATE SET vector = excluded.vector, revision = excluded.revision"
        )

    def put(self, embedder: str, vectors: Mapping[str, Matrix]) -> None:
        """Store them; owners that went meanwhile are passed over. All must have one length."""
        import numpy as np

        blobs = {
            id: np.ascontiguousarray(vector, dtype=STORED).tobytes()
            for id, vector in vectors.items()
        }
        if not blobs:
            return
        with self._database.statement(durable=False) as connection:
            known = connection.execute(
                f"SELECT {self._bytes} FROM {self._table} WHERE embedder = %s LIMIT 1",
                (embedder,),
            ).fetchone()
            lengths = {len(blob) for blob in blobs.values()} | ({known[0]} if known else set())
            if len(lengths) > 1:
                raise ValueError(f"vectors of {embedder} differ in length: {sorted(lengths)}")
            if self._halves:
                know_halves(connection, self._halves)
            kept = [
                (embedder, Half(blob) if self._halves else blob, id) for id, blob in blobs.items()
            ]
            connection.cursor().executemany(self._put, kept)

    def read(self, embedder: str) -> Vectors:
        """In the order of arrival."""
        with self._database.snapshot() as connection, self._lock:
            private = self._database.has_unseen_changes  # not for other threads' eyes
            known = self._held.get(embedder)
            end = self._database.revision(connection, self._changes)
            held = self._refreshed(connection, embedder, known, end, private)
            if not private:
                self._held[embedder] = held
            return held.view()

    def _refreshed(
        self,
        connection: Connection,
        embedder: str,
        held: HeldVectors | None,
        end: int,
        private: bool,
    ) -> HeldVectors:
        changed = self._changes.since(connection, held.revision, end) if held else None
        if held and changed == []:
            return held
        if not held or not held.ids or changed is None:
            return self._load(connection, embedder, end)
        rows = connection.execute(
            f"SELECT id, {self._column} FROM {self._table}"
            " WHERE embedder = %s AND id = ANY(%s) ORDER BY revision",
            (embedder, changed),
        ).fetchall()
        fresh = {id: self._bytes_of(blob) for id, blob in rows}
        return held.with_changes(changed, fresh, end, private)

    def _load(self, connection: Connection, embedder: str, revision: int) -> HeldVectors:
        rows = connection.execute(
            f"SELECT id, {self._column} FROM {self._table} WHERE embedder = %s ORDER BY revision",
            (embedder,),
        ).fetchall()
        length = len(self._bytes_of(rows[0][1])) if rows else 0
        held = HeldVectors.empty(len(rows), length // BYTES, revision)
        for start in range(0, len(rows), _ROWS_AT_ONCE):
            some = rows[start : start + _ROWS_AT_ONCE]
            held.append([row[0] for row in some], [self._bytes_of(row[1]) for row in some])
        return held

    def _bytes_of(self, blob: bytes) -> bytes:
        return Half.of_wire(blob) if self._halves else blob
