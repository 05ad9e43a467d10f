"""Advisory locks between processes, which go with the process that holds them, however it ends."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

try:
    import fcntl

    _fcntl: Any = fcntl
except ImportError:  # Windows has none: nobody waits for anybody
    _fcntl = None

_PAUSE = 0.005


def available() -> bool:
    """Whether this system has such locks."""
    return _fcntl is not None


def take(descriptor: int, *, shared: bool, seconds: float = 0.0) -> bool:
    """Lock an open file, waiting so long at most; tell whether it is locked. Closing it lets go.

    Raises OSError where its file system knows no locks.
    """
    kind = _fcntl.LOCK_SH if shared else _fcntl.LOCK_EX
    deadline = time.monotonic() + seconds
    while True:
        try:
            _fcntl.flock(descriptor, kind | _fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                return False
        else:
            return True
        time.sleep(_PAUSE)


@contextmanager
def sole(folder: Path, seconds: float = 0.0) -> Iterator[bool]:
    """While nobody else does the same in a folder; False when somebody does for longer. True where
    there are no locks."""
    if not available():
        yield True
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        try:
            mine = take(descriptor, shared=False, seconds=seconds)
        except OSError:
            mine = True
        yield mine
    finally:
        os.close(descriptor)
