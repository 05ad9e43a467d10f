"""Charts and reports on real terminals: their widths, letters and colours."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.report.test_on_a_terminal import COLOURS, STYLES, on_a_terminal

pytestmark = pytest.mark.slow
COMMANDS = ("trading chart AAPL", "trading price AAPL BTC/USD GGAL", "trading report")


@pytest.mark.parametrize("columns", [80, 40])
def test_it_fits_the_terminal_in_colour(home: Path, columns: int) -> None:
    shown = [on_a_terminal(command, columns) for command in COMMANDS]
    assert COLOURS.search(shown[0])
    for text in shown:
        assert not re.search(r"\x1b(?!\[[\d;]*m)", text)
        assert all(len(line) < columns for line in STYLES.sub("", text).splitlines()), text
    assert "█" in shown[0]


@pytest.mark.parametrize(
    "env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=lambda env: next(iter(env))
)
def test_without_colour_there_is_no_sequence_at_all(home: Path, env: dict[str, str]) -> None:
    shown = on_a_terminal("trading chart AAPL", 80, env)
    assert "\x1b" not in shown
    assert "█" in shown
    assert "░" in shown


def test_a_terminal_of_ascii_gets_ascii(home: Path) -> None:
    shown = on_a_terminal("trading chart AAPL", 80, {"LC_ALL": "C", "NO_COLOR": "1"})
    assert shown.isascii()
    assert "#" in shown
    assert "o" in shown
