"""``assistant move``: the whole memory from one store to another."""

from __future__ import annotations

from contextlib import closing
from typing import Annotated

import typer

from assistant.cli import plain
from assistant.cli.progress import Bar
from assistant.errors import UsageError
from assistant.messages import say


def move(
    to: Annotated[
        str, typer.Option("--to", metavar="URL", help="postgresql://…, sqlite:///… or a path.")
    ],
    from_: Annotated[
        str | None, typer.Option("--from", metavar="URL", help="Else the store in use.")
    ] = None,
) -> None:
    """Copy everything to another store, and compare it row for row.

    Nothing is removed where it was. What was broken off goes on when it is
    repeated. Afterwards set storage.url; a password stands there, in
    ~/.pgpass or in PGPASSWORD better than in a command.

    \b
    assistant move --to postgresql://ana@db.example.org/memory
    assistant move --from postgresql://ana@db.example.org/memory --to ~/memory.db
    """
    from assistant.cli.language import interface_language
    from assistant.cli.opening import open_app
    from assistant.storage.moving import Move

    with open_app(answers=False) as app:
        language = interface_language(app.config.ui)
        app.unlock()
        source = app.location_at(from_ or app.config.storage.url)
        target = app.location_at(to)
        if source == target:
            raise UsageError("It is there already", "Name another place with --to.")
        if not source.exists():
            raise UsageError(
                f"There is nothing stored in {source.name}", "Name the place with --from."
            )
        with (
            closing(source.open(app.clock)) as old,
            closing(target.open(app.clock)) as new,
            Bar(say("move.moving", language), unit="") as bar,
        ):
            counts = Move(old, new, source.name).run(bar)
        rows = plain.number(sum(counts.values()), language)
        told = {"rows": rows, "facts": plain.number(counts["facts"], language)}
        places = {"source": plain.line(source.name), "target": plain.line(target.name)}
        plain.err(say("move.moved", language, **told, **places))
