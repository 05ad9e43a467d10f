"""The commands of a conversation that see and change what is remembered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.cli import plain
from assistant.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assistant.cli.talk import Chat
    from assistant.session.facts import FactView

NEAREST = 5
"""Facts shown about some words: beyond them they are less and less about those."""


def facts(chat: Chat, words: str) -> None:
    """The board, what was told last first, or the facts about some words, the nearest first."""
    from assistant.cli.facts.columns import board

    book = chat.app.facts
    every = book.all()
    shown = board(
        book.search(words)[:NEAREST] if words else every,
        chat.app.now(),
        chat.language,
        order="given" if words else "newest",
        more="slash.facts_more",
        among=every,
    )
    none = chat.say("slash.facts_none_about" if words else "slash.facts_none")
    chat.screen.show(shown or [none])


def forget(chat: Chat, words: str) -> None:
    """Forget by id or by words, after a yes; what was forgotten goes from the arrow keys too."""
    if not words:
        raise UsageError(chat.say("slash.forget_what"), chat.say("slash.forget_hint"))
    book = chat.app.facts
    sure = words.endswith(" -y")
    words = words.removesuffix(" -y").strip()
    try:
        meant = [book.view(book.find(words))]
    except UsageError:
        meant, plain_ = book.meant_by(words)
        sure = sure and plain_
    if not meant:
        chat.screen.notice(chat.say("slash.forget_unmeant"))
        return
    offer(chat, meant, sure=sure)


def offer_to_forget(chat: Chat, ids: Sequence[str]) -> None:
    """Ask about the facts that a message may have meant; nothing goes without a yes."""
    offer(chat, [chat.app.facts.view(chat.app.facts.find(id)) for id in ids], sure=False)


def offer(chat: Chat, meant: Sequence[FactView], *, sure: bool) -> None:
    """List facts, ask unless it is sure, and forget them."""
    book = chat.app.facts
    chat.screen.show([f"{plain.line(fact.id)}  {plain.line(fact.fact)}" for fact in meant])
    keys = chat.say("slash.yes_no")
    if not sure and not chat.screen.agreed(chat.say("slash.forget_sure"), keys):
        chat.screen.notice(chat.say("slash.forget_kept"))
        return
    ids = [fact.id for fact in meant]
    book.forget(ids)
    chat.screen.notice(chat.say("slash.forget_done", count=len(meant)))
    chat.tell_owed()


def undo(chat: Chat, _: str) -> None:
    """Take back what the last message noted, and the message."""
    changes = chat.last.memory_changes if chat.last else ()
    said = (chat.last.session, chat.last.turn) if chat.last else None
    undone = chat.app.facts.undo(changes, said)
    for text in undone:
        chat.screen.notice(chat.say("slash.undo_done", text=plain.line(text)))
    if not undone:
        chat.screen.notice(chat.say("slash.undo_nothing"))
    chat.forget_changes()
    chat.tell_owed()
