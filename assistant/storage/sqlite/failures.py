"""SQLite's failures as the program's own: what happened, to which file, what to do next."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from assistant.errors import (
    AssistantError,
    BadData,
    Damaged,
    StorageUnavailable,
    TryAgainLater,
)
from assistant.homekey import is_encrypted
from assistant.storage.sqlite.driver import database_errors
from assistant.storage.sqlite.rows import UnreadableRow

_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT}
_REFUSED = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}

_ALTERED = (
    "decode to UTF-8",
    "no such column",
    "no such table",
    "foreign key mismatch",
    "unrecognized option",
    "parse error in",
    "invalid fts5 file format",
    "tokenizer",
    "vtable constructor failed",
)


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Raise the AssistantError that a failure of SQLite on ``path`` stands for; bugs pass."""
    try:
        yield
    except database_errors() as error:
        expected = explain(error, path)
        if expected is None:
            raise
        raise expected from error


@contextmanager
def translated_reading(path: Path) -> Iterator[None]:
    """The same; also where altered bytes keep Python from decoding SQLite's own messages.

    Not for code of others, such as the body of a transaction, whose decoding is its own affair.
    """
    with translated(path):
        try:
            yield
        except UnicodeDecodeError as error:
            raise UnreadableRow(f"its text is not UTF-8: {error.reason}") from error


def explain(error: sqlite3.Error, path: Path) -> AssistantError | None:
    """What ``error`` means to a person, or None where it is a mistake of ours."""
    code = getattr(error, "sqlite_errorcode", None)
    primary = None if code is None else code & 0xFF
    if primary in _BUSY:
        return locked(path)
    if primary == sqlite3.SQLITE_NOTADB and isinstance(error, sqlite3.Error) == is_encrypted(
        path.parent
    ):
        return converted(path)
    if primary in _DAMAGED or _is_unreadable(error):
        return damaged(path, str(error))
    if primary == sqlite3.SQLITE_FULL:
        return StorageUnavailable(
            f"The disk is full: {path} could not be written",
            "Free some space and repeat; nothing was written by halves.",
        )
    if primary in _REFUSED:
        return StorageUnavailable(
            f"{path} cannot be opened for writing: {error}",
            "Check the owner and permissions of its folder, or set ASSISTANT_HOME to another.",
        )
    if primary == sqlite3.SQLITE_IOERR:
        return StorageUnavailable(
            f"{path} could not be read or written: {error}",
            "Check the disk's space and health; nothing was written by halves.",
        )
    if "no such module: fts5" in str(error):
        return StorageUnavailable(
            f"This Python's SQLite {sqlite3.sqlite_version} lacks full-text search (FTS5)",
            "Use a Python whose SQLite has it, such as the one from python.org.",
        )
    return None


def _is_unreadable(error: sqlite3.Error) -> bool:
    """Altered values or an altered schema, for which SQLite has no code of its own."""
    return isinstance(error, UnreadableRow) or any(sign in str(error) for sign in _ALTERED)


def locked(path: Path) -> TryAgainLater:
    """Somebody else holds the write lock for longer than one waits."""
    return TryAgainLater(
        f"{path} is being written by another program",
        "Try again in a moment; close other assistants if it lasts.",
    )


def converted(path: Path) -> TryAgainLater:
    """The home was encrypted, or decrypted, after this program had looked at it."""
    return TryAgainLater(
        f"{path} was encrypted or decrypted by another program just now",
        "Repeat what you were doing.",
    )


def damaged(path: Path, why: str) -> Damaged:
    """The file is not, or no longer, a readable database of ours."""
    from assistant.storage.sqlite.backups import newest_backup

    backup = newest_backup(path)
    found = f"its newest backup is {backup}" if backup else "there is no backup beside it"
    return Damaged(
        f"The database {path} is damaged ({why})",
        f"Run 'assistant doctor' to check and restore it; {found}.",
    )


def missing(path: Path, beside: Path) -> Damaged:
    """It is gone, but for a copy: an empty one in its place would push out what there is."""
    return Damaged(
        f"The database {path} is missing, though {beside.name} lies beside it",
        "Run 'assistant doctor --restore'; to begin anew, move away what lies beside it.",
    )


def newer(path: Path, version: int, known: int) -> BadData:
    """A later release has been here."""
    return BadData(
        f"{path} was written by a newer version (its format is {version}, this one knows {known})",
        "Upgrade: pip install --upgrade local-assistant.",
    )


def foreign(path: Path) -> BadData:
    """A database, but somebody else's."""
    return BadData(
        f"{path} is a database of another program",
        "Move it away, or set ASSISTANT_HOME to another folder.",
    )


def unusable(path: Path, error: OSError) -> StorageUnavailable:
    """The folder or file refuses, for the reason the system gives."""
    return StorageUnavailable(
        f"{path} cannot be used: {error.strerror or error}",
        "Check the path, its owner and permissions, or set ASSISTANT_HOME to another folder.",
    )
