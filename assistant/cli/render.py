"""Everything that rich draws: answers as Markdown, growing without flicker."""

from __future__ import annotations

import sys
import time

from rich.cells import cell_len
from rich.console import Console

from assistant.cli import blocks, plain
from assistant.cli.markdown import Answer

_ERASE_LINE, _ERASE_BELOW = "\x1b[K", "\x1b[J"
_BEGIN, _END = "\x1b[?2026h", "\x1b[?2026l"  # draw at once, where the terminal knows how
SPARED = 4
"""Rows of the window that the growing block leaves free: one that is redrawn from the very first
row makes some terminals copy each drawing into their scrollback."""
SHORTEST_PAUSE = 0.05
"""Seconds between two drawings of the block that is still growing."""


def console() -> Console:
    return Console(file=sys.stdout, highlight=False, markup=False, emoji=False)


class MarkdownSink:
    """Draws an answer block by block.

    A finished block is printed once and never touched again, so that it belongs to the terminal's
    scrollback. Only the block that is still growing is drawn again, cropped to the window. The
    lines to climb are counted with the terminal's width of that moment, since a narrower window
    has folded them.
    """

    def __init__(self, console: Console) -> None:
        self._console = console
        self._rest = ""  # the Markdown that is not printed for good yet
        self._drawn: list[int] = []  # cells of each line of the growing block on the screen
        self._next = 0.0
        self._any = self._printed = False

    def feed(self, piece: str) -> None:
        self._rest += plain.clean(piece)
        self._any = self._any or bool(piece)
        started = time.monotonic()
        if started < self._next:
            return
        finished, self._rest = blocks.split(self._rest)
        self._draw(finished, self._rest)
        # A long block of code takes long to draw: then draw it less often.
        self._next = time.monotonic() + max(SHORTEST_PAUSE, 4 * (time.monotonic() - started))

    def finish(self, text: str) -> None:
        if not self._any:
            self._rest = plain.clean(text)
        rest, self._rest = self._rest, ""
        finished, last = blocks.split(rest)
        self._draw([*finished, last], "")

    def _draw(self, finished: list[str], growing: str) -> None:
        done = self._apart(finished)
        lines = self._lines(growing)[-max(1, self._console.height - SPARED) :]
        if done and self._printed:
            done = ["", *done]
        if lines and (self._printed or done):
            lines = ["", *lines]
        self._printed = self._printed or bool(done)
        output = "".join(f"{line}{_ERASE_LINE}\n" for line in (*done, *lines))
        drawing = f"{_BEGIN}{self._climb()}{output}{_ERASE_BELOW}{_END}"
        plain.draw(drawing, self._console.file)  # type: ignore[arg-type]  # a TextIO
        self._drawn = [_cells(line) for line in lines]

    def _climb(self) -> str:
        """Go back to where the growing block begins."""
        width = max(1, self._console.width)
        rows = sum(max(1, -(-cells // width)) for cells in self._drawn)
        return f"\x1b[{rows}A\r" if rows else ""

    def _apart(self, finished: list[str]) -> list[str]:
        """The lines of several blocks, a blank one between two of them."""
        drawn = [lines for block in finished if (lines := self._lines(block))]
        return [line for lines in drawn for line in ("", *lines)][1:]

    def _lines(self, markdown: str) -> list[str]:
        if not markdown.strip():
            return []
        with self._console.capture() as capture:
            self._console.print(Answer(markdown), width=max(20, self._console.width - 1))
        lines = capture.get().rstrip("\n").split("\n")
        lines = [line.rstrip() if plain.bare(line).strip() else "" for line in lines]
        while lines and not lines[0]:
            del lines[0]
        while lines and not lines[-1]:
            del lines[-1]
        return lines


def _cells(line: str) -> int:
    return cell_len(plain.bare(line))
