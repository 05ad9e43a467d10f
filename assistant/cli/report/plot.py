"""Pictures made of letters: columns with a line above them, and stacked bars.

Drawn by hand and not with plotext: two shapes are all that is needed, they must be readable
without colour and in ASCII, and importing a plotting library costs more than the whole command.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.cli.report.figures import nice_top
from assistant.cli.report.screen import DIM, Screen

EIGHTHS = " ▁▂▃▄▅▆▇█"
WIDEST_COLUMN = 6


@dataclass(frozen=True, slots=True)
class Pair:
    """What stands at one place of the picture: a column and the mark above it."""

    column: int
    mark: int


def columns_with_marks(
    pairs: Sequence[Pair],
    screen: Screen,
    *,
    labels: Sequence[str],
    styles: tuple[str, str],
    height: int = 10,
) -> list[str]:
    """Columns from zero, a mark over each, and the axis with three ``labels`` (top, middle, 0)."""
    margin = max(map(len, labels)) + 2
    cell = max(1, min(WIDEST_COLUMN, (screen.width - margin) // max(1, len(pairs))))
    top = axis_top(pairs)
    lines = []
    for row in range(height):
        above = height - 1 - row  # whole cells under this one
        label = {0: labels[0], height // 2: labels[1], height - 1: labels[2]}.get(row, "")
        axis = screen.paint(f"{label:>{margin - 2}} {'│' if screen.unicode else '|'}", DIM)
        cells = (_cell(pair, above, height / top, cell, screen, styles, height) for pair in pairs)
        lines.append((axis + "".join(cells)).rstrip())
    return lines


def axis_top(pairs: Sequence[Pair]) -> int:
    return nice_top(max((max(p.column, p.mark) for p in pairs), default=1))


def stacked_bar(parts: Sequence[tuple[str, str, int]], whole: int, width: int,
                screen: Screen) -> str:  # fmt: skip
    """One bar of ``width`` letters for ``whole``; a part is its letter, its style, its size.

    With colours a part is a block, without them it is filled with its own letter.
    """
    drawn, done, cells = "", 0, 0
    for letter, style, size in parts:
        done += size
        reach = round(done * width / max(1, whole))
        block = ("█" if screen.colour and screen.unicode else letter) * (reach - cells)
        drawn += screen.paint(block, style)
        cells = reach
    return drawn


def bar(share: float, width: int, screen: Screen, style: str = "") -> str:
    """A plain bar; anything above nothing is seen."""
    cells = max(1, round(share * width)) if share > 0 else 0
    return screen.paint(("█" if screen.unicode else "#") * cells, style)


def _cell(
    pair: Pair, above: int, scale: float, width: int, screen: Screen, styles: tuple[str, str],
    height: int,
) -> str:  # fmt: skip
    """One row of one column: filled, its upper edge, the mark, or empty."""
    inner = width - 1 if width > 2 else width  # a gap between columns that are wide enough
    gap = " " * (width - inner)
    level = max(pair.column * scale, 0.125 if pair.column else 0) - above
    if level <= 0 and min(int(pair.mark * scale), height - 1) == above:
        return screen.paint(("─" if screen.unicode else "-") * inner, styles[1]) + gap
    if screen.unicode:
        letter = EIGHTHS[max(0, min(8, round(level * 8)))]
    else:
        letter = "#" if level >= 0.5 or (above == 0 and level > 0) else " "
    return screen.paint(letter * inner, styles[0] if letter != " " else "") + gap
