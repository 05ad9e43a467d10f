"""A pack that is off costs no import, and one that is on none where nothing is asked of it (K1)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.conftest import lend_tables
from tests.packs.support import GARDEN, use

RUN = """
import sys
from assistant.cli.main import run
sys.argv = ["assistant", *{words!r}]
status = run({words!r})
print(status, sorted(n for n in sys.modules if "garden" in n or n.startswith("assistant.packs")))
"""


def modules(*words: str) -> str:
    """The last line that a command leaves: its status, and what it has loaded of packs."""
    done = subprocess.run(
        [sys.executable, "-c", RUN.format(words=list(words))],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return done.stdout.splitlines()[-1]


@pytest.mark.parametrize("words", [("facts", "list"), ("stats",), ("--help",), ("tools", "list")])
def test_one_that_is_off_is_not_imported(home: Path, words: tuple[str, ...]) -> None:
    use(home, on=(), folders=(GARDEN,))
    assert "garden" not in modules(*words)


@pytest.mark.parametrize("words", [("packs", "list"), ("doctor", "--json")])
def test_listing_imports_none_that_is_off(
    home: Path, embedder_cache: Path, words: tuple[str, ...]
) -> None:
    use(home, on=(), folders=(GARDEN,))
    lend_tables(embedder_cache, home)
    assert "assistant_garden" not in modules(*words)


@pytest.mark.parametrize("words", [("facts", "list"), ("stats",), ("sessions", "list")])
def test_one_that_is_on_slows_no_command_that_asks_nothing_of_it(
    home: Path, words: tuple[str, ...]
) -> None:
    use(home)
    assert modules(*words) == "0 []"


def test_its_help_imports_its_declaration_alone(home: Path) -> None:
    use(home)
    loaded = modules("--help")
    assert "'assistant_garden'" in loaded
    assert not any(part in loaded for part in ("tools", "season", "commands"))
