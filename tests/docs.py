"""The documentation as data: what is generated in it, and the examples that can be run.

``python -m tests.docs`` (``make docs``) writes the generated parts: the block between
``<!-- commands -->`` and ``<!-- end -->`` holds the help of every command, one between
``<!-- help: ask -->`` and ``<!-- end -->`` that of ``assistant ask``, one after
``<!-- limits -->`` the table of ``assistant/limits.py``, one after
``<!-- benchmarks -->`` the first lines of the latest report in ``docs/benchmarks``. Examples are fenced blocks;
``<!-- not run: why -->`` before one says why it is only read, ``<!-- reply: … -->`` what the model
answers in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from assistant.cli.main import assistant
from assistant.limits import MB, Limit, table
from tests.benchmarks.report import headlines

ROOT = Path(__file__).parent.parent
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
BLOCK = re.compile(
    r"<!-- (?P<kind>help:(?P<words>[a-z -]*)|commands|benchmarks|limits) *-->\n.*?<!-- end -->",
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
    return BLOCK.sub(lambda block: _block(block["kind"], block["words"]), page)


def commands() -> Iterator[tuple[str, ...]]:
    """The words of every command, groups before their own."""
    context = click.Context(assistant, info_name="assistant")
    yield ()
    for name in assistant.list_commands(context):
        yield (name,)
        command = assistant.get_command(context, name)
        if isinstance(command, click.Group):
            yield from ((name, inner) for inner in command.list_commands(context))


def help_of(words: tuple[str, ...]) -> str:
    """What ``assistant … --help`` prints on a terminal of 80 columns."""
    command: click.Command = assistant
    context = _context(command, "assistant")
    for word in words:
        assert isinstance(command, click.Group)
        found = command.get_command(context, word)
        assert found is not None, words
        command = found
        context = _context(command, word, context)
    return command.get_help(context).rstrip()


def _context(
    command: click.Command, name: str, parent: click.Context | None = None
) -> click.Context:
    return click.Context(
        command,
        parent,
        name,
        terminal_width=78,  # as on one of 80: click leaves two free
        max_content_width=80,
        help_option_names=["-h", "--help"],
    )


def _block(kind: str, words: str | None) -> str:
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
