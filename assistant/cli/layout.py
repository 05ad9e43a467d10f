"""Text in columns and in lines of a width, as wide as a terminal shows it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence

from assistant.cli import plain

_BREAKS = re.compile("[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]+")


def cells(text: str) -> int:
    """How many columns a terminal gives to ``text``."""
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width

    return sum(
        2 if east_asian_width(c) in "WF" else 0 if category(c) in ("Mn", "Me", "Cf") else 1
        for c in text
    )


def cut(text: str, width: int) -> str:
    """``text`` in at most so many columns, its end replaced by an ellipsis where it is longer."""
    if cells(text) <= width:
        return text
    mark = "…" if plain.unicode(sys.stdout) else "..."
    while text and cells(text) + cells(mark) > width:
        text = text[:-1]
    return text.rstrip() + mark


def table(rows: Sequence[Sequence[str]], *, right: Sequence[int] = ()) -> list[str]:
    """Rows as lines of aligned columns, two spaces apart; ``right`` lists right-aligned columns.

    A cell stays on its line, whatever it holds.
    """
    if not rows:
        return []
    rows = [["".join(_BREAKS.split(cell)) for cell in row] for row in rows]
    widths = [max(_shown(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        "  ".join(
            _padded(cell, width, right=i in right)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def hanging(rows: Sequence[tuple[str, str]], width: int, *, left: int = 0) -> list[str]:
    """Terms and what they mean, the meaning wrapped beside the term, or under it where the window
    is narrow. ``left`` columns are kept for the terms, at least."""
    left = max([left, *(_shown(term) for term, _ in rows)])
    if left > width * 2 // 5:
        return [
            line
            for term, meaning in rows
            for line in (term, *(f"  {part}" for part in wrapped([meaning], width - 2)))
        ]
    return [
        _padded(term if first else "", left, right=False) + f"  {part}"
        for term, meaning in rows
        for first, part in _numbered(wrapped([meaning], width - left - 2))
    ]


def wrapped(lines: Iterable[str], width: int) -> list[str]:
    """Plain lines broken between words where they are too long; one that is empty stays."""
    import textwrap

    return [part for line in lines for part in textwrap.wrap(line, max(16, width - 1)) or [""]]


def _numbered(parts: Sequence[str]) -> list[tuple[bool, str]]:
    return [(n == 0, part) for n, part in enumerate(parts or [""])]


def _shown(cell: str) -> int:
    """Columns of a cell that may be styled."""
    return cells(plain.bare(cell))


def _padded(cell: str, width: int, *, right: bool) -> str:
    space = " " * (width - _shown(cell))
    return space + cell if right else cell + space
