"""Where an answer goes while it is being written."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Protocol

from assistant.cli import plain


class Sink(Protocol):
    """Takes the pieces of one answer in order, then its whole text."""

    def feed(self, piece: str) -> None: ...

    def finish(self, text: str) -> None:
        """End the answer. ``text`` is shown only where no piece of it came before."""


class Mark(Protocol):
    """Tells that an answer is on its way, until it comes."""

    def show(self) -> None: ...

    def clear(self) -> None:
        """Leave the screen as it was; safe to call when it is not shown."""


class NoMark:
    """Where nothing can be taken back from the screen."""

    def show(self) -> None: ...

    def clear(self) -> None: ...


class DimMark:
    """An ellipsis on the terminal."""

    def __init__(self) -> None:
        self._shown = False

    def show(self) -> None:
        plain.write(plain.dim("…" if plain.unicode(sys.stdout) else "..."), flush=True)
        self._shown = True

    def clear(self) -> None:
        if self._shown:
            plain.draw("\r\x1b[K", sys.stdout)
            self._shown = False


class PausedSink:
    """An answer that others may write between: ``pause`` leaves the screen to them."""

    def __init__(self, new: Callable[[], Sink], mark: Mark | None = None) -> None:
        """``new`` gives a place for the next part of the answer."""
        self._new = new
        self._mark = mark or NoMark()
        self._sink: Sink | None = None
        self._any = False

    def wait(self) -> None:
        """Show that something is to come."""
        if self._sink is None:
            self._mark.show()

    def feed(self, piece: str) -> None:
        if self._sink is None:
            piece = piece.lstrip("\n") if self._any else piece
            if not piece:
                return
            self._mark.clear()
            self._sink = self._new()
        self._any = True
        self._sink.feed(piece)

    def pause(self) -> None:
        """What came so far is shown for good."""
        self._mark.clear()
        if self._sink is not None:
            self._sink.finish("")
            self._sink = None

    def finish(self, text: str) -> None:
        self._mark.clear()
        if self._sink is None and not self._any:
            self._sink = self._new()
        if self._sink is not None:
            self._sink.finish(text)


class RawSink:
    """Markdown as it is, on stdout, one flush for each piece."""

    def __init__(self) -> None:
        self._last = ""

    def feed(self, piece: str) -> None:
        if piece:
            piece = plain.clean(piece)
            self._last = piece[-1:] or self._last
            plain.write(piece, flush=True)

    def finish(self, text: str) -> None:
        if not self._last:
            self.feed(text)
        if self._last and self._last != "\n":
            self.feed("\n")
