"""What is to be erased: tasks noted in the transaction that hides, done when all files are clean.

Rows of ``upkeep``: ``forget:<number>`` is a task, ``forgotten`` the latest number, which stays, and
``scrub`` says that the database's own pages may hold erased bytes.
"""

# ruff: noqa: S608 -- the names of tables and columns are constants; values are bound
from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import NamedTuple

from assistant.steps import reached_now
from assistant.storage.sqlite.connection import Database
from assistant.storage.sqlite.presence import Presence
from assistant.storage.sqlite.rows import to_instant
from assistant.texts import texts_of

LONGEST_TURN = timedelta(days=1)
"""Where no lock tells which turns are under way, a task stays as long as any may last."""
_SCRUB, _LATEST, _TASK = "scrub", "forgotten", "forget:"
_DIGITS = 12

# Each table whose rows tell of what was said, and its columns; facts are erased by their ids.
TOLD: Mapping[str, tuple[str, ...]] = {
    "segments": ("topic", "discussed", "outcome", "decisions", "open_questions"),
    "keyvalue": ("key", "value"),
    "errors": ("message",),
    "messages": ("content",),
}
_KEPT_SPACE = "keys"


class Task(NamedTuple):
    """``upto`` names the last row of each table that was there when it was noted."""

    number: int
    at: datetime
    traces: tuple[str, ...]
    upto: Mapping[str, int]


class Work(NamedTuple):
    """All that is owed at one moment. ``scrub`` is empty where nothing was erased in the pages."""

    scrub: str
    tasks: tuple[Task, ...]

    def __bool__(self) -> bool:
        return bool(self.scrub or self.tasks)

    @property
    def traces(self) -> tuple[str, ...]:
        return tuple(trace for task in self.tasks for trace in task.traces)


class SQLiteErasures:
    """See ``Erasures`` in ``storage/base.py``."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.presence = Presence(database.path)
        self.words: dict[int, tuple[str, ...]] = {}
        """Of the tasks that this process noted."""

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
            _set(connection, f"{_TASK}{number:0{_DIGITS}}", json.dumps(value))
            owe_scrub(connection)
        self.words[number] = tuple(words)
        reached_now("recorded")

    def since(self, number: int) -> list[str]:
        with self._database.reading() as connection:
            if _latest(connection) <= number:
                return []
            return [t for task in _tasks(connection) if task.number > number for t in task.traces]

    def pending(self) -> bool:
        with self._database.reading() as connection:
            return is_owed(connection)

    def work(self) -> Work:
        with self._database.snapshot() as connection:
            row = connection.execute("SELECT value FROM upkeep WHERE name = ?", (_SCRUB,))
            scrub = row.fetchone()
            return Work(scrub[0] if scrub else "", tuple(_tasks(connection)))

    def may_end(self, task: Task, now: datetime, alone: bool | None) -> bool:
        """Whether no turn that began before the task can still write what it holds."""
        return now - task.at > LONGEST_TURN if alone is None else alone

    def end(self, work: Work, ended: Iterable[Task], *, scrubbed: bool) -> None:
        """Those tasks are done; what was noted since the work was looked at stays."""
        with self._database.transaction() as connection:
            for task in ended:
                name = f"{_TASK}{task.number:0{_DIGITS}}"
                connection.execute("DELETE FROM upkeep WHERE name = ?", (name,))
                self.words.pop(task.number, None)
            if scrubbed:
                connection.execute(
                    "DELETE FROM upkeep WHERE name = ? AND value = ?", (_SCRUB, work.scrub)
                )


def owe_scrub(connection: sqlite3.Connection) -> None:
    """Note, inside the transaction that erases, that bytes remain to be scrubbed: a count, so that
    whoever scrubs sees whether something was erased meanwhile."""
    connection.execute(
        "INSERT INTO upkeep (name, value) VALUES (?, '1')"
        " ON CONFLICT (name) DO UPDATE SET value = CAST(value AS INTEGER) + 1",
        (_SCRUB,),
    )


def is_owed(connection: sqlite3.Connection) -> bool:
    """One look at an index, whatever the size of the home."""
    found = connection.execute(
        "SELECT 1 FROM upkeep WHERE name = ? OR (name > ? AND name < ?) LIMIT 1",
        (_SCRUB, _TASK, f"{_TASK}a"),
    )
    return found.fetchone() is not None


def drop_cached(database: Database, tells: Callable[[str], bool]) -> None:
    """Results of tools that tell of it: a turn that was killed may have left them."""
    _purge(database, tells, "keyvalue", "namespace LIKE 'tools/%'")


def drop_told(database: Database, tells: Callable[[str], bool], tasks: Sequence[Task]) -> None:
    """Whatever tells of it and was there when it was noted: found, it would have gone then."""
    for table in TOLD:
        upto = min(task.upto.get(table, 0) for task in tasks)
        rows = f"seq <= {int(upto)}"
        if table == "keyvalue":
            rows += f" AND namespace <> '{_KEPT_SPACE}'"
        _purge(database, tells, table, rows)


def _purge(database: Database, tells: Callable[[str], bool], table: str, rows: str) -> None:
    with database.transaction() as connection:
        found = connection.execute(
            f"SELECT seq, {', '.join(TOLD[table])} FROM {table} WHERE {rows}"
        )
        gone = [(seq,) for seq, *texts in found if tells(_text_of(texts))]
        if table == "messages":
            change = "UPDATE messages SET content = '', summarized_at = timestamp WHERE seq = ?"
        else:
            change = f"DELETE FROM {table} WHERE seq = ?"
        connection.executemany(change, gone)


def _text_of(columns: Iterable[str]) -> str:
    return "\n".join(text for column in columns for text in _texts(column))


def _texts(column: str) -> Iterator[str]:
    if column[:1] not in '"{[':
        return iter((column,))
    try:
        return texts_of(json.loads(column))
    except (ValueError, RecursionError):
        return iter((column,))


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


def _tasks(connection: sqlite3.Connection) -> Iterator[Task]:
    rows = connection.execute(
        "SELECT name, value FROM upkeep WHERE name > ? AND name < ? ORDER BY name",
        (_TASK, f"{_TASK}a"),
    )
    for name, value in rows.fetchall():
        read = json.loads(value)
        at = datetime.fromisoformat(read["at"])
        yield Task(int(name.removeprefix(_TASK)), at, tuple(read["traces"]), read["upto"])
