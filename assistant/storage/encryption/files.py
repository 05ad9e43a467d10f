"""Files that take the place of others, whole, and whose old bytes go with them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from assistant.errors import TryAgainLater
from assistant.storage.sqlite.failures import unusable
from assistant.storage.sqlite.files import FILE_MODE, erased_afterwards, sync_folder

UNFINISHED = ".backup-converting.tmp"
"""The end of the names of files on their way; a daily backup removes those of the database too."""


def replace_file(file: Path, data: bytes) -> None:
    """Put ``data`` in the place of ``file``, which a crash leaves as it was or as it is to be."""
    file = file.resolve()
    beside = unfinished(file)
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, FILE_MODE)
    with os.fdopen(descriptor, "wb") as stream:
        stream.write(data)
    put_in_place(beside, file)


def put_in_place(beside: Path, file: Path) -> None:
    """Move ``beside`` over ``file``, keep the file's times, and erase the old bytes."""
    with beside.open("rb+") as stream:
        os.fsync(stream.fileno())
    with erased_afterwards(file) as times:
        if times:
            os.utime(beside, ns=times)
        beside.replace(file)
        sync_folder(file.parent)


def unfinished(file: Path) -> Path:
    return file.with_name(file.name + UNFINISHED)


def erase(file: Path) -> None:
    """Overwrite, then remove."""
    with file.open("rb+") as stream:
        stream.write(bytes(file.stat().st_size))
        stream.flush()
        os.fsync(stream.fileno())
    file.unlink()


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keep other conversions of this home out. Raises TryAgainLater where one is under way, and
    what the system refuses inside (a full disk) as StorageUnavailable."""
    try:
        with _held(folder):
            yield
    except OSError as error:
        raise unusable(Path(error.filename) if error.filename else folder, error) from error


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    try:
        import fcntl
    except ImportError:  # no such locks here; the database's own still keeps others out
        yield
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise TryAgainLater(
                f"{folder} is being encrypted or decrypted by another program",
                "Try again when it has ended.",
            ) from None
        yield
    finally:
        os.close(descriptor)
