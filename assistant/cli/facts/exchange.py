"""``facts export`` and ``facts import``: everything as JSON Lines, out and in."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from assistant.cli import plain, streams
from assistant.cli.facts.base import Json, opened
from assistant.messages import say


def export(
    output: Annotated[
        str | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="Instead of stdout; only you may read it."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Every fact as JSON Lines, or as one JSON array with --json.

    \b
    assistant facts export -o facts.jsonl
    """
    from assistant.cli.config import write_private

    with opened() as desk:
        facts = list(desk.book.export())
    lines = [f"[{', '.join(facts)}]"] if as_json else facts
    if output:
        write_private(Path(output), "".join(f"{text}\n" for text in lines))
        plain.err(desk.say("written", facts=desk.counted(len(facts)), file=plain.line(output)))
        return
    for text in lines:
        plain.out(text)


def import_(
    file: Annotated[str, typer.Argument(metavar="FILE", help="JSON Lines; `-` is stdin.")],
    as_json: Json = False,
) -> None:
    """Facts from JSON Lines (`-`: stdin). Importing twice changes nothing.

    \b
    assistant facts import facts.jsonl
    """
    from assistant.cli.progress import Bar
    from assistant.limits import IMPORT
    from assistant.memory.exchange import split_lines

    if file == "-":
        text = streams.read_stdin(None, IMPORT) or ""
    else:
        text = streams.read_file(Path(file), IMPORT)
    with opened() as desk:
        aside: list[tuple[int, str]] = []
        with Bar(desk.say("importing"), unit="") as bar:
            came = desk.book.load(
                split_lines(text), bar, lambda number, kind: aside.append((number, kind))
            )
        for number, kind in aside:
            named = say(f"secrets.{kind}", desk.language)
            plain.err(desk.say("holds_secret", number=number, kind=named))
        waiting = 0
        if came:
            with Bar(desk.say("embedding"), unit="") as bar:
                waiting = desk.book.embed_new(bar)
        if as_json:
            refused = [{"line": number, "secret": kind} for number, kind in aside]
            plain.out(plain.json_text({"came": came, "refused": refused}))
            return
        plain.err(desk.say("came", facts=desk.counted(came)))
        if waiting:
            plain.err(plain.dim(desk.say("embedded_later", facts=desk.counted(waiting)), err=True))
