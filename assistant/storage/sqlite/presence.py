"""Which turns are under way, in any process: a shared lock on an empty file beside the database.

A lock goes with its process, however that ends; a row would stay.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from assistant import locks

_LONGEST_WAIT = 1.0
"""Seconds: whoever looks whether it is alone holds the lock for microseconds."""


class Presence:
    """Of one home. Each thread counts for itself."""

    def __init__(self, database: Path) -> None:
        self._path = f"{database}.turns"
        self._local = threading.local()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """While a turn lasts; where no lock can be had the turn goes on without."""
        if not locks.available() or self._held() is not None:
            yield
            return
        with suppress(OSError):
            self._local.file = self._shared()
        try:
            yield
        finally:
            self.leave()

    def leave(self) -> None:
        """This thread's turn writes nothing more."""
        file, self._local.file = self._held(), None
        if file is not None:
            os.close(file)

    def alone(self) -> bool | None:
        """Whether no turn is under way but this thread's, which ends here; None: no way to tell."""
        self.leave()
        if not locks.available():
            return None
        try:
            file = os.open(self._path, os.O_RDWR)
        except FileNotFoundError:
            return True  # there never was a turn
        except OSError:
            return None
        try:
            return locks.take(file, shared=False)
        except OSError:
            return None
        finally:
            os.close(file)

    def _held(self) -> int | None:
        return getattr(self._local, "file", None)

    def _shared(self) -> int | None:
        file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        if locks.take(file, shared=True, seconds=_LONGEST_WAIT):
            return file
        os.close(file)
        return None
