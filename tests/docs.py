"""The documentation as data: what is generated in it, and the examples that can be run.

``python -m tests.docs`` (``make docs``) writes the generated parts: the block between
``<!-- commands -->`` and ``<!-- end -->`` holds the help of every command, one between
``<!-- help: ask -->`` and ``<!-- end -->`` that of ``assistant ask``, one after
``<!-- limits -->`` the table of ``assistant/limits.py``, one after ``<!-- skeleton: FILE -->`` a file
of the pack that ``packs new demo`` writes, one after
``<!-- benchmarks -->`` the first lines of the latest report in ``docs/benchmarks``. Examples are fenced blocks;
``<!-- not run: why -->`` before one says why it is only read, ``<!-- reply: … -->`` what the model
answers in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from assistant.cli.commands import COMMANDS, PROGRAM, Entry
from assistant.cli.program import SETTINGS, program
from assistant.limits import MB, Limit, table
from assistant.packs.skeleton import files
from tests.benchmarks.report import headlines

ROOT = Path(__file__).parent.parent
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
BLOCK = re.compile(
    r"<!-- (?P<kind>help:(?P<words>[a-z -]*)|skeleton:(?P<file>[ \w./]+)|commands|benchmarks|limits) *-->\n"
    r".*?<!-- end -->",
    re.DOTALL,
)
FENCE = re.compile(
    r"(?:<!-- (?P<note>not run|reply): (?P<said>[^\n]*?) -->\n)?"
    r"^```(?P<language>[a-z]+)\n(?P<text>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)


@dataclass(frozen=True)
class Example:
    """A fenced block of a page."""

    page: Path
    line: int
    language: str
    text: str
    skipped: str = ""
    reply: str = ""


def examples(page: Path) -> Iterator[Example]:
    """The page's fenced blocks, in order."""
    text = page.read_text("utf-8")
    for found in FENCE.finditer(text):
        note = {found["note"]: found["said"]}
        line = text.count("\n", 0, found.start("text"))
        yield Example(
            page, line, found["language"], found["text"],
            note.get("not run", ""), note.get("reply", ""),
        )  # fmt: skip


def generated(page: str) -> str:
    """The page with every generated block as the program prints it now."""
    return BLOCK.sub(lambda block: _block(block["kind"], block["words"], block["file"]), page)


def commands(table: Mapping[str, Entry] = COMMANDS) -> Iterator[tuple[str, ...]]:
    """The words of every command, groups before their own."""
    yield ()
    for name, entry in table.items():
        yield from ((name, *inner) for inner in commands(entry.commands))


def help_of(words: tuple[str, ...]) -> str:
    """What ``assistant … --help`` prints on a terminal of 80 columns."""
    command, context = program(), _context(program(), PROGRAM)
    for word in words:
        _, command, _ = command.resolve_command(context, [word])
        context = _context(command, word, context)
    help_: str = command.get_help(context)
    return help_.rstrip()


def _context(command: Any, name: str, parent: typer.Context | None = None) -> typer.Context:
    width = 78  # as on one of 80: typer leaves two free
    return typer.Context(command, parent, name, terminal_width=width, **SETTINGS)


def _block(kind: str, words: str | None, file: str | None) -> str:
    if file is not None:
        text = dict(files("demo"))[Path(file.strip())]
        note = "<!-- not run: a part of the pack, which its own tests run -->"
        return f"<!-- {kind.strip()} -->\n{note}\n```python\n{text}```\n<!-- end -->"
    if words is not None:
        chosen = tuple(words.split())
        name = " ".join(["", *chosen])
        return f"<!-- help:{name} -->\n```text\n{help_of(chosen)}\n```\n<!-- end -->"
    if kind == "benchmarks":
        return f"<!-- {kind} -->\n{headlines()}\n<!-- end -->"
    if kind == "limits":
        return f"<!-- {kind} -->\n{limits_table()}<!-- end -->"
    parts = [
        f"{'##' if len(words) < 2 else '###'} {' '.join(('assistant', *words))}\n\n"
        f"```text\n{help_of(words)}\n```\n"
        for words in commands()
    ]
    return f"<!-- {kind} -->\n{chr(10).join(parts)}<!-- end -->"


def limits_table() -> str:
    """Every limit, in tables by what it belongs to."""
    groups: dict[str, list[Limit]] = {}
    for _, limit in table():
        groups.setdefault(limit.group, []).append(limit)
    return "\n".join(
        f"## {group}\n\n| what | at most | past it |\n|---|---|---|\n"
        + "".join(f"| {limit.what} | {in_words(limit)} | {limit.past} |\n" for limit in limits)
        for group, limits in groups.items()
    )


def in_words(limit: Limit) -> str:
    """``64 MB``, ``300 seconds``; a year stands alone."""
    if limit.unit == "bytes" and limit.value >= MB and not limit.value % MB:
        return f"{limit.value // MB:,} MB"
    return f"{limit.value:,} {limit.unit}" if limit.unit else str(limit.value)


def main() -> None:
    for page in PAGES:
        page.write_text(generated(page.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
