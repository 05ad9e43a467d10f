"""A turn in a thread, heard on the event loop: the engine is synchronous, the server is not."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from assistant.server.talking import Told


class Piece(NamedTuple):
    """A part of the reply's text, in order."""

    text: str


Event = Piece | Told | Exception


class Flow:
    """What a turn tells while it is made. ``leave`` is for a client that is gone: the reply ends at
    its next piece, and what had come is kept as interrupted, as Ctrl-C does at the prompt."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._events: asyncio.Queue[Event] = asyncio.Queue()
        self._gone = False
        self._fed = False
        self.received = 0
        """Tokens of all that the client sent; known before the first piece, as what follows."""
        self.conversation = ""
        self.asked = 0
        """Tokens of the prompt that was made of it; 0 where no model was asked."""

    def begin(self, conversation: str, received: int) -> None:
        self.conversation, self.received = conversation, received

    def asks(self, tokens: int) -> None:
        self.asked = tokens

    def feed(self, piece: str) -> None:
        """The first piece is always taken: an answer that needs no model comes whole with it."""
        if self._gone and self._fed:
            raise KeyboardInterrupt
        self._fed = True
        if piece:
            self._put(Piece(piece))

    def end(self, outcome: Told | Exception) -> None:
        self._put(outcome)

    def leave(self) -> None:
        self._gone = True

    async def next(self) -> Event:
        """Pieces as they come, then how the turn ended."""
        return await self._events.get()

    def _put(self, event: Event) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._events.put_nowait, event)
