"""Small JSON values and counts in PostgreSQL (A2, T4)."""

# ruff: noqa: S608 -- the names of tables and columns are constants; values are bound
from __future__ import annotations

from datetime import datetime, timedelta

from assistant.clock import LATEST
from assistant.limits import KEPT_VALUE
from assistant.storage.postgres.connection import Database
from assistant.storage.postgres.rows import aware, aware_or_none, from_json, to_json

_ALIVE = "(expires_at IS NULL OR expires_at > %s AND expires_at <= %s)"
_INCREMENT = """INSERT INTO counters AS c (name, window_start, count)
  VALUES (%(name)s, %(start)s, 1)
ON CONFLICT (owner, name, window_start) DO UPDATE SET count = c.count + 1
  WHERE %(limit)s::bigint IS NULL OR c.count < %(limit)s::bigint RETURNING count"""


class PostgresKeyValue:
    """See ``KeyValue`` in ``storage/base``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, namespace: str, key: str, *, now: datetime) -> object | None:
        with self._database.reading() as connection:
            row = connection.execute(
                f"SELECT value FROM keyvalue WHERE namespace = %s AND key = %s AND {_ALIVE}",
                (namespace, key, *_alive(now)),
            ).fetchone()
        return from_json(row[0]) if row else None

    def put(
        self, namespace: str, key: str, value: object, *, expires_at: datetime | None = None
    ) -> None:
        row = (namespace, key, to_json(value), aware_or_none(expires_at))
        with self._database.statement(durable=False) as connection:
            connection.execute(
                "INSERT INTO keyvalue (namespace, key, value, expires_at) VALUES (%s, %s, %s, %s)"
                " ON CONFLICT (owner, namespace, key)"
                " DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at",
                row,
            )

    def items(self, namespace: str, *, now: datetime) -> list[tuple[str, object]]:
        with self._database.reading() as connection:
            rows = connection.execute(
                f"SELECT key, value FROM keyvalue WHERE namespace = %s AND {_ALIVE} ORDER BY seq",
                (namespace, *_alive(now)),
            ).fetchall()
        return [(key, from_json(value)) for key, value in rows]

    def entries(self, ending: str = "") -> list[tuple[str, str, object]]:
        with self._database.reading() as connection:
            rows = connection.execute(
                "SELECT namespace, key, value FROM keyvalue"
                " WHERE right(namespace, length(%(end)s::text)) = %(end)s ORDER BY seq",
                {"end": ending},
            ).fetchall()
        return [(namespace, key, from_json(value)) for namespace, key, value in rows]

    def delete(self, namespace: str, key: str | None = None) -> int:
        with self._database.statement(durable=False) as connection:
            return connection.execute(
                "DELETE FROM keyvalue WHERE namespace = %(namespace)s"
                " AND (%(key)s::text IS NULL OR key = %(key)s)",
                {"namespace": namespace, "key": key},
            ).rowcount

    def sweep(self, now: datetime) -> int:
        with self._database.statement(durable=False) as connection:
            return connection.execute(
                "DELETE FROM keyvalue WHERE expires_at <= %s OR expires_at > %s", _alive(now)
            ).rowcount


def _alive(now: datetime) -> tuple[datetime, datetime]:
    """Between which two instants the end of a value lies that is still to be believed."""
    return aware(now), min(LATEST, now + timedelta(days=KEPT_VALUE.value))


class PostgresCounters:
    """See ``Counters`` in ``storage/base``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def increment(
        self, name: str, window_start: datetime, *, limit: int | None = None
    ) -> int | None:
        if limit is not None and limit < 1:
            return None
        asked = {"name": name, "start": aware(window_start), "limit": limit}
        with self._database.statement(durable=False) as connection:
            row = connection.execute(_INCREMENT, asked).fetchone()
        return int(row[0]) if row else None

    def value(self, name: str, window_start: datetime) -> int:
        with self._database.reading() as connection:
            row = connection.execute(
                "SELECT count FROM counters WHERE name = %s AND window_start = %s",
                (name, aware(window_start)),
            ).fetchone()
        return int(row[0]) if row else 0

    def sweep(self, before: datetime) -> int:
        with self._database.statement(durable=False) as connection:
            return connection.execute(
                "DELETE FROM counters WHERE window_start < %s", (aware(before),)
            ).rowcount
