"""One database of a server, as a process is connected to it: a pool that all owners share."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from logging import CRITICAL, getLogger
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg_pool import ConnectionPool, PoolTimeout

from assistant.errors import ConfigurationError
from assistant.storage.postgres.failures import translated
from assistant.storage.postgres.migrations import halves_of, migrate
from assistant.storage.postgres.patience import NoAnswer, PatientConnection
from assistant.storage.postgres.texts import hold_any_text

SCHEMA = "assistant"
MOST_CONNECTIONS = 10
KEPT_FOR_READING = 5
"""Of those, how many may be held from one reading to the next: the others stay for all the rest."""
CONNECT_SECONDS = 5
SHORT_SECONDS = 0.2
"""That one waits for a connection before the server is asked why."""
# A statement that waits for long gives up, and a program that stops in the middle of a transaction
# gives its locks back.
_SETTINGS = {
    "search_path": f"{SCHEMA},public",
    "timezone": "UTC",
    "client_encoding": "UTF8",
    "statement_timeout": "15s",
    "lock_timeout": "5s",
    "idle_in_transaction_session_timeout": "60s",
}
_DEFAULTS: dict[str, Any] = {
    "application_name": "assistant",
    "connect_timeout": CONNECT_SECONDS,
    "tcp_user_timeout": 20_000,
    "keepalives_idle": 20,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}


class Server:
    """Made by ``server_at``. Whoever has it open closes it once."""

    def __init__(self, url: str, name: str) -> None:
        self.name = name
        self.halves: int | None = None
        """The type of pgvector's half vectors in this database, where it is there."""
        self._conninfo = conninfo_of(url)
        self._pool: ConnectionPool[PatientConnection] | None = None
        self._lock = threading.Lock()
        self.kept_for_reading = threading.Semaphore(KEPT_FOR_READING)
        self.opened = 0

    def open(self) -> None:
        """Connect, and bring the tables up to date. Raises as ``open_stores``."""
        with self._lock:
            if self._pool is None:
                with translated(self.name), self.alone() as connection:
                    migrate(connection, self.name)
                    self.halves = halves_of(connection)
                self._pool = ConnectionPool(
                    self._conninfo,
                    min_size=0,
                    max_size=MOST_CONNECTIONS,
                    timeout=CONNECT_SECONDS,
                    max_idle=120,
                    reconnect_timeout=0,
                    connection_class=PatientConnection,
                    kwargs={"autocommit": True},
                    configure=hold_any_text,
                    open=True,
                )
            self.opened += 1

    def close(self) -> None:
        with self._lock:
            self.opened -= 1
            if self.opened == 0 and self._pool is not None:
                pool, self._pool = self._pool, None
                pool.close(timeout=1)

    @contextmanager
    def alone(self) -> Iterator[PatientConnection]:
        """A connection outside of the pool, closed at the end."""
        with PatientConnection.connect(self._conninfo, autocommit=True) as connection:
            hold_any_text(connection)
            yield connection

    def begin(self, statements: sql.Composed) -> PatientConnection:
        """A connection on which ``statements``, which begin a transaction, were run.

        One that broke while nobody used it, as all do when the server is started anew, is replaced:
        nothing was lost with it. To be given back.
        """
        pool = self._pool
        if pool is None:
            raise ValueError("the stores were closed")
        for _ in range(MOST_CONNECTIONS):
            connection = self._take(pool)
            try:
                connection.execute(statements)
            except psycopg.OperationalError as error:
                broken = connection.closed
                self.give_back(connection)
                if not broken or isinstance(error, NoAnswer):  # others would wait as well
                    raise
            except BaseException:
                self.give_back(connection)
                raise
            else:
                return connection
        connection = self._take(pool)
        connection.execute(statements)
        return connection

    def give_back(self, connection: PatientConnection) -> None:
        if self._pool is None:
            connection.close()
        else:
            with suppress(psycopg.Error):
                self._pool.putconn(connection)

    def _take(self, pool: ConnectionPool[PatientConnection]) -> PatientConnection:
        with suppress(PoolTimeout):
            return pool.getconn(SHORT_SECONDS)
        with self.alone():  # says at once why there is none: no server, no room, a wrong password
            return pool.getconn()


getLogger("psycopg.pool").setLevel(CRITICAL)  # what it warns of is raised to who asked

_servers: dict[str, Server] = {}
_guard = threading.Lock()


def server_at(url: str) -> Server:
    """The one of this process behind that URL."""
    with _guard:
        if url not in _servers:
            _servers[url] = Server(url, shown(url))
        return _servers[url]


def conninfo_of(url: str) -> str:
    """What connects, with the settings that this program counts on. Raises ConfigurationError."""
    try:
        given = conninfo_to_dict(url)
    except psycopg.ProgrammingError as error:
        raise ConfigurationError(
            f"{shown(url)} is no address of a database: {str(error).strip()}",
            "Write it like postgresql://user:password@host:5432/database.",
        ) from None
    settings = " ".join(f"-c {name}={value}" for name, value in _SETTINGS.items())
    options = " ".join(filter(None, (settings, str(given.pop("options", "") or ""))))
    return make_conninfo("", **{**_DEFAULTS, **given, "options": options})


def shown(url: str) -> str:
    """The URL without what is secret in it: the user, where the server is, and the database."""
    parts = urlsplit(url)
    user, mark, place = parts.netloc.rpartition("@")
    named = f"{user.partition(':')[0]}{mark}{place}"
    host = dict(parse_qsl(parts.query)).get("host", "")
    return f"postgresql://{named}{parts.path}{f'?host={host}' if host else ''}"
