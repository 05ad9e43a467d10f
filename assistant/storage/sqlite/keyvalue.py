"""Small JSON values in SQLite."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

from assistant.clock import LATEST
from assistant.limits import KEPT_VALUE
from assistant.storage.sqlite.connection import Database
from assistant.storage.sqlite.rows import (
    Row,
    UnreadableRow,
    from_json,
    to_instant,
    to_instant_or_none,
    to_json,
    usable,
)


class SQLiteKeyValue:
    """See ``KeyValue`` in ``storage/base``."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._aside = partial(database.set_aside, "keyvalue")

    def get(self, namespace: str, key: str, *, now: datetime) -> object | None:
        with self._database.reading() as connection:
            row = connection.execute(
                "SELECT value FROM keyvalue WHERE namespace = ? AND key = ?"
                " AND (expires_at IS NULL OR expires_at > ? AND expires_at <= ?)",
                (namespace, key, *_alive(now)),
            ).fetchone()
            if row is None:
                return None
            found = usable([(f"{namespace} {key}", row[0])], _value, self._aside)
            return found[0] if found else None

    def put(
        self, namespace: str, key: str, value: object, *, expires_at: datetime | None = None
    ) -> None:
        with self._database.transaction(durable=False) as connection:
            connection.execute(
                "INSERT INTO keyvalue (namespace, key, value, expires_at) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (namespace, key)"
                " DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at",
                (namespace, key, to_json(value), to_instant_or_none(expires_at)),
            )

    def items(self, namespace: str, *, now: datetime) -> list[tuple[str, object]]:
        with self._database.reading() as connection:
            rows = connection.execute(
                "SELECT key, value FROM keyvalue WHERE namespace = ?"
                " AND (expires_at IS NULL OR expires_at > ? AND expires_at <= ?) ORDER BY seq",
                (namespace, *_alive(now)),
            ).fetchall()
            return usable(rows, lambda row: (str(row[0]), _value(row)), self._aside)

    def entries(self, ending: str = "") -> list[tuple[str, str, object]]:
        with self._database.reading() as connection:
            rows = connection.execute(
                "SELECT namespace, key, value FROM keyvalue"
                " WHERE ?1 = '' OR substr(namespace, -length(?1)) = ?1 ORDER BY seq",
                (ending,),
            )
            return [(space, key, _value_or_text(value)) for space, key, value in rows.fetchall()]

    def delete(self, namespace: str, key: str | None = None) -> int:
        with self._database.transaction(durable=False) as connection:
            return connection.execute(
                "DELETE FROM keyvalue WHERE namespace = ?1 AND (?2 IS NULL OR key = ?2)",
                (namespace, key),
            ).rowcount

    def sweep(self, now: datetime) -> int:
        with self._database.transaction(durable=False) as connection:
            return connection.execute(
                "DELETE FROM keyvalue WHERE expires_at <= ?1 OR expires_at > ?2", _alive(now)
            ).rowcount


def _value(row: Row) -> object:
    value: object = from_json(row[1])
    return value


def _alive(now: datetime) -> tuple[str, str]:
    """Between which two instants the end of a value lies that is still to be believed."""
    return to_instant(now), to_instant(min(LATEST, now + timedelta(days=KEPT_VALUE.value)))


def _value_or_text(text: str) -> object:
    """A value that cannot be read is its own text: it may hold what is to be erased."""
    try:
        return from_json(text)
    except UnreadableRow:
        return text
