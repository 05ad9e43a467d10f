"""A table as text: padded for a terminal, or in Markdown."""

from __future__ import annotations

from tests.benchmarks.base import Cell, Table


def plain(table: Table) -> str:
    """Columns under each other, numbers to the right."""
    rows = [tuple(map(shown, cells)) for cells in (table.columns, *table.rows)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(_padded(table, row, widths)).rstrip() for row in rows]
    return "\n".join([table.title, *lines] if table.title else lines)


def markdown(table: Table) -> str:
    """Its title in bold and the rows with pipes."""
    marks = ["---:" if numeric(table, n) else "---" for n in range(len(table.columns))]
    rows = [table.columns, marks, *(map(shown, row) for row in table.rows)]
    lines = ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    return "\n".join([f"**{table.title}**", "", *lines] if table.title else lines)


def shown(cell: Cell) -> str:
    """Three digits that mean something, and all those before the point."""
    if cell is None:
        return ""
    if isinstance(cell, str):
        return cell
    if isinstance(cell, int) or cell == int(cell):
        return f"{int(cell):,}"
    size = abs(cell)
    return f"{cell:,.{0 if size >= 100 else 1 if size >= 10 else 2}f}"


def numeric(table: Table, column: int) -> bool:
    cells = [row[column] for row in table.rows if row[column] is not None]
    return bool(cells) and not any(isinstance(cell, str) for cell in cells)


def _padded(table: Table, row: tuple[str, ...], widths: list[int]) -> list[str]:
    return [
        cell.rjust(width) if numeric(table, n) else cell.ljust(width)
        for n, (cell, width) in enumerate(zip(row, widths, strict=True))
    ]
