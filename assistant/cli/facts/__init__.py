"""``assistant facts``: what is remembered, and the user's hands on it."""

from __future__ import annotations

import typer

from assistant.cli import plain


def facts(context: typer.Context) -> None:
    """See, change and forget what is remembered of you.

    Alone it shows the board: facts by state, with what comes next and when.
    An id may be shortened to its first letters.

    \b
    assistant facts
    assistant facts list --state active
    assistant facts forget --words "my old van"
    """
    if context.invoked_subcommand is not None:
        return
    from assistant.cli.facts.base import DAYS, opened
    from assistant.cli.facts.columns import board

    with opened() as desk:
        known, soon = desk.book.all(), desk.book.about_to_change(DAYS)
        for line in board(known, desk.now, desk.language, soon=len(soon)):
            plain.out(line)
    if not any(fact.state != "superseded" for fact in known):
        plain.out(desk.say("none"))
