"""Facts in SQLite: rows, full-text index, vectors, uses and tombstones (F1, F7)."""

# ruff: noqa: S608 -- the names of tables and columns are constants; values are bound
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from assistant.clock import EARLIEST, LATEST, read_instant
from assistant.errors import TryAgainLater
from assistant.records import Fact
from assistant.storage.base import FactUse, Vectors
from assistant.storage.sqlite.changes import FACTS
from assistant.storage.sqlite.connection import Database
from assistant.storage.sqlite.driver import integrity_errors
from assistant.storage.sqlite.factrows import COLUMNS, HeldFacts, fact_row, row_fact
from assistant.storage.sqlite.fulltext import FullText
from assistant.storage.sqlite.owed import owe_scrub
from assistant.storage.sqlite.rows import read_row, to_instant, usable
from assistant.storage.sqlite.vectors import VectorTable

if TYPE_CHECKING:
    from assistant.storage.base import Matrix

_NAMES = ", ".join(COLUMNS)
_ENDS = (to_instant(EARLIEST), to_instant(LATEST))
_ADD = f"INSERT INTO facts (seq, {_NAMES}) VALUES ({FACTS.next}, {', '.join('?' * len(COLUMNS))})"
_UPDATE = f"UPDATE facts SET {', '.join(f'{c} = ?' for c in COLUMNS[1:])} WHERE id = ?"


class SQLiteFacts:
    """See ``Facts`` in ``storage/base``."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._index = FullText("facts")
        self._vectors = VectorTable(database, "fact", "o.retired_at IS NULL")
        self._held = HeldFacts(database)
        self._aside = partial(database.set_aside, "facts")

    def add(self, fact: Fact) -> None:
        with self._database.statement() as connection:
            try:
                connection.execute(_ADD, fact_row(fact))
            except integrity_errors() as error:
                if not str(error).startswith("UNIQUE"):  # SQLCipher's codes tell no more
                    raise
                raise ValueError(f"there is a fact {fact.id} already") from error

    def add_all(self, facts: Sequence[Fact]) -> None:
        with self._database.transaction() as connection:
            try:
                connection.executemany(_ADD, map(fact_row, facts))
            except integrity_errors() as error:
                if not str(error).startswith("UNIQUE"):
                    raise
                raise ValueError("there is a fact with one of those ids already") from error

    def update(self, fact: Fact) -> None:
        id, *values = fact_row(fact)
        with self._database.transaction() as connection:
            old = connection.execute("SELECT fact FROM facts WHERE id = ?", (id,)).fetchone()
            if old is None:
                raise gone(fact.id)
            connection.execute(_UPDATE, (*values, id))
            if old[0] != fact.fact:
                owe_scrub(connection)  # what the user edited out is gone as well

    def get(self, fact_id: str) -> Fact | None:
        with self._database.reading() as connection:
            row = connection.execute(
                f"SELECT {_NAMES} FROM facts WHERE id = ?",
                (fact_id,),
            ).fetchone()
            found = usable([row] if row else [], row_fact, self._aside)
            return found[0] if found else None

    def all(self, *, role: str | None = None, retired: bool = False) -> list[Fact]:
        return [
            fact
            for fact in self._held.read()
            if (retired or fact.retired_at is None) and (role is None or fact.role == role)
        ]

    def search(self, words: Sequence[str], limit: int) -> list[tuple[str, float]]:
        with self._database.reading() as connection:
            return self._index.search(connection, words, limit, None)

    def erase(self, fact_ids: Sequence[str], digests: Sequence[str], at: datetime) -> None:
        moment, ids = to_instant(at), [(id,) for id in fact_ids]
        with self._database.transaction() as connection:
            connection.executemany("DELETE FROM facts WHERE id = ?", ids)
            for link in ("replaces", "superseded_by"):
                connection.executemany(f"UPDATE facts SET {link} = NULL WHERE {link} = ?", ids)
            connection.executemany(
                "INSERT INTO tombstones (digest, at) VALUES (?, ?) ON CONFLICT DO NOTHING",
                [(digest, moment) for digest in digests],
            )
            owe_scrub(connection)

    def forgotten(self, digest: str) -> bool:
        with self._database.reading() as connection:
            found = connection.execute("SELECT 1 FROM tombstones WHERE digest = ?", (digest,))
            return found.fetchone() is not None

    def any_forgotten(self) -> bool:
        with self._database.reading() as connection:
            return connection.execute("SELECT 1 FROM tombstones").fetchone() is not None

    def lift(self, digest: str) -> None:
        with self._database.transaction() as connection:
            connection.execute("DELETE FROM tombstones WHERE digest = ?", (digest,))

    def put_vectors(self, embedder: str, vectors: Mapping[str, Matrix]) -> None:
        self._vectors.put(embedder, vectors)

    def vectors(self, embedder: str) -> Vectors:
        return self._vectors.read(embedder)

    def unseen(self, embedder: str) -> int:
        with self._database.reading() as connection:
            live, embedded = connection.execute(
                "SELECT (SELECT count(*) FROM facts_fts_docsize),"  # a row for each live fact
                " (SELECT count(*) FROM fact_vectors WHERE embedder = ?)",
                (embedder,),
            ).fetchone()
            return int(live - embedded)  # only live facts have vectors

    def without_vector(self, embedder: str, limit: int | None = None) -> list[Fact]:
        with self._database.snapshot() as connection:
            if not self.unseen(embedder):
                return []
            rows = connection.execute(
                f"SELECT {_NAMES} FROM facts AS f WHERE retired_at IS NULL AND NOT EXISTS"
                " (SELECT 1 FROM fact_vectors AS v WHERE v.owner = f.id AND v.embedder = ?)"
                " AND created_at BETWEEN ? AND ? ORDER BY created_at, seq LIMIT ?",
                (embedder, *_ENDS, -1 if limit is None else limit),
            ).fetchall()
            return usable(rows, row_fact, self._aside)

    def record_uses(self, uses: Iterable[FactUse]) -> None:
        rows = [(u.fact_id, u.session_id, u.turn_number, to_instant(u.at)) for u in uses]
        with self._database.transaction(durable=False) as connection:
            connection.executemany(  # a fact that was forgotten meanwhile has no uses
                "INSERT INTO fact_uses (fact_id, session_id, turn_number, at)"
                " SELECT id, ?2, ?3, ?4 FROM facts WHERE id = ?1 ON CONFLICT DO NOTHING",
                rows,
            )

    def uses(self, fact_id: str) -> list[FactUse]:
        with self._database.reading() as connection:
            rows = connection.execute(
                "SELECT fact_id, session_id, turn_number, at FROM fact_uses WHERE fact_id = ?"
                " ORDER BY at DESC, session_id DESC, turn_number DESC",
                (fact_id,),
            ).fetchall()
            aside = partial(self._database.set_aside, "fact_uses")
            return usable(rows, lambda row: FactUse(*read_row(row, {3: read_instant})), aside)

    def revision(self) -> int:
        with self._database.reading() as connection:
            return FACTS.revision(connection)

    def changes(self, since: int) -> list[str] | None:
        with self._database.snapshot() as connection:
            return FACTS.since(connection, since, FACTS.revision(connection))


def gone(fact_id: str) -> TryAgainLater:
    """Another program forgot the fact between our reading and our writing."""
    return TryAgainLater(
        f"The fact {fact_id} is not there any more: it was forgotten meanwhile",
        "Repeat what you were doing with the facts as they are now.",
    )
