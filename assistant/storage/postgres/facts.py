"""Facts in PostgreSQL: rows, full text, vectors, uses and tombstones (F1, F7)."""

# ruff: noqa: S608 -- the names of tables and columns are constants; values are bound
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from assistant.errors import TryAgainLater
from assistant.records import Fact
from assistant.storage.base import FactUse, Vectors
from assistant.storage.postgres.changes import FACTS
from assistant.storage.postgres.connection import Database
from assistant.storage.postgres.erasures import owe_scrub
from assistant.storage.postgres.factrows import COLUMNS, HeldFacts, fact_row, row_fact
from assistant.storage.postgres.fulltext import FullText
from assistant.storage.postgres.rows import aware
from assistant.storage.postgres.vectors import VectorTable

if TYPE_CHECKING:
    from assistant.storage.base import Matrix

_NAMES = (*COLUMNS.split(", "), "words", "length")
_VALUES = ["%s"] * (len(_NAMES) - 2) + ["array_to_tsvector(%s::text[])", "%s"]
_ADD = (
    f"INSERT INTO facts ({', '.join(_NAMES)}) VALUES ({', '.join(_VALUES)})"
    " ON CONFLICT (owner, id) DO NOTHING"
)
_SET = ", ".join(f"{n} = {v}" for n, v in list(zip(_NAMES, _VALUES, strict=True))[1:])
_UPDATE = f"UPDATE facts SET {_SET} WHERE id = %s"
_LIVE = "retired_at IS NULL"


class PostgresFacts:
    """See ``Facts`` in ``storage/base``."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._index = FullText("facts", "fact", _LIVE)
        self._vectors = VectorTable(database, "fact", "o.retired_at IS NULL")
        self._held = HeldFacts(database)

    def add(self, fact: Fact) -> None:
        with self._database.statement() as connection:
            if not connection.execute(_ADD, fact_row(fact)).rowcount:
                raise ValueError(f"there is a fact {fact.id} already")

    def add_all(self, facts: Sequence[Fact]) -> None:
        rows = [fact_row(fact) for fact in facts]
        if not rows:
            return
        with self._database.transaction() as connection:
            cursor = connection.cursor()
            cursor.executemany(_ADD, rows)
            if cursor.rowcount != len(rows):
                raise ValueError("there is a fact with one of those ids already")

    def update(self, fact: Fact) -> None:
        id, *values = fact_row(fact)
        with self._database.transaction() as connection:
            old = connection.execute("SELECT fact FROM facts WHERE id = %s", (id,)).fetchone()
            if old is None:
                raise TryAgainLater(
                    f"The fact {fact.id} is not there any more: it was forgotten meanwhile",
                    "Repeat what you were doing with the facts as they are now.",
                )
            connection.execute(_UPDATE, (*values, id))
            if old[0] != fact.fact:
                owe_scrub(connection)  # what the user edited out is gone as well

    def get(self, fact_id: str) -> Fact | None:
        with self._database.reading() as connection:
            row = connection.execute(
                f"SELECT {COLUMNS} FROM facts WHERE id = %s", (fact_id,)
            ).fetchone()
        return row_fact(row) if row else None

    def all(self, *, role: str | None = None, retired: bool = False) -> list[Fact]:
        return [
            fact
            for fact in self._held.read()
            if (retired or fact.retired_at is None) and (role is None or fact.role == role)
        ]

    def search(self, words: Sequence[str], limit: int) -> list[tuple[str, float]]:
        with self._database.snapshot() as connection:
            return self._index.search(connection, words, limit)

    def erase(self, fact_ids: Sequence[str], digests: Sequence[str], at: datetime) -> None:
        moment, ids = aware(at), list(fact_ids)
        with self._database.transaction() as connection:
            connection.execute("DELETE FROM facts WHERE id = ANY(%s)", (ids,))
            for link in ("replaces", "superseded_by"):
                connection.execute(f"UPDATE facts SET {link} = NULL WHERE {link} = ANY(%s)", (ids,))
            connection.execute(
                "INSERT INTO tombstones (digest, at) SELECT DISTINCT unnest(%s::text[]),"
                " %s::timestamptz ON CONFLICT DO NOTHING",
                (list(digests), moment),
            )
            owe_scrub(connection)

    def forgotten(self, digest: str) -> bool:
        with self._database.reading() as connection:
            found = connection.execute("SELECT 1 FROM tombstones WHERE digest = %s", (digest,))
            return found.fetchone() is not None

    def any_forgotten(self) -> bool:
        with self._database.reading() as connection:
            return connection.execute("SELECT 1 FROM tombstones LIMIT 1").fetchone() is not None

    def lift(self, digest: str) -> None:
        with self._database.statement() as connection:
            connection.execute("DELETE FROM tombstones WHERE digest = %s", (digest,))

    def put_vectors(self, embedder: str, vectors: Mapping[str, Matrix]) -> None:
        self._vectors.put(embedder, vectors)

    def vectors(self, embedder: str) -> Vectors:
        return self._vectors.read(embedder)

    def unseen(self, embedder: str) -> int:
        with self._database.reading() as connection:
            row = connection.execute(
                f"SELECT (SELECT count(*) FROM facts WHERE {_LIVE})"
                " - (SELECT count(*) FROM fact_vectors WHERE embedder = %s)",
                (embedder,),
            ).fetchone()
        return int(row[0]) if row else 0  # only live facts have vectors

    def without_vector(self, embedder: str, limit: int | None = None) -> list[Fact]:
        with self._database.reading() as connection:
            rows = connection.execute(
                f"SELECT {COLUMNS} FROM facts AS f WHERE {_LIVE} AND NOT EXISTS"
                " (SELECT 1 FROM fact_vectors AS v WHERE v.id = f.id AND v.embedder = %s)"
                " ORDER BY created_at, seq LIMIT %s",
                (embedder, limit),
            ).fetchall()
        return [row_fact(row) for row in rows]

    def record_uses(self, uses: Iterable[FactUse]) -> None:
        rows = [(u.session_id, u.turn_number, aware(u.at), u.fact_id) for u in uses]
        if not rows:
            return
        with self._database.statement(durable=False) as connection:
            connection.cursor().executemany(  # a fact that was forgotten meanwhile has no uses
                "INSERT INTO fact_uses (fact_id, session_id, turn_number, at)"
                " SELECT id, %s, %s, %s FROM facts WHERE id = %s ON CONFLICT DO NOTHING",
                rows,
            )

    def uses(self, fact_id: str) -> list[FactUse]:
        with self._database.reading() as connection:
            rows = connection.execute(
                "SELECT fact_id, session_id, turn_number, at FROM fact_uses WHERE fact_id = %s"
                " ORDER BY at DESC, session_id DESC, turn_number DESC",
                (fact_id,),
            ).fetchall()
        return [FactUse(*row) for row in rows]

    def revision(self) -> int:
        with self._database.reading() as connection:
            return self._database.revision(connection, FACTS)

    def changes(self, since: int) -> list[str] | None:
        with self._database.snapshot() as connection:
            return FACTS.since(connection, since, self._database.revision(connection, FACTS))
