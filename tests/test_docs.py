"""What the documentation says is what the program does."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib

import pytest

from assistant.cli.main import COMMANDS
from tests.docs import PAGES, ROOT, generated

README = (ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_help_in_the_pages_is_what_the_program_prints(page: object) -> None:
    text = page.read_text("utf-8")  # type: ignore[attr-defined]
    assert text == generated(text), "run `make docs`"


def test_every_command_is_documented() -> None:
    for name in COMMANDS:
        assert f"assistant {name}" in README, name


def test_the_two_commands_of_the_readme_are_targets_of_the_makefile() -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    for target in set(re.findall(r"\bmake ([a-z-]+)", README)):
        assert target in targets, target


def test_the_python_example_of_the_readme_runs() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    done = subprocess.run([sys.executable, "-c", example], capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    assert "jueves" in done.stdout


def test_options_named_in_the_readme_exist() -> None:
    for line in re.findall(r"^\$? ?(assistant [a-z].*)$", README, re.MULTILINE):
        words = line.split()
        if words[1] in COMMANDS and "--help" not in line:
            shown = _help_of(words[1])
            for option in re.findall(r"(?<=\s)(--[a-z-]+)", line.split("|")[0]):
                assert option in shown, line


def test_the_changelog_speaks_of_this_version() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert "## Unreleased" in changelog or f"## {version}" in changelog


def _help_of(command: str) -> str:
    import importlib

    import click

    loaded: click.Command = importlib.import_module(COMMANDS[command].module).command
    commands = [loaded, *getattr(loaded, "commands", {}).values()]
    return "\n".join(" ".join(parameter.opts) for one in commands for parameter in one.params)
