"""`assistant models` on this machine alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assistant.cli import progress
from assistant.cli.main import run
from assistant.config import load_config

KEPT = "# mine\n[prompt]\nbudget = 3000  # enough\n\n[model]\n# name = ''\ntemperature = 0.1\n"


@pytest.fixture
def config(home: Path) -> Path:
    home.mkdir()
    (home / "config.toml").write_text(KEPT)
    return home / "config.toml"


def test_use_writes_the_model_and_keeps_the_rest(config: Path) -> None:
    assert run(["models", "use", "gpt-something"]) == 0
    loaded = load_config(config, {})
    assert loaded.model.name == "gpt-something"
    assert (loaded.model.temperature, loaded.prompt.budget) == (0.1, 3000)
    for line in KEPT.splitlines():
        assert line in config.read_text().splitlines()


def test_use_auto_leaves_the_choice_to_the_program(config: Path) -> None:
    assert run(["models", "use", "gpt-something"]) == 0
    assert run(["models", "use", "auto"]) == 0
    assert load_config(config, {}).model.name == ""


def test_use_creates_the_file(home: Path) -> None:
    assert run(["models", "use", "x"]) == 0
    assert load_config(home / "config.toml", {}).model.name == "x"
    assert (home / "config.toml").stat().st_mode & 0o777 == 0o600


def test_list_tells_what_is_here_and_what_can_be_fetched(
    config: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config.write_text("[model]\nprobe_local_servers = false\n")
    (home / "models").mkdir()
    (home / "models" / "tiny.gguf").write_bytes(b"GGUF and more")
    assert run(["models", "list", "--json"]) == 0
    rows = {row["name"]: row["fetched"] for row in json.loads(capsys.readouterr().out)}
    assert rows == {"tiny": True, "smollm2-135m-instruct": False}
    assert run(["models", "list"]) == 0
    assert "assistant models pull smollm2-135m-instruct" in capsys.readouterr().out


def test_pull_if_missing_is_content_with_what_is_here(home: Path) -> None:
    (home / "models").mkdir(parents=True)
    (home / "models" / "tiny.gguf").write_bytes(b"GGUF and more")
    assert run(["models", "pull", "--if-missing"]) == 0


def test_pull_refuses_what_is_no_source(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["models", "pull", "no such thing"]) == 2
    assert "names no model" in capsys.readouterr().err


def test_remove_deletes_the_file(home: Path) -> None:
    (home / "models").mkdir(parents=True)
    (home / "models" / "tiny.gguf").write_bytes(b"GGUF and more")
    assert run(["models", "remove", "tiny", "-y"]) == 0
    assert not list((home / "models").iterdir())


@pytest.mark.parametrize(
    ("done", "whole", "bar"),
    [
        (0, 98_000_000, "m [........................] 0 of 98 MB"),
        (49_000_000, 98_000_000, "m [############............] 49 of 98 MB"),
        (98_000_000, 98_000_000, "m [########################] 98 of 98 MB"),
        (5_000_000, 0, "m 5 MB"),
    ],
)
def test_the_bar(done: int, whole: int, bar: str) -> None:
    assert progress.draw("m", done, whole) == bar
