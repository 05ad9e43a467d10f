"""Candles with their volume and a moving average, in the letters of a terminal.

Drawn by hand: what rises and what falls must be told without colour, in ASCII and in 40 columns,
and a plotting library tells it by colour alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import NamedTuple

from assistant.cli.report.plot import EIGHTHS
from assistant.cli.report.screen import DIM, Screen
from assistant.packs.trading.charts.shape import Drawn, drawn, span
from assistant.packs.trading.market.base import Candle

ROWS, VOLUME_ROWS = 14, 3
RISING, FALLING, AVERAGE = "32", "31", "33"
"""Colours."""
LEAST_APART = 12
"""Columns between the dates under the axis, at least."""


class Letters(NamedTuple):
    """What a candle is drawn with."""

    rising: str
    falling: str
    wick: str
    average: str
    axis: str


UNICODE = Letters("█", "░", "│", "•", "│")
ASCII = Letters("#", "o", "|", "*", "|")


def chart(
    candles: Sequence[Candle],
    screen: Screen,
    *,
    price: Callable[[Decimal], str],
    volume: Callable[[Decimal], str],
    moment: Callable[[Candle], str],
) -> list[str]:
    """The picture, at most as wide as the screen; no lines without candles. ``price``, ``volume``
    and ``moment`` write what stands on the axes."""
    if not candles:
        return []
    letters = UNICODE if screen.unicode else ASCII
    low, high = span(min(c.low for c in candles), max(c.high for c in candles))
    step = (high - low) / ROWS
    labels = {row: price(high - step * row - step / 2) for row in (0, ROWS // 2, ROWS - 1)}
    most = max((c.volume for c in candles), default=Decimal(0))
    margin = max(len(label) for label in (*labels.values(), volume(most))) + 1
    room = max(1, screen.width - margin - 1)
    shown = drawn(candles, room)
    wide = 2 if 2 * len(shown.candles) <= room else 1
    most = max(c.volume for c in shown.candles)
    picture = _Picture(shown, screen, letters, low, step, wide)

    def line(label: str, cells: str) -> str:
        return screen.paint(f"{label:>{margin}}{letters.axis}", DIM) + cells

    lines = [line(labels.get(row, ""), picture.prices(row)) for row in range(ROWS)]
    if most > 0:
        tops = (volume(most), *[""] * (VOLUME_ROWS - 1))
        lines += [line(top, picture.volumes(row, most)) for row, top in enumerate(tops)]
    lines.append(screen.paint(_dates(shown, margin + 1, wide, moment), DIM))
    return [text.rstrip() for text in lines]


class _Picture(NamedTuple):
    shown: Drawn
    screen: Screen
    letters: Letters
    low: Decimal
    step: Decimal
    wide: int

    def row_of(self, price: Decimal) -> int:
        """Counted from the top."""
        return max(0, min(ROWS - 1, ROWS - 1 - int((price - self.low) / self.step)))

    def prices(self, row: int) -> str:
        """One row of all the candles."""
        pairs = zip(self.shown.candles, self.shown.averages, strict=True)
        return "".join(self._padded(*self._price(c, average, row)) for c, average in pairs)

    def volumes(self, row: int, most: Decimal) -> str:
        """One row of all their volumes; any volume at all is seen."""
        return "".join(self._padded(*self._volume(c, row, most)) for c in self.shown.candles)

    def _price(self, candle: Candle, average: Decimal | None, row: int) -> tuple[str, str]:
        rises = candle.close >= candle.open
        colour = RISING if rises else FALLING
        body = (candle.open, candle.close)
        if self.row_of(max(body)) <= row <= self.row_of(min(body)):
            return (self.letters.rising if rises else self.letters.falling), colour
        if average is not None and self.low <= average and self.row_of(average) == row:
            return self.letters.average, AVERAGE
        if self.row_of(candle.high) <= row <= self.row_of(candle.low):
            return self.letters.wick, colour
        return " ", ""

    def _volume(self, candle: Candle, row: int, most: Decimal) -> tuple[str, str]:
        eighths = int(candle.volume * VOLUME_ROWS * 8 / most) or (1 if candle.volume > 0 else 0)
        filled = max(0, min(8, eighths - 8 * (VOLUME_ROWS - 1 - row)))
        if self.screen.unicode:
            letter = EIGHTHS[filled]
        else:
            letter = "#" if filled >= 4 or (filled and row == VOLUME_ROWS - 1) else " "
        return letter, DIM if letter != " " else ""

    def _padded(self, letter: str, style: str) -> str:
        return self.screen.paint(letter, style) + " " * (self.wide - 1)


def _dates(shown: Drawn, margin: int, wide: int, moment: Callable[[Candle], str]) -> str:
    """When the first candle opened, the last one, and one in the middle where there is room."""
    length = max(1, len(shown.candles) * wide)
    first, last = moment(shown.candles[0]), moment(shown.candles[-1])
    place = len(shown.candles) // 2
    middle = moment(shown.candles[place])
    text = " " * margin + first
    if len(shown.candles) == 1:
        return text
    if length >= len(first) + len(middle) + len(last) + 2 * LEAST_APART:
        text = text.ljust(margin + place * wide - len(middle) // 2) + middle
    start = max(len(text) + 1, margin + length - len(last))
    return text.ljust(start) + last
