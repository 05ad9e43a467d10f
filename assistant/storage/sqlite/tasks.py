"""The tasks of ``owed.py`` as whoever carries them out sees them."""

# ruff: noqa: S608 -- the names of tables and columns are constants; values are bound
from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from assistant.storage.sqlite.connection import Database
from assistant.storage.sqlite.owed import SCRUB, TASK, TOLD, name_of
from assistant.texts import texts_of

LONGEST_TURN = timedelta(days=1)
"""Where no lock tells which turns are under way, a task stays as long as any may last."""
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


def work_of(database: Database) -> Work:
    """All that is owed now."""
    with database.snapshot() as connection:
        row = connection.execute("SELECT value FROM upkeep WHERE name = ?", (SCRUB,)).fetchone()
        return Work(row[0] if row else "", tuple(tasks_in(connection)))


def may_end(task: Task, now: datetime, alone: bool | None) -> bool:
    """Whether no turn that began before the task can still write what it holds."""
    return now - task.at > LONGEST_TURN if alone is None else alone


def end(database: Database, work: Work, ended: Iterable[Task]) -> None:
    """Those tasks are done, and the pages are clean; what was noted since the work was looked at
    stays."""
    with database.transaction() as connection:
        names = [(name_of(task.number),) for task in ended]
        connection.executemany("DELETE FROM upkeep WHERE name = ?", names)
        scrubbed = (SCRUB, work.scrub)
        connection.execute("DELETE FROM upkeep WHERE name = ? AND value = ?", scrubbed)


def tasks_in(connection: sqlite3.Connection) -> Iterator[Task]:
    rows = connection.execute(
        "SELECT name, value FROM upkeep WHERE name > ? AND name < ? ORDER BY name",
        (TASK, f"{TASK}a"),
    )
    for name, value in rows.fetchall():
        read = json.loads(value)
        at = datetime.fromisoformat(read["at"])
        yield Task(int(name.removeprefix(TASK)), at, tuple(read["traces"]), read["upto"])


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
