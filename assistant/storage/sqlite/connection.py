"""One database file, used by any number of threads and processes.

Threads that use it at one moment have a connection each, so that reading never waits; one that is
done leaves its connection to the next, so that there are no more of them than were needed at once.
Writing takes the write lock at the start of a transaction (BEGIN IMMEDIATE: no two processes can
deadlock), first among the threads of this process, then among processes.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from assistant.errors import StorageUnavailable
from assistant.storage.sqlite.driver import PLAIN, Driver, operational_errors
from assistant.storage.sqlite.failures import locked, translated, translated_reading
from assistant.storage.sqlite.log import Log
from assistant.storage.sqlite.seals import allow_seals
from assistant.storage.sqlite.sessions import Session, Sessions

BUSY_SECONDS = 5.0
_SHORTEST_PAUSE, _LONGEST_PAUSE = 0.0005, 0.005
PAGE_SIZE = 4096  # three vectors of 512 half floats; a write of many small rows costs half of 8,192

# secure_delete: freed bytes become zeros. temp_store: no text in /tmp. The log is written over
# after 512 pages, and is kept for that: pages that make a file grow cost twice as much.
_PRAGMAS = (
    "PRAGMA synchronous = NORMAL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",
    "PRAGMA temp_store = MEMORY",
    "PRAGMA wal_autocheckpoint = 512",
    "PRAGMA journal_size_limit = 4194304",
)


class Database:
    """Connections, transactions and typed failures for one file, which must exist."""

    def __init__(
        self, path: Path, busy_seconds: float = BUSY_SECONDS, driver: Driver = PLAIN
    ) -> None:
        self.path = path
        self.driver = driver
        self.busy_seconds = busy_seconds
        self.wrote = False  # whether anything was committed through this object
        self._sessions = Sessions(self.connect)
        self._writer = threading.RLock()
        self._log = Log(path)
        self._aside: set[tuple[str, str]] = set()
        self.notice: Callable[[str, str, str], None] = lambda _table, _row, _why: None
        """Told once of each row that cannot be used."""

    def set_aside(self, table: str, row: object, why: str) -> None:
        """Go on without a row that cannot be used."""
        named = (table, str(row))
        if named not in self._aside:
            self._aside.add(named)
            self.notice(*named, why)

    def connect(self) -> sqlite3.Connection:
        """A new connection with this project's settings; the caller closes it."""
        with translated_reading(self.path):
            connection = self.driver.connect(
                self.path,
                timeout=self.busy_seconds,
                isolation_level=None,
                check_same_thread=False,
                cached_statements=128,  # 6 KB each, in every home that a server has open
            )
            try:
                for pragma in _PRAGMAS:
                    connection.execute(pragma)
                allow_seals(connection)
            except BaseException:
                connection.close()
                raise
        return connection

    @property
    def in_transaction(self) -> bool:
        """Whether this thread is inside ``transaction()``."""
        session = self._sessions.current()
        return session is not None and session.depth > 0

    @property
    def has_unseen_changes(self) -> bool:
        """Whether this thread sees rows that nobody else does yet."""
        session = self._sessions.current()
        if session is None or not session.depth:
            return False
        return session.connection.total_changes > session.changes_before

    def after_commit(self, action: Callable[[], None]) -> None:
        """Run ``action`` when this thread's transaction is committed; at once outside of one."""
        session = self._sessions.current()
        if session is not None and session.depth:
            session.after_commit.append(action)
        else:
            action()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """This thread's connection; each statement sees what is committed when it runs."""
        with self._sessions.used() as session, translated_reading(self.path):
            if not session.patient and not session.depth:
                self._wait_for_locks(session, True)
            yield session.connection

    @contextmanager
    def snapshot(self) -> Iterator[sqlite3.Connection]:
        """This thread's connection; all statements inside see the same instant."""
        with self.reading() as connection:
            if connection.in_transaction:
                yield connection
                return
            connection.execute("BEGIN")
            try:
                yield connection
            finally:
                _finish(connection, "COMMIT")

    @contextmanager
    def transaction(self, *, durable: bool = True) -> Iterator[sqlite3.Connection]:
        """All or nothing. A nested one joins the outer, and is undone alone when it fails.

        What a ``durable`` one wrote survives a power cut, at the price of an fsync (0.2 ms on an
        idle SSD, 5 ms and more on a busy machine); without it, the last moments may be lost, never
        the order or the whole. It is for what can be counted or computed again.
        """
        with self._sessions.used() as session:
            with translated(self.path):
                if session.depth:
                    with self._savepoint(session):
                        yield session.connection
                    return
                with self._outermost(session, durable):
                    yield session.connection
            actions, session.after_commit = session.after_commit, []
            for action in actions:
                action()

    @contextmanager
    def statement(self, *, durable: bool = True) -> Iterator[sqlite3.Connection]:
        """For a single writing statement: a transaction, or a part of the open one.

        A statement is all or nothing by itself: it needs no savepoint.
        """
        session = self._sessions.current()
        if session is None or not session.depth:
            with self.transaction(durable=durable) as connection:
                yield connection
            return
        self._require_transaction(session.connection)
        with translated(self.path):
            yield session.connection

    @contextmanager
    def waiting(self, seconds: float) -> Iterator[None]:
        """Have this thread wait so long at most for others, and not as long as usual."""
        with self._sessions.used() as session:
            usual, session.most_seconds = session.most_seconds, seconds
            session.patient = False  # the next statement sets how long it waits
            try:
                yield
            finally:
                session.most_seconds, session.patient = usual, False

    def close(self) -> None:
        """Close what nobody uses, and the rest as soon as it is free; the last process to do so
        removes the -wal file."""
        self._sessions.close()

    @contextmanager
    def _outermost(self, session: Session, durable: bool) -> Iterator[None]:
        if not self._writer.acquire(timeout=self._seconds(session)):
            raise locked(self.path)
        connection = session.connection
        try:
            if durable != session.durable:
                connection.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
                session.durable = durable
            self._take_write_lock(session)
            session.depth, session.changes_before = 1, connection.total_changes
            try:
                yield
                self._require_transaction(connection)
                if durable:
                    self._log.make_room()
                connection.execute("COMMIT")
                self.wrote |= connection.total_changes > session.changes_before
            except BaseException:
                session.after_commit.clear()
                _finish(connection, "ROLLBACK")
                raise
            finally:
                session.depth = 0
        finally:
            self._writer.release()

    def _take_write_lock(self, session: Session) -> None:
        """BEGIN IMMEDIATE, asking often: SQLite's own waiting sleeps up to 100 ms at a time and
        lets newcomers pass, so that ten writers mostly sleep while nobody writes."""
        deadline = time.monotonic() + self._seconds(session)
        pause = _SHORTEST_PAUSE
        if session.patient:
            self._wait_for_locks(session, False)
        while True:
            try:
                session.connection.execute("BEGIN IMMEDIATE")
                return
            except operational_errors() as error:
                busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
                if not busy or time.monotonic() > deadline:
                    raise
            time.sleep(pause * (0.5 + os.urandom(1)[0] / 512))  # not all in step
            pause = min(pause * 2, _LONGEST_PAUSE)

    def _wait_for_locks(self, session: Session, patient: bool) -> None:
        """Whether this session's statements wait. Reading does; so it stays until one that must
        not, and one write after another sets nothing."""
        milliseconds = int(self._seconds(session) * 1000) if patient else 0
        session.connection.execute(f"PRAGMA busy_timeout = {milliseconds}")
        session.patient = patient

    def _seconds(self, session: Session) -> float:
        return min(self.busy_seconds, session.most_seconds)

    @contextmanager
    def _savepoint(self, session: Session) -> Iterator[None]:
        connection, name = session.connection, f"level_{session.depth}"
        self._require_transaction(connection)
        connection.execute(f"SAVEPOINT {name}")
        session.depth += 1
        try:
            yield
            self._require_transaction(connection)
        except BaseException:
            if connection.in_transaction:
                connection.execute(f"ROLLBACK TO {name}")
                connection.execute(f"RELEASE {name}")
            raise
        else:
            connection.execute(f"RELEASE {name}")
        finally:
            session.depth -= 1

    def _require_transaction(self, connection: sqlite3.Connection) -> None:
        """A full disk makes SQLite undo everything; going on would write the rest alone."""
        if not connection.in_transaction:
            raise StorageUnavailable(
                f"The writes to {self.path} were undone after a failure",
                "Repeat what you were doing; nothing was written by halves.",
            )


def _finish(connection: sqlite3.Connection, command: str) -> None:
    """End the transaction, unless SQLite has undone it by itself."""
    if connection.in_transaction:
        connection.execute(command)
