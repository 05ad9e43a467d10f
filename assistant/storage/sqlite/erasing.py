"""Carrying out what is owed: afterwards no file of the home holds a byte of it.

Each step may be repeated by any process at any time, and each is whole or not done: whoever is
killed or kept waiting leaves the rest to the next. A task ends when every file was read and found
clean, after all turns that began before it are over.
"""

# ruff: noqa: S608 -- the names of tables and columns are the database's own
from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from assistant.errors import AssistantError, TryAgainLater
from assistant.steps import reached_now
from assistant.storage.base import Surroundings
from assistant.storage.sqlite.connection import PAGE_SIZE, Database
from assistant.storage.sqlite.owed import SQLiteErasures
from assistant.storage.sqlite.tasks import (
    Task,
    Work,
    drop_cached,
    drop_told,
    end,
    may_end,
    work_of,
)
from assistant.storage.sqlite.upkeep import scrub_file, settle

MOST_NEEDLES = 200
"""Words looked for in the bytes: more, where thousands of facts go at once, tell nothing more."""
LARGEST = 512 * 1024 * 1024
"""Bytes of a database that are held in memory to be looked through; a larger one was rewritten."""
_NEVER_TOLD = ("sqlite_", "facts_fts", "segments_fts")


def carry_on(
    database: Database,
    erasures: SQLiteErasures,
    surroundings: Surroundings | None,
    key: Callable[[], bytes],
    back_up: Callable[[], None],
    now: datetime,
) -> bool:
    """Do all that is owed, as far as other programs let it; tell whether nothing is left.

    Raises TryAgainLater where one keeps the database from being rewritten, OSError where a file
    resists. What is left stays noted.
    """
    work = work_of(database)
    if not work:
        return True
    alone = erasures.presence.alone()  # before anything is erased: what ended turns left goes too
    reached_now("begun")
    clean = _erase_beside(database, surroundings, key, work)
    reached_now("beside")
    settle(database)  # a reader that holds the log would make the rest vain
    scrub_file(database)
    _remove_copies(database)
    reached_now("copies")
    back_up()
    reached_now("backed up")
    found = _found(database, surroundings, erasures, work) if work.tasks else None
    if found:
        raise TryAgainLater(f"{found} still holds what was forgotten", "It is tried again.")
    reached_now("read")
    ended = [t for t in work.tasks if clean and may_end(t, now, alone)]
    end(database, work, ended)
    for task in ended:
        erasures.words.pop(task.number, None)
    with suppress(AssistantError):  # the hashes of the task, not the words
        settle(database)
    reached_now("done")
    return len(ended) == len(work.tasks)


def _erase_beside(
    database: Database, surroundings: Surroundings | None, key: Callable[[], bytes], work: Work
) -> bool:
    """The text files, and rows that another process may have left."""
    if not work.tasks:
        return True
    if surroundings is None:
        return False
    hashed = key()
    clean = surroundings.erase(work.traces, hashed)
    tells = surroundings.teller(work.traces, hashed)
    drop_cached(database, tells)
    drop_told(database, tells, work.tasks)  # also of rows that no reader could use
    return clean


def _remove_copies(database: Database) -> None:
    from assistant.storage.sqlite.backups import remove_copies

    remove_copies(database)


def _found(
    database: Database, surroundings: Surroundings | None, erasures: SQLiteErasures, work: Work
) -> Path | None:
    """The first file whose bytes hold a word that was to go and that nothing kept holds."""
    needles = _needles(erasures, work.tasks)
    if not needles:
        return None
    for file, content in _contents(database, surroundings):
        there = [needle for needle in needles if any(f in content for f in _forms(needle))]
        if not all(_is_kept(database, needle) for needle in there):
            return file
    return None


def _contents(
    database: Database, surroundings: Surroundings | None
) -> Iterator[tuple[Path, bytes]]:
    """Every file of the home that may hold words, its letters of ASCII small.

    The database itself is read through SQLite, free pages included: to close a descriptor of it, or
    of its -shm, which holds numbers alone, would drop the locks of this process.
    """
    with database.reading() as connection:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        if pages * PAGE_SIZE <= LARGEST:
            yield database.path, database.driver.image(connection).lower()
    own = {database.path, Path(f"{database.path}-shm")}
    others = database.path.parent.glob(f"{database.path.name}*")
    for file in (*others, *(surroundings.files() if surroundings else ())):
        if file not in own:
            with suppress(FileNotFoundError), file.open("rb") as opened:  # it may be gone by now
                yield file, opened.read(LARGEST).lower()


def _needles(erasures: SQLiteErasures, tasks: Iterable[Task]) -> list[str]:
    words = dict.fromkeys(w for task in tasks for w in erasures.words.get(task.number, ()))
    return sorted(words, key=len, reverse=True)[:MOST_NEEDLES]


def _forms(needle: str) -> set[bytes]:
    """As a file may write it; letters of ASCII are compared without their case."""
    return {form.encode("utf-8", "replace").lower() for form in _cases(needle)}


def _cases(text: str) -> Iterator[str]:
    yield from (text, text.lower(), text.upper(), text.title())


def _is_kept(database: Database, needle: str) -> bool:
    """Whether a row that stays holds it: another fact, what was said since."""
    with database.reading() as connection:
        return any(_holds(connection, table, needle) for table in _tables(connection))


def _tables(connection: sqlite3.Connection) -> list[str]:
    rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    return [name for (name,) in rows if not name.startswith(_NEVER_TOLD)]


def _holds(connection: sqlite3.Connection, table: str, needle: str) -> bool:
    columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    wanted = needle.lower()
    for column in columns:
        rows = connection.execute(f"SELECT {column} FROM {table} WHERE typeof({column}) = 'text'")
        if any(wanted in text.lower() for (text,) in rows):
            return True
    return False
