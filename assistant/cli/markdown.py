"""An answer's Markdown as rich draws it, so that nothing of it is lost in a narrow window."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from markdown_it import MarkdownIt
from rich.box import SIMPLE_HEAD
from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.markdown import CodeBlock, Heading, Markdown, TableElement
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from rich.console import ConsoleOptions, RenderResult
    from rich.markdown import MarkdownElement

CODE_INDENT = "  "
LATE = 0.6
"""A line of code is broken at a space that stands beyond this share of the room, else anywhere."""
BETWEEN = 3
"""Columns between two cells of a table."""


class _LeftHeading(Heading):
    """Headings at the left, as in the source: centred ones jump about while they grow."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text.styled(self.text.plain, "bold")


class _FoldedCode(CodeBlock):
    """Code whose long lines go on below, further in: wrapped like prose they would lose their
    shape, and cut they would lose their end."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = max(8, options.max_width - len(CODE_INDENT))
        code = str(self.text).rstrip().expandtabs(4)
        for line in Syntax("", self.lexer_name, theme=self.theme).highlight(code).split("\n"):
            for piece in _folded(line, width):
                yield Text(CODE_INDENT) + piece


class _WholeTable(TableElement):
    """A table whose cells are wrapped and never cut; where the columns have no room side by side,
    each row is told as a list of its cells."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        header = self.header.row.cells if self.header and self.header.row else []
        names = [cell.content for cell in header]
        rows = [[c.content for c in row.cells] for row in self.body.rows] if self.body else []
        columns = list(zip(names, *rows, strict=False))
        least = [_longest_word(column) for column in columns]
        room = options.max_width - BETWEEN * (len(columns) + 1)
        if sum(least) > room:
            yield from _as_list(names, rows)
            return
        whole = [max(cell_len(cell.plain) for cell in column) for column in columns]
        table = Table(
            box=SIMPLE_HEAD, padding=(0, BETWEEN - 1, 0, 0), pad_edge=False, show_edge=False
        )
        for name, cell, width in zip(names, header, _widths(least, whole, room), strict=False):
            heading = Text.styled(name.plain, "bold")
            table.add_column(heading, justify=cell.justify, overflow="fold", width=width)
        for row in rows:
            table.add_row(*row)
        yield table


class Answer(Markdown):
    """The Markdown of one answer, or of a block of it."""

    elements: ClassVar[dict[str, type[MarkdownElement]]] = {
        **Markdown.elements,
        "heading_open": _LeftHeading,
        "fence": _FoldedCode,
        "code_block": _FoldedCode,
        "table_open": _WholeTable,
    }

    def __init__(self, markup: str) -> None:
        # Addresses are written out: a link must not hide where it leads.
        super().__init__("", code_theme="ansi_dark", hyperlinks=False)
        self.markup = markup
        # Tags are text: as HTML they would vanish, and part of the answer with them.
        parser = MarkdownIt("commonmark", {"html": False}).enable(["strikethrough", "table"])
        self.parsed = parser.parse(markup)


def _folded(line: Text, width: int) -> Iterator[Text]:
    """Pieces of at most ``width`` cells; all but the first set in."""
    line.rstrip()
    depth = len(line.plain) - len(line.plain.lstrip()) + 4
    indent = Text(" " * (depth if depth <= width // 2 else 2))
    first = True
    while cell_len(line.plain) > (room := width if first else width - len(indent)):
        piece, line = line.divide([_break(line.plain, room)])
        yield piece if first else indent + piece
        first = False
    yield line if first else indent + line


def _break(code: str, room: int) -> int:
    """Where to break: after the last space that stands late enough, or where the room ends."""
    most = max(1, len(set_cell_size(code, room).rstrip(" ")))
    space = code.rfind(" ", int(most * LATE), most) + 1
    return space or most


def _widths(least: Sequence[int], whole: Sequence[int], room: int) -> list[int]:
    """What each column gets: its longest word, and of the rest in proportion to what it lacks."""
    lacking = [w - m for w, m in zip(whole, least, strict=True)]
    spare = room - sum(least)
    if sum(lacking) <= spare:
        return list(whole)
    return [m + spare * lack // sum(lacking) for m, lack in zip(least, lacking, strict=True)]


def _as_list(names: Sequence[Text], rows: Sequence[Sequence[Text]]) -> Iterator[Text]:
    for number, row in enumerate(rows):
        if number:
            yield Text()
        for name, cell in zip(names, row, strict=False):
            yield Text.styled(f"{name.plain}: " if name.plain else "", "bold") + cell


def _longest_word(cells: Sequence[Text]) -> int:
    return max((cell_len(word) for cell in cells for word in cell.plain.split()), default=1)
