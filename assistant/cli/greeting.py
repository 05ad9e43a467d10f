"""What packs have to say of what happened since the last conversation."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from assistant.cli.talk import Chat


def greeter(chat: Chat) -> Callable[[], None]:
    """Begin to ask them. What is returned shows what has come, each line once; it waits for them
    only the first time, and not for long."""
    packs = chat.app.session_packs
    if packs is None:
        return lambda: None
    greetings = packs.greetings(chat.session.conversation, chat.language)

    def greet() -> None:
        for line in greetings.come():
            chat.screen.notice(line, whole=True)

    return greet
