"""What the documentation says is what the program does."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.cli.commands import COMMANDS
from assistant.config import parse_config
from tests.docs import PAGES, ROOT, Example, commands, examples, generated, help_of
from tests.servers.scripted import Reply, ScriptedServer

README = (ROOT / "README.md").read_text("utf-8")
EXAMPLES = [example for page in PAGES for example in examples(page)]
LOG = "".join(
    f"2026-11-17 03:0{n % 10}:0{n % 6} ERROR disk /dev/sda1 is full, request {n} refused\n"
    if n % 7 == 0
    else f"2026-11-17 03:0{n % 10}:0{n % 6} INFO request {n} served in {n % 90} ms\n"
    for n in range(400)
)
FILES = {
    "server.log": LOG,
    "nginx.conf": "location /health { proxy_pass http://app:8080; proxy_read_timeout 1s; }\n",
    "app.py": "def login(user, password):\n    return True\n",
}


def named(example: Example) -> str:
    return f"{example.page.name}:{example.line}"


def of_language(language: str) -> list[Example]:
    return [example for example in EXAMPLES if example.language == language]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_help_in_the_pages_is_what_the_program_prints(page: Path) -> None:
    text = page.read_text("utf-8")
    assert text == generated(text), "run `make docs`"


def test_the_help_of_the_pages_is_that_of_a_terminal_of_80_columns() -> None:
    words = [sys.executable, "-m", "assistant.cli.main", "facts", "--help"]
    done = subprocess.run(
        words, capture_output=True, encoding="utf-8", env={**os.environ, "COLUMNS": "80"}
    )
    assert done.stdout.rstrip() == help_of(("facts",))


def test_every_command_is_documented() -> None:
    listed = (ROOT / "docs" / "commands.md").read_text("utf-8")
    for name in COMMANDS:
        assert f"assistant {name}" in README, name
        assert f"## assistant {name}\n" in listed, name


@pytest.mark.parametrize("words", list(commands()), ids=" ".join)
def test_help_fits_80_columns(words: tuple[str, ...]) -> None:
    for line in help_of(words).splitlines():
        assert len(line) <= 80, line


def test_the_two_commands_of_the_readme_are_targets_of_the_makefile() -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    named_targets = set(re.findall(r"\bmake ([a-z-]+)", README))
    assert {"chat", "test"} <= named_targets <= set(targets)


def test_links_between_the_pages_lead_somewhere() -> None:
    for page in (*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"):
        text = page.read_text("utf-8")
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_every_reference_of_the_readme_is_used_and_defined() -> None:
    defined = set(re.findall(r"^\[([a-z0-9-]+)\]: ", README, re.MULTILINE))
    body = re.sub(r"^\[[a-z0-9-]+\]: .*$", "", README, flags=re.MULTILINE)
    used = set(re.findall(r"\]\[([a-z0-9-]+)\]", body))
    used |= {name for name in re.findall(r"\[([a-z0-9-]+)\](?![(\[:])", body) if name in defined}
    assert used == defined


def test_the_readme_links_every_page() -> None:
    for page in (ROOT / "docs").glob("*.md"):
        assert f"(docs/{page.name})" in README, page.name


def test_every_language_of_an_example_has_a_test() -> None:
    assert {e.language for e in EXAMPLES} <= {"sh", "crontab", "python", "toml", "text"}


@pytest.mark.parametrize("example", of_language("toml"), ids=named)
def test_settings_in_the_pages_are_settings(example: Example) -> None:
    table = tomllib.loads(example.text)
    if "project" not in table:  # a package of one's own, in the page on tools
        parse_config(table)


@pytest.mark.parametrize("example", of_language("sh"), ids=named)
def test_commands_and_options_in_the_pages_exist(example: Example) -> None:
    """Also where the example cannot be run."""
    for line in example.text.splitlines():
        for call in re.findall(r"\bassistant ((?:[a-z]+ ?)*(?:[^|#;&)]*))", line.split(" #")[0]):
            words = call.split()
            if not words or words[0] not in COMMANDS:
                continue
            chosen = tuple(words[:2]) if tuple(words[:2]) in set(commands()) else (words[0],)
            for option in re.findall(r"(?<=\s)(--?[a-z][a-z0-9-]*)", f" {call}"):
                assert re.search(rf"(?<![\w-]){option}\b", help_of(chosen)), (line, option)


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_shell_examples_of_a_page_run(page: Path, shell: Shell) -> None:
    """In order, in one folder and one home, each with a status of 0."""
    for example in examples(page):
        if example.language in ("sh", "crontab") and not example.skipped:
            shell.run(example)


@pytest.mark.slow
@pytest.mark.parametrize("example", [e for e in of_language("python") if not e.skipped], ids=named)
def test_the_python_examples_run(example: Example, home: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", example.text], capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr


def test_the_changelog_speaks_of_this_version() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert "## Unreleased" in changelog or f"## {version}" in changelog


class Shell:
    """A person's folder and home, and a model that answers on loopback."""

    def __init__(self, folder: Path, home: Path, server: ScriptedServer) -> None:
        self.folder = folder
        self.server = server
        program = Path(sys.executable).parent
        self.environment = {
            **os.environ,
            "HOME": str(folder),
            "ASSISTANT_HOME": str(home),
            "PATH": f"{program}{os.pathsep}{os.environ['PATH']}",
            "OPENAI_BASE_URL": server.base_url,
            "OPENAI_API_KEY": "sk-test-0000",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            **{f"GIT_{who}_{what}": "me@example.org"
               for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
        }  # fmt: skip
        for name, text in FILES.items():
            (folder / name).write_text(text)
        self._run("git init --quiet && git add app.py && git commit --quiet -m 'Add the login'")
        (folder / "app.py").write_text("def login(user, password):\n    return check(user)\n")
        self._run("git add app.py")

    def run(self, example: Example) -> None:
        self.server.replies = [Reply(example.reply or "ok")]
        for script in _scripts(example):
            done = self._run(script)
            assert done.returncode == 0, f"{named(example)}\n{script}\n{done.stdout}{done.stderr}"

    def _run(self, script: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script],
            cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
            capture_output=True, encoding="utf-8", timeout=300,
        )  # fmt: skip


def _scripts(example: Example) -> list[str]:
    """The block whole; of a crontab each line's command, after its five fields."""
    if example.language == "sh":
        return [example.text]
    lines = [line for line in example.text.splitlines() if not line.startswith("#")]
    return [line.split(maxsplit=5)[5] for line in lines]


@pytest.fixture
def shell(tmp_path: Path, home: Path) -> Iterator[Shell]:
    if not (shutil.which("bash") and shutil.which("git")):
        pytest.skip("bash and git are not both here")
    with ScriptedServer(Reply("ok"), models=("scripted-model", "llama3.2:3b")) as server:
        yield Shell(tmp_path, home, server)
