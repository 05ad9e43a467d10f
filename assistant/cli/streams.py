"""What comes in: piped text and files, read whole, as text or not at all.

Rules: a terminal is never read; a pipe has a deadline for its first byte only and is then read to
its end; ``-`` waits for ever; a device is refused, a named pipe that falls silent too. A stray byte
that is not UTF-8 is replaced and told; more of them, or a zero byte, are refused with a word on how
to convert the text. How much is read stands in ``limits.py``.
"""

from __future__ import annotations

import os
import select
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from assistant.cli import plain
from assistant.errors import BadData, UsageError
from assistant.files import Unreadable, read_bytes, too_large
from assistant.limits import FILE, NOT_UTF8, TYPED_LINE, Limit

PATIENCE = 2.0
"""Seconds that nobody notices: a pipe that is later is told to be waited for."""


class Silence(Exception):
    """Something holds the pipe open and said nothing within the deadline."""


def read_stdin(
    wait: float | None, limit: Limit = FILE, late: Callable[[], None] = lambda: None
) -> str | None:
    """All of the piped text, or None where nothing is piped.

    ``wait`` is the deadline of the first byte in seconds, None for ever; ``late`` is called when it
    has not come after ``PATIENCE``. Raises Silence when the deadline passes and BadData for what is
    not text.
    """
    descriptor = _stdin()
    if descriptor is None or (os.isatty(descriptor) and wait is not None):
        return None
    if wait is not None and not _speaks(descriptor, min(wait, PATIENCE)):
        if wait > PATIENCE:
            late()
        if wait <= PATIENCE or not _speaks(descriptor, wait - PATIENCE):
            raise Silence
    return decode(_read_all(descriptor, limit), "The piped input") or None


def is_piped() -> bool:
    """Whether somebody gave a pipe or a file: no terminal, no ``/dev/null``, not nothing."""
    descriptor = _stdin()
    if descriptor is None:
        return False
    mode = os.fstat(descriptor).st_mode
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or stat.S_ISREG(mode)


def read_file(path: Path, limit: Limit = FILE) -> str:
    """The text of a file. Raises UsageError where there is none, BadData where it is not text."""
    name = plain.line(str(path))
    try:
        if path.is_dir():
            raise UsageError(f"{name} is a folder", "Name the files inside it.")
        return decode(read_bytes(path, limit), name)
    except FileNotFoundError:
        raise UsageError(f"There is no file {name}", "Check its name and the folder.") from None
    except ValueError:  # a zero byte in the name
        raise UsageError(f"{name!r} is no name of a file", "Check it.") from None
    except Unreadable as error:
        raise BadData(f"{name} {error}", "Send the part that matters, as a text file.") from None
    except OSError as error:
        raise BadData(
            f"{name} cannot be read: {error.strerror}", "Check its permissions."
        ) from error


def lines() -> Iterator[str]:
    """The piped lines, one at a time, as they come. Raises BadData."""
    while data := sys.stdin.buffer.readline(TYPED_LINE.value + 1):
        if len(data) > TYPED_LINE.value:
            raise BadData(f"A piped line {too_large(TYPED_LINE)}", "Send the part that matters.")
        yield decode(data, "The piped input").rstrip("\n")


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
        text = _with_few_replaced(data, error, what)
    return text.replace("\r\n", "\n")


def _with_few_replaced(data: bytes, error: UnicodeDecodeError, what: str) -> str:
    """The text where hardly a byte of it is wrong; told on stderr. Raises BadData for more."""
    text = data.decode("utf-8-sig", "replace")
    wrong = text.count("\ufffd") - data.count("\ufffd".encode())
    if wrong > max(1, len(data) // NOT_UTF8.value):
        raise BadData(
            f"{what} is not UTF-8: byte 0x{data[error.start]:02x} at offset {error.start}",
            "Convert it first, for example with `iconv -f latin1 -t utf-8`.",
        )
    from assistant.cli.failures import spoken

    told = spoken("bytes_replaced", what=what, count=wrong, offset=error.start)
    plain.err(plain.dim(told, err=True))
    return text


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


def _read_all(descriptor: int, limit: Limit) -> bytes:
    pieces = []
    size = 0
    while piece := os.read(descriptor, 1 << 20):
        pieces.append(piece)
        size += len(piece)
        if size > limit.value:
            raise BadData(f"The piped input {too_large(limit)}", "Send the part that matters.")
    return b"".join(pieces)
