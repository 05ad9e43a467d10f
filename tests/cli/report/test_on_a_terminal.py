"""`assistant stats` and `assistant facts` on real terminals: their widths, letters and colours."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path

import pexpect
import pytest

from assistant.app import open_app
from tests.cli.report.samples import AT, figures

STYLES = re.compile(r"\x1b\[[\d;]*m")
COLOURS = re.compile(r"\x1b\[[\d;]*\b(3[0-7]|9[0-7])m")


@pytest.fixture
def lived_in(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home with a history and two facts."""
    monkeypatch.setenv("ASSISTANT_NOW", AT.isoformat())
    with open_app() as app:
        for row in figures().measures:
            app.stores.journal.record(row)
        app.facts.add("el deploy es los jueves", "work")
        app.facts.add("prefers short answers, in the language of the question", "preferences")


def on_a_terminal(command: str, columns: int, env: Mapping[str, str] | None = None) -> str:
    environment = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **(env or {})}
    environment.pop("COLUMNS", None)
    if "NO_COLOR" not in (env or {}):
        environment.pop("NO_COLOR", None)
    shown = pexpect.run(
        f"{sys.executable} -m assistant.cli.main {command}",
        env=environment, encoding="utf-8", dimensions=(40, columns), timeout=60,
    )  # fmt: skip
    return str(shown)


@pytest.mark.parametrize("command", ["stats", "facts"])
@pytest.mark.parametrize("columns", [100, 80, 40])
def test_it_fits_the_terminal_in_colour(lived_in: None, command: str, columns: int) -> None:
    shown = on_a_terminal(command, columns)
    assert "active 2" in STYLES.sub("", shown) or "A request, by its turn" in shown
    assert "\x1b[" in shown
    assert not re.search(r"\x1b(?!\[[\d;]*m)", shown)
    for line in STYLES.sub("", shown).splitlines():
        assert len(line) < columns, line


@pytest.mark.parametrize("command", ["stats", "facts"])
@pytest.mark.parametrize(
    "env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=lambda env: next(iter(env))
)
def test_without_colour_there_is_no_sequence_at_all(
    lived_in: None, command: str, env: dict[str, str]
) -> None:
    shown = on_a_terminal(command, 80, env)
    assert "\x1b" not in shown
    assert "active" in shown


@pytest.mark.parametrize("command", ["stats", "facts"])
def test_a_terminal_of_the_c_locale_gets_ascii(lived_in: None, command: str) -> None:
    shown = on_a_terminal(command, 80, {"LC_ALL": "C"})
    assert shown.isascii()
    assert "active" in shown
    assert "?" not in shown
