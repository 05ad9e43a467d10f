"""Private files: 0600 in folders of 0700, whatever the umask says.

No function here opens and closes a live database with ``open()``: closing any descriptor of a
file drops all POSIX locks that this process holds on it, SQLite's included.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FILE_MODE = 0o600
COMPANIONS = ("-wal", "-shm", "-journal")
"""What may stand beside a database while it is open."""

_CHUNK = 1 << 20


def make_private_file(path: Path) -> None:
    """Make sure that ``path`` exists, and that nobody but its owner can read it.

    A new file appears complete with its mode (by a link), so that nobody opens it before.
    """
    try:
        status = path.stat()
    except FileNotFoundError:
        _create(path)
        return
    if not stat.S_ISREG(status.st_mode):
        raise IsADirectoryError(None, "it is not a file", str(path))
    if stat.S_IMODE(status.st_mode) & 0o077 and not path.is_symlink():
        path.chmod(FILE_MODE)


@contextmanager
def erased_afterwards(file: Path) -> Iterator[tuple[int, int] | None]:
    """Overwrite what ``file`` holds now once its name stands for something else.

    Somebody who opened it before finds nothing to read, and no database to write to.
    """
    try:
        old = os.open(file, os.O_RDWR)
    except FileNotFoundError:
        yield None
        return
    try:
        before = os.fstat(old)
        yield before.st_atime_ns, before.st_mtime_ns
        for start in range(0, before.st_size, _CHUNK):
            os.pwrite(old, bytes(min(_CHUNK, before.st_size - start)), start)
        os.fsync(old)
    finally:
        os.close(old)


def loose_target(path: Path) -> Path | None:
    """Where a linked database lies when others can read it there: its mode is not ours to set."""
    if not path.is_symlink() or not path.stat().st_mode & 0o077:
        return None
    return path.resolve()


def second_name(file: Path, name: Path) -> None:
    """Have a file by another name too; a copy where its file system has no links."""
    try:
        name.hardlink_to(file)
    except OSError:
        import shutil

        shutil.copy2(file, name)


def _create(path: Path) -> None:
    unnamed = path.with_name(f".{path.name}.{os.getpid()}.{time.monotonic_ns()}.tmp")
    os.close(os.open(unnamed, os.O_CREAT | os.O_EXCL | os.O_RDWR, FILE_MODE))
    unnamed.chmod(FILE_MODE)
    try:
        path.hardlink_to(unnamed)
    except FileExistsError:
        pass  # another process was faster
    except OSError:  # a file system without links
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, FILE_MODE))
        path.chmod(FILE_MODE)
    finally:
        unnamed.unlink()


def sync_folder(folder: Path) -> None:
    """Make renames in ``folder`` survive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
