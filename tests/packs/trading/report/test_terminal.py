"""The report in a terminal: what the page shows, in letters that fit."""

from __future__ import annotations

import pytest

from assistant.cli.report.screen import Screen
from assistant.packs.trading.commands.words import Words
from assistant.packs.trading.report.figures import Figures
from assistant.packs.trading.report.terminal import lines_of
from assistant.records import Language
from tests.packs.trading.report.samples import NONE, figures


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("width", [99, 79, 39, 36])
@pytest.mark.parametrize("unicode", [True, False])
@pytest.mark.parametrize("chosen", [figures(), figures(days=1), Figures(NONE)], ids=range(3))
def test_it_fits_and_uses_the_letters_there_are(
    chosen: Figures, width: int, language: Language, unicode: bool
) -> None:
    lines = lines_of(chosen, Words(language), Screen(width, unicode))
    assert all(len(line) <= width for line in lines), lines
    assert unicode or all(line.isascii() for line in lines)


def test_it_tells_what_the_page_tells() -> None:
    shown = "\n".join(lines_of(figures(), Words("en"), Screen(79)))
    for said in ("12,204.00", "+22.04%", "-8.87%", "AAPL", "stop-limit", "waits", "fired on"):
        assert said in shown, said
    assert "source: simulated market" in shown
    assert "no real money, and no advice" in shown
    curve = shown.split("What the account was worth\n")[1].splitlines()[0]
    assert set(curve) <= set("▁▂▃▄▅▆▇█")
    assert curve.startswith("▂")
    assert "█" in curve


def test_an_account_that_did_nothing_has_its_numbers_alone() -> None:
    lines = lines_of(Figures(NONE), Words("en"), Screen(79))
    assert len(lines) == 6
