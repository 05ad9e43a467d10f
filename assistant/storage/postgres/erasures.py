"""What is to be erased: rows go at once; the files beside the stores, on each machine, in its turn.

A task is a row of ``erasures``. Which of them a machine has done with is in ``upkeep``, and so is
that rows were deleted whose bytes VACUUM has to clear away.
"""

# ruff: noqa: S608 -- the names of tables and columns are constants; values are bound
from __future__ import annotations

import platform
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

from psycopg import Connection

from assistant.storage.postgres.connection import Database
from assistant.storage.postgres.rows import aware, from_json, to_json

SCRUB = "scrub"
KEPT = timedelta(days=30)
"""How long a task waits for the machines that have not done it."""
_SET = (
    "INSERT INTO upkeep (name, value) VALUES (%s, %s)"
    " ON CONFLICT (owner, name) DO UPDATE SET value = excluded.value"
)
_LATEST = "SELECT coalesce(max(number), 0) FROM erasures"
_OWED = f"""SELECT EXISTS (SELECT 1 FROM upkeep WHERE name = '{SCRUB}') OR ({_LATEST})
  > coalesce((SELECT value::bigint FROM upkeep WHERE name = %s), 0)"""


class Work(NamedTuple):
    """The latest task, the traces of those that this machine has not done, and whether rows were
    deleted."""

    number: int
    traces: list[str]
    scrub: bool


class PostgresErasures:
    """See ``Erasures`` in ``storage/base``."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._here = f"done:{sha256(platform.node().encode()).hexdigest()[:16]}"

    @contextmanager
    def turn(self) -> Iterator[int]:
        with self._database.reading() as connection:
            number = _number(connection, _LATEST)
        yield number

    def owe(
        self,
        traces: Sequence[str],
        words: Sequence[str],  # noqa: ARG002 -- no file of ours whose bytes could be looked at
        at: datetime,
    ) -> None:
        with self._database.statement() as connection:
            connection.execute(
                "INSERT INTO erasures (at, traces) VALUES (%s, %s)",
                (aware(at), to_json(list(traces))),
            )
            owe_scrub(connection)

    def since(self, number: int) -> list[str]:
        with self._database.reading() as connection:
            rows = connection.execute(
                "SELECT traces FROM erasures WHERE number > %s ORDER BY number", (number,)
            ).fetchall()
        return [trace for row in rows for trace in from_json(row[0])]

    def pending(self) -> bool:
        with self._database.reading() as connection:
            row = connection.execute(_OWED, (self._here,)).fetchone()
        return bool(row and row[0])

    def work(self) -> Work:
        """What is owed now."""
        with self._database.snapshot() as connection:
            done = _number(
                connection, "SELECT value::bigint FROM upkeep WHERE name = %s", self._here
            )
            scrub = connection.execute("SELECT 1 FROM upkeep WHERE name = %s", (SCRUB,)).fetchone()
            return Work(_number(connection, _LATEST), self.since(done), scrub is not None)

    def done(self, number: int, *, beside: bool, now: datetime) -> None:
        """The rows' bytes are cleared away, and, where ``beside``, what lies on this machine up
        to that task. Tasks that nobody came for go."""
        with self._database.transaction(durable=False) as connection:
            connection.execute("DELETE FROM upkeep WHERE name = %s", (SCRUB,))
            if beside:
                connection.execute(_SET, (self._here, str(number)))
            connection.execute("DELETE FROM erasures WHERE at < %s", (now - KEPT,))


def owe_scrub(connection: Connection) -> None:
    """Note, inside the transaction that erases, that bytes remain to be cleared away."""
    connection.execute(_SET, (SCRUB, "1"))


def _number(connection: Connection, question: str, *values: object) -> int:
    row = connection.execute(question, values or None).fetchone()
    return int(row[0]) if row else 0
