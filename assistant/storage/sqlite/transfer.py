"""The rows of an SQLite home, for a move to other stores."""

# ruff: noqa: S608 -- the names of tables and columns are constants; values are bound
from __future__ import annotations

import json
from collections.abc import Sequence

from assistant.storage.base.transfer import TABLES, Place, Row
from assistant.storage.sqlite.changes import FACT_VECTORS, FACTS, SEGMENT_VECTORS
from assistant.storage.sqlite.connection import Database

_KEYS = {
    "turns": "session_id, number",
    "fact_uses": "fact_id, session_id, turn_number",
    "tombstones": "digest",
    "counters": "name, window_start",
}
"""Of the tables without a number for each row."""
_NUMBERED = {"facts": FACTS, "fact_vectors": FACT_VECTORS, "segment_vectors": SEGMENT_VECTORS}


class SQLiteTransfer:
    """See ``Transfer`` in ``storage/base/transfer``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def count(self, table: str) -> int:
        with self._database.reading() as connection:
            return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])

    def read(self, table: str, after: Place | None, limit: int) -> list[tuple[Place, Row]]:
        order = _KEYS.get(table, "rowid")
        width = order.count(",") + 1
        behind = f"WHERE ({order}) > ({', '.join('?' * width)})" if after else ""
        with self._database.reading() as connection:
            rows = connection.execute(
                f"SELECT {order}, {', '.join(_columns(table))} FROM {table} {behind}"
                f" ORDER BY {order} LIMIT ?",
                (*(after or ()), limit),
            ).fetchall()
        return [(list(row[:width]), tuple(row[width:])) for row in rows]

    def take(self, table: str, rows: Sequence[Row]) -> None:
        columns = _columns(table)
        marks = ["?"] * len(columns)
        if table in _NUMBERED:
            columns, marks = ["seq", *columns], [_NUMBERED[table].next, *marks]
        with self._database.transaction() as connection:
            connection.executemany(
                f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join(marks)})", rows
            )
            if table == "documents":
                connection.executemany(
                    "INSERT INTO document_fields (namespace, id, name, value) VALUES (?, ?, ?, ?)",
                    [
                        (namespace, id, name, value)
                        for namespace, id, _, fields, *_ in rows
                        for name, value in json.loads(fields).items()
                    ],
                )

    def clear(self, table: str) -> None:
        with self._database.transaction() as connection:
            connection.execute(f"DELETE FROM {table}")


def _columns(table: str) -> list[str]:
    columns = list(TABLES[table].columns)
    return ["owner", *columns[1:]] if table.endswith("_vectors") else columns
