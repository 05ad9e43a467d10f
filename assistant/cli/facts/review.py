"""``facts review``: one key for each fact that is about to change, or is no longer used."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from assistant.cli import plain
from assistant.cli.facts.base import DAYS, Desk, Json, as_object, coming, edited, opened
from assistant.languages import setting
from assistant.messages import say

if TYPE_CHECKING:
    from assistant.session.facts import FactView

KEYS = "kefsq"
"""Keep, edit, forget, skip, quit; each language has its own letters, in this order."""


def review(
    days: Annotated[
        int,
        typer.Option(min=1, max=400, help="Those whose state changes within so many days."),
    ] = DAYS,
    as_json: Json = False,
) -> None:
    """One key each: keep, edit, forget; the ones about to expire first.

    With --json they are printed, and nothing is asked.

    \b
    assistant facts review --days 7
    """
    with opened() as desk:
        waiting = desk.book.to_review(days)
        if as_json:
            plain.out(plain.json_text([as_object(fact) for fact in waiting]))
            return
        if not waiting:
            plain.err(desk.say("review_none", days=days))
        for place, fact in enumerate(waiting, 1):
            state = say(f"facts.{fact.state}", desk.language)
            plain.out(f"{place}/{len(waiting)}  {plain.line(fact.fact)}")
            next_ = coming(fact, desk.now, desk.language)
            named = f"{plain.line(fact.id)}, {plain.line(fact.domain)}"
            plain.out(plain.dim(f"  {named}, {state}, {next_}"))
            key = _key(desk.say("review_keys"), setting(desk.language, "answers", "review"))
            if key == "q":
                return
            _apply(desk, fact, key)


def _key(question: str, keys: str) -> str:
    """What was pressed, as the English letter: on a pipe the first letter of the next line.

    The end of the pipe is ``q``.
    """
    plain.ask(question)
    while True:
        read: Callable[[], str] = typer.getchar if sys.stdin.isatty() else sys.stdin.readline
        pressed = read()[:1].lower() or "q"
        if pressed in keys:
            plain.err(pressed)
            return KEYS[keys.index(pressed)]


def _apply(desk: Desk, fact: FactView, key: str) -> None:
    if key == "k":
        desk.book.confirm(fact.id)
    elif key == "f":
        desk.forget([fact])
    elif key == "e":
        desk.book.edit(fact.id, edited(fact.fact))
