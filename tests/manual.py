"""Writes the manual page from the commands: ``python -m tests.manual`` (``make docs``).

``docs/man/assistant.1`` is in the repository and in the wheel, so that a packager needs nothing but
to install it; ``tests/test_manual.py`` compares it with what the commands say now.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import typer

from assistant import __version__
from assistant.cli.commands import ABOUT, COMMANDS, PROGRAM, Entry
from assistant.cli.program import load, program

PAGE = Path(__file__).parent.parent / "docs" / "man" / "assistant.1"

FILES = (
    ("~/.config/assistant/config.toml", "The settings; `assistant config path` tells where."),
    ("~/.local/share/assistant/", "The memory, its backups, notes, models and the day's logs."),
)
ENVIRONMENT = (
    ("ASSISTANT_HOME", "One folder for settings, memory, logs and models."),
    ("ASSISTANT_MODEL", "The model that answers."),
    ("OPENAI_API_KEY, OPENAI_BASE_URL", "A server that speaks the OpenAI protocol, and its key."),
    ("ASSISTANT_MEMORY_MAX_MESSAGES", "Messages of one run of `assistant ask` that are kept."),
    ("ASSISTANT_MEMORY_MAX_CHARS", "Their characters."),
    ("ASSISTANT_STORAGE_URL, ASSISTANT_STORAGE_LIVE", "Where the memory is kept: see stores."),
    ("ASSISTANT_NOW", "An ISO 8601 instant in the place of the clock."),
    ("NO_COLOR", "No colours, no styles."),
)
STATUSES = (
    ("0", "Done."),
    ("1", "A bug; the log holds its traceback."),
    ("2", "The command was called with words that do not fit."),
    ("3", "There was nothing to ask."),
    ("4", "The request does not fit in 4,000 tokens."),
    ("65", "Input or stored data that cannot be read."),
    ("69", "No model answers."),
    ("75", "The home cannot be written, or a limit that time lifts."),
    ("77", "Not authorised."),
    ("78", "The configuration is wrong."),
    ("130", "Interrupted."),
)


def page() -> str:
    """The whole manual page, in man(7)."""
    return "\n".join((*_head(), *_commands(), *_tail())) + "\n"


def _head() -> Iterator[str]:
    yield f'.TH ASSISTANT 1 "" "assistant {__version__}" "User Commands"'
    yield from (".nh", ".ad l")  # what is copied from the page has to stay whole
    yield from (".SH NAME", r"assistant \- a terminal assistant with a small, honest memory")
    yield from (
        ".SH SYNOPSIS",
        ".B assistant",
        "[\\fICOMMAND\\fR] [\\fIOPTIONS\\fR] [\\fIARGUMENTS\\fR]",
    )
    yield from (".SH DESCRIPTION", *_prose(ABOUT))
    yield from (
        ".PP",
        "The answer alone goes to standard output, everything else to standard error.",
    )
    yield ".SH COMMANDS"


def _commands() -> Iterator[str]:
    context = typer.Context(program(), info_name=PROGRAM)
    for name, entry in COMMANDS.items():
        yield from _command(name, entry, context)


def _command(name: str, entry: Entry, parent: typer.Context) -> Iterator[str]:
    command = load(name, entry)
    context = typer.Context(command, parent, name)
    yield f'.SS "{_escaped(context.command_path)}"'
    pieces = _escaped(" ".join(command.collect_usage_pieces(context)))
    yield from (f"\\fB{_escaped(context.command_path)}\\fR {pieces}", ".PP")
    yield from _prose(command.help or "")
    for parameter in command.get_params(context)[:-1]:  # the last is --help
        record = parameter.get_help_record(context)
        if record and record[1]:
            yield from _entry(*record)
    for inner, of in entry.commands.items():
        yield from _command(inner, of, context)


def _tail() -> Iterator[str]:
    for title, entries in (
        ("FILES", FILES),
        ("ENVIRONMENT", ENVIRONMENT),
        ("EXIT STATUS", STATUSES),
    ):
        yield f'.SH "{title}"'
        for term, meaning in entries:
            yield from _entry(term, meaning)


def _entry(term: str, meaning: str) -> Iterator[str]:
    yield from (".TP", f"\\fB{_escaped(term)}\\fR", _escaped(meaning))


def _prose(text: str) -> Iterator[str]:
    """Paragraphs; those that typer keeps as they are become examples."""
    paragraphs = re.split(r"\n\s*\n", text.strip())
    for number, paragraph in enumerate(paragraphs):
        lines = [line.strip() for line in paragraph.splitlines()]
        if lines[0] == "\b":
            yield from (".PP", ".nf", *map(_escaped, lines[1:]), ".fi")
        else:
            yield from ((".PP",) if number else ())
            yield _escaped(" ".join(lines))


def _escaped(text: str) -> str:
    r"""As man(7) prints it: no hyphen for a dash, no request at the beginning of a line."""
    text = text.replace("\\", r"\e").replace("-", r"\-").replace('"', r"\(dq")
    text = text.replace("…", "...")
    return f"\\&{text}" if text.startswith((".", "'")) else text


def main() -> None:
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
