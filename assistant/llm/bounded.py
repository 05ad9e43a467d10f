"""What a server sends, bounded in bytes and in time before anything else reads it.

The client's own decoder sets no limit to a line: one without end would fill the memory. Here the
bytes are counted as they come off the wire, whatever library carries them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from assistant.limits import (
    ANSWER,
    MB,
    REPLY,
    REPLY_EVENT,
    REPLY_LINE,
    REPLY_SILENCE,
    REPLY_TIME,
    Limit,
)


class TooMuch(Exception):
    """A reply passed a limit; its message says which, to be told after the server's name."""


def bound(
    response: Any,
    silence: float = REPLY_SILENCE.value,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Have a response of the HTTP client read within the limits; its event hook calls this.
    ``silence``: seconds that a stream may live without saying anything.

    A stream raises TooMuch past them. Any other answer ends there: a list of models, or the words
    about a failure, are no larger. What comes compressed though nobody asked for it is refused: a
    few bytes could stand for gigabytes.
    """
    encoding = response.headers.get("content-encoding", "identity").lower()
    if encoding not in ("", "identity"):
        raise TooMuch(f"sent its answer compressed ({encoding[:20]}), which nobody had asked for")
    streams = response.status_code < 400 and response.request.method == "POST"
    inner = response.stream
    response.stream = _bounded(inner, _Guard(silence, clock) if streams else _Beginning())


class _Guard:
    """Counts one reply."""

    def __init__(self, silence: float, clock: Callable[[], float]) -> None:
        self._silence = min(silence, REPLY_SILENCE.value)
        self._clock = clock
        self._began = self._told = clock()
        self._size = self._line = self._event = 0

    def take(self, piece: bytes) -> bytes:
        now = self._clock()
        self._size += len(piece)
        _check(self._size, REPLY, "a reply")
        self._lines(piece, now)
        if now - self._told > self._silence:
            raise TooMuch(f"kept the connection and said nothing for {self._silence:.0f} s")
        if now - self._began > REPLY_TIME.value:
            raise TooMuch(f"was still at its answer after {REPLY_TIME.value} s")
        return piece

    def _lines(self, piece: bytes, now: float) -> None:
        """An empty line ends an event; one that carries data tells that the server is at work."""
        *ended, rest = piece.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        for part in ended:
            self._grow(part)
            if not self._line:
                self._event = 0
            elif part.startswith((b"data:", b"{")) or self._line > len(part):
                self._told = now
            self._line = 0
        self._grow(rest)

    def _grow(self, part: bytes) -> None:
        self._line += len(part)
        self._event += len(part)
        _check(self._line, REPLY_LINE, "a line")
        _check(self._event, REPLY_EVENT, "an event")


class _Beginning:
    """Lets so many bytes through and no more."""

    def __init__(self) -> None:
        self._left = ANSWER.value

    def take(self, piece: bytes) -> bytes:
        piece = piece[: self._left]
        self._left -= len(piece)
        return piece


def _bounded(inner: Any, guard: _Guard | _Beginning) -> Any:
    """The same stream with every piece shown to the guard; it ends with an empty one.

    A subclass of the stream's own class, which is all that the client knows it by; the library
    below the client is not ours to import.
    """

    class Bounded(type(inner)):  # type: ignore[misc]
        def __init__(self) -> None: ...

        def __iter__(self) -> Iterator[bytes]:
            for piece in inner:
                let_through = guard.take(piece)
                if piece and not let_through:
                    return
                yield let_through

        def close(self) -> None:
            inner.close()

    return Bounded()


def _check(size: int, limit: Limit, what: str) -> None:
    if size > limit.value:
        raise TooMuch(f"sent {what} of more than {limit.value // MB} MB")
