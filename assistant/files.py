"""Reading a file of the person's: bounded in bytes and in time, and no device ever."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from assistant.limits import FIFO_SILENCE, MB, Limit

_PIECE = 1 << 20


class Unreadable(Exception):
    """What keeps a file from being read whole, to be told after its name."""


def read_bytes(path: Path, limit: Limit) -> bytes:
    """All of a file or named pipe. Raises OSError, or Unreadable past ``limit``, for a pipe that
    falls silent and for what is neither (the null device reads as empty)."""
    # Without waiting: opening a pipe that nobody writes to would never return.
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        status = os.fstat(descriptor)
        if stat.S_ISFIFO(status.st_mode):
            return _of_pipe(descriptor, limit)
        if not stat.S_ISREG(status.st_mode):
            if os.path.realpath(path) == os.devnull:
                return b""
            raise Unreadable(f"is {_kind(status.st_mode)}, not a file")
        if status.st_size > limit.value:
            raise Unreadable(too_large(limit))
        return _whole(descriptor, limit)
    finally:
        os.close(descriptor)


def too_large(limit: Limit) -> str:
    """That something is past a limit in bytes."""
    size = f"{limit.value // MB} MB" if limit.value >= MB else f"{limit.value:,} bytes"
    return f"is larger than {size}"


def _whole(descriptor: int, limit: Limit) -> bytes:
    """Until its end, whatever length it was said to have: /proc and the like say 0."""
    pieces, size = [], 0
    while piece := os.read(descriptor, _PIECE):
        pieces.append(piece)
        size += len(piece)
        if size > limit.value:
            raise Unreadable(too_large(limit))
    return b"".join(pieces)


def _of_pipe(descriptor: int, limit: Limit) -> bytes:
    """Until its writer ends; each piece within the deadline."""
    import select
    import time

    pieces: list[bytes] = []
    size, deadline = 0, time.monotonic() + FIFO_SILENCE.value
    while True:
        left = deadline - time.monotonic()
        if left <= 0:
            raise Unreadable(f"is a pipe that said nothing for {FIFO_SILENCE.value} s")
        ready, _, _ = select.select([descriptor], [], [], left)
        try:
            piece = os.read(descriptor, _PIECE) if ready else None
        except BlockingIOError:
            piece = None
        if piece:
            pieces.append(piece)
            size += len(piece)
            deadline = time.monotonic() + FIFO_SILENCE.value
            if size > limit.value:
                raise Unreadable(too_large(limit))
        elif piece == b"":
            if pieces:
                return b"".join(pieces)
            time.sleep(0.02)  # nobody writes yet: a pipe without a writer is at its end


def _kind(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "a folder"
    if stat.S_ISSOCK(mode):
        return "a socket"
    return "a device"
