"""What comes in: piped text and files, read whole, as text or not at all.

Rules: a terminal is never read; a pipe has a deadline for its first byte only and is then read to
its end; ``-`` waits for ever; anything but UTF-8 text is refused with a word on how to convert it.
"""

from __future__ import annotations

import os
import select
import stat
import sys
from pathlib import Path

from assistant.errors import BadData, UsageError

LARGEST = 64 * 1024 * 1024
"""Bytes. More than that is surely a mistake, and would fill the memory before being cut."""


class Silence(Exception):
    """Something holds the pipe open and said nothing within the deadline."""


def read_stdin(wait: float | None) -> str | None:
    """All of the piped text, or None where nothing is piped.

    ``wait`` is the deadline of the first byte in seconds, None for ever. Raises Silence when it
    passes and BadData for what is not text.
    """
    descriptor = _stdin()
    if descriptor is None or (os.isatty(descriptor) and wait is not None):
        return None
    if wait is not None and not _speaks(descriptor, wait):
        raise Silence
    return decode(_read_all(descriptor), "The piped input") or None


def read_file(path: Path) -> str:
    """The text of a file. Raises UsageError where there is none, BadData where it is not text."""
    try:
        if path.is_dir():
            raise UsageError(f"{path} is a folder", "Name the files inside it.")
        if path.stat().st_size > LARGEST:
            raise BadData(_too_large(str(path)), "Send the part that matters.")
        return decode(path.read_bytes(), str(path))
    except FileNotFoundError:
        raise UsageError(f"There is no file {path}", "Check its name and the folder.") from None
    except OSError as error:
        raise BadData(
            f"{path} cannot be read: {error.strerror}", "Check its permissions."
        ) from error


def decode(data: bytes, what: str) -> str:
    """UTF-8 text, its byte-order mark dropped, lines ending in newline. Raises BadData."""
    binary = data.find(0)
    if binary >= 0:
        raise BadData(
            f"{what} is not text: it has a zero byte at offset {binary}",
            "Convert it to UTF-8 text first.",
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadData(
            f"{what} is not UTF-8: byte 0x{data[error.start]:02x} at offset {error.start}",
            "Convert it first, for example with `iconv -f latin1 -t utf-8`.",
        ) from None
    return text.replace("\r\n", "\n")


def _stdin() -> int | None:
    try:
        return sys.stdin.fileno() if sys.stdin is not None else None
    except (OSError, ValueError):
        return None


def _speaks(descriptor: int, wait: float) -> bool:
    """Whether a byte, or the end, arrives in time. Files always have an answer at once."""
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return True
    ready, _, _ = select.select([descriptor], [], [], wait)
    return bool(ready)


def _read_all(descriptor: int) -> bytes:
    pieces = []
    size = 0
    while piece := os.read(descriptor, 1 << 20):
        pieces.append(piece)
        size += len(piece)
        if size > LARGEST:
            raise BadData(_too_large("The piped input"), "Send the part that matters.")
    return b"".join(pieces)


def _too_large(what: str) -> str:
    return f"{what} is larger than {LARGEST // (1024 * 1024)} MB"
