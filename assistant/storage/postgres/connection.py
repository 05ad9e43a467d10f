"""One owner's rows, read and written by any number of threads and processes.

Whatever is asked is asked in a transaction that names the owner first: the policies of the tables
show it no row of another. Writing takes the owner's lock at the start of a transaction, so that no
two processes can deadlock; owners do not wait for each other.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b

import psycopg
from psycopg import Connection, sql

from assistant.errors import TryAgainLater, Unsettled
from assistant.storage.postgres.changes import Changes
from assistant.storage.postgres.failures import translated
from assistant.storage.postgres.patience import PatientConnection
from assistant.storage.postgres.server import Server

_BEGIN = sql.SQL("BEGIN{mode}; SELECT set_config('assistant.owner', {owner}, true){lock}")
_SNAPSHOT = sql.SQL(" ISOLATION LEVEL REPEATABLE READ READ ONLY")
_NOTHING = sql.SQL("")


class _Session:
    """Where a thread stands in its transaction."""

    def __init__(self, connection: PatientConnection) -> None:
        self.connection = connection
        self.writes = False
        self.changed = False  # whether it may see rows that nobody else does yet
        self.depth = 0
        self.stays = False  # whether reading goes on with it (``together``)
        self.users = 0  # blocks that are inside of each other
        self.revisions: dict[str, int] = {}  # as of its instant, where it stays
        self.after_commit: list[Callable[[], None]] = []


class Database:
    """Transactions and typed failures for the rows of one owner."""

    def __init__(self, server: Server, owner: str) -> None:
        self.server = server
        self.owner = owner
        self._local = threading.local()
        key = blake2b(owner.encode(), digest_size=8).digest()
        lock = sql.SQL(", pg_advisory_xact_lock({})").format(int.from_bytes(key, signed=True))
        self._begins = {
            "read": self._begin(_NOTHING, _NOTHING),
            "snapshot": self._begin(_SNAPSHOT, _NOTHING),
            "write": self._begin(_NOTHING, lock),
        }

    def _begin(self, mode: sql.Composable, lock: sql.Composable) -> sql.Composed:
        return _BEGIN.format(mode=mode, owner=sql.Literal(self.owner), lock=lock)

    @property
    def has_unseen_changes(self) -> bool:
        """Whether this thread may see rows that nobody else does yet."""
        session = self._session()
        return session is not None and session.changed

    def revision(self, connection: Connection, changes: Changes) -> int:
        """The latest change of a table, inside of a block; one instant has one."""
        session = self._session()
        if session is None or not session.stays:
            return changes.revision(connection)
        if changes.table not in session.revisions:
            session.revisions[changes.table] = changes.revision(connection)
        return session.revisions[changes.table]

    def after_commit(self, action: Callable[[], None]) -> None:
        """Run ``action`` when this thread's transaction is committed; at once outside of one."""
        session = self._session()
        if session is not None and session.writes:
            session.after_commit.append(action)
        else:
            action()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection; each statement sees what is committed when it runs."""
        with self._within("read") as session:
            yield session.connection

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """A connection; all statements inside see the same instant."""
        with self._within("snapshot") as session:
            yield session.connection

    @contextmanager
    def together(self) -> Iterator[None]:
        """What this thread reads inside is read in one transaction, of one instant, and not each in
        its own. A write ends that one before it begins."""
        local, slots = self._local, self.server.kept_for_reading
        if self._session() or getattr(local, "together", False) or not slots.acquire(False):
            yield
            return
        local.together = True
        try:
            yield
        finally:
            local.together = False
            self._end_reading()
            slots.release()

    @contextmanager
    def transaction(self, *, durable: bool = True) -> Iterator[Connection]:
        """All or nothing. A nested one joins the outer, and is undone alone when it fails.

        What a ``durable`` one wrote survives a power cut; without it the last moments may be lost,
        never the order or the whole. It is for what can be counted or computed again.
        """
        self._end_reading()
        session = self._session()
        if session is not None and session.writes:
            session.changed = True
            with translated(self.server.name), self._savepoint(session):
                yield session.connection
            return
        if session is not None:
            raise RuntimeError("writing inside of a reading")
        with self._within("write") as session:
            session.writes = True
            if not durable:
                session.connection.execute("SET LOCAL synchronous_commit = off")
            yield session.connection
            actions = session.after_commit
        for action in actions:
            action()

    @contextmanager
    def statement(self, *, durable: bool = True) -> Iterator[Connection]:
        """For a single writing statement that cannot fail by what it finds: a transaction, or a
        part of the open one without a savepoint."""
        session = self._session()
        if session is not None and session.writes:
            session.changed = True
            with translated(self.server.name):
                yield session.connection
            return
        with self.transaction(durable=durable) as connection:
            yield connection

    def _session(self) -> _Session | None:
        session: _Session | None = getattr(self._local, "session", None)
        return session

    @contextmanager
    def _within(self, kind: str) -> Iterator[_Session]:
        """This thread's transaction, or one that ends with this."""
        session = self._session()
        with translated(self.server.name):
            if session is not None and session.users:
                yield session
                return
            session = session or self._begun(kind)
            session.users += 1
            try:
                yield session
                if not session.stays:
                    self._commit(session)
            except BaseException:
                session.stays = False
                with suppress(psycopg.Error):
                    session.connection.execute("ROLLBACK")
                raise
            finally:
                session.users -= 1
                if not session.stays:
                    self._local.session = None
                    self.server.give_back(session.connection)

    def _begun(self, kind: str) -> _Session:
        stays = kind != "write" and getattr(self._local, "together", False)
        session = _Session(self.server.begin(self._begins["snapshot" if stays else kind]))
        session.stays = stays
        self._local.session = session
        return session

    def _end_reading(self) -> None:
        """End what ``together`` has kept, unless a block is inside of it."""
        session = self._session()
        if session is None or not session.stays or session.users:
            return
        self._local.session = None
        with suppress(psycopg.Error):  # nothing was written
            session.connection.execute("COMMIT")
        self.server.give_back(session.connection)

    def _commit(self, session: _Session) -> None:
        try:
            done = session.connection.execute("COMMIT")
        except psycopg.OperationalError as error:
            if session.writes and session.connection.closed:
                raise Unsettled(
                    f"The connection to {self.server.name} broke while it was written",
                    "Look whether it is there before you repeat it; nothing is there by halves.",
                ) from error
            raise
        if done.statusmessage == "ROLLBACK":  # a failed statement was passed over inside
            raise TryAgainLater(
                f"The writes to {self.server.name} were undone after a failure",
                "Repeat what you were doing; nothing was written by halves.",
            )

    @contextmanager
    def _savepoint(self, session: _Session) -> Iterator[None]:
        connection, name = session.connection, sql.Identifier(f"level_{session.depth}")
        connection.execute(sql.SQL("SAVEPOINT {}").format(name))
        session.depth += 1
        pending = len(session.after_commit)
        try:
            yield
        except BaseException as error:
            del session.after_commit[pending:]
            if not (isinstance(error, psycopg.Error) and connection.closed):
                with suppress(psycopg.OperationalError):
                    undo = sql.SQL("ROLLBACK TO {0}; RELEASE {0}").format(name)
                    connection.execute(undo)
            raise
        else:
            connection.execute(sql.SQL("RELEASE {}").format(name))
        finally:
            session.depth -= 1
