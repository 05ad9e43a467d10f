"""What to read again in order to be up to date: rows by their revision, and those that went.

One sequence gives the revisions of all owners, and an owner's writes follow each other: what an
owner has changed since a revision has a higher one.
"""

# ruff: noqa: S608 -- the names of tables and columns are constants; values are bound
from __future__ import annotations

from typing import NamedTuple

from psycopg import Connection

_MANY = 4096
"""Rows of which each is looked up by itself in less time than all take that there may be."""
_UNTOLD = ""  # in the place of an id: what went until then is not told any more


class Changes(NamedTuple):
    """Of one table, whose rows have an ``id`` and a ``revision``."""

    table: str

    def revision(self, connection: Connection) -> int:
        """The latest change; 0 before the first."""
        row = connection.execute(
            f"SELECT greatest((SELECT max(revision) FROM {self.table}),"
            " (SELECT max(revision) FROM erased WHERE kind = %s))",
            (self.table,),
        ).fetchone()
        return int(row[0] or 0) if row else 0

    def since(self, connection: Connection, start: int, end: int) -> list[str] | None:
        """Ids changed after revision ``start`` up to ``end``, the latest revision, in the order of
        their changes.

        None when they are very many, or no longer told back to ``start``, or never were.
        """
        if start == end:
            return []
        if not 0 <= start < end:
            return None
        rows = connection.execute(
            f"SELECT id, revision FROM {self.table} WHERE revision > %(start)s UNION ALL"
            " SELECT id, revision FROM erased WHERE kind = %(kind)s AND revision > %(start)s"
            f" ORDER BY revision LIMIT {_MANY}",
            {"start": start, "kind": self.table},
        ).fetchall()
        ids = list(dict.fromkeys(row[0] for row in rows))
        return None if _UNTOLD in ids or len(rows) == _MANY else ids


ALL = FACTS, FACT_VECTORS, SEGMENT_VECTORS = (
    Changes("facts"),
    Changes("fact_vectors"),
    Changes("segment_vectors"),
)


def shorten(connection: Connection, most: int = _MANY) -> None:
    """Tell of what went no longer, where it is much; the latest revisions remain."""
    for table, *_ in ALL:
        kept = connection.execute(
            "SELECT revision FROM erased WHERE kind = %s ORDER BY revision DESC OFFSET %s LIMIT 1",
            (table, most),
        ).fetchone()
        if kept:
            connection.execute(
                "DELETE FROM erased WHERE kind = %s AND revision <= %s", (table, kept[0])
            )
            connection.execute(
                "INSERT INTO erased (kind, revision, id) VALUES (%s, %s, %s)",
                (table, kept[0], _UNTOLD),
            )
