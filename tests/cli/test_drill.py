"""`assistant doctor --drill`: real backups, sound and spoilt, put to the test in a home apart."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assistant.app import open_app
from assistant.cli.main import run
from assistant.homekey import forget_key
from assistant.storage.sqlite.backups import backups_of
from assistant.storage.sqlite.digests import digest_file, seal
from tests.encryption import begin_encrypted, needs_extra

FACT = "the staging server runs Postgres 16"


@pytest.fixture
def kept(home: Path) -> Path:
    """The only backup of a home that knows one thing."""
    with open_app(answers=False) as app:
        app.facts.add(FACT)
        app.stores.flush()
    (backup,) = backups_of(home / "assistant.db")
    return backup


def drill(capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, Any]]:
    status = run(["doctor", "--drill", "--json"])
    told = json.loads(capsys.readouterr().out)
    found = {check["check"]: check for check in told["checks"]}
    assert all(check["hint"] for check in found.values() if check["state"] != "ok")
    return status, found


def flip(file: Path, word: bytes) -> None:
    content = bytearray(file.read_bytes())
    content[content.index(word)] ^= 1
    file.write_bytes(content)


def test_a_sound_backup_passes_every_step_and_leaves_nothing(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = kept.with_name("assistant.db")
    before = sorted(p.name for p in kept.parent.iterdir()), database.read_bytes()
    status, found = drill(capsys)
    assert status == 0, found
    assert list(found) == ["backup", "digest", "rows", "since", "integrity", "recall"]
    assert {check["state"] for check in found.values()} == {"ok"}
    assert "facts 1" in found["rows"]["message"]
    assert "knew it" in found["recall"]["message"]
    beside = {"cache", "assistant.db-wal", "assistant.db-shm"}  # of any look into the database
    assert {p.name for p in kept.parent.iterdir()} - beside == set(before[0]) - beside
    assert database.read_bytes() == before[1]


def test_what_came_since_is_newer_and_no_fault(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_app(answers=False) as app:
        app.facts.add("the deploy is on Thursdays")
    status, found = drill(capsys)
    assert status == 0
    assert "newer than the backup: facts 1" in found["since"]["message"]


@needs_extra
def test_an_encrypted_home_is_drilled_encrypted(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begin_encrypted(home)
    with open_app(answers=False) as app:
        app.facts.add(FACT)
        app.stores.flush()
    (backup,) = backups_of(home / "assistant.db")
    before = {file.name for file in home.iterdir()}
    status, found = drill(capsys)
    assert status == 0, found
    assert list(found) == ["backup", "digest", "rows", "since", "integrity", "recall"]
    assert {check["state"] for check in found.values()} == {"ok"}
    assert "facts 1" in found["rows"]["message"]
    assert "exactly" in found["since"]["message"] or "nothing" in found["since"]["message"]
    assert "knew it" in found["recall"]["message"]
    left = {file.name for file in home.iterdir()} - before
    assert not [name for name in left if name.startswith("drill-")]
    content = bytearray(backup.read_bytes())
    content[len(content) // 2] ^= 1
    backup.write_bytes(content)
    status, found = drill(capsys)
    assert status == 65
    assert found["digest"]["state"] == "fail"
    assert not list(home.glob("drill-*"))
    forget_key(home)


def test_a_flipped_bit_is_found(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    flip(kept, FACT.encode())
    status, found = drill(capsys)
    assert status == 65
    assert found["digest"]["state"] == "fail"
    assert found["rows"]["state"] == "fail"
    assert "facts" in found["rows"]["message"]
    assert run(["doctor", "--drill"]) == 65
    assert "NOT what was made" in capsys.readouterr().out


def test_a_flipped_bit_under_a_digest_that_was_made_after_it_is_found_by_the_rows(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    flip(kept, FACT.encode())
    seal(kept)
    status, found = drill(capsys)
    assert status == 65
    assert found["digest"]["state"] == "ok"
    assert found["integrity"]["state"] == "fail"


def test_a_backup_without_a_digest_is_told_as_such(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    digest_file(kept).unlink()
    status, found = drill(capsys)
    assert status == 0
    assert found["digest"]["state"] == "warn"
    assert "older version" in found["digest"]["message"]
    assert found["recall"]["state"] == "ok"


def test_a_backup_that_is_no_database_ends_in_65(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept.write_bytes(b"no database, " * 999)
    status, found = drill(capsys)
    assert status == 65
    assert found["integrity"]["state"] == "fail"
    assert not list(kept.parent.glob("drill-*"))


def test_a_damaged_database_keeps_the_backup_from_nothing(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept.with_name("assistant.db").write_bytes(b"no database, " * 999)
    status, found = drill(capsys)
    assert status == 0
    assert "cannot be compared" in found["since"]["message"]


def test_without_a_backup_there_is_nothing_to_try(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, found = drill(capsys)
    assert (status, list(found)) == (0, ["backup"])
    assert not home.exists()


def test_restore_passes_over_an_altered_backup_and_says_where_there_is_no_digest(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = kept.with_name("assistant.db")
    newer = kept.with_name("assistant.db.backup-2999-01-01")
    newer.write_bytes(kept.read_bytes())
    seal(newer)
    flip(newer, FACT.encode())
    database.unlink()
    digest_file(kept).unlink()
    assert run(["doctor", "--restore", "--yes"]) == 0
    told = capsys.readouterr().err
    assert "no digest" in told
    assert kept.name in told
    with open_app(answers=False) as app:
        assert [fact.fact for fact in app.stores.facts.all()] == [FACT]
