"""The report as lines of a terminal: what the page shows, in letters."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.cli.report.plot import EIGHTHS
from assistant.cli.report.screen import BOLD, DIM, Screen
from assistant.packs.trading.commands.results import NARROW, table
from assistant.packs.trading.commands.words import Words
from assistant.packs.trading.paper.base import Point
from assistant.packs.trading.report.figures import Figures
from assistant.packs.trading.report.tables import (
    alert_line,
    headline,
    labels_of,
    order_rows,
    position_rows,
    trade_rows,
)

SHOWN = 10
ASCII_EIGHTHS = " .:-=+*#@"


def lines_of(figures: Figures, words: Words, screen: Screen) -> list[str]:
    """The whole report."""
    wide = screen.width >= NARROW
    positions, trades = position_rows(figures, words), trade_rows(figures, words)[: SHOWN + 1]
    if not wide:
        positions = [[row[0], row[1], row[4]] for row in positions]
        trades = [
            [row[0][5:10] if n else row[0].split()[0], *row[1:4]] for n, row in enumerate(trades)
        ]
    alerts = [
        line for row in figures.alerts for line in screen.wrap(alert_line(row, words), indent="  ")
    ]
    parts = [
        _numbers(figures, words, screen),
        _curve(figures.points, words, screen),
        _part(words("report.positions"), positions, screen),
        _part(words("report.trades"), trades, screen),
        _part(words("report.orders"), order_rows(figures, words), screen),
        [screen.paint(screen.letters(words("report.alerts")), BOLD), *alerts] if alerts else [],
        [
            screen.paint(line, DIM)
            for said in labels_of(figures, words)
            for line in screen.wrap(said)
        ],
    ]
    return [line for part in parts if part for line in ("", *part)][1:]


def _numbers(figures: Figures, words: Words, screen: Screen) -> list[str]:
    """The big numbers, each with its name and a detail beside it."""
    rows = [tuple(map(screen.letters, row)) for row in headline(figures, words)]
    margin = max(len(number) for number, _, _ in rows)
    lines = []
    for number, name, detail in rows:
        first, *rest = screen.wrap(f"{name}: {detail}", screen.width - margin - 2)
        lines.append(f"{screen.paint(number.rjust(margin), BOLD)}  {first}")
        lines += [" " * (margin + 2) + line for line in rest]
    return lines


def _part(title: str, rows: Sequence[Sequence[str]], screen: Screen) -> list[str]:
    """A table under its title; nothing of one that has a heading alone."""
    if len(rows) < 2:
        return []
    return [
        screen.paint(screen.letters(title), BOLD),
        *table(rows, screen, right=range(1, len(rows[0]))),
    ]


def _curve(points: Sequence[Point], words: Words, screen: Screen) -> list[str]:
    """What the account was worth, in a line of eighths."""
    if len(points) < 2:
        return []
    size = -(-len(points) // screen.width)
    shown = [
        group[-1].equity for group in (points[i : i + size] for i in range(0, len(points), size))
    ]
    low, high = min(shown), max(shown)
    letters = EIGHTHS if screen.unicode else ASCII_EIGHTHS
    levels = [1 + int(7 * (value - low) / (high - low)) if high > low else 4 for value in shown]
    days = f"{points[0].at:%Y-%m-%d} – {points[-1].at:%Y-%m-%d}"
    ends = f"{days}: {words.money(low)} – {words.money(high)}"
    return [
        screen.paint(screen.letters(words("report.curve")), BOLD),
        "".join(letters[level] for level in levels),
        *(screen.paint(line, DIM) for line in screen.wrap(ends)),
    ]
