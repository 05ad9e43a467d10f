"""The program's commands over PostgreSQL and Redis: as over the file in the home."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from assistant.cli.main import run
from tests.engines import PASSWORD, postgres, redis_server

FACT = "the staging server runs Postgres 16"


@pytest.fixture
def owner() -> str:
    return uuid4().hex


@pytest.fixture
def shared(home: Path, owner: str) -> str:
    """A home whose memory is in PostgreSQL, with Redis beside it; the URL."""
    url = postgres().url
    home.mkdir(mode=0o700, exist_ok=True)
    settings = f'url = "{url}"\nlive = "{redis_server().url}"\nowner = "{owner}"\n'
    (home / "config.toml").write_text(f"[storage]\n{settings}")
    (home / "config.toml").chmod(0o600)
    return url


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert run([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_what_is_noted_is_listed_told_and_forgotten(
    shared: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shared
    assert run(["facts", "add", FACT]) == 0
    capsys.readouterr()
    (known,) = printed(capsys, "facts", "list")
    assert known["fact"] == FACT
    assert run(["facts", "forget", known["id"], "--yes"]) == 0
    capsys.readouterr()
    assert printed(capsys, "facts", "list") == []
    assert not list(home.glob("*.db*"))


def test_the_doctor_tells_of_the_server_without_its_password(
    shared: str, owner: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["facts", "add", FACT])
    capsys.readouterr()
    run(["doctor", "--json"])
    told = capsys.readouterr().out
    found = {check["check"]: check for check in json.loads(told)["checks"]}
    assert "1 fact" in found["database"]["message"]
    assert found["backups"]["message"] == "who runs the database server makes them"
    (home / "config.toml").write_text(
        f'[storage]\nurl = "{shared}"\nowner = "{owner}"\n'
        'live = "redis://a:correct-horse@127.0.0.1:1"\n'
    )
    run(["doctor", "--json"])
    told += capsys.readouterr().out
    assert "redis://a@127.0.0.1:1 does not answer" in told
    assert PASSWORD not in told


def test_no_password_is_shown_with_the_settings(
    shared: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["config", "show"]) == 0
    out = capsys.readouterr().out
    assert PASSWORD not in out
    storage = tomllib.loads(out)["storage"]
    assert storage["url"] == shared.replace(f":{PASSWORD}", "")
    assert storage["live"].startswith("unix://app@/")


def test_a_server_that_is_away_is_told_and_what_to_do(
    shared: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shared
    (home / "config.toml").write_text(
        '[storage]\nurl = "postgresql://ana:s3cret@127.0.0.1:1/x"\nowner = "ana"\n'
    )
    assert run(["facts", "list"]) == 75
    told = capsys.readouterr().err
    assert "postgresql://ana@127.0.0.1:1/x does not answer" in told
    assert "s3cret" not in told + "".join(f.read_text() for f in home.rglob("*.jsonl"))


def test_a_name_that_cannot_own_anything_is_told(
    shared: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "config.toml").write_text(f'[storage]\nurl = "{shared}"\nowner = "Ana Pérez"\n')
    assert run(["facts", "list"]) == 78
    assert "Set storage.owner" in capsys.readouterr().err


def test_a_home_moves_there_and_back(
    home: Path, owner: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home.mkdir(mode=0o700, exist_ok=True)
    (home / "config.toml").write_text(f'[storage]\nowner = "{owner}"\n')
    assert run(["move", "--to", postgres().url]) == 2, "there is nothing yet"
    assert run(["facts", "add", FACT]) == 0
    assert run(["move", "--to", postgres().url]) == 0
    told = capsys.readouterr().err
    assert "1 of them facts" in told
    assert PASSWORD not in told
    assert run(["move", "--to", postgres().url]) == 2, "there is something already"
    other = str(tmp_path / "other" / "memory.db")
    assert run(["move", "--from", postgres().url, "--to", other]) == 0
    assert run(["move", "--from", other, "--to", other]) == 2
    capsys.readouterr()
    (home / "config.toml").write_text(f'[storage]\nurl = "{other}"\nowner = "{owner}"\n')
    (known,) = printed(capsys, "facts", "list")
    assert known["fact"] == FACT


def test_without_the_extra_one_line_says_how_to_install_it(
    shared: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shared
    import assistant.storage.postgres.extra as extra

    monkeypatch.setattr(extra, "find_spec", lambda _: None)
    assert run(["facts", "list"]) == 78
    assert "pip install 'local-assistant[postgres]'" in capsys.readouterr().err
