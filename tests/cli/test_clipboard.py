"""The clipboard, by the terminal and by a program."""

from __future__ import annotations

import base64
import io
import shutil
from pathlib import Path

import pytest

from assistant.cli import clipboard


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def no_programs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
    monkeypatch.setenv("TERM", "xterm")
    for variable in ("TMUX", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(shutil, "which", lambda name: _here(tmp_path, name))
    return tmp_path


def _here(folder: Path, name: str) -> str | None:
    return str(folder / name) if (folder / name).exists() else None


def test_the_terminal_is_asked_by_its_own_sequence() -> None:
    terminal = Terminal()
    clipboard.copy("¿qué?", terminal)
    text = base64.b64encode("¿qué?".encode()).decode()
    assert terminal.getvalue() == f"\x1b]52;c;{text}\x07"


def test_a_dumb_terminal_and_a_pipe_get_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = io.StringIO()
    clipboard.copy("x", pipe)
    clipboard.copy("x", None)
    monkeypatch.setenv("TERM", "dumb")
    terminal = Terminal()
    clipboard.copy("x", terminal)
    assert (pipe.getvalue(), terminal.getvalue()) == ("", "")


def test_tmux_hands_it_through() -> None:
    sequence = clipboard.osc52("x", inside_tmux=True)
    assert sequence.endswith("\x1bPtmux;\x1b\x1b]52;c;eA==\x07\x1b\\")


def test_what_no_terminal_takes_is_not_sent() -> None:
    assert clipboard.osc52("x" * 100_000) == ""


@pytest.mark.parametrize(
    ("program", "variable"), [("pbcopy", ""), ("wl-copy", "WAYLAND_DISPLAY"), ("xclip", "DISPLAY")]
)
def test_a_program_that_is_here_gets_the_text(
    program: str, variable: str, no_programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = no_programs / "taken"
    (no_programs / program).write_text(f"#!/bin/sh\ncat > {taken}\n")
    (no_programs / program).chmod(0o755)
    if variable:
        clipboard.copy("x", None)
        assert not taken.exists(), "it has nobody to talk to"
        monkeypatch.setenv(variable, ":0")
    clipboard.copy("¿qué?", None)
    assert taken.read_text() == "¿qué?"


def test_a_program_that_fails_is_no_failure(no_programs: Path) -> None:
    (no_programs / "pbcopy").write_text("#!/bin/nothing\n")
    (no_programs / "pbcopy").chmod(0o755)
    clipboard.copy("x", None)
