"""How many turns are made at once, how many wait, and which of them wait for each other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TypeVar

from assistant.server.errors import OURS, ApiError

Result = TypeVar("Result")
AT_ONCE, WAITING = 8, 64
ASIDE = 4
"""Threads for what takes moments: keys, lists, facts."""


class Turns:
    """A pool of threads behind a queue that says when it is full. Used from one event loop."""

    def __init__(self, at_once: int = AT_ONCE, waiting: int = WAITING) -> None:
        self.at_once, self.waiting = at_once, waiting
        self.taken = 0
        """Turns that are under way or wait."""
        self.draining = False
        self._pool = ThreadPoolExecutor(at_once, "turn")
        self._aside = ThreadPoolExecutor(ASIDE, "aside")
        self._locks: dict[Hashable, tuple[asyncio.Lock, int]] = {}
        self._running: set[asyncio.Task[None]] = set()

    async def aside(self, work: Callable[[], Result]) -> Result:
        """Something short that waits for a disk."""
        return await asyncio.get_running_loop().run_in_executor(self._aside, work)

    def begin(self, of: Hashable, work: Callable[[], None]) -> None:
        """Have a turn made, after those of the same conversation. ``work`` tells by itself how it
        ended, and goes on whether or not anybody listens. Raises ApiError (503) when too many
        wait."""
        if self.draining:
            raise self._full("This server is stopping")
        if self.taken >= self.at_once + self.waiting:
            raise self._full("Too many turns are under way")
        self.taken += 1
        task = asyncio.create_task(self._make(of, work))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def drain(self) -> None:
        """Take no more turns, and wait for those that were taken."""
        self.draining = True
        while self._running:
            await asyncio.wait(self._running)
        self._pool.shutdown()
        self._aside.shutdown()

    async def _make(self, of: Hashable, work: Callable[[], None]) -> None:
        try:
            async with self._alone(of):
                await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self.taken -= 1

    @asynccontextmanager
    async def _alone(self, of: Hashable) -> AsyncIterator[None]:
        """One turn of a conversation at a time; those of other processes meet in the database."""
        lock, users = self._locks.get(of, (asyncio.Lock(), 0))
        self._locks[of] = lock, users + 1
        try:
            async with lock:
                yield
        finally:
            lock, users = self._locks.pop(of)
            if users > 1:
                self._locks[of] = lock, users - 1

    def _full(self, message: str) -> ApiError:
        return ApiError(503, message, kind=OURS, code="overloaded", retry_after=2)
