"""From any earlier format of the database to today's, in one transaction.

``user_version`` holds the format, ``application_id`` tells that the file is ours. Before an
existing database is changed, a copy is left beside it. Two processes may open a fresh or old home
at the same instant: the write lock lets one of them work, and the other finds the work done.

The steps are SQL, and sqlite-utils' ``transform`` is none: it drops a table's triggers, which here
keep seals and full-text indexes, refuses to work on a table that rows of others refer to inside a
transaction, keeps every CHECK, and costs its import on each first start and each day's backup.
"""

# ruff: noqa: S608 -- the names of tables are constants; values are bound
from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from assistant.storage.sqlite.connection import BUSY_SECONDS, PAGE_SIZE
from assistant.storage.sqlite.driver import operational_errors
from assistant.storage.sqlite.failures import damaged, foreign, newer
from assistant.storage.sqlite.seals import part_seals, seal, seal_tables
from assistant.storage.sqlite.vectors import halve_vectors

APPLICATION_ID = 0x61737374  # "asst"
_SCHEMA = Path(__file__).parent / "schema"

Migration = Callable[[sqlite3.Connection], None]


def script(name: str) -> Migration:
    """A migration that runs the statements of ``schema/<name>`` inside the open transaction."""

    def run(connection: sqlite3.Connection) -> None:
        for statement in _statements((_SCHEMA / name).read_text("utf-8")):
            connection.execute(statement)

    run.__name__ = name
    return run


def rebuilt(table: str, name: str) -> Migration:
    """A migration that gives a table the definition in ``schema/<name>``, for what ALTER TABLE
    cannot change. The columns have to stay: then each row keeps its seal, and what was altered on
    the disk is still found. Its indexes and triggers are made again as they were.
    """

    def run(connection: sqlite3.Connection) -> None:
        kept = connection.execute(
            "SELECT sql FROM sqlite_master WHERE tbl_name = ? AND type IN ('index', 'trigger')"
            " AND sql IS NOT NULL",
            (table,),
        ).fetchall()
        # Under its name from the start: SQLite renames no table that a view speaks of.
        connection.execute(f"CREATE TABLE {table}_was AS SELECT * FROM {table}")
        connection.execute(f"DROP TABLE {table}")
        script(name)(connection)
        with _setting(connection, "ignore_check_constraints", 1):  # a flipped bit bars no home
            connection.execute(f"INSERT INTO {table} SELECT * FROM {table}_was")
        connection.execute(f"DROP TABLE {table}_was")
        for (sql,) in kept:
            connection.execute(sql)

    run.__name__ = name
    return run


MIGRATIONS: tuple[Migration, ...] = (
    script("0001.sql"),
    seal_tables,
    part_seals,
    script("0002.sql"),
    halve_vectors,
    script("0003.sql"),
    script("0004.sql"),
    seal("documents", "document_fields"),
    rebuilt("facts", "0005.sql"),
    script("0006.sql"),
    seal("turn_metrics"),
    script("0007.sql"),
)
"""The migration at index n leads from version n to version n + 1."""


class OtherTables(Exception):
    """The tables are not those of the format that the file says it has."""


def migrate(
    connection: sqlite3.Connection,
    path: Path,
    migrations: Sequence[Migration] = MIGRATIONS,
    before_change: Callable[[int], None] | None = None,
) -> bool:
    """Bring the database to the last version, all or nothing; tell whether anything was done.

    ``before_change`` is called with the old version before an existing database is touched, while
    nobody else can write. Raises BadData for a database that is damaged, of a later release, or
    somebody else's, and OtherTables.
    """
    version = checked_version(connection, path, len(migrations))
    _use_write_ahead_log(connection, new=version == 0)
    if version == len(migrations):
        return False
    # A table that is rebuilt would take along what refers to it. No effect inside a transaction.
    with _setting(connection, "foreign_keys", 0):
        connection.execute("BEGIN IMMEDIATE")
        try:
            version = int(connection.execute("PRAGMA user_version").fetchone()[0])
            if before_change and 0 < version < len(migrations):
                before_change(version)
            for migration in migrations[version:]:
                migration(connection)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {len(migrations)}")
            connection.execute("COMMIT")
        except BaseException as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            if _fits_no_table(error):
                raise OtherTables(f"its format is {version}, and its tables are others") from error
            raise
    return version < len(migrations)


def _fits_no_table(error: BaseException) -> bool:
    """Whether a statement met other tables than it was written for, whatever the disk can do."""
    if not isinstance(error, operational_errors()):
        return False
    return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_ERROR


@contextmanager
def _setting(connection: sqlite3.Connection, pragma: str, value: int) -> Iterator[None]:
    (before,) = connection.execute(f"PRAGMA {pragma}").fetchone()
    connection.execute(f"PRAGMA {pragma} = {value}")
    try:
        yield
    finally:
        connection.execute(f"PRAGMA {pragma} = {before}")


def checked_version(connection: sqlite3.Connection, path: Path, known: int) -> int:
    """The database's format (0: empty file), after a look that costs next to nothing.

    The header is read, its owner compared, and the file's length held against the header's page
    count, which finds a truncated file before its missing pages are asked for.
    """
    connection.execute("BEGIN")  # one instant: another process may be creating the tables
    try:
        version, owner, tables, pages, size = (
            int(connection.execute(question).fetchone()[0])  # SQLCipher gives some as text
            for question in _HEADER
        )
    finally:
        if connection.in_transaction:
            connection.execute("COMMIT")
    if owner != APPLICATION_ID and (tables or version):
        raise foreign(path)
    if version < 0:
        raise damaged(path, f"its format is {version}, which no version has")
    if version > known:
        raise newer(path, version, known)
    if version and not tables:
        raise damaged(path, "its tables are missing")
    if not version and 0 < path.stat().st_size < _SMALLEST_PAGE:  # SQLite would take it for new
        raise damaged(path, "the file is too short to be one")
    wal = Path(f"{path}-wal")
    if not (wal.exists() and wal.stat().st_size) and path.stat().st_size < pages * size:
        raise damaged(path, "the file was cut short")
    return version


_SMALLEST_PAGE = 512
_HEADER = (
    "PRAGMA user_version",
    "PRAGMA application_id",
    "SELECT count(*) FROM sqlite_master",
    "PRAGMA page_count",
    "PRAGMA page_size",
)


def _use_write_ahead_log(connection: sqlite3.Connection, *, new: bool) -> None:
    """A setting that a file has for life; a restored backup lacks it.

    The first switch needs the file alone, and SQLite does not wait for that by itself.
    """
    if new:
        connection.execute(f"PRAGMA page_size = {PAGE_SIZE}")
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except operational_errors() as error:
            busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
            if not busy or time.monotonic() > deadline:
                raise
        time.sleep(0.01)


def _statements(text: str) -> Iterator[str]:
    """The statements of an SQL script; triggers, which hold semicolons, stay whole."""
    statement = ""
    for line in text.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
