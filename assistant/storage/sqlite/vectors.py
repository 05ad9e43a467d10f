"""Embedding vectors: blobs of half floats in the database, one contiguous float32 matrix in memory.

Unit vectors lose a thousandth of each number so, and of their cosines less than they differ by
between two wordings of a thought; a fact then costs half the bytes to write, to keep and to load.
The matrix is read once a process; from then on only what changed is read (microseconds when
nothing did). Exact search over it is enough up to some 100,000 rows. numpy is imported here alone.
"""

# ruff: noqa: S608 -- the names of tables and columns are constants; values are bound
from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

from assistant.storage.base import Vectors
from assistant.storage.held import BYTES, STORED, HeldVectors
from assistant.storage.sqlite.changes import FACT_VECTORS, SEGMENT_VECTORS
from assistant.storage.sqlite.connection import Database
from assistant.storage.sqlite.rows import UnreadableRow
from assistant.storage.sqlite.seals import drop_broken

if TYPE_CHECKING:
    from assistant.storage.base import Matrix

_ROWS_AT_ONCE = 1024


class VectorTable:
    """The vectors of one kind of owner, ``facts`` or ``segments``, by the embedder's name."""

    def __init__(
        self, database: Database, owners: Literal["fact", "segment"], eligible: str
    ) -> None:
        """``eligible``: the SQL condition for an owner (``o``) to have a vector."""
        self._database = database
        self._table = f"{owners}_vectors"
        self._changes = FACT_VECTORS if owners == "fact" else SEGMENT_VECTORS
        self._held: dict[str, HeldVectors] = {}
        self._lock = threading.Lock()
        self._put = (
            f"INSERT INTO {self._table} (seq, owner, embedder, vector)"
            f" SELECT {self._changes.next}, o.id, ?2, ?3 FROM {owners}s AS o"
            f" WHERE o.id = ?1 AND {eligible} ON CONFLICT (owner, embedder)"
            " DO UPDATE SET seq = excluded.seq, vector = excluded.vector"
        )

    def put(self, embedder: str, vectors: Mapping[str, Matrix]) -> None:
        """Store them; owners that went meanwhile are passed over. All must have one length."""
        import numpy as np

        blobs = [
            (owner, embedder, np.ascontiguousarray(vector, dtype=STORED).tobytes())
            for owner, vector in vectors.items()
        ]
        alone = len(blobs) == 1
        write = self._database.statement if alone else self._database.transaction
        with write(durable=False) as connection:
            known = connection.execute(
                f"SELECT length(vector) FROM {self._table} WHERE embedder = ?"
                " ORDER BY seq DESC LIMIT 1",  # the latest are of the embedder in use
                (embedder,),
            ).fetchone()
            lengths = {len(blob) for _, _, blob in blobs} | ({known[0]} if known else set())
            if len(lengths) > 1:
                raise ValueError(f"vectors of {embedder} differ in length: {sorted(lengths)}")
            connection.executemany(self._put, blobs)

    def read(self, embedder: str) -> Vectors:
        """In the order of arrival."""
        with self._lock, self._database.snapshot() as connection:
            held = self._held.get(embedder)
            private = self._database.has_unseen_changes  # not for other threads' eyes
            held = self._refreshed(connection, embedder, held, private)
            if not private:
                self._held[embedder] = held
            return held.view()

    def _refreshed(
        self, connection: sqlite3.Connection, embedder: str, held: HeldVectors | None, private: bool
    ) -> HeldVectors:
        end = self._changes.revision(connection)
        changed = self._changes.since(connection, held.revision, end) if held else None
        if held and changed == []:
            return held
        if not held or not held.ids or changed is None:
            return self._load(connection, embedder, end)
        fresh = {
            id: blob
            for id in changed
            for (blob,) in connection.execute(
                f"SELECT vector FROM {self._table} WHERE owner = ? AND embedder = ?",
                (id, embedder),
            )
        }
        with _readable():
            return held.with_changes(changed, fresh, end, private)

    def _load(self, connection: sqlite3.Connection, embedder: str, revision: int) -> HeldVectors:
        count, length = connection.execute(
            f"SELECT count(*), (SELECT length(vector) FROM {self._table} WHERE embedder = ?1"
            f" ORDER BY seq DESC LIMIT 1) FROM {self._table} WHERE embedder = ?1",
            (embedder,),
        ).fetchone()
        held = HeldVectors.empty(count, (length or 0) // BYTES, revision)
        cursor = connection.execute(
            f"SELECT owner, vector FROM {self._table} WHERE embedder = ? ORDER BY seq",
            (embedder,),
        )
        while rows := cursor.fetchmany(_ROWS_AT_ONCE):
            with _readable():
                held.append([row[0] for row in rows], [row[1] for row in rows])
        return held


@contextmanager
def _readable() -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        raise UnreadableRow(str(error)) from error


def halve_vectors(connection: sqlite3.Connection) -> None:
    """Vectors lay in the database as float32. What was altered on the disk since is dropped, to be
    embedded anew."""
    for table in ("fact_vectors", "segment_vectors"):
        drop_broken(connection, table)
        if connection.execute(f"SELECT 1 FROM {table}").fetchone():
            connection.create_function("halved", 1, _halved, deterministic=True)
            connection.execute(f"UPDATE {table} SET vector = halved(vector)")


def _halved(vector: bytes) -> bytes:
    import numpy as np

    return np.frombuffer(vector, "<f4").astype(STORED).tobytes()
