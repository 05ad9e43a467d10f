"""Files that are written beside the one whose place they take, and what killed processes left.

Every such name ends with the process that made it; numbers of processes come again, so that a file
may be older than its own.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

_ROUNDED = 2.0
"""Seconds by which the start of a process may be told too late."""


def beside(file: Path) -> Path:
    """Where this process writes a file before it takes its name. What killed ones left goes."""
    own = f".{file.name}."
    with suppress(OSError):  # a folder that cannot be read is told of by who writes to it
        for other in file.parent.iterdir():
            process = other.name.removeprefix(own)
            if other.name.startswith(own) and process.isdigit() and is_left(other, process):
                other.unlink(missing_ok=True)
    return file.with_name(f"{own}{os.getpid()}")


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
