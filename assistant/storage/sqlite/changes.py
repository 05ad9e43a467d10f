"""The change logs: what to read again in order to be up to date.

A log's revisions are consecutive, never reused, and grow with every change, whichever process makes
it. Logs are kept short, so that one who asks from too far back has to read everything.
"""

# ruff: noqa: S608 -- the names of tables and columns are constants; values are bound
from __future__ import annotations

import sqlite3
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChangeLog:
    """One of the schema's ``*_log`` tables; triggers write it, this reads it."""

    table: str

    def revision(self, connection: sqlite3.Connection) -> int:
        """The latest change; 0 before the first. Microseconds."""
        row = connection.execute(
            "SELECT seq FROM sqlite_sequence WHERE name = ?", (self.table,)
        ).fetchone()
        return 0 if row is None else int(row[0])

    def since(self, connection: sqlite3.Connection, start: int, end: int) -> list[str] | None:
        """Ids changed after revision ``start`` up to ``end``, the latest revision.

        None when the log no longer reaches back to ``start``, or never did.
        """
        if start == end:
            return []
        rows = connection.execute(
            f"SELECT id FROM {self.table} WHERE revision > ?",
            (start,),
        ).fetchall()
        return list(dict.fromkeys(row[0] for row in rows)) if len(rows) == end - start else None

    def clear(self, connection: sqlite3.Connection) -> None:
        """Forget which ids changed (revisions go on growing)."""
        connection.execute(f"DELETE FROM {self.table}")


LOGS = (ChangeLog("fact_log"), ChangeLog("fact_vector_log"), ChangeLog("segment_vector_log"))
