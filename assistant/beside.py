"""Files that are written beside the one whose place they take, and what killed processes left.

Every such name holds the process that made it; numbers of processes come again, so that a file
may be older than its own.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from assistant.folders import FILE_MODE

_ROUNDED = 2.0
"""Seconds by which the start of a process may be told too late."""


@contextmanager
def replacing(file: Path) -> Iterator[Path]:
    """An empty file for its owner alone, which takes the place of ``file`` in the end; where that
    fails the old one is left, and nothing beside it. Raises OSError."""
    _sweep(file)
    unnamed = file.with_name(f".{file.name}.{os.getpid()}.tmp")
    try:
        unnamed.unlink(missing_ok=True)
        unnamed.touch(FILE_MODE)
        yield unnamed
        unnamed.replace(file)
    finally:
        with suppress(OSError):
            unnamed.unlink(missing_ok=True)


def _sweep(file: Path) -> None:
    """Remove what killed processes were writing beside it."""
    named = re.compile(rf"\.{re.escape(file.name)}\.(\d+)\.tmp")
    with suppress(OSError):  # a folder that cannot be read is told of by who writes to it
        for other in file.parent.iterdir():
            found = named.fullmatch(other.name)
            if found and other.is_file() and is_left(other, found[1]):
                other.unlink(missing_ok=True)


def lives(process: str) -> bool:
    """Whether a process of that number does; where asking would end it, it is taken to."""
    if os.name == "nt":
        return process.isdigit()
    try:
        os.kill(int(process), 0)
    except PermissionError:
        return True
    except (ValueError, OverflowError, OSError):
        return False
    return True


def is_left(file: Path, process: str) -> bool:
    """Whether the process that wrote a file is no more."""
    with suppress(FileNotFoundError):
        return not lives(process) or file.stat().st_ctime < _start_of(process) - _ROUNDED
    return False


def _start_of(process: str) -> float:
    """In seconds since 1970; 0, older than any file, where it cannot be told."""
    import subprocess

    try:
        told = subprocess.run(  # noqa: S603 (a number)
            ["ps", "-o", "etime=", "-p", process],  # noqa: S607 (of the system, wherever it lies)
            capture_output=True,
            text=True,
            check=True,
            timeout=5,
        )
        days, _, clock = told.stdout.strip().rpartition("-")
        seconds = 0
        for part in clock.split(":"):
            seconds = seconds * 60 + int(part)
    except (OSError, ValueError, subprocess.SubprocessError):
        return 0.0
    return time.time() - seconds - int(days or 0) * 86400
