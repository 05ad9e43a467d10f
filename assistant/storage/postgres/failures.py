"""PostgreSQL's failures as the program's own: what happened, to which server, what to do next."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import errors
from psycopg_pool import PoolTimeout

from assistant.errors import (
    AssistantError,
    BadData,
    ConfigurationError,
    StorageUnavailable,
    StoreRefused,
    TryAgainLater,
)

_CROWDED = (errors.TooManyConnections, PoolTimeout)
_SLOW = (errors.QueryCanceled, errors.LockNotAvailable, errors.IdleInTransactionSessionTimeout)
_LOST = (errors.AdminShutdown, errors.CrashShutdown, errors.CannotConnectNow)
_RACED = (errors.SerializationFailure, errors.DeadlockDetected)
_FULL = (errors.DiskFull, errors.OutOfMemory, errors.InsufficientResources)
_REFUSED = (
    errors.InvalidPassword,
    errors.InvalidAuthorizationSpecification,
    errors.InsufficientPrivilege,
)
_NOT_OURS = (errors.UndefinedTable, errors.UndefinedColumn, errors.UndefinedFunction)


@contextmanager
def translated(name: str) -> Iterator[None]:
    """Raise the AssistantError that a failure of the server ``name`` stands for; bugs pass."""
    try:
        yield
    except psycopg.Error as error:
        expected = explain(error, name)
        if expected is None:
            raise
        raise expected from error


def explain(error: psycopg.Error, name: str) -> AssistantError | None:
    """What ``error`` means to a person, or None where it is a mistake of ours."""
    if isinstance(error, _CROWDED) or _says(error, "too many connections", "connection slots"):
        return TryAgainLater(
            f"{name} has no connection to spare", "Try again in a moment; nothing was written."
        )
    if isinstance(error, _SLOW):
        return TryAgainLater(
            f"{name} took too long to answer",
            "Try again in a moment; nothing was written by halves.",
        )
    if isinstance(error, _LOST) or _says(error, "is starting up", "is shutting down"):
        return TryAgainLater(
            f"{name} is being stopped or started", "Try again when it is up; nothing was lost."
        )
    if isinstance(error, _RACED):
        return TryAgainLater(
            f"Another program wrote to {name} at the same moment", "Repeat what you were doing."
        )
    if isinstance(error, errors.ReadOnlySqlTransaction):
        return StorageUnavailable(
            f"{name} can only be read",
            "Point storage.url to the server that writes, not to a copy of it.",
        )
    if isinstance(error, _FULL):
        return StorageUnavailable(
            f"{name} has no room left", "Free some space there; nothing was written by halves."
        )
    if isinstance(error, _REFUSED) or _says(error, "authentication failed", "pg_hba.conf"):
        return StoreRefused(
            f"{name} does not let this user in, or do this: {_first_line(error)}",
            "Check the user and password in storage.url, and what it was granted.",
        )
    if wrong := _misconfigured(error, name):
        return wrong
    if isinstance(error, _NOT_OURS):
        return BadData(
            f"The tables in {name} are not as this version makes them: {_first_line(error)}",
            "Upgrade: pip install --upgrade local-assistant.",
        )
    if isinstance(error, errors.ProgramLimitExceeded):
        return BadData(f"{name} cannot hold it: {_first_line(error)}", "Make it shorter.")
    if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
        return StorageUnavailable(
            f"{name} does not answer: {_first_line(error)}",
            "Check that it runs and can be reached; the next attempt connects anew.",
        )
    return None


def _misconfigured(error: psycopg.Error, name: str) -> ConfigurationError | None:
    """What no time mends, as long as the address stays as it is."""
    if _says(error, 'database "') and _says(error, "does not exist"):
        return ConfigurationError(
            f"There is no such database: {_first_line(error)}", "Make it with: createdb NAME."
        )
    if _says(error, "certificate", "does not support SSL", "TLS", "server name"):
        return ConfigurationError(
            f"{name} and this program cannot agree on TLS: {_first_line(error)}",
            "Check sslmode and sslrootcert in storage.url.",
        )
    return None


def _says(error: psycopg.Error, *signs: str) -> bool:
    """Of a connection that was refused, which has no code, only words."""
    return error.sqlstate is None and any(sign in str(error) for sign in signs)


def _first_line(error: psycopg.Error) -> str:
    """What the server says, without the words of the statement that it may quote below."""
    said = error.diag.message_primary or next(iter(str(error).strip().splitlines()), "")
    return said or type(error).__name__


def newer(name: str, version: int, known: int) -> BadData:
    """A later release has been here."""
    return BadData(
        f"{name} was written by a newer version (its format is {version}, this one knows {known})",
        "Upgrade: pip install --upgrade local-assistant.",
    )


def unguarded(name: str, role: str) -> ConfigurationError:
    """Row-level security stops no superuser."""
    return ConfigurationError(
        f"{name} is reached as {role}, whom nothing keeps from the rows of others",
        "Use a user of its own: CREATE ROLE assistant LOGIN PASSWORD '…'; GRANT CREATE ON"
        " DATABASE … TO assistant.",
    )


def wrong_letters(name: str, encoding: str) -> ConfigurationError:
    return ConfigurationError(
        f"{name} keeps its texts in {encoding}",
        "Make a database that keeps them in UTF-8: createdb --encoding UTF8 --template template0.",
    )
