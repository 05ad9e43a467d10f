"""What is to be erased: tasks noted in the transaction that hides, done when all files are clean.

Rows of ``upkeep``: ``forget:<number>`` is a task, ``forgotten`` the latest number, which stays, and
``scrub`` says that the database's own pages may hold erased bytes.
"""

# ruff: noqa: S608 -- the names of tables and columns are constants; values are bound
from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from assistant.steps import reached_now
from assistant.storage.sqlite.connection import Database
from assistant.storage.sqlite.rows import to_instant

if TYPE_CHECKING:
    from assistant.storage.sqlite.presence import Presence

SCRUB, _LATEST, TASK = "scrub", "forgotten", "forget:"

# Each table whose rows tell of what was said, and its columns; facts are erased by their ids.
TOLD: Mapping[str, tuple[str, ...]] = {
    "segments": ("topic", "discussed", "outcome", "decisions", "open_questions"),
    "documents": ("id", "content", "fields"),
    "keyvalue": ("key", "value"),
    "errors": ("message",),
    "messages": ("content",),
}


class SQLiteErasures:
    """See ``Erasures`` in ``storage/base``."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.words: dict[int, tuple[str, ...]] = {}
        """Of the tasks that this process noted."""

    @cached_property
    def presence(self) -> Presence:
        """Which turns are under way."""
        from assistant.storage.sqlite.presence import Presence

        return Presence(self._database.path)

    @contextmanager
    def turn(self) -> Iterator[int]:
        with self.presence.turn():
            with self._database.reading() as connection:
                number = _latest(connection)
            yield number

    def owe(self, traces: Sequence[str], words: Sequence[str], at: datetime) -> None:
        with self._database.transaction() as connection:
            number = _latest(connection) + 1
            upto = {table: _last(connection, table) for table in TOLD}
            value = {"at": to_instant(at), "traces": list(traces), "upto": upto}
            _set(connection, _LATEST, str(number))
            _set(connection, name_of(number), json.dumps(value))
            owe_scrub(connection)
            self._database.after_commit(lambda: self.words.update({number: tuple(words)}))
        reached_now("recorded")

    def since(self, number: int) -> list[str]:
        with self._database.reading() as connection:
            if _latest(connection) <= number:
                return []
            from assistant.storage.sqlite.tasks import tasks_in

            later = [task for task in tasks_in(connection) if task.number > number]
            return [trace for task in later for trace in task.traces]

    def pending(self) -> bool:
        with self._database.reading() as connection:
            return is_owed(connection)


def name_of(number: int) -> str:
    """Of a task's row: in the order of the numbers."""
    return f"{TASK}{number:012}"


def owe_scrub(connection: sqlite3.Connection) -> None:
    """Note, inside the transaction that erases, that bytes remain to be scrubbed: with another
    value each time, so that whoever scrubs sees whether something was erased meanwhile."""
    connection.execute(
        "INSERT INTO upkeep (name, value) VALUES (?, hex(randomblob(8)))"
        " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (SCRUB,),
    )


def is_owed(connection: sqlite3.Connection) -> bool:
    """One look at an index, whatever the size of the home."""
    found = connection.execute(
        "SELECT 1 FROM upkeep WHERE name = ? OR (name > ? AND name < ?) LIMIT 1",
        (SCRUB, TASK, f"{TASK}a"),
    )
    return found.fetchone() is not None


def _latest(connection: sqlite3.Connection) -> int:
    row = connection.execute("SELECT value FROM upkeep WHERE name = ?", (_LATEST,)).fetchone()
    return int(row[0]) if row else 0


def _last(connection: sqlite3.Connection, table: str) -> int:
    return int(connection.execute(f"SELECT coalesce(max(seq), 0) FROM {table}").fetchone()[0])


def _set(connection: sqlite3.Connection, name: str, value: str) -> None:
    connection.execute(
        "INSERT INTO upkeep (name, value) VALUES (?, ?)"
        " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (name, value),
    )
