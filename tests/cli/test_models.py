"""`assistant models` on this machine alone."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.cli import consent, progress
from assistant.cli.main import run
from assistant.config import load_config
from assistant.llm import catalogue
from tests.servers.files import FileServer

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
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)}
    fetched = [name for name, row in rows.items() if row["fetched"]]
    assert fetched == ["tiny"]
    assert set(rows) == {"tiny", *(model.name for model in catalogue.NAMED)}
    assert sum(row["recommended"] for row in rows.values()) == 1
    assert all(row["memory"] and row["licence"] for name, row in rows.items() if name != "tiny")
    assert run(["models", "list"]) == 0
    shown = capsys.readouterr()
    assert "assistant models pull smollm2-135m-instruct" in shown.out
    assert "Apache-2.0" in shown.out
    assert "GB of memory" in shown.err


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> Iterator[FileServer]:
    """A host of two small models, known by name; 4 GB of memory."""
    models = tuple(
        catalogue.NamedModel(name, 1, memory, "MIT", address=f"hf:o/r/{name}.gguf")
        for name, memory in (("little", 10**8), ("larger", 10**9))
    )
    with FileServer(b"GGUF and more") as server:
        monkeypatch.setattr(catalogue, "NAMED", models)
        monkeypatch.setattr(catalogue, "machine_memory", lambda: 4 * 10**9)
        monkeypatch.setenv("HF_ENDPOINT", server.url("").rstrip("/"))
        yield server


def test_pull_asks_which_and_lets_the_chosen_one_answer(
    config: Path, host: FileServer, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setattr(consent, "somebody", lambda: True)
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    assert run(["models", "pull"]) == 0
    told = capsys.readouterr().err
    for words in ("little", "larger", "MIT", "0.1 GB", "1.0 GB", "4 GB of memory", "recommended"):
        assert words in told
    assert host.paths == ["/o/r/resolve/main/larger.gguf"]
    assert load_config(config, {}).model.name == "larger"


def test_pull_takes_the_name_that_is_given(
    config: Path, host: FileServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consent, "somebody", lambda: True)
    monkeypatch.setattr("sys.stdin", io.StringIO("little\n"))
    assert run(["models", "pull"]) == 0
    assert load_config(config, {}).model.name == "little"


def test_pull_without_anybody_fetches_the_default_and_changes_nothing(
    config: Path, host: FileServer
) -> None:
    config.write_text('[embedded]\nmodel = "little"\n')
    assert run(["models", "pull"]) == 0
    assert host.paths == ["/o/r/resolve/main/little.gguf"]
    assert load_config(config, {}).model.name == ""


def test_one_command_fetches_a_model_and_lets_it_answer(config: Path, host: FileServer) -> None:
    assert run(["models", "pull", "larger", "--use"]) == 0
    assert load_config(config, {}).model.name == "larger"
    assert run(["models", "pull", "little"]) == 0
    assert load_config(config, {}).model.name == "larger"


def test_pull_that_broke_off_goes_on(config: Path, host: FileServer) -> None:
    host.content += bytes(3_000_000)
    host.cut = 99
    assert run(["models", "pull", "larger", "--use"]) == 69
    assert load_config(config, {}).model.name == ""
    host.cut = 0
    host.ranges.clear()
    assert run(["models", "pull", "larger", "--use"]) == 0
    assert host.ranges[0].startswith("bytes=")


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
