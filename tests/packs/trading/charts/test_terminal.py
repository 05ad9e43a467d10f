"""Candles in a terminal: wide and narrow, with and without colour and Unicode."""

from __future__ import annotations

from decimal import Decimal

import pytest

from assistant.cli import plain
from assistant.cli.report.screen import Screen
from assistant.packs.trading.charts.terminal import ROWS, VOLUME_ROWS, chart
from assistant.packs.trading.market.base import Candle
from tests.packs.trading.samples import BEGAN, candles


def lines(given: tuple[Candle, ...], screen: Screen) -> list[str]:
    return chart(
        given,
        screen,
        price="{:.2f}".format,
        volume="{:.0f}".format,
        moment=lambda c: f"{c.at:%Y-%m-%d}",
    )


def one(opened: int, closed: int, low: int = 0, high: int = 14, volume: int = 8) -> Candle:
    return Candle(BEGAN, *map(Decimal, (opened, high, low, closed, volume)))


@pytest.mark.parametrize("columns", [99, 79, 39, 36])
@pytest.mark.parametrize("count", [1, 2, 20, 37, 100, 500])
@pytest.mark.parametrize("unicode", [True, False])
def test_it_fits_whatever_the_window(columns: int, count: int, unicode: bool) -> None:
    shown = lines(candles(count), Screen(columns, unicode))
    assert len(shown) == ROWS + VOLUME_ROWS + 1
    assert all(len(line) <= columns for line in shown)
    assert unicode or all(line.isascii() for line in shown)
    assert "2025-01-06" in shown[-1]


def test_rising_and_falling_differ_without_colour() -> None:
    rising, falling = lines((one(2, 12),), Screen(39)), lines((one(12, 2),), Screen(39))
    assert "█" in "".join(rising[:ROWS])
    assert "░" not in "".join(rising[:ROWS])
    assert "░" in "".join(falling[:ROWS])
    assert "█" not in "".join(falling[:ROWS])


def test_a_body_has_the_height_of_its_move_and_a_wick_the_rest() -> None:
    drawn = [line[line.index("│") + 1 :][:1] for line in lines((one(4, 10),), Screen(39))[:ROWS]]
    assert "".join(drawn) == "│││███████││││"  # from 10 down to 4 of 14 rows of one each


def test_the_average_is_drawn_once_there_are_enough() -> None:
    assert "•" not in "".join(lines(candles(19), Screen(99)))
    assert "•" in "".join(lines(candles(60), Screen(99)))


def test_colours_say_what_letters_say_and_nothing_is_coloured_without_them() -> None:
    coloured = "\n".join(lines(candles(30), Screen(79, colour=True)))
    bare = "\n".join(lines(candles(30), Screen(79)))
    assert plain.bare(coloured) == bare
    assert plain.shown(bare) == bare
    assert "\x1b[32m" in plain.shown(coloured)
    assert "\x1b[31m" in plain.shown(coloured)


def test_no_volume_no_rows_of_it() -> None:
    assert len(lines((one(1, 2, volume=0),), Screen(79))) == ROWS + 1


def test_the_largest_volume_fills_its_rows_and_the_smallest_is_seen() -> None:
    shown = lines((one(1, 2, volume=8000), one(1, 2, volume=1)), Screen(39))
    assert shown[ROWS].endswith("█")
    assert [c for c in shown[ROWS + 2] if c in "▁█"] == ["█", "▁"]


def test_nothing_is_drawn_of_nothing() -> None:
    assert lines((), Screen(79)) == []
