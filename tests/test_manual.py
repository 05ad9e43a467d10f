"""The manual page is what the commands say, and a page that man reads without complaint."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from assistant.cli.commands import COMMANDS
from tests.manual import PAGE, page


def test_the_page_is_what_the_commands_say_now() -> None:
    assert PAGE.read_text("utf-8") == page(), "run `make docs`"


def test_it_has_every_command() -> None:
    text = PAGE.read_text("utf-8")
    for name in COMMANDS:
        assert f'.SS "assistant {name}"' in text


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not here")
def test_man_reads_it_without_a_warning() -> None:
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-Kutf8", "-ww", "-z", str(PAGE)],
        capture_output=True,
        encoding="utf-8",
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(shutil.which("man") is None, reason="man is not here")
def test_what_man_shows_can_be_pasted() -> None:
    shown = subprocess.run(
        ["man", "-P", "cat", "-l", str(PAGE)],
        env={"PATH": "/usr/bin:/bin", "MANWIDTH": "100", "LC_ALL": "C.UTF-8"},
        capture_output=True,
        encoding="utf-8",
    ).stdout
    assert 'assistant ask "how do I undo the last commit?"' in shown
    assert "--incognito" in shown
    assert "\u2010" not in shown, "a hyphen is no minus"
