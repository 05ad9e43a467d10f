"""`assistant config`."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from assistant.cli.config import as_toml
from assistant.cli.main import run
from assistant.config import Config, PacksConfig, RoleConfig, ToolsConfig, load_config, parse_config


def test_path_prints_where_the_file_would_be(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["config", "path"]) == 0
    assert capsys.readouterr().out == f"{home / 'config.toml'}\n"
    assert not home.exists(), "asking where it is creates nothing"


def test_init_writes_every_default_explained(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["config", "init"]) == 0
    file = home / "config.toml"
    assert load_config(file, {}) == Config()
    assert file.stat().st_mode & 0o777 == 0o600
    assert home.stat().st_mode & 0o777 == 0o700
    assert "#" in file.read_text()
    assert capsys.readouterr().out == f"{file}\n"


def test_init_replaces_nothing_unasked(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home.mkdir()
    (home / "config.toml").write_text("[ui]\n")
    assert run(["config", "init"]) == 2
    assert "--force" in capsys.readouterr().err
    assert (home / "config.toml").read_text() == "[ui]\n"
    assert run(["config", "init", "--force"]) == 0
    assert load_config(home / "config.toml", {}) == Config()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[prompt]\nbudgte = 1\n", "Did you mean 'budget'?"),
        ("[prompt]\nbudget = 4001\n", "between 1000 and 4000"),
        ("[prompt]\nbudget = 'x'\n", "a whole number"),
        ("[propmt]\n", "Did you mean 'prompt'?"),
        ("[prompt\n", "not valid TOML"),
    ],
)
def test_check_names_what_is_wrong_and_ends_with_78(
    text: str, said: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home.mkdir()
    (home / "config.toml").write_text(text)
    assert run(["config", "check"]) == 78
    assert said in capsys.readouterr().err


def test_check_is_content_with_a_right_file(home: Path) -> None:
    assert run(["config", "check"]) == 0
    home.mkdir()
    (home / "config.toml").write_text("[prompt]\nbudget = 3000\n")
    assert run(["config", "check"]) == 0


def test_show_prints_what_is_in_force(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home.mkdir()
    (home / "config.toml").write_text("[prompt]\nbudget = 3000\n")
    assert run(["config", "show"]) == 0
    assert parse_config(tomllib.loads(capsys.readouterr().out)).prompt.budget == 3000


def test_what_is_shown_can_be_read_back() -> None:
    config = Config(
        tools=ToolsConfig(on=('a"b', "c\\d"), roots=("~/notas: año",)),
        packs=PacksConfig(on=("a",), settings={"a b": {"c": {"d": 1}}, "a": {"e": True}}),
        roles={"mi rol": RoleConfig(prompt="dos\nlíneas\x7f"), "b.c": RoleConfig(plan="free")},
    )
    assert parse_config(tomllib.loads("\n".join(as_toml(config)))) == config
