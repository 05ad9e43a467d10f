"""Text files of JSON lines, from which lines are taken out for good."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from assistant import locks
from assistant.homekey import home_of, opened_line
from assistant.steps import reached_now


def rewrite(
    path: Path,
    keep: Callable[[str], bool],
    role: str,
    *,
    most: int | None = None,
    seconds: float = 0.0,
) -> bool:
    """Keep the lines that ``keep`` wants, of many the last ``most``; False when another process was
    at it for longer. What is no file is left alone. ``keep`` sees the text also where the home is
    encrypted; ``role`` is what the file is for there.

    A crash leaves the old file or the new one, and what it left beside goes with the next call.
    Raises OSError.
    """
    if not path.parent.is_dir():
        return True
    with locks.sole(path.parent, seconds) as mine:
        if not mine:
            return False
        for left in path.parent.glob(f"{path.name}.*"):
            erase(left)
        if not path.is_file():
            return True
        lines = path.read_bytes().splitlines(keepends=True)
        home = home_of(path, role)
        kept = [
            line for line in lines if keep(opened_line(home, role, line.decode("utf-8", "replace")))
        ]
        kept = kept if most is None else kept[-most:]
        if len(kept) < len(lines):
            _replace(path, b"".join(kept))
    return True


def erase(path: Path) -> None:
    """Overwrite, then remove: some file systems give the bytes back otherwise."""
    try:
        with path.open("rb+") as file:
            _zero(file.fileno())
        path.unlink()
    except FileNotFoundError:
        return


def _replace(path: Path, content: bytes) -> None:
    """Write anew beside and move over; the old bytes are overwritten where they lie."""
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        reached_now("rewriting")
        with path.open("rb+") as old:
            beside.replace(path)
            _zero(old.fileno())
    except OSError:
        beside.unlink(missing_ok=True)
        raise


def _zero(descriptor: int) -> None:
    size = os.fstat(descriptor).st_size
    os.lseek(descriptor, 0, os.SEEK_SET)
    os.write(descriptor, bytes(size))
    os.fsync(descriptor)
