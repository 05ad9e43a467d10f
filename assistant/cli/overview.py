"""The general help, as typer would print it, from the table of commands alone.

Importing typer takes longer than all the rest of ``assistant --help``; a test compares the texts.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence

from assistant.cli.commands import ABOUT, COMMANDS, PROGRAM, Entry

OPTIONS = (
    ("--version", "Show the version and exit."),
    ("-h, --help", "Show this message and exit."),
)
NARROWEST, WIDEST = 50, 78


Rows = Sequence[tuple[str, str]]


def text(columns: int, packs: Mapping[str, str]) -> str:
    """The help of the program for a terminal of so many columns; ``packs``: their commands."""
    width = max(min(columns - 2, WIDEST), NARROWEST)
    lines = [f"Usage: {PROGRAM} [OPTIONS] COMMAND [ARGS]...", *_about(width)]
    for title, rows in (("Options", OPTIONS), *sections(COMMANDS, packs)):
        lines += ["", f"{title}:", *_rows(rows, width)]
    return "\n".join(lines)


def sections(table: Mapping[str, Entry], packs: Mapping[str, str]) -> Iterator[tuple[str, Rows]]:
    """The lists of commands, each with its title."""
    yield "Commands", [(name, entry.help) for name, entry in table.items()]
    if packs:
        yield "Packs", list(packs.items())


def _about(width: int) -> Iterator[str]:
    """Paragraphs, and examples as they stand."""
    for paragraph in ABOUT.strip().split("\n\n"):
        yield ""
        lines = paragraph.splitlines()
        if lines[0] == "\b":
            yield from (f"  {line}" for line in lines[1:])
        else:
            wrapped = textwrap.wrap(" ".join(lines), width - 2)
            yield from (f"  {line}" for line in wrapped)


def _rows(rows: Rows, width: int) -> Iterator[str]:
    """Names and meanings side by side."""
    margin = max(len(name) for name, _ in rows) + 2
    for name, meaning in rows:
        first, *rest = textwrap.wrap(meaning, max(width - margin - 2, 10))
        yield f"  {name:{margin}}{first}"
        yield from (f"{'':{margin + 2}}{line}" for line in rest)
