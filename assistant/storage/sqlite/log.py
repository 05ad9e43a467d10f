"""Room in the write-ahead log.

To sync a file that grew costs twice as much as to sync one that did not: its new length is written
too, elsewhere on the disk. SQLite lets its log grow by a few pages a commit, from nothing after
each start. So room is made ahead of it: zeros, which it overwrites.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

_STEP = 512 * 1024  # some ten commits; to write as much costs less than half of what it spares
_FROM, _TO = 64 * 1024, 4 * _STEP
"""A process that has written this much goes on writing; at the end SQLite starts over."""


class Log:
    """The write-ahead log of one database, as this process has seen it."""

    def __init__(self, database: Path) -> None:
        self._path = f"{database}-wal"
        self._is_long = False

    def make_room(self) -> None:
        """Lengthen the log to its next step, once SQLite itself has made it grow beyond the last.

        To be called under the write lock, when nobody else adds to the log. What is read of it
        ends at the first page whose checksum does not fit, as after any crash: no zeros fit.
        SQLite locks its other files, not this one, so that closing it here drops no lock.
        """
        if not self._is_long:
            with suppress(OSError):  # a full disk is told by the commit
                self._lengthen()

    def _lengthen(self) -> None:
        file = os.open(self._path, os.O_RDWR)
        try:
            size = os.lseek(file, 0, os.SEEK_END)  # stat() would make the next sync write its times
            self._is_long = size >= _TO
            if _FROM < size < _TO and size % _STEP:
                os.write(file, bytes(_STEP - size % _STEP))
        finally:
            os.close(file)
