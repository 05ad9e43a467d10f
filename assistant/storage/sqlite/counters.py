"""Counts in fixed windows in SQLite (T4)."""

from __future__ import annotations

from datetime import datetime

from assistant.storage.sqlite.connection import Database
from assistant.storage.sqlite.rows import to_instant

_INCREMENT = """INSERT INTO counters (name, window_start, count) VALUES (?1, ?2, 1)
ON CONFLICT (name, window_start) DO UPDATE SET count = count + 1 WHERE ?3 IS NULL OR count < ?3"""


class SQLiteCounters:
    """See ``Counters`` in ``storage/base``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def increment(
        self, name: str, window_start: datetime, *, limit: int | None = None
    ) -> int | None:
        if limit is not None and limit < 1:
            return None
        with self._database.transaction(durable=False) as connection:
            row = (name, to_instant(window_start), limit)
            if not connection.execute(_INCREMENT, row).rowcount:
                return None
            return self.value(name, window_start)

    def value(self, name: str, window_start: datetime) -> int:
        with self._database.reading() as connection:
            row = connection.execute(
                "SELECT count FROM counters WHERE name = ? AND window_start = ?",
                (name, to_instant(window_start)),
            ).fetchone()
        return 0 if row is None else int(row[0])

    def sweep(self, before: datetime) -> int:
        with self._database.transaction(durable=False) as connection:
            return connection.execute(
                "DELETE FROM counters WHERE window_start < ?", (to_instant(before),)
            ).rowcount
