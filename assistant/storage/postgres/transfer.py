"""The rows of an owner in PostgreSQL, for a move from or to other stores."""

# ruff: noqa: S608 -- the names of tables and columns are constants; values are bound
from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from assistant.storage.base.transfer import TABLES, Place, Row
from assistant.storage.postgres.collections import column_of
from assistant.storage.postgres.connection import Database
from assistant.storage.postgres.halves import Half, know_halves
from assistant.storage.postgres.rows import from_json, indexed

_ORDERS = {
    "turns": ("session_id", "number"),
    "messages": ("session_id", "turn_number", "role"),
    "fact_uses": ("fact_id", "session_id", "turn_number"),
    "tombstones": ("digest",),
    "counters": ("name", "window_start"),
    "fact_vectors": ("revision",),
    "segment_vectors": ("revision",),
    "documents": ("revision",),
}
"""Of the tables whose rows have no ``seq``."""
_SEARCHED = {
    "facts": ("fact",),
    "segments": ("topic", "discussed", "outcome", "decisions", "open_questions"),
}
_FIELD = "INSERT INTO document_fields (namespace, id, name, number, words) VALUES (%s,%s,%s,%s,%s)"


class PostgresTransfer:
    """See ``Transfer`` in ``storage/base/transfer``."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._halves = database.server.halves

    def count(self, table: str) -> int:
        with self._database.reading() as connection:
            row = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
        return int(row[0]) if row else 0

    def read(self, table: str, after: Place | None, limit: int) -> list[tuple[Place, Row]]:
        order = _ORDERS.get(table, ("seq",))
        names, width = ", ".join(order), len(order)
        columns = [self._selected(table, column) for column in TABLES[table].columns]
        behind = f"WHERE ({names}) > ({', '.join(['%s'] * width)})" if after else ""
        with self._database.reading() as connection:
            rows = connection.execute(
                f"SELECT {names}, {', '.join(columns)} FROM {table} {behind}"
                f" ORDER BY {names} LIMIT %s",
                (*(after or ()), limit),
            ).fetchall()
        return [
            ([_plain(value) for value in row[:width]], self._told(table, row[width:]))
            for row in rows
        ]

    def take(self, table: str, rows: Sequence[Row]) -> None:
        columns, marks = list(TABLES[table].columns), ["%s"] * len(TABLES[table].columns)
        if table in _SEARCHED:
            columns += ["words", "length"]
            marks += ["array_to_tsvector(%s::text[])", "%s"]
        with self._database.transaction() as connection:
            if self._halves and table.endswith("_vectors"):
                know_halves(connection, self._halves)
            cursor = connection.cursor()
            cursor.executemany(
                f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join(marks)})",
                [self._kept(table, row) for row in rows],
            )
            if table == "documents":
                cursor.executemany(_FIELD, list(_fields(rows)))

    def clear(self, table: str) -> None:
        with self._database.transaction() as connection:
            connection.execute(f"DELETE FROM {table}")

    def _selected(self, table: str, column: str) -> str:
        half = self._halves and column in TABLES[table].vectors
        return f"halfvec_send({column})" if half else column

    def _told(self, table: str, row: Row) -> Row:
        kind, told = TABLES[table], []
        for column, value in zip(kind.columns, row, strict=True):
            half = self._halves and column in kind.vectors
            told.append(Half.of_wire(value) if half else _plain(value))
        return tuple(told)

    def _kept(self, table: str, row: Row) -> Row:
        kind, kept = TABLES[table], dict(zip(TABLES[table].columns, row, strict=True))
        for column in kind.flags:
            kept[column] = bool(kept[column])
        if self._halves:
            kept |= {column: Half(kept[column]) for column in kind.vectors}
        if table in _SEARCHED:
            text = "\n".join(kept[column] for column in _SEARCHED[table])
            return (*kept.values(), *indexed(text))
        return tuple(kept.values())


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    return int(value) if isinstance(value, bool) else value


def _fields(rows: Sequence[Row]) -> Iterator[Row]:
    for namespace, id, _, fields, *_ in rows:
        for name, value in from_json(fields).items():
            yield (namespace, id, name, *column_of(value))
