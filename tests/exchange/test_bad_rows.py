"""What is wrong in an import is named, and nothing of it comes in."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from assistant.app import open_app
from assistant.cli.main import run
from assistant.exchange.home import rows_of

FACT = {
    "id": "f1", "domain": "work", "fact": "uses Fish", "confidence": "high", "source": "explicit",
    "created_at": "2026-01-02T03:04:05+00:00", "last_confirmed_at": "2026-01-02T03:04:05+00:00",
}  # fmt: skip
CONVERSATION = {
    "id": "default:ana:1", "role": "default", "created_at": "2026-01-02T03:04:05+00:00",
    "last_activity_at": "2026-01-02T03:04:05+00:00",
}  # fmt: skip
SUMMARY = {
    "id": "s1", "session_id": "default:ana:1", "role": "default", "first_turn": 1, "last_turn": 3,
    "created_at": "2026-01-02T03:04:05+00:00", "topic": "shells",
}  # fmt: skip
DOCUMENT = {"namespace": "garden/plants", "id": "a", "content": {}, "fields": {"height": 1}}
GOOD: dict[str, list[Any]] = {
    "facts": [FACT], "conversations": [CONVERSATION], "summaries": [SUMMARY],
    "vectors": [{"summary": "s1", "embedder": "other/1", "vector": "ADwAAA=="}],
    "measures": [], "documents": [DOCUMENT],
}  # fmt: skip


def taken(home: Path, content: object, name: str = "memory.json") -> int:
    file = home.parent / name
    file.write_text(content if isinstance(content, str) else json.dumps(content, indent=1))
    return run(["import", str(file)])


def held() -> int:
    with open_app(answers=False) as app:
        return sum(map(len, rows_of(app.stores, app.embedder.name).values()))


def test_what_is_right_comes_in(home: Path) -> None:
    assert taken(home, GOOD) == 0
    assert held() == 5, "the vector of this embedder, the other one is kept as well"


@pytest.mark.parametrize(
    ("table", "changes", "told"),
    [
        ("facts", {"domain": 7}, "`domain`"),
        ("conversations", {"created_at": "yesterday"}, "`created_at`"),
        ("conversations", {"created_at": "2026-01-02T03:04:05"}, "time zone"),
        ("conversations", {"created_at": "0001-01-02T03:04:05+00:00"}, "outside the years"),
        ("conversations", {"id": ""}, "`id`"),
        ("conversations", {"id": "x" * 501}, "500 characters"),
        ("summaries", {"topic": None}, "`topic`"),
        ("summaries", {"what": 1}, "`what` is not a field"),
        ("summaries", {"language": "fr"}, "`language`"),
        ("summaries", {"session_id": "nobody's"}, "its conversation is not there"),
        ("summaries", {"topic": "half \ud800"}, "half a character"),
        ("summaries", {"topic": "x" * 1_100_000}, "row 1 is too long"),
        ("documents", {"fields": {"height": []}}, "`fields.height`"),
        ("documents", {"fields": {"at": {"at": "2026-01-02"}}}, "time zone"),
        ("documents", {"fields": {"height": float("nan")}}, "cannot be kept"),
        ("documents", {"content": [1]}, "`content`"),
        ("vectors", {"vector": "not Base64"}, "`vector` cannot be used"),
        ("vectors", {"vector": "AAA="}, "`vector` cannot be used"),
        ("vectors", {"vector": "AAAAAA=="}, "its length is not 1"),
    ],
)
def test_a_bad_row_is_named_and_nothing_comes_in(
    home: Path, capsys: pytest.CaptureFixture[str], table: str, changes: dict[str, Any], told: str
) -> None:
    spoilt = {**GOOD, table: [{**GOOD[table][0], **changes}]}
    assert taken(home, spoilt) == 65
    error = capsys.readouterr().err
    assert told in error
    assert table in error
    assert held() == 0


def test_a_missing_field_is_named(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert taken(home, {"conversations": [{"id": "x"}]}) == 65
    assert "`role` is missing" in capsys.readouterr().err


def test_a_secret_stays_out_and_the_rest_comes_in(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    secret = {**FACT, "id": "f2", "fact": "the key is sk-proj-" + "a1B2c3D4" * 6}
    noted = {**SUMMARY, "outcome": secret["fact"]}
    assert taken(home, {**GOOD, "facts": [secret, FACT], "summaries": [noted]}) == 0
    assert "fact 1 was set aside" in capsys.readouterr().err
    with open_app(answers=False) as app:
        assert "a1B2c3D4" not in json.dumps(rows_of(app.stores, app.embedder.name))
        assert len(app.stores.facts.all()) == 1


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("memory.json", "[1]"),
        ("memory.json", '{"facts": [1]}'),
        ("memory.json", '{"plants": []}'),
        ("memory.json", '{\n"facts": 1}'),
        ("memory.json", "{" * 100_000),
        ("memory.ndjson", '{"table": "plants"}'),
        ("memory.ndjson", "3"),
        ("facts.csv", "id,domain\n1,2,3\n"),
        ("facts.csv", "id,domain,fact\n1\n"),
        ("plants.csv", "id\n1\n"),
        ("memory.db", "SQLite format 3\0 and nothing more"),
    ],
)
def test_what_is_no_export_is_refused(
    home: Path, capsys: pytest.CaptureFixture[str], name: str, content: str
) -> None:
    assert taken(home, content, name) == 65
    assert name.partition(".")[0] in capsys.readouterr().err
    assert held() == 0


def test_a_hostile_sqlite_file_is_read_as_data(home: Path, tmp_path: Path) -> None:
    """A view that never ends is no table; a blob is no text."""
    endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n) SELECT x AS id FROM n"
    for n, sql in enumerate(
        (f"CREATE VIEW facts AS {endless}", "CREATE TABLE facts AS SELECT x'00' AS id")
    ):
        file = tmp_path / f"{n}.db"
        with sqlite3.connect(file) as connection:
            connection.execute(sql)
        assert run(["import", str(file)]) == 65
    assert held() == 0


def test_documents_of_a_deleted_conversation_and_forgetting_reach_what_came_in(home: Path) -> None:
    cat = {**DOCUMENT, "id": "cat", "content": {"x": "the cat is called Nuchita"}}
    mine = {**DOCUMENT, "id": "mine", "session_id": CONVERSATION["id"]}
    fact = {**FACT, "fact": "the cat is called Nuchita"}
    assert taken(home, {**GOOD, "facts": [fact], "documents": [cat, mine]}) == 0
    assert run(["facts", "forget", "f1", "--yes"]) == 0
    assert run(["sessions", "delete", str(CONVERSATION["id"]), "--yes"]) == 0
    with open_app(answers=False) as app:
        assert app.stores.collections.find("garden/plants").documents == ()
