"""What is there, without opening it: nothing is made or changed."""

from __future__ import annotations

from psycopg import Connection

_ANY = """SELECT EXISTS (SELECT 1 FROM keyvalue) OR EXISTS (SELECT 1 FROM facts)
  OR EXISTS (SELECT 1 FROM conversations)"""
_BYTES = """SELECT coalesce(sum(pg_total_relation_size(oid)), 0) FROM pg_class
  WHERE relnamespace = to_regnamespace('assistant') AND relkind = 'r'"""


def bytes_taken(connection: Connection, owner: str) -> int:
    """Bytes of all tables; 0 where the owner has no row in them."""
    there = connection.execute("SELECT to_regclass('assistant.facts') IS NOT NULL").fetchone()
    if not (there and there[0]):
        return 0
    with connection.transaction():
        connection.execute("SELECT set_config('assistant.owner', %s, true)", (owner,))
        has = connection.execute(_ANY).fetchone()
        size = connection.execute(_BYTES).fetchone()
    return int(size[0]) if has and has[0] and size else 0
