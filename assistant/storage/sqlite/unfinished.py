"""What killed processes left half written beside the database, the history and the logs.

It holds what those hold, in plain also where they are encrypted. Every such name ends with the
process that made it; numbers of processes come again, so that a file may be older than its own.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_OF_DATABASES = r"\.?{name}(?:\..+)??\.(\d+)(?:\.\d+)?\.tmp(?:-\w+)?"
_OF_LINES = r"(?:history|.+\.jsonl)\.(\d+)"
_ROUNDED = 2.0
"""Seconds by which the start of a process may be told too late."""


def left_unfinished(database: Path) -> Iterator[Path]:
    """Those whose process no longer lives; what another is writing is not among them."""
    named = re.compile(f"{_OF_DATABASES.format(name=re.escape(database.name))}|{_OF_LINES}")
    for folder in (database.parent, database.parent / "logs"):
        for file in folder.glob("*"):
            found = named.fullmatch(file.name)
            if found and file.is_file() and _is_left(file, found[1] or found[2]):
                yield file


def sweep_unfinished(database: Path) -> None:
    from assistant.storage.sqlite.backups import erase

    for file in left_unfinished(database):
        with suppress(FileNotFoundError):  # another program sweeps too
            erase(file)


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


def _is_left(file: Path, process: str) -> bool:
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
