"""Putting a backup to the test without touching what is in use."""

# ruff: noqa: S608 -- the names of tables and columns are constants
from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from assistant.storage.sqlite import digests
from assistant.storage.sqlite.backups import KEPT, erase
from assistant.storage.sqlite.digests import Digest, read_only
from assistant.storage.sqlite.seals import SEALED

_PREFIX = "drill-"


class Since(NamedTuple):
    """Rows by table that came, or went, after a backup was made."""

    newer: dict[str, int]
    gone: dict[str, int]


@contextmanager
def temporary_home(data: Path) -> Iterator[Path]:
    """A folder (0700) inside the home, so that it is as private; overwritten and removed."""
    sweep_drills(data)
    folder = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-", dir=data))
    try:
        yield folder
    finally:
        _remove(folder)


def sweep_drills(data: Path, *, running: bool = False) -> None:
    """Remove what killed drills left; with ``running`` also those that go on."""
    for folder in data.glob(f"{_PREFIX}*-*"):
        if running or not _lives(folder.name.removeprefix(_PREFIX).partition("-")[0]):
            _remove(folder)


def altered_tables(copy: Path, made: Digest) -> list[str]:
    """The tables whose rows are not those that were there when the copy was made."""
    with closing(read_only(copy)) as connection:
        now = digests.tables_of(connection)
    return [table for table in {**made.tables, **now} if now.get(table) != made.tables.get(table)]


def since(database: Path, copy: Path) -> Since:
    """What a database has that a copy of it has not, and the other way round; of what is backed
    up at all. Raises sqlite3.Error when either cannot be read."""
    found = Since({}, {})
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
        connection.execute("ATTACH ? AS copied", (f"{copy.as_uri()}?mode=ro&immutable=1",))
        for table, condition in KEPT.items():
            names = ", ".join(SEALED[table])
            lasting = condition.replace("source.", "main.")
            live = f"SELECT {names} FROM main.{table} AS t WHERE {lasting}"
            copied = f"SELECT {names} FROM copied.{table}"
            for told, more, less in ((found.newer, live, copied), (found.gone, copied, live)):
                count = f"SELECT count(*) FROM ({more} EXCEPT {less})"
                (told[table],) = connection.execute(count).fetchone()
    return Since(*({t: n for t, n in told.items() if n} for told in found))


def _remove(folder: Path) -> None:
    for file in folder.rglob("*"):
        if file.is_file() and not file.is_symlink():
            with suppress(OSError):
                erase(file)
    shutil.rmtree(folder, ignore_errors=True)


def _lives(process: str) -> bool:
    try:
        os.kill(int(process), 0)
    except PermissionError:
        return True
    except (ValueError, OSError):
        return False
    return True
