"""A home is exported, a new one takes it in: it answers the same, byte for byte."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from assistant.api import Assistant
from assistant.app import open_app
from assistant.cli.main import run
from assistant.exchange.home import rows_of
from assistant.storage.base import Document, Field
from tests.contract.samples import metrics

DAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
LIVED = (
    ("Remember that the staging server runs Postgres 16.", "Noted."),
    ("From now on answer in bullet points.", "Sure."),
    ("Decidí usar Vue para el panel; el deploy es los jueves.", "Anotado."),
    ("Let's plan the migration: dump on Friday, restore on Saturday.", "Dump, then restore."),
    ("What about the indexes?", "Create them after the restore."),
    ("Actually the staging server runs Postgres 17 now.", "Updated."),
)
ASKED = (
    "Which database does our staging server run?",
    "¿Qué día es el deploy?",
    "How did we decide to do the migration?",
    "What is the capital of France?",
)
FILES = ("memory.json", "memory.ndjson", "memory.db", "memory")


class Clock:
    """Twenty seconds further each time it is asked, from a day on."""

    def __init__(self, day: int) -> None:
        self.now = DAY + timedelta(days=day)

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=20)
        return self.now


@pytest.fixture
def lived(home: Path) -> Path:
    """A home with facts, one of them superseded, summaries, measures and a pack's documents."""
    with Assistant.open(home=home, clock=Clock(0), model=None) as assistant:
        for said, reply in LIVED:
            assistant.observe(said, reply)
        assistant.end_conversation()
    with open_app(home=home, answers=False) as app:
        fields: dict[str, Field] = {
            "height": 1.5,
            "planted": DAY,
            "name": "2026-01-01T00:00:00+00:00",
        }
        content = {"kind": "tomato", "seen": [1, None, {"x": "é\u2028|\n"}]}
        app.stores.collections.put(Document("garden/plants", "a", content, fields, "default"))
        app.stores.collections.put(Document("shop/cart", "b", {}, {}))
        for _ in range(2):  # nothing names a measure: two may be alike
            app.stores.journal.record(metrics(alert='"quoted", | and\nbroken'))
        assert app.stores.segments.all(app.stores.conversations.all()[0].id)
    return home


def tables(home: Path) -> dict[str, list[Any]]:
    with open_app(home=home, answers=False) as app:
        return {name: list(rows) for name, rows in rows_of(app.stores, app.embedder.name).items()}


def answers(home: Path) -> str:
    """What comes of each question in a new conversation, all of it."""
    told = []
    with Assistant.open(home=home, clock=Clock(2), model=None) as assistant:
        for question in ASKED:
            seen = assistant.preview(question)
            told.append(
                repr((seen.messages, seen.tokens, seen.sections, seen.considered, seen.reuse))
            )
        for question in ASKED[:2]:
            answer = assistant.respond(question)
            told.append(repr((answer.text, answer.source, answer.prompt_tokens)))
    return "\n".join(told)


@pytest.fixture
def moved_to(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], tuple[Path, Path]]:
    """Export to that file, import into a new home; gives both."""

    def move(name: str) -> tuple[Path, Path]:
        file, other = tmp_path / name, tmp_path / f"home of {name}"
        how = ["--format", "csv"] if name == "memory" else []
        assert run(["export", "-o", str(file), *how]) == 0
        monkeypatch.setenv("ASSISTANT_HOME", str(other))
        assert run(["import", str(file)]) == 0
        monkeypatch.setenv("ASSISTANT_HOME", str(home))
        return file, other

    return move


@pytest.mark.parametrize("name", FILES)
def test_a_new_home_knows_and_answers_the_same(
    name: str, lived: Path, moved_to: Callable[[str], tuple[Path, Path]]
) -> None:
    file, other = moved_to(name)
    assert tables(other) == tables(lived)
    assert answers(other) == answers(lived)
    private = [file, *file.iterdir()] if file.is_dir() else [file]
    assert all(not path.stat().st_mode & 0o077 for path in private)


@pytest.mark.parametrize("name", FILES)
def test_importing_twice_changes_nothing(
    name: str,
    lived: Path,
    moved_to: Callable[[str], tuple[Path, Path]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    file, _ = moved_to(name)
    before = tables(lived)
    capsys.readouterr()
    assert run(["import", str(file)]) == 0
    assert tables(lived) == before
    assert all(part.endswith(" 0") for part in capsys.readouterr().err.strip().split(","))


def test_other_programs_read_the_sqlite_file(lived: Path, tmp_path: Path) -> None:
    assert run(["export", "-o", str(tmp_path / "memory.db")]) == 0
    with sqlite3.connect(tmp_path / "memory.db") as connection:
        asked = "SELECT fact FROM facts WHERE retired_at IS NULL AND fact LIKE '%Postgres%'"
        ((text,),) = connection.execute(asked)
        assert "17" in text
        plants = (
            "SELECT json_extract(content, '$.kind') FROM documents WHERE namespace LIKE 'garden%'"
        )
        assert connection.execute(plants).fetchall() == [("tomato",)]
        assert connection.execute("SELECT sum(prompt_tokens) > 0 FROM measures").fetchone() == (1,)


def test_markdown_is_for_reading(lived: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["export", "--format", "markdown", "--only", "facts", "--only", "documents"]) == 0
    text = capsys.readouterr().out
    assert "## facts\n\n| id | domain | fact |" in text
    assert text.count("\n## ") == 1
    rows = [line for line in text.splitlines() if line.startswith("| garden")]
    assert len(rows) == 1
    assert rows[0].replace("\\|", "").count("|") == 7, "six cells"


def test_facts_export_comes_in_through_the_same_door(
    lived: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(["facts", "export", "-o", str(tmp_path / "facts.jsonl")]) == 0
    known = tables(lived)["facts"]
    monkeypatch.setenv("ASSISTANT_HOME", str(tmp_path / "other"))
    assert run(["import", str(tmp_path / "facts.jsonl")]) == 0
    assert tables(tmp_path / "other")["facts"] == known


def test_csv_of_one_table_goes_to_stdout(lived: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["export", "--format", "csv", "--only", "facts"]) == 0
    assert capsys.readouterr().out.startswith("id,domain,fact,")
    assert run(["export", "--format", "csv"]) == 2
    assert run(["export", "--format", "sqlite"]) == 2


def test_C4_what_was_being_said_stays_behind(home: Path) -> None:
    with Assistant.open(home=home, clock=Clock(0), model=None) as assistant:
        assistant.observe("Would a parrot eat quinoa?", "It would, boiled.")
    found = tables(home)
    assert "boiled" not in json.dumps(found)
    assert [conversation["ended_at"] for conversation in found["conversations"]] != [None]
