"""Clearing away what deleted rows have left, and looking whether all is as it has to be."""

# ruff: noqa: S608 -- the names of tables and columns are constants; values are bound
from __future__ import annotations

from assistant.errors import AssistantError
from assistant.storage.postgres.changes import shorten
from assistant.storage.postgres.connection import Database
from assistant.storage.postgres.failures import translated
from assistant.storage.postgres.migrations import MIGRATIONS

TOLD = (
    "facts",
    "fact_vectors",
    "segments",
    "segment_vectors",
    "messages",
    "documents",
    "document_fields",
    "keyvalue",
    "errors",
)
"""Tables whose rows tell of what was said."""
_LOOSE = """SELECT relname::text FROM pg_class WHERE relnamespace = 'assistant'::regnamespace
  AND relkind = 'r' AND relname <> 'version' AND NOT (relrowsecurity AND relforcerowsecurity)
  ORDER BY relname"""
_FOREIGN = "SELECT count(*) FROM facts WHERE owner IS DISTINCT FROM owner_now()"


def clear_away(database: Database) -> None:
    """Have the tables give up the bytes of deleted rows, as far as nobody can see them any more.

    Outside of a transaction. A user who does not own the tables leaves it to the server's own
    upkeep (autovacuum).
    """
    with translated(database.server.name):
        with database.transaction(durable=False) as connection:
            shorten(connection)
        with database.server.alone() as connection:
            connection.execute("SET statement_timeout = 0")
            connection.answer_seconds = None  # large tables take their time
            connection.execute(f"VACUUM (SKIP_LOCKED, INDEX_CLEANUP ON) {', '.join(TOLD)}")


def problems_of(database: Database) -> list[str]:
    """What is wrong with the tables, in plain words: whether they keep each owner's rows apart,
    and every row can be read."""
    try:
        with database.snapshot() as connection:
            loose = connection.execute(_LOOSE).fetchall()
            found = [f"the table {name} does not keep users apart" for (name,) in loose]
            seen = connection.execute(_FOREIGN).fetchone()
            if seen and seen[0]:
                found.append(f"{seen[0]} facts of others can be seen")
            version = connection.execute("SELECT version FROM version").fetchone()
            if version is None or version[0] != len(MIGRATIONS):
                found.append("the tables are of another version")
            for table in TOLD:
                connection.execute(f"SELECT count(t::text) FROM {table} AS t")
    except AssistantError as error:
        return [error.message]
    return found
