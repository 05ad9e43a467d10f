"""What opens a database file: the SQLite of Python for a plain one, SQLCipher for an encrypted one.

Both speak the same DB-API. SQLCipher comes with an extra and is imported for an encrypted home
alone, so its exceptions, which are not those of ``sqlite3``, are known once it was.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, cast

from assistant.homekey import key_of

MAGIC = b"SQLite format 3\0"
"""How every plain database begins; an encrypted one begins with chance."""

_CIPHER = "sqlcipher3.dbapi2"


def share_memory(most: int) -> None:
    """Let all plain databases of this process keep about ``most`` bytes of their pages in memory.
    By itself SQLite keeps 2 MB for each connection: with many homes that grows as they do."""
    with closing(sqlite3.connect(":memory:")) as any_connection:
        any_connection.execute(f"PRAGMA soft_heap_limit = {most}")


class Sum(Protocol):
    """What is fed with bytes and sums them up, as ``hashlib`` and ``hmac`` do."""

    def update(self, data: bytes, /) -> None: ...
    def hexdigest(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Driver:
    """Opens files with ``key`` (32 bytes, used as they are), or as plain ones without."""

    key: bytes | None = field(default=None, repr=False)

    def connect(self, file: str | Path, **options: Any) -> sqlite3.Connection:
        """What ``sqlite3.connect`` gives for the same options; the key is set, not yet tried."""
        if self.key is None:
            return cast("sqlite3.Connection", sqlite3.connect(file, **options))
        from sqlcipher3 import dbapi2

        connection = cast("sqlite3.Connection", dbapi2.connect(file, **options))
        try:
            connection.execute("PRAGMA cipher_log_level = NONE")  # it would write to stderr
            connection.execute(f'PRAGMA key = "{self.password}"')
        except BaseException:
            connection.close()
            raise
        return connection

    def attach(self, connection: sqlite3.Connection, file: str | Path, name: str) -> None:
        """Attach another file of the same kind to a connection of this driver; a URI where that may
        open them."""
        given = os.fsencode(file)  # as bytes: a folder's name need not be UTF-8
        if self.key is None:
            connection.execute(f"ATTACH CAST(? AS TEXT) AS {name}", (given,))
        else:
            connection.execute(f"ATTACH CAST(? AS TEXT) AS {name} KEY ?", (given, self.password))

    def image(self, connection: sqlite3.Connection) -> bytes:
        """Everything that a database holds: its pages, free ones included. Those of an encrypted
        one are ciphertext to all but SQLCipher, which gives its rows and index entries alone."""
        if self.key is None:
            return connection.serialize()
        return b"\0".join(_values(connection))

    def fingerprint(self, of: str) -> Sum:
        """What sums up rows: for an encrypted file with a key of its own, derived for ``of``, so
        that rows can neither be guessed from a sum nor two sums be compared."""
        if self.key is None:
            return hashlib.sha256()
        derived = hmac.digest(self.key, f"assistant v1 rows {of}".encode(), "sha256")
        return hmac.new(derived, digestmod="sha256")

    @property
    def password(self) -> str:
        """The key in SQLCipher's words; "" stands for a plain file."""
        return "" if self.key is None else f"x'{self.key.hex()}'"


PLAIN = Driver()


def driver_for(database: Path) -> Driver:
    """What opens the databases of a home. Raises NotAuthorised for one that nobody unlocked."""
    key = key_of(database.parent)
    return Driver(key.database) if key else PLAIN


def _values(connection: sqlite3.Connection) -> Iterator[bytes]:
    """Every value of every table as bytes, those that keep the full-text indexes included."""
    tables = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
    ).fetchall()
    for (table,) in tables:
        columns = connection.execute(f"PRAGMA table_info('{table}')").fetchall()
        values = ", ".join(f'CAST("{column[1]}" AS BLOB)' for column in columns)
        for row in connection.execute(f'SELECT {values} FROM "{table}"'):  # noqa: S608 (our names)
            yield from (value for value in row if value is not None)


def database_errors() -> tuple[type[sqlite3.Error], ...]:
    """What a failing connection raises; for ``except``, which asks when something failed."""
    return _both("Error")


def operational_errors() -> tuple[type[sqlite3.OperationalError], ...]:
    return _both("OperationalError")


def integrity_errors() -> tuple[type[sqlite3.IntegrityError], ...]:
    return _both("IntegrityError")


def _both(name: str) -> tuple[Any, ...]:
    cipher = sys.modules.get(_CIPHER)
    ours = getattr(sqlite3, name)
    return (ours,) if cipher is None else (ours, getattr(cipher, name))


def is_plain(file: Path) -> bool:
    """Whether a file is a plain database; an empty or missing one is not.

    Not for a database that this process has open: closing the file drops SQLite's locks.
    """
    try:
        with file.open("rb") as stream:
            return stream.read(len(MAGIC)) == MAGIC
    except FileNotFoundError:
        return False
