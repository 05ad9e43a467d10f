"""Scrubbing, checking and settling the database file.

``secure_delete`` alone does not keep the promise of a forgotten text: rows that move between pages
leave stale copies behind (measured: one erased row in some 600), the full-text index keeps words
until its parts are merged, the write-ahead log and the backups keep old pages. So scrubbing
merges, rewrites the file, truncates the log and removes the copies. That it is owed is noted in
the transaction that erases (``owed.py``); ``erasing.py`` does it.

FTS5's own ``secure-delete`` option is left off: an index written with it cannot be read by the
SQLite (before 3.42) of another Python on the same machine, and merging does the same here.
"""

# ruff: noqa: S608 -- the names of tables and columns are constants; values are bound
from __future__ import annotations

import sqlite3

from assistant.clock import read_instant
from assistant.errors import BadData
from assistant.steps import reached_now
from assistant.storage.sqlite.changes import ALL
from assistant.storage.sqlite.connection import Database
from assistant.storage.sqlite.driver import database_errors
from assistant.storage.sqlite.failures import locked, translated_reading
from assistant.storage.sqlite.seals import broken_seals

_INDEXES = ("facts_fts", "segments_fts")
DATED = {
    "facts": ("id", "created_at", "last_confirmed_at", "retired_at"),
    "fact_uses": ("fact_id", "at"),
    "conversations": ("id", "created_at", "last_activity_at", "ended_at"),
    "messages": ("id", "timestamp", "summarized_at"),
    "segments": ("id", "created_at"),
    "turn_metrics": ("session_id", "at"),
    "tool_runs": ("session_id", "at"),
    "errors": ("at", "at"),
}
"""Tables, what names a row there, and its dates."""


def scrub_file(database: Database) -> None:
    """Leave erased bytes neither in the database nor in its write-ahead log.

    Raises TryAgainLater while another program reads or writes for long.
    """
    with database.transaction() as connection:
        for index in _INDEXES:
            connection.execute(f"INSERT INTO {index} ({index}) VALUES ('optimize')")
        for changes in ALL:
            changes.clear(connection)
    reached_now("merged")
    with database.reading() as connection:
        connection.execute("VACUUM")
    reached_now("rewritten")
    settle(database)
    reached_now("emptied")


def settle(database: Database) -> None:
    """Move everything from the write-ahead log to the main file, and empty the log."""
    with database.reading() as connection:
        busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy:
        raise locked(database.path)


def unusable_rows(database: Database) -> list[tuple[str, str, str]]:
    """Rows whose dates cannot be used: the table, what names the row, and why. Reads all rows."""
    found = []
    with database.reading() as connection:
        for table, (name, *dates) in DATED.items():
            for row in connection.execute(f"SELECT {name}, {', '.join(dates)} FROM {table}"):
                for date in row[1:]:
                    if why := _unreadable(date):
                        found.append((table, str(row[0]), why))
                        break
    return found


def _unreadable(date: object) -> str:
    try:
        if date is not None:
            read_instant(date)  # type: ignore[arg-type] # whatever was stored in its place
    except (TypeError, ValueError, OverflowError) as error:
        return str(error)
    return ""


def problems_of(database: Database) -> list[str]:
    """What is wrong with the file, in plain words: a full check, which reads all of it."""
    try:
        with translated_reading(database.path):
            return _problems(database)
    except BadData as error:
        return [error.message]


def _problems(database: Database) -> list[str]:
    connection = database.connect()
    try:
        found = [row[0] for row in connection.execute("PRAGMA integrity_check") if row[0] != "ok"]
        found += [
            f"a row of {table} refers to one of {parent} that is not there"
            for table, _, parent, _ in connection.execute("PRAGMA foreign_key_check")
        ]
        for index in _INDEXES:
            found += _index_problems(connection, index)
        found += broken_seals(connection)
    finally:
        connection.close()
    return found


def _index_problems(connection: sqlite3.Connection, index: str) -> list[str]:
    """Compare a full-text index with the texts: it also tells of texts whose bytes were altered."""
    try:
        connection.execute(f"INSERT INTO {index} ({index}, rank) VALUES ('integrity-check', 1)")
    except database_errors() as error:
        if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR):
            raise
        return [f"{index} does not agree with the texts it indexes"]
    return []
