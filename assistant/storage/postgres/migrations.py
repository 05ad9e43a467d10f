"""From any earlier format of the tables to today's, in one transaction.

``version`` holds the format. Any number of processes may open a new or an old database at the same
instant: a lock lets one of them work, and the others find the work done.
"""

from __future__ import annotations

from pathlib import Path

from psycopg import Connection, sql
from psycopg.types import TypeInfo

from assistant.storage.postgres.failures import newer, unguarded, wrong_letters
from assistant.storage.postgres.patience import PatientConnection

_SCHEMA = Path(__file__).parent / "schema"
MIGRATIONS = ("0001.sql", "0002.sql")
"""The one at index n leads from version n to version n + 1."""
_LOCK = 0x61737374  # "asst"
_VERSION = "SELECT coalesce((SELECT version FROM assistant.version), 0)"


def migrate(connection: PatientConnection, name: str) -> bool:
    """Bring the tables to the last version, all or nothing; tell whether anything was done.

    Raises BadData for tables of a later release, ConfigurationError for a database or a user that
    cannot keep what this program promises.
    """
    _examine(connection, name)
    if _version(connection, name) == len(MIGRATIONS):
        return False
    connection.answer_seconds = None  # it takes what it takes
    with connection.transaction():
        connection.execute("SET LOCAL lock_timeout = '60s'; SET LOCAL statement_timeout = 0")
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        done = _version(connection, name)
        if done == len(MIGRATIONS):
            return False
        if done == 0:
            connection.execute("CREATE SCHEMA IF NOT EXISTS assistant")
            connection.execute("CREATE TABLE assistant.version (version integer NOT NULL)")
            connection.execute("INSERT INTO assistant.version VALUES (0)")
        vector = sql.SQL("halfvec" if halves_of(connection) else "bytea")
        for migration in MIGRATIONS[done:]:
            connection.execute(_statements(migration).format(vector=vector))
        connection.execute("UPDATE assistant.version SET version = %s", (len(MIGRATIONS),))
    return True


def halves_of(connection: Connection) -> int | None:
    """The type of pgvector's half vectors: None where the database has none, or had none when its
    tables were made."""
    made = connection.execute(
        "SELECT atttypid = 'bytea'::regtype FROM pg_attribute"
        " WHERE attrelid = to_regclass('assistant.fact_vectors') AND attname = 'vector'"
    ).fetchone()
    if made and made[0]:
        return None
    found = TypeInfo.fetch(connection, "halfvec")
    return found.oid if found else None


def _examine(connection: Connection, name: str) -> None:
    row = connection.execute(
        "SELECT current_user, rolsuper OR rolbypassrls, current_setting('server_encoding')"
        " FROM pg_roles WHERE rolname = current_user"
    ).fetchone()
    if row is None:
        return
    role, unbound, encoding = row
    if unbound:
        raise unguarded(name, role)
    if encoding != "UTF8":
        raise wrong_letters(name, encoding)


def _version(connection: Connection, name: str) -> int:
    found = connection.execute("SELECT to_regclass('assistant.version')::text").fetchone()
    if found is None or found[0] is None:
        return 0
    row = connection.execute(_VERSION).fetchone()
    version = int(row[0]) if row else 0
    if version > len(MIGRATIONS):
        raise newer(name, version, len(MIGRATIONS))
    return version


def _statements(name: str) -> sql.SQL:
    text = (_SCHEMA / name).read_text("utf-8")
    doubled = text.replace("{", "{{").replace("}", "}}").replace("{{vector}}", "{vector}")
    return sql.SQL(doubled)
