"""New databases of tests: copied from one that the migrations made, which takes a tenth of the time.

A home opens a new one and its first backup another, hundreds of statements each. What the
migrations do is tested in ``tests/storage``, where every database is made by them.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from assistant.storage.sqlite import backups, stores
from assistant.storage.sqlite.connection import Database
from assistant.storage.sqlite.migrations import MIGRATIONS, Migration, migrate
from assistant.storage.sqlite.seals import allow_seals

_one_at_a_time = threading.RLock()


@contextmanager
def copied() -> Iterator[None]:
    """While it lasts, a new plain database is a copy of the first."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (stores, backups):
            patch.setattr(module, "migrate", _migrate)
        yield


@contextmanager
def migrated() -> Iterator[None]:
    """While it lasts, new databases are made by the migrations, as people's are."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (stores, backups):
            patch.setattr(module, "migrate", migrate)
        yield


def _migrate(
    connection: sqlite3.Connection,
    path: Path,
    migrations: Sequence[Migration] = MIGRATIONS,
    before_change: Callable[[int], None] | None = None,
) -> bool:
    """``migrate``, begun with the copy where there is nothing yet."""
    plain = isinstance(connection, sqlite3.Connection)  # SQLCipher's is none
    with _one_at_a_time:
        new = plain and migrations is MIGRATIONS and not path.stat().st_size
        if new:
            _first().backup(connection)
            allow_seals(connection)  # as the migrations leave the connection
        return migrate(connection, path, migrations, before_change) or new


@cache
def _first() -> sqlite3.Connection:
    """A database in memory with everything that the migrations leave behind."""
    kept = sqlite3.connect(":memory:", check_same_thread=False)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "first.db"
        path.touch()
        database = Database(path)
        with database.reading() as connection:
            migrate(connection, path)
            connection.backup(kept)
        database.close()
    return kept
