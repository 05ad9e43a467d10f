"""What a terminal can show: its width, its letters, its colours."""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass

from assistant.cli import layout, plain

WIDEST, NARROWEST = 100, 36
BOLD, DIM = "1", "2"


@dataclass(frozen=True, slots=True)
class Screen:
    """The place where lines are shown. ``width`` is in cells, the last one left free."""

    width: int = 79
    unicode: bool = True
    colour: bool = False

    @classmethod
    def of_stdout(cls) -> Screen:
        columns = shutil.get_terminal_size((80, 24)).columns - 1
        return cls(
            width=max(NARROWEST, min(WIDEST, columns)),
            unicode=plain.unicode(sys.stdout),
            colour=plain.styled(sys.stdout),
        )

    def paint(self, text: str, *codes: str) -> str:
        """``text`` in a style, where there are styles."""
        chosen = ";".join(code for code in codes if code)
        return plain.sgr(chosen, text) if self.colour and chosen and text else text

    def letters(self, text: str) -> str:
        """``text`` on one line, in the letters that the terminal has."""
        text = plain.line(text)
        if self.unicode:
            return text
        from assistant.cli.ascii import nearest

        return "".join(c if c.isascii() else nearest(c) for c in text)

    def wrap(self, text: str, width: int | None = None, indent: str = "") -> list[str]:
        """Lines of at most ``width`` cells; a word that is too long for one is broken."""
        width = width or self.width
        lines, line = [], ""
        for word in self.letters(text).split(" "):
            longer = f"{line} {word}" if line.strip() else line + word
            if layout.cells(longer) > width and line.strip():
                lines.append(line)
                longer = indent + word
            while layout.cells(longer) > width:
                fitting = _fitting(longer, width)
                lines.append(longer[:fitting])
                longer = indent + longer[fitting:]
            line = longer
        return [*lines, line]

    def short(self, text: str, width: int) -> str:
        """``text`` on one line of at most ``width`` cells."""
        text = self.letters(text)
        if layout.cells(text) <= width:
            return text
        end = "…" if self.unicode else "..."
        return text[: _fitting(text, width - len(end))] + end


def _fitting(text: str, width: int) -> int:
    """How many letters from the beginning fit so many cells; at least one."""
    count = 1
    while count < len(text) and layout.cells(text[: count + 1]) <= width:
        count += 1
    return count
