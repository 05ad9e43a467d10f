"""`assistant doctor` against things that are really broken, and the way back from a backup."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from assistant.app import open_app
from assistant.cli import checks, home_checks
from assistant.cli.main import run
from assistant.embedding import open as embedders
from tests.e2e.conftest import Cli
from tests.e2e.test_chat import Terminal
from tests.servers.scripted import Reply, ScriptedServer


@pytest.fixture(autouse=True)
def silent_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """No model, unless a test has one: nothing listens on the ports that would be probed."""
    monkeypatch.setenv("ASSISTANT_MODEL", "none")


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedServer]:
    with ScriptedServer(Reply("ok")) as scripted:
        monkeypatch.setenv("OPENAI_BASE_URL", scripted.base_url)
        monkeypatch.setenv("ASSISTANT_MODEL", "scripted-model")
        yield scripted


@pytest.fixture
def kept(home: Path) -> Path:
    """A home that knows one thing, with a backup; gives its database."""
    with open_app(answers=False) as app:
        app.facts.add("the staging server runs Postgres 16")
        app.stores.flush()
    return home / "assistant.db"


def doctor(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, Any]]:
    """The exit status, and each check's finding by its name."""
    status = run(["doctor", "--json", *words])
    told = json.loads(capsys.readouterr().out)
    found = {check["check"]: check for check in told["checks"]}
    assert told["ok"] == all(check["state"] != "fail" for check in found.values())
    assert list(found) == list(checks.CHECKS), "whatever fails, every check is made"
    assert all(check["hint"] for check in found.values() if check["state"] != "ok")
    return status, found


def spoil(database: Path) -> None:
    """Overwrite pages in the middle."""
    with database.open("rb+") as file:
        file.seek(8192)
        file.write(b"\xff" * 8192 * 8)


def facts() -> list[str]:
    with open_app(answers=False) as app:
        return [fact.fact for fact in app.stores.facts.all()]


def test_where_everything_works_it_ends_with_0(
    kept: Path, server: ScriptedServer, capsys: pytest.CaptureFixture[str]
) -> None:
    status, found = doctor(capsys)
    assert status == 0
    assert {check["state"] for check in found.values()} == {"ok"}
    assert "1 fact," in found["database"]["message"]
    assert "backup-" in found["backups"]["message"]
    assert "scripted-model" in found["model"]["message"]
    assert len(server.chats) == 1


def test_a_new_home_is_examined_without_being_made(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedders, "_shared", {})  # as in a new process, which keeps no tables
    status, found = doctor(capsys)
    assert status == 69
    assert [name for name, check in found.items() if check["state"] == "fail"] == ["model"]
    assert not home.exists()


def test_without_a_model_it_says_how_to_get_one(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, found = doctor(capsys)
    assert status == 69
    assert "assistant models pull" in found["model"]["hint"]


def test_a_server_that_does_not_answer_is_a_failure(
    server: ScriptedServer, capsys: pytest.CaptureFixture[str]
) -> None:
    server.replies = [Reply(status=401, body="{}")]
    status, found = doctor(capsys)
    assert status == 77
    assert found["model"]["state"] == "fail"


def test_a_damaged_database_is_told_and_left_as_it_is(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(kept)
    before = kept.read_bytes()
    status, found = doctor(capsys)
    assert status == 65
    assert found["database"]["state"] == "fail"
    assert "doctor --restore" in found["database"]["hint"]
    assert kept.read_bytes() == before


def test_a_file_that_is_no_database_without_a_backup_is_to_be_moved_away(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home.mkdir(mode=0o700)
    (home / "assistant.db").write_bytes(b"this is no database, " * 1000)
    (home / "assistant.db").chmod(0o600)
    status, found = doctor(capsys)
    assert status == 65
    assert "Move" in found["database"]["hint"]
    assert run(["doctor", "--restore", "--yes"]) == 65
    assert "no backup" in capsys.readouterr().err


def test_a_database_of_a_newer_version_is_no_case_for_a_backup(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with sqlite3.connect(kept) as database:
        database.execute("pragma user_version = 9999")
    status, found = doctor(capsys)
    assert status == 65
    assert "upgrade" in found["database"]["hint"].lower()
    before = kept.read_bytes()
    assert run(["doctor", "--restore", "--yes"]) == 65
    assert kept.read_bytes() == before


def test_restore_puts_the_newest_backup_back_and_keeps_what_was_there(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(kept)
    damaged = kept.read_bytes()
    assert run(["doctor", "--restore", "--yes"]) == 0
    assert facts() == ["the staging server runs Postgres 16"]
    (aside,) = kept.parent.glob("assistant.db.damaged-*")
    assert aside.read_bytes() == damaged
    assert aside.name in capsys.readouterr().err
    assert doctor(capsys)[1]["database"]["state"] == "ok"


def test_restore_passes_over_a_backup_that_is_damaged_too(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (good,) = kept.parent.glob("assistant.db.backup-*")
    newer = good.with_name("assistant.db.backup-2999-01-01")
    newer.write_bytes(b"SQLite format 3\0" + b"\xff" * 9000)
    newer.chmod(0o600)
    assert doctor(capsys)[1]["backups"]["state"] == "warn"
    spoil(kept)
    assert run(["doctor", "--restore", "--yes"]) == 0
    assert facts() == ["the staging server runs Postgres 16"]


def test_restore_brings_back_a_database_that_is_gone(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept.unlink()
    assert run(["facts", "list"]) == 65, "an empty one would push out the copies"
    assert "missing" in capsys.readouterr().err
    found = doctor(capsys)[1]["database"]
    assert (found["state"], kept.exists()) == ("fail", False)
    assert "doctor --restore" in found["hint"]
    assert run(["doctor", "--restore", "--yes"]) == 0
    assert facts() == ["the staging server runs Postgres 16"]


def test_restore_asks_first_and_a_no_changes_nothing(kept: Path) -> None:
    spoil(kept)
    before = kept.read_bytes()
    assert run(["doctor", "--restore"]) == 2, "nobody is here to be asked"
    terminal = Terminal(
        Cli(kept.parent), "--restore", command="doctor", env={"LANG": "es_AR.UTF-8"}
    )
    terminal.wait("[s/N]")
    terminal.enter("n")
    assert terminal.status() == 130
    assert kept.read_bytes() == before


def test_a_sound_database_is_never_replaced(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = kept.read_bytes()
    assert run(["doctor", "--restore", "--yes"]) == 2
    assert "sound" in capsys.readouterr().err
    assert kept.read_bytes() == before


def test_a_wrong_configuration_is_one_finding_among_others(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (kept.parent / "config.toml").write_text("[ui]\ncolour = 1\n")
    (kept.parent / "config.toml").chmod(0o600)
    status, found = doctor(capsys)
    assert status == 78
    assert "ui.colour" in found["config"]["message"]
    assert found["database"]["state"] == "ok"


def test_tools_and_folders_that_the_configuration_names_wrongly(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = kept.parent / "config.toml"
    file.write_text('[tools]\non = ["web.fetchh", "notes"]\nroots = ["/no/such/folder", "/tmp"]\n')
    file.chmod(0o600)
    found = doctor(capsys)[1]["tools"]
    assert found["state"] == "warn"
    assert "web.fetchh" in found["message"]
    assert "/no/such/folder" in found["message"]
    assert "notes" not in found["message"]


@pytest.mark.parametrize("name", [".", "config.toml", "history", "notes"])
def test_what_others_can_read_is_named(
    kept: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    file = kept.parent / name
    if name == "notes":
        file.mkdir()
    elif name != ".":
        file.touch()
    file.chmod(0o755)
    status, found = doctor(capsys)
    assert status == 77
    assert str(file.resolve().name) in found["permissions"]["message"]
    assert "chmod -R go= " in found["permissions"]["hint"]


def test_a_home_that_cannot_be_written(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASSISTANT_HOME", "/proc/assistant")
    status, found = doctor(capsys)
    assert status == 75
    assert "ASSISTANT_HOME" in found["home"]["hint"]


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for root")
def test_a_read_only_home(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept.parent.chmod(0o500)
    status, found = doctor(capsys)
    kept.parent.chmod(0o700)
    assert status == 75
    assert found["home"]["state"] == "fail"


@pytest.mark.parametrize(("megabytes", "state"), [(10, "fail"), (100, "warn"), (5000, "ok")])
def test_a_disk_that_fills_up(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, megabytes: int, state: str
) -> None:
    usage = shutil.disk_usage("/")._replace(free=megabytes * home_checks.MB)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    assert doctor(capsys)[1]["disk"]["state"] == state


def test_a_bug_in_a_check_is_a_finding(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(checks.CHECKS, "disk", lambda _: 1 / 0)
    assert run(["doctor"]) == 1
    assert "ZeroDivisionError" in capsys.readouterr().out


def test_it_speaks_the_persons_language_and_never_by_colour_alone(
    kept: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "es_AR.UTF-8")
    assert run(["doctor"]) == 69
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("ok    config")
    assert any(line.startswith("fail  model        sin modelo") for line in lines)


def test_a_narrow_terminal_is_told(home: Path) -> None:
    terminal = Terminal(Cli(home), command="doctor", columns=30, env={"NO_COLOR": "1"})
    terminal.wait("warn  terminal")
    assert terminal.status() == 69
    assert "\x1b[1m" not in terminal.raw
