"""The table of commands and the entry point."""

from __future__ import annotations

import subprocess
import sys

import pytest

from assistant import __version__
from assistant.cli.commands import COMMANDS
from assistant.cli.main import run
from assistant.cli.program import invoke, load, with_command
from tests.docs import commands

HEAVY = ("openai", "prompt_toolkit", "tiktoken", "numpy", "rich", "pydantic", "sqlite_utils")


@pytest.mark.parametrize("words", list(commands())[1:], ids=" ".join)
def test_every_entry_leads_to_its_command(words: tuple[str, ...]) -> None:
    entry = COMMANDS[words[0]]
    for word in words[1:]:
        entry = entry.commands[word]
    command = load(words[-1], entry)
    assert command.name == words[-1]
    assert command.help, "each command says what it does"


@pytest.mark.parametrize("columns", range(30, 131, 4))
def test_the_general_help_is_what_typer_would_print(
    columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    assert run(["--help"]) == 0
    ours = capsys.readouterr().out
    assert invoke(["--help"]) == 0
    assert ours == capsys.readouterr().out


def test_the_general_help_imports_nothing_that_declares_a_command() -> None:
    code = (
        "import sys; from assistant.cli.main import run; run(['--help']); "
        "sys.exit(str([m for m in ('typer', 'assistant.packs', 'assistant.app') if m in sys.modules]))"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ended.stderr == "[]\n"


@pytest.mark.parametrize("words", list(commands()), ids=" ".join)
def test_help_fits_80_columns_and_has_an_example(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*words, "--help"]) == 0
    shown = capsys.readouterr().out
    name = " ".join(("assistant", *words))
    assert shown.startswith(f"Usage: {name}")
    assert max(map(len, shown.splitlines())) <= 80
    examples = shown.partition("Options:")[0].splitlines()[1:]
    assert any(line.startswith("  ") and name in line.replace("`", " ") for line in examples), name


def test_the_list_of_commands_is_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    shown = capsys.readouterr().out
    for name, entry in COMMANDS.items():
        assert f"  {name} " in shown
        assert entry.help in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_the_version_is_the_packages(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"assistant {__version__}\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["stat"], "Did you mean 'stats'?"),
        (["what", "time", "is", "it"], "assistant ask"),
        (["ask", "--jsn"], "--json"),
        (["sessions", "show"], "Missing argument"),
        (["config"], "Usage: assistant config"),
    ],
)
def test_words_that_do_not_fit_end_with_2(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words) == 2
    output = capsys.readouterr()
    assert said in output.err
    assert not output.out


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["config", "path"],
        ["stats"],
        ["sessions", "list"],
        ["doctor", "--help"],
        ["completion", "zsh"],
        ["tools", "list", "--help"],
        ["facts", "list", "--state", "active", "--json"],
        ["facts", "review"],
        ["sessions", "list", "--role", "coach"],
    ],
)
def test_commands_that_ask_nothing_load_nothing_heavy(words: list[str]) -> None:
    code = (
        "import sys; from assistant.cli.main import run; status = run(sys.argv[1:]); "
        f"heavy = [m for m in {HEAVY!r} if m in sys.modules]; sys.exit(str(heavy) if heavy else status)"
    )
    ended = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("-m", "none"), ["chat", "-m", "none"]),
        (("-mnone", "--incognito"), ["chat", "-mnone", "--incognito"]),
        (("--model=none",), ["chat", "--model=none"]),
        (("-c",), ["chat", "-c"]),
        (("-m", "none", "ask", "hi"), ["ask", "-m", "none", "hi"]),
        (("-m", "ask"), ["chat", "-m", "ask"]),
        (("ask", "-m", "none"), ["ask", "-m", "none"]),
        (("--version",), ["--version"]),
    ],
)
def test_options_of_a_conversation_alone_begin_one(
    words: tuple[str, ...], meant: list[str]
) -> None:
    known = {"-m": True, "--model": True, "-c": False, "--incognito": False}
    assert with_command(words, known, COMMANDS) == meant


def test_options_alone_reach_the_conversation(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["-c", "--session", "x"]) == 2
    assert "--continue and --session exclude each other" in capsys.readouterr().err


def test_an_option_that_nothing_has_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--nope"]) == 2
    assert "No such option '--nope'" in capsys.readouterr().err
