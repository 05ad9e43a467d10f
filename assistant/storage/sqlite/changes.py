"""What to read again in order to be up to date: rows that came, and the logs of those that went.

Each kind of row has one count of revisions, which grows with every change, whichever process makes
it, and is never used twice. A row's ``seq`` is the revision in which it came; one that was erased
or changed in place is in a log. Logs are kept short, so that one who asks from too far back has to
read everything.
"""

# ruff: noqa: S608 -- the names of tables and columns are constants; values are bound
from __future__ import annotations

import sqlite3
from typing import NamedTuple

_MANY = 4096
"""Rows of which each is looked up by itself in less time than all take that there may be."""


class Changes(NamedTuple):
    """Of one kind of row: its table, what names a row there, and what the schema calls the rest."""

    table: str
    named: str
    kind: str

    @property
    def next(self) -> str:
        """SQL for the revision to come: the ``seq`` of a row that is added."""
        return f"(SELECT latest + 1 FROM {self.kind}_revision)"

    def revision(self, connection: sqlite3.Connection) -> int:
        """The latest change; 0 before the first. Microseconds."""
        row = connection.execute(f"SELECT latest FROM {self.kind}_revision").fetchone()
        return int(row[0])

    def since(self, connection: sqlite3.Connection, start: int, end: int) -> list[str] | None:
        """Ids changed after revision ``start`` up to ``end``, the latest revision.

        None when they are very many, or the log no longer reaches back to ``start``, or never did.
        """
        if start == end:
            return []
        if not 0 <= start < end:
            return None
        rows = connection.execute(
            f"SELECT {self.named} FROM {self.table} WHERE seq > ?1 UNION ALL"
            f" SELECT id FROM {self.kind}_log WHERE revision > ?1 LIMIT {_MANY}",
            (start,),
        ).fetchall()
        ids = list(dict.fromkeys(row[0] for row in rows))
        return None if _UNTOLD in ids or len(rows) == _MANY else ids

    def clear(self, connection: sqlite3.Connection, latest: int | None = None) -> None:
        """Forget what went and changed; the latest revision remains, or becomes ``latest``."""
        if latest is None:
            latest = self.revision(connection)
        connection.execute(f"DELETE FROM {self.kind}_log")
        connection.execute(f"INSERT INTO {self.kind}_log VALUES (?, ?)", (latest, _UNTOLD))


_UNTOLD = ""  # in the place of an id: the log does not tell what changed until then

FACTS = Changes("facts", "id", "fact")
FACT_VECTORS = Changes("fact_vectors", "owner", "fact_vector")
SEGMENT_VECTORS = Changes("segment_vectors", "owner", "segment_vector")
ALL = (FACTS, FACT_VECTORS, SEGMENT_VECTORS)
