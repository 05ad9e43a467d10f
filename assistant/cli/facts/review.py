"""``facts review``: one key for each fact that is about to change, or is no longer used."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from assistant.cli import plain
from assistant.cli.facts.base import DAYS, Desk, coming, edited, opened
from assistant.messages import say

if TYPE_CHECKING:
    from assistant.session.facts import FactView

KEYS = {"en": "kefsq", "es": "mefsq"}
"""Keep, edit, forget, skip, quit: each language's own letter for it, in this order."""


@click.command()
@click.option("--days", type=click.IntRange(1, 400), default=DAYS, show_default=True,
              help="Those whose state changes within so many days.")  # fmt: skip
def review(days: int) -> None:
    """One key each: keep, edit, forget; the ones about to expire first.

    \b
    assistant facts review --days 7
    """
    with opened() as desk:
        waiting = desk.book.to_review(days)
        if not waiting:
            plain.err(desk.say("review_none", days=days))
        for place, fact in enumerate(waiting, 1):
            state = say(f"facts.{fact.state}", desk.language)
            plain.out(f"{place}/{len(waiting)}  {plain.line(fact.fact)}")
            next_ = coming(fact, desk.now, desk.language)
            plain.out(plain.dim(f"  {plain.line(fact.id)}, {fact.domain}, {state}, {next_}"))
            key = _key(desk.say("review_keys"), KEYS[desk.language])
            if key == "q":
                return
            _apply(desk, fact, key)


def _key(question: str, keys: str) -> str:
    """What was pressed, as the English letter: on a pipe the first letter of the next line.

    The end of the pipe is ``q``.
    """
    plain.ask(question)
    while True:
        read: Callable[[], str] = click.getchar if sys.stdin.isatty() else sys.stdin.readline
        pressed = read()[:1].lower() or "q"
        if pressed in keys:
            plain.err(pressed)
            return KEYS["en"][keys.index(pressed)]


def _apply(desk: Desk, fact: FactView, key: str) -> None:
    if key == "k":
        desk.book.confirm(fact.id)
    elif key == "f":
        desk.forget([fact])
    elif key == "e":
        desk.book.edit(fact.id, edited(fact.fact))
