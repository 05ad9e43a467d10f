"""What PostgreSQL and Redis hold of whom, asked past the program with its own credentials."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from tests.engines import Postgres, Redis

_TABLES = (
    "SELECT relname::text FROM pg_class WHERE relnamespace = 'assistant'::regnamespace"
    " AND relkind = 'r' AND relname <> 'version'"
)
_OWNER = re.compile(r"assistant:\{([^}]*)\}:")
Marks = Callable[[str], Iterable[str]]
"""The marks in a text."""


def marks_in_rows(server: Postgres, owner: str | None, marks: Marks) -> dict[str, set[str]]:
    """By the owner of the row: what a transaction sees that names ``owner``, in all tables; None:
    what is there, as the administrator sees it."""
    found: dict[str, set[str]] = defaultdict(set)
    with _connection(server, owner) as connection:
        for (table,) in connection.execute(_TABLES).fetchall():
            for of, row in connection.execute(f"SELECT owner, t::text FROM assistant.{table} AS t"):
                found[of].update(marks(row))
    return {of: kept for of, kept in found.items() if kept}


def marks_in_redis(server: Redis, marks: Marks) -> dict[str, set[str]]:
    """By the owner that the key names: all that the program's user can reach."""
    import redis

    found: dict[str, set[str]] = defaultdict(set)
    client: Any = redis.Redis.from_url(server.url, decode_responses=True)
    for key in client.scan_iter("assistant:*", count=1000):
        owner = _OWNER.match(key)
        assert owner is not None, key
        found[owner[1]].update(marks(f"{key} {_value(client, key)}"))
    return {of: kept for of, kept in found.items() if kept}


def _value(client: Any, key: str) -> str:
    match client.type(key):
        case "hash":
            return str(client.hgetall(key))
        case "list":
            return str(client.lrange(key, 0, -1))
        case "set":
            return str(client.smembers(key))
        case "zset":
            return str(client.zrange(key, 0, -1))
    return str(client.get(key))


@contextmanager
def _connection(server: Postgres, owner: str | None) -> Iterator[Any]:
    import psycopg

    url = server.url_for("admin", "shared") if owner is None else server.url
    with psycopg.connect(url) as connection:
        connection.execute("SELECT set_config('assistant.owner', %s, true)", (owner or "",))
        yield connection
        connection.rollback()
