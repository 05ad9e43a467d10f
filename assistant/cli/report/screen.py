"""What a terminal can show: its width, its letters, its colours."""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass

from assistant.cli import plain

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
        return f"\x1b[{chosen}m{text}\x1b[0m" if self.colour and chosen and text else text

    def letters(self, text: str) -> str:
        """``text`` on one line, in the letters that the terminal has."""
        text = plain.line(text)
        if self.unicode:
            return text
        from assistant.cli.ascii import nearest

        return "".join(c if c.isascii() else nearest(c) for c in text)

    def wrap(self, text: str, width: int | None = None, indent: str = "") -> list[str]:
        """Lines of at most ``width`` letters; what is too long for a line is broken."""
        import textwrap

        return textwrap.wrap(self.letters(text), width or self.width, subsequent_indent=indent) or [
            ""
        ]

    def short(self, text: str, width: int) -> str:
        """``text`` on one line of at most ``width`` letters."""
        text = self.letters(text)
        end = "…" if self.unicode else "..."
        return text if len(text) <= width else text[: max(0, width - len(end))] + end
