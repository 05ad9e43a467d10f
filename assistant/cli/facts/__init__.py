"""``assistant facts``: what is remembered, and the user's hands on it."""

from __future__ import annotations

import click

from assistant.cli import plain
from assistant.cli.facts import editing, exchange, listing, review
from assistant.cli.facts.base import DAYS, opened
from assistant.cli.facts.columns import board

__all__ = ["board", "command"]


@click.group("facts", invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
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
    with opened() as desk:
        facts, soon = desk.book.all(), desk.book.about_to_change(DAYS)
        for line in board(facts, desk.now, desk.language, soon=len(soon)):
            plain.out(line)
    if not any(fact.state != "superseded" for fact in facts):
        plain.out(desk.say("none"))


for _command in (
    listing.list_,
    listing.show,
    editing.add,
    editing.edit,
    editing.confirm,
    editing.forget,
    review.review,
    exchange.export,
    exchange.import_,
):
    command.add_command(_command)
