"""A checksum beside every row, so that a flipped bit is found: SQLite itself has none.

Triggers keep one seal for each row of ``SEALED``, made of what was meant to be written. A row that
no longer fits its seal was altered on the disk; one that is gone while its seal remains was lost.
"""

# ruff: noqa: S608 -- the names of tables and columns are constants
from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator, Sequence

SEALED = {
    "conversations": ("id",),
    "turns": ("session_id", "number"),
    "messages": ("seq",),
    "facts": ("seq",),
    "fact_vectors": ("seq",),
    "fact_uses": ("fact_id", "session_id", "turn_number"),
    "tombstones": ("digest",),
    "segments": ("seq",),
    "segment_vectors": ("seq",),
    "keyvalue": ("seq",),
    "turn_metrics": ("seq",),
    "errors": ("seq",),
}
"""Tables and what names a row of each; counters and logs of changes, which soon go, have none."""

_FUNCTION = "seal_of"


def seal_of(*values: bytes | None) -> int:
    """A checksum (CRC-32) of a row's values, in the order of its columns."""
    return zlib.crc32(b"\x1f".join(b"\0" if value is None else value for value in values))


def allow_seals(connection: sqlite3.Connection) -> None:
    """Let the triggers of this connection make seals; nothing can be written without."""
    connection.create_function(_FUNCTION, -1, seal_of, deterministic=True)


def seal_tables(connection: sqlite3.Connection) -> None:
    """Seal what is there, and from now on all that changes.

    The first migration of this kind, and the end of every later one that alters a sealed table.
    """
    allow_seals(connection)
    connection.execute("DROP TABLE IF EXISTS seals")
    connection.execute(
        "CREATE TABLE seals (kind TEXT NOT NULL, row TEXT NOT NULL, seal INTEGER NOT NULL,"
        " PRIMARY KEY (kind, row)) WITHOUT ROWID"
    )
    for table, names in SEALED.items():
        for statement in _triggers(connection, table, names):
            connection.execute(statement)
        row, seal = _row(names, table), _seal(connection, table, table)
        connection.execute(f"INSERT INTO seals SELECT '{table}', {row}, {seal} FROM {table}")


def _triggers(connection: sqlite3.Connection, table: str, names: Sequence[str]) -> Iterator[str]:
    new, old, seal = _row(names, "new"), _row(names, "old"), _seal(connection, table, "new")
    here = f"WHERE kind = '{table}' AND row = {old}"
    for event, name, statement in (
        ("INSERT", "sealed", f"INSERT INTO seals VALUES ('{table}', {new}, {seal})"),
        ("UPDATE", "sealed_anew", f"UPDATE seals SET row = {new}, seal = {seal} {here}"),
        ("DELETE", "unsealed", f"DELETE FROM seals {here}"),
    ):
        yield f"DROP TRIGGER IF EXISTS {table}_{name}"
        yield f"CREATE TRIGGER {table}_{name} AFTER {event} ON {table} BEGIN {statement}; END"


def broken_seals(connection: sqlite3.Connection) -> list[str]:
    """What no longer is what was written, in plain words. Reads every row."""
    found = []
    for table, names in SEALED.items():
        row, seal = _row(names, table), _seal(connection, table, table)
        altered, lost = connection.execute(
            f"SELECT (SELECT count(*) FROM {table} LEFT JOIN seals"
            f" ON seals.kind = '{table}' AND seals.row = {row} WHERE seals.seal IS NOT {seal}),"
            f" (SELECT count(*) FROM seals WHERE kind = '{table}'"
            f" AND row NOT IN (SELECT {row} FROM {table}))"
        ).fetchone()
        if altered:
            found.append(f"{altered} of the rows in {table} are not what was written")
        if lost:
            found.append(f"{lost} of the rows in {table} are gone")
    return found


def _seal(connection: sqlite3.Connection, table: str, of: str) -> str:
    """Of the values' types and bytes, since altered text may be no text any more."""
    columns = [f"{of}.{row[1]}" for row in connection.execute(f"PRAGMA table_info({table})")]
    types = " || ".join(f"typeof({column})" for column in columns)
    values = ", ".join(f"CAST({value} AS BLOB)" for value in (f"({types})", *columns))
    return f"{_FUNCTION}({values})"


def _row(names: Sequence[str], of: str) -> str:
    """Always text: SQLite looks nothing up by a number in a column that may hold either."""
    return " || ' ' || ".join(f"{of}.{name}" for name in names) + " || ''"
