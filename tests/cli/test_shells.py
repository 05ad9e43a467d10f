"""Completion in real shells: what Tab offers, and that the printed scripts work."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from assistant.app import open_app
from assistant.cli.commands import COMMANDS
from assistant.cli.main import run

QUESTION = "remember that the staging server runs Postgres 16"
FACTS = (
    "the deploy is on Thursdays",
    "trabaja en fintech",
    "prefers short answers",
    "my cat is called Tom",
)


def needs(shell: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(shell) is None, reason=f"{shell} is not here")


@pytest.fixture(autouse=True)
def on_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`assistant`, as it is installed."""
    program = tmp_path / "bin" / "assistant"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m assistant.cli.main "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")


@pytest.fixture
def lived_in(home: Path) -> Path:
    """A home with a role, a fact and a conversation."""
    home.mkdir(mode=0o700)
    (home / "config.toml").write_text('[roles.coach]\nprompt = "You coach runners."\n')
    with open_app(answers=False) as app:
        app.facts.add("the staging server runs Postgres 16")
        app.session().observe("hello there", "hello")
    return home


def offered(*words: str) -> list[str]:
    """What bash is told for a line, its last word unfinished."""
    answer = subprocess.run(
        ["assistant"],
        env={
            **os.environ,
            "_ASSISTANT_COMPLETE": "complete_bash",
            "COMP_WORDS": "\n".join(("assistant", *words)),
            "COMP_CWORD": str(len(words)),
        },
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert not answer.stderr
    return answer.stdout.split()


def test_commands_and_options_are_offered() -> None:
    assert set(COMMANDS) <= set(offered(""))
    assert offered("st") == ["stats"]
    assert "--incognito" in offered("chat", "--in")
    assert offered("facts", "ex") == ["export"]


def test_names_of_this_home_are_offered(lived_in: Path) -> None:
    with open_app(answers=False) as app:
        (fact,) = app.stores.facts.all()
        (conversation,) = app.stores.conversations.all()
    assert offered("ask", "--role", "c") == ["coach"]
    assert offered("facts", "forget", "") == [fact.id]
    (short,) = offered("chat", "--session", "")
    assert conversation.id.rsplit(":", 1)[-1].startswith(short)
    assert offered("sessions", "show", "") == [short]
    assert "files.search" in offered("tools", "show", "files.")
    assert offered("tools", "list", "--category", "no") == ["notes"]
    assert offered("facts", "list", "--domain", "p") == ["preferences", "personal", "projects"]
    assert offered("models", "pull", "smollm2-135m") == ["smollm2-135m-instruct"]
    assert run(["sessions", "show", short]) == 0, "what is offered is understood"


def test_files_are_offered_where_a_file_is_meant() -> None:
    assert offered("ask", "-f", "any") == [], "the shell does it where nothing is offered"


def test_a_new_or_broken_home_offers_nothing_and_is_not_made(home: Path) -> None:
    assert offered("facts", "forget", "") == []
    assert not home.exists()
    home.mkdir(mode=0o700)
    (home / "assistant.db").write_bytes(b"this is no database, " * 1000)
    assert offered("facts", "forget", "") == []
    (home / "config.toml").write_text("[wrong")
    assert offered("ask", "--role", "") == []


def test_without_a_name_the_persons_own_shell_is_meant(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHELL", "/usr/local/bin/fish")
    assert run(["completion"]) == 0
    assert "complete --command assistant --no-files" in capsys.readouterr().out
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    assert run(["completion"]) == 2
    assert "Which shell?" in capsys.readouterr().err


@needs("bash")
def test_in_bash(home: Path) -> None:
    shell = pexpect.spawn("bash", ["--norc", "--noprofile", "-i"], encoding="utf-8", timeout=30)
    shell.sendline("PS1='ready> '; eval \"$(assistant completion bash)\"")
    shell.expect("ready> ")
    shell.expect("ready> ")
    shell.send("assistant doc\t")
    shell.expect("assistant doctor ")
    shell.send("--res\t")
    shell.expect("--restore ")
    shell.close(force=True)


@needs("zsh")
@pytest.mark.parametrize("way", ["eval", "fpath"])
def test_in_zsh(home: Path, tmp_path: Path, way: str) -> None:
    functions = tmp_path / "functions"
    functions.mkdir()
    if way == "fpath":
        script = subprocess.run(["assistant", "completion", "zsh"], capture_output=True, check=True)
        (functions / "_assistant").write_bytes(script.stdout)
    then = 'eval "$(assistant completion zsh)"' if way == "eval" else "true"
    shell = pexpect.spawn("zsh", ["-f", "-i"], encoding="utf-8", timeout=30)
    shell.sendline(
        f"PS1='rea''dy> '; fpath=({functions} $fpath); autoload -U compinit; compinit -u -D; {then}"
    )
    shell.expect("ready> ")
    shell.send("assistant doc\t")
    shell.expect(r"assistant doctor(\x1b\[1m)? ")
    shell.close(force=True)


@needs("zsh")
def test_the_words_of_a_fact_run_nothing_where_zsh_evaluates_them(
    home: Path, tmp_path: Path
) -> None:
    ran = tmp_path / "ran"
    hostile = (
        f"\\$(touch {ran})",
        f"'; touch {ran}; '",
        f'\\"$(touch {ran})',
        f"\\`touch {ran}\\`",
    )
    with open_app(answers=False) as app:
        for about, text in zip(FACTS, hostile, strict=True):
            app.facts.add(f"{about} [bold] {text} [/bold]")
    shell = pexpect.spawn("zsh", ["-f", "-i"], encoding="utf-8", timeout=30)
    shell.sendline(
        "PS1='rea''dy> '; autoload -U compinit; compinit -u -D; eval \"$(assistant completion zsh)\""
    )
    shell.expect("ready> ")
    shell.send("assistant facts show \t\t")
    shell.expect("my cat is called Tom")
    shell.close(force=True)
    assert not ran.exists()


@needs("fish")
def test_in_fish(home: Path) -> None:
    done = subprocess.run(
        ["fish", "--no-config", "-c",
         "assistant completion fish | source; complete -C 'assistant tools show notes.'"],
        capture_output=True, encoding="utf-8", timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "notes.add\tAdd a line to the person’s notes" in done.stdout
