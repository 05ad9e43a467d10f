"""One database file from plain to encrypted or back: written beside, compared, moved over."""

# ruff: noqa: S608 -- the names of tables and columns are the schema's own
from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, cast

from assistant.errors import BadData, StorageUnavailable, TryAgainLater
from assistant.storage.encryption.files import put_in_place, unfinished
from assistant.storage.sqlite.driver import Driver, database_errors, is_plain, operational_errors
from assistant.storage.sqlite.failures import translated
from assistant.storage.sqlite.files import COMPANIONS, make_private_file

_TARGET = "converted"


def convert_database(
    file: Path, source: Driver, target: Driver, before: Callable[[], None] | None = None
) -> bool:
    """Have ``target`` open what ``source`` opened. Tell whether anything was to be done.

    Every row of the copy is compared with its original; then ``before`` is called, and the copy
    takes its place. A failure or a kill leaves the file as it was. Raises TryAgainLater while
    another program has it open, Damaged and StorageUnavailable as SQLite does.
    """
    file = file.resolve()  # a link stays one, and no plain bytes where it leads
    if not file.exists() or not file.stat().st_size or is_plain(file) == (target.key is None):
        return False
    beside = unfinished(file)
    remove_with_companions(beside)
    make_private_file(beside)
    try:
        with translated(file), alone_with(file, source) as original:
            _export(original, beside, target)
            _compare(original, beside, target, file)
            if before:
                before()
            put_in_place(beside, file)
    except BaseException:
        remove_with_companions(beside)
        raise
    return True


def opens(file: Path, driver: Driver) -> bool:
    """Whether ``driver`` reads a database; how a file begins tells that of no damaged one."""
    try:
        with closing(driver.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            connection.execute("SELECT count(*) FROM sqlite_master")
    except database_errors() as error:
        return error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)
    return True


@contextmanager
def alone_with(file: Path, driver: Driver) -> Iterator[sqlite3.Connection]:
    """The only connection to a database; newcomers wait. Its log is emptied into the file.

    Raises TryAgainLater where somebody else has it open.
    """
    with closing(connect_with_cipher(file, driver)) as connection:
        try:
            connection.execute("PRAGMA main.locking_mode = EXCLUSIVE")
            connection.execute("PRAGMA main.journal_mode = DELETE")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")  # the lock stays
        except operational_errors() as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            raise TryAgainLater(
                f"{file} is open in another program",
                "Close every other assistant (a chat, a script) and repeat.",
            ) from error
        yield connection


def connect_with_cipher(file: Path, driver: Driver) -> sqlite3.Connection:
    """A connection that can also attach what the other kind of driver opens."""
    from sqlcipher3 import dbapi2

    if driver.key is not None:
        return driver.connect(file, isolation_level=None)
    connection = cast("sqlite3.Connection", dbapi2.connect(file, isolation_level=None))
    connection.execute("PRAGMA cipher_log_level = NONE")
    return connection


def remove_with_companions(file: Path) -> None:
    for suffix in ("", *COMPANIONS):
        Path(f"{file}{suffix}").unlink(missing_ok=True)


def _export(original: sqlite3.Connection, beside: Path, target: Driver) -> None:
    original.execute(
        f"ATTACH CAST(? AS TEXT) AS {_TARGET} KEY ?", (os.fsencode(beside), target.password)
    )
    original.execute(f"PRAGMA {_TARGET}.synchronous = OFF")  # it is synced whole before it counts
    original.execute(f"PRAGMA {_TARGET}.journal_mode = MEMORY")
    try:
        original.execute(f"SELECT sqlcipher_export('{_TARGET}')")
    except database_errors() as error:  # without a code of its own: it comes from a function
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_ERROR:
            raise
        raise StorageUnavailable(
            f"{beside} could not be written: {error}",
            "Check the space and the health of the disk; nothing was changed.",
        ) from error
    for name in ("user_version", "application_id"):
        (value,) = original.execute(f"PRAGMA main.{name}").fetchone()
        original.execute(f"PRAGMA {_TARGET}.{name} = {int(value)}")
    original.execute(f"DETACH {_TARGET}")


def _compare(original: sqlite3.Connection, beside: Path, target: Driver, file: Path) -> None:
    """Raises BadData unless the copy is sound and holds the same, read with the driver to come."""
    with closing(target.connect(beside, isolation_level=None)) as copy:
        sound = [row[0] for row in copy.execute("PRAGMA integrity_check")] == ["ok"]
        if not sound or digest_of(copy) != digest_of(original):
            raise BadData(
                f"The copy of {file} is not what it was made of; nothing was changed",
                "Run 'assistant doctor' on it, and check the disk.",
            )


def digest_of(connection: sqlite3.Connection) -> str:
    """Of the schema, the versions, and every row of every table in the order of its key."""
    state = hashlib.sha256()
    for question in ("PRAGMA user_version", "PRAGMA application_id"):
        state.update(repr(connection.execute(question).fetchone()).encode())
    kept, connection.text_factory = connection.text_factory, bytes
    try:
        schema = connection.execute(
            "SELECT type, name, sql FROM main.sqlite_master WHERE name NOT LIKE 'sqlite_%'"
            " ORDER BY name, type"
        ).fetchall()
        state.update(repr(schema).encode() + repr(_counters(connection)).encode())
        for kind, name, sql in schema:
            if kind == b"table" and not (sql or b"").upper().startswith(b"CREATE VIRTUAL"):
                _add_rows(state, connection, name.decode())
    finally:
        connection.text_factory = kept
    return state.hexdigest()


def _counters(connection: sqlite3.Connection) -> list[Any]:
    """The last numbers given out by tables whose numbers never repeat."""
    tables = "SELECT name FROM main.sqlite_master WHERE type = 'table'"
    if not connection.execute(f"{tables} AND name = 'sqlite_sequence'").fetchone():
        return []
    return connection.execute(
        f"SELECT name, seq FROM main.sqlite_sequence WHERE name IN ({tables}) ORDER BY name"
    ).fetchall()


def _add_rows(state: Any, connection: sqlite3.Connection, table: str) -> None:
    state.update(table.encode())
    columns = connection.execute(f"PRAGMA main.table_info('{table}')").fetchall()
    keys = sorted((row[5], row[0] + 1) for row in columns if row[5])
    order = ", ".join(str(column) for _, column in keys) or "rowid"
    types = ", ".join(f'typeof("{row[1].decode()}")' for row in columns)
    for row in connection.execute(f'SELECT *, {types} FROM main."{table}" ORDER BY {order}'):
        state.update(repr(row).encode())
