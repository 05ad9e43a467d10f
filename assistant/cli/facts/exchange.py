"""``facts export`` and ``facts import``: everything as JSON Lines, out and in."""

from __future__ import annotations

from pathlib import Path

import click

from assistant.cli import plain, streams
from assistant.cli.facts.base import opened


@click.command("export")
@click.option("-o", "--output", metavar="FILE", help="Instead of stdout; only you may read it.")
def export(output: str | None) -> None:
    """Every fact as JSON Lines.

    \b
    assistant facts export -o facts.jsonl
    """
    from assistant.cli.config import write_private

    with opened() as desk:
        lines = list(desk.book.export())
    if output:
        write_private(Path(output), "".join(f"{text}\n" for text in lines))
        plain.err(desk.say("written", facts=desk.counted(len(lines)), file=plain.line(output)))
        return
    for text in lines:
        plain.out(text)


@click.command("import")
@click.argument("file", metavar="FILE")
def import_(file: str) -> None:
    """Facts from JSON Lines (`-`: stdin). Importing twice changes nothing.

    \b
    assistant facts import facts.jsonl
    """
    text = (streams.read_stdin(None) or "") if file == "-" else streams.read_file(Path(file))
    with opened() as desk:
        came = desk.book.load(text.splitlines())
    plain.err(desk.say("came", facts=desk.counted(came)))
