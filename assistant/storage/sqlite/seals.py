"""A checksum beside every row, so that a flipped bit is found: SQLite itself has none.

Triggers keep one seal for each row of ``SEALED``, made of what was meant to be written. A row that
no longer fits its seal was altered on the disk; one that is gone while its seal remains was lost.
"""

# ruff: noqa: S608 -- the names of tables and columns are constants
from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable, Mapping, Sequence

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
    "documents": ("seq",),
    "document_fields": ("seq",),
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
    """Seal what is there, and from now on all that changes: the first migration of this kind."""
    seal(*_present(connection))(connection)


def seal(*tables: str) -> Callable[[sqlite3.Connection], None]:
    """A migration that seals tables, for those that are new or were altered by the one before."""

    def run(connection: sqlite3.Connection) -> None:
        allow_seals(connection)
        for table in tables:
            _begin(connection, table, SEALED[table])
            row, sum_ = _row(SEALED[table], table), _seal(connection, table, table)
            connection.execute(f"INSERT INTO {table}_seals SELECT {row}, {sum_} FROM {table}")

    return run


def part_seals(connection: sqlite3.Connection) -> None:
    """The seals of all tables stood in one, in whose middle every new row made pages overflow.
    They are moved as they are: what was altered on the disk by then is still found."""
    allow_seals(connection)
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'seals'").fetchone():
        return
    for table, names in _present(connection).items():
        _begin(connection, table, names)
        row = "CAST(row AS INTEGER)" if _is_counted(names) else "row"
        connection.execute(
            f"INSERT INTO {table}_seals SELECT {row}, seal FROM seals WHERE kind = '{table}'"
        )
    connection.execute("DROP TABLE seals")


def _present(connection: sqlite3.Connection) -> Mapping[str, Sequence[str]]:
    """The tables that there are to seal: later migrations make more."""
    rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    there = {name for (name,) in rows}
    return {table: names for table, names in SEALED.items() if table in there}


def _begin(connection: sqlite3.Connection, table: str, names: Sequence[str]) -> None:
    """An empty table of seals, and the triggers that fill it."""
    connection.execute(f"DROP TABLE IF EXISTS {table}_seals")
    kind, rest = ("INTEGER", "") if _is_counted(names) else ("TEXT", " WITHOUT ROWID")
    connection.execute(
        f"CREATE TABLE {table}_seals (row {kind} PRIMARY KEY NOT NULL, seal INTEGER NOT NULL){rest}"
    )
    new, old, seal = _row(names, "new"), _row(names, "old"), _seal(connection, table, "new")
    for event, name, statement in (
        ("INSERT", "sealed", f"INSERT INTO {table}_seals VALUES ({new}, {seal})"),
        ("UPDATE", "sealed_anew",
         f"UPDATE {table}_seals SET row = {new}, seal = {seal} WHERE row = {old}"),
        ("DELETE", "unsealed", f"DELETE FROM {table}_seals WHERE row = {old}"),
    ):  # fmt: skip
        connection.execute(f"DROP TRIGGER IF EXISTS {table}_{name}")
        connection.execute(
            f"CREATE TRIGGER {table}_{name} AFTER {event} ON {table} BEGIN {statement}; END"
        )


def broken_seals(connection: sqlite3.Connection) -> list[str]:
    """What no longer is what was written, in plain words. Reads every row."""
    found = []
    for table, names in SEALED.items():
        row, seal = _row(names, table), _seal(connection, table, table)
        altered, lost = connection.execute(
            f"SELECT (SELECT count(*) FROM {table} LEFT JOIN {table}_seals AS s"
            f" ON s.row = {row} WHERE s.seal IS NOT {seal}),"
            f" (SELECT count(*) FROM {table}_seals WHERE row NOT IN (SELECT {row} FROM {table}))"
        ).fetchone()
        if altered:
            found.append(f"{altered} of the rows in {table} are not what was written")
        if lost:
            found.append(f"{lost} of the rows in {table} are gone")
    return found


def drop_broken(connection: sqlite3.Connection, table: str) -> None:
    """Delete the rows that are not what was written: for what can be made again."""
    allow_seals(connection)
    row, seal = _row(SEALED[table], table), _seal(connection, table, table)
    connection.execute(
        f"DELETE FROM {table} WHERE {seal} IS NOT"
        f" (SELECT seal FROM {table}_seals AS s WHERE s.row = {row})"
    )


def _seal(connection: sqlite3.Connection, table: str, of: str) -> str:
    """Of the values' types and bytes, since altered text may be no text any more."""
    columns = [f"{of}.{row[1]}" for row in connection.execute(f"PRAGMA table_info({table})")]
    types = " || ".join(f"typeof({column})" for column in columns)
    values = ", ".join(f"CAST({value} AS BLOB)" for value in (f"({types})", *columns))
    return f"{_FUNCTION}({values})"


def _is_counted(names: Sequence[str]) -> bool:
    """Whether rows are numbered in the order of their arrival."""
    return tuple(names) == ("seq",)


def _row(names: Sequence[str], of: str) -> str:
    """What a row is called in its table of seals: its number, else its names as one text."""
    if _is_counted(names):
        return f"{of}.seq"
    return " || ' ' || ".join(f"{of}.{name}" for name in names) + " || ''"
