"""Rules that the database itself enforces, tried with plain SQL behind the program's back."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from assistant.storage.sqlite.backups import KEPT
from assistant.storage.sqlite.seals import SEALED, allow_seals
from tests.contract.samples import NOW, conversation, segment, turn
from tests.storage.conftest import Opener


@pytest.fixture
def raw(open_home: Opener, path: Path) -> Iterator[sqlite3.Connection]:
    stores = open_home()
    stores.conversations.save(conversation())
    stores.conversations.append(turn(1))
    stores.conversations.append(turn(2))
    stores.conversations.drop("default:ana:1", [1], NOW)
    stores.segments.add(segment(id="s1"))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        allow_seals(connection)
        yield connection


COLUMNS = "id, session_id, role, first_turn, last_turn, created_at, topic, discussed, outcome, decisions, open_questions, language, token_count"


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE segments SET outcome = 'otro' WHERE id = 's1'",
        "UPDATE segments SET token_count = 1",
        "UPDATE OR REPLACE segments SET id = 's2'",
        f"REPLACE INTO segments ({COLUMNS}) SELECT {COLUMNS} FROM segments",
        "REPLACE INTO segments SELECT * FROM segments",
        f"INSERT INTO segments ({COLUMNS}) SELECT {COLUMNS} FROM segments WHERE 1 ON CONFLICT (id) DO UPDATE SET topic = 'x'",
    ],
)
def test_S3_a_segment_can_be_neither_edited_nor_replaced(
    raw: sqlite3.Connection, statement: str
) -> None:
    before = raw.execute("SELECT * FROM segments").fetchall()
    with pytest.raises(sqlite3.IntegrityError, match="S3"):
        raw.execute(statement)
    assert raw.execute("SELECT * FROM segments").fetchall() == before


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE messages SET summarized_at = '2026' WHERE turn_number = 2",  # raw and summarised
        "UPDATE messages SET content = 'back' WHERE turn_number = 1",
        "UPDATE messages SET summarized_at = NULL WHERE turn_number = 1",
        "UPDATE messages SET content = 'back', summarized_at = NULL WHERE turn_number = 1",
    ],
)
def test_C3_a_row_is_never_both_raw_and_summarised_nor_raw_again(
    raw: sqlite3.Connection, statement: str
) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        raw.execute(statement)


def test_C1_a_turn_has_one_row_for_each_side(raw: sqlite3.Connection) -> None:
    columns = "session_id, turn_number, role, content, timestamp, token_count, semantic_continuity"
    for role in ("user", "assistant", "tool"):
        with pytest.raises(sqlite3.IntegrityError):
            raw.execute(
                f"INSERT INTO messages (id, {columns}) VALUES"
                f" ('new', 'default:ana:1', 2, '{role}', '', '2026', 1, 0)"
            )


def test_C8_a_message_belongs_to_a_turn(raw: sqlite3.Connection) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        raw.execute("UPDATE messages SET turn_number = 9 WHERE turn_number = 2")


def test_every_table_is_backed_up_or_left_out_on_purpose(raw: sqlite3.Connection) -> None:
    tables = {
        name
        for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        if not name.startswith(("sqlite_", "facts_fts", "segments_fts"))
    }
    derived = {"fact_vectors", "segment_vectors", "fact_log", "fact_vector_log"}
    derived |= {"segment_vector_log", *(f"{table}_seals" for table in SEALED)}
    short_lived = {"counters", "tool_runs", "upkeep"}
    assert tables == set(KEPT) | derived | short_lived


def test_the_database_is_set_up_as_designed(raw: sqlite3.Connection, open_home: Opener) -> None:
    assert raw.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    database = open_home()._database

    def setting(name: str, connection: sqlite3.Connection) -> int:
        return int(connection.execute(f"PRAGMA {name}").fetchone()[0])

    with database.transaction() as connection:
        kept = [setting(n, connection) for n in ("synchronous", "foreign_keys", "secure_delete")]
        assert kept == [2, 1, 1]
        assert setting("busy_timeout", connection) == 0  # it asks by itself, and oftener
    with database.reading() as connection:
        assert setting("busy_timeout", connection) == 5000
