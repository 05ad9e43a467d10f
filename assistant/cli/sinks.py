"""Where an answer goes while it is being written."""

from __future__ import annotations

from typing import Protocol

from assistant.cli import plain


class Sink(Protocol):
    """Takes the pieces of one answer in order, then its whole text."""

    def feed(self, piece: str) -> None: ...

    def finish(self, text: str) -> None:
        """End the answer. ``text`` is shown only where no piece of it came before."""


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
