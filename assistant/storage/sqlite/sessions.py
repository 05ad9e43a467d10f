"""The connections to one file: each of them one thread's while it uses it.

A home of a server is served by one thread and then by another: were a connection a thread's for
good, each home would end up with as many of them as there are threads, megabytes each.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

KEPT = 1
"""Connections that stay open while nobody uses them."""


class Session:
    """A connection, and where whoever uses it stands in a transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.users = 0  # blocks of its thread that are inside of each other
        self.depth = 0
        self.durable = False
        self.patient = True  # whether its statements wait for a lock
        self.most_seconds = float("inf")  # that it waits at present
        self.changes_before = 0
        self.after_commit: list[Callable[[], None]] = []

    def __del__(self) -> None:
        self.connection.close()


class Sessions:
    """As many as are used at one moment; ``connect`` makes another one."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        self._local = threading.local()
        self._free: list[Session] = []
        self._closed = False

    def current(self) -> Session | None:
        """The one that this thread is using."""
        session: Session | None = getattr(self._local, "session", None)
        return session

    @contextmanager
    def used(self) -> Iterator[Session]:
        """The one that this thread is using, else a free one, else a new one. Raises ValueError
        once it is closed."""
        session = self.current() or self._take()
        session.users += 1
        try:
            yield session
        finally:
            session.users -= 1
            if not session.users:
                self._local.session = None
                if len(self._free) < KEPT:
                    self._free.append(session)
                if self._closed:  # now, or meanwhile
                    self._free.clear()

    def close(self) -> None:
        """Close those that nobody uses. One that is in use closes when that use ends: SQLite
        crashes when the ground is taken from under a running statement."""
        self._closed = True
        self._free.clear()

    def _take(self) -> Session:
        if self._closed:
            raise ValueError("the stores were closed")
        try:
            session = self._free.pop()
        except IndexError:
            session = Session(self._connect())
        self._local.session = session
        return session
