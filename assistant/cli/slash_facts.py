"""The commands of a conversation that see and change what is remembered."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from assistant.cli import history, plain
from assistant.errors import UsageError

if TYPE_CHECKING:
    from assistant.cli.talk import Chat
    from assistant.records import ConsideredFact


def facts(chat: Chat, words: str) -> None:
    """The board, or the facts about some words."""
    from assistant.cli.facts import board

    book = chat.app.facts
    found = book.search(words) if words else [f for f in book.all() if f.state != "superseded"]
    chat.screen.show(board(found, chat.app.now()) or ["nothing is remembered yet"])


def forget(chat: Chat, words: str) -> None:
    """Forget by id or by words, after a yes; what was forgotten goes from the arrow keys too."""
    if not words:
        raise UsageError("What to forget is not clear", "/forget ID, or /forget WORDS.")
    book = chat.app.facts
    sure = words.endswith(" -y")
    words = words.removesuffix(" -y").strip()
    try:
        meant = [book.view(book.find(words))]
    except UsageError:
        meant = book.meant_by(words)
    if not meant:
        chat.screen.notice("no fact is meant by that; /facts lists them")
        return
    chat.screen.show([f"{fact.id}  {plain.line(fact.fact)}" for fact in meant])
    if not sure and not _yes("Forget for good?"):
        chat.screen.notice("nothing was forgotten")
        return
    book.forget([fact.id for fact in meant])
    history.erase(chat.app.paths.history, [fact.fact for fact in meant])
    chat.screen.notice(f"forgotten: {len(meant)}")


def undo(chat: Chat, _: str) -> None:
    """Take back what the last message noted."""
    changes = chat.last.memory_changes if chat.last else ()
    undone = chat.app.facts.undo(changes)
    for text in undone:
        chat.screen.notice(f"taken back: {plain.line(text)}")
    if not undone:
        chat.screen.notice("the last message noted nothing that can be taken back")
    chat.forget_changes()


def why(chat: Chat, words: str) -> None:
    """Why facts were in the last prompt or not, and what else was left out."""
    prompt = chat.session.last_prompt
    if prompt is None:
        raise UsageError("Nothing was sent yet", "Ask something first.")
    wanted = words.lower()
    considered = [c for c in prompt.considered if wanted in c.fact.lower() or wanted == c.id]
    lines = plain.table([_row(c) for c in considered], right=(1,))
    if not lines:
        lines = [f"no fact about “{words}” was considered" if words else "no fact was considered"]
    if not words and prompt.drops:
        rows = [(d.section, f"-{d.tokens:,}", plain.line(d.what), d.reason) for d in prompt.drops]
        lines += ["", plain.bold("left out"), *plain.table(rows, right=(1,))]
    if not words and chat.last is not None and chat.last.tools:
        from assistant.cli.tools import details

        lines += ["", plain.bold("tools"), *details(chat.last.tools)]
    chat.screen.show(lines)


def _row(considered: ConsideredFact) -> tuple[str, ...]:
    return (
        considered.decision,
        f"{considered.score:.2f}",
        plain.line(considered.fact)[:60],
        considered.reason,
    )


def _yes(question: str) -> bool:
    """The person's word; where nobody can be asked, no."""
    if sys.stdin is None or not sys.stdin.isatty():
        return False
    import click

    return click.confirm(question, err=True)
