"""Servers of this machine that belong to another account: asked about once, then remembered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.answerer import owner_words
from assistant.messages import say

if TYPE_CHECKING:
    from assistant.cli.talk import Chat
    from assistant.llm.acceptance import FoundServer
    from assistant.records import Language


def question(found: FoundServer, language: Language) -> str:
    """Whether a server may be sent what is asked, with all that it takes to decide."""
    return say("servers.question", language, **_named(found, language))


def outcome(found: FoundServer, language: Language, *, accepted: bool) -> str:
    """What holds from now on."""
    key = "servers.accepted" if accepted else "servers.refused"
    return say(key, language, **_named(found, language))


def settle(chat: Chat) -> None:
    """Before the first message: ask about each server that could answer, until one may."""
    from assistant.llm.discover import ServerNotAccepted

    try:
        waiting = chat.app.models.choice().passed_over
    except ServerNotAccepted as error:  # the model was asked for by name
        if not ask_about(chat, error.found):
            raise
        return
    for found in waiting:
        if ask_about(chat, found):
            return


def ask_about(chat: Chat, found: FoundServer) -> bool:
    """Ask, remember what is said, and tell it. Nothing is remembered where nobody can be asked."""
    if not chat.screen.attended:
        return False
    accepted = chat.screen.agreed(question(found, chat.language), chat.say("slash.yes_no"))
    chat.app.models.accept(found, accepted=accepted)
    chat.screen.notice(outcome(found, chat.language, accepted=accepted), whole=True)
    return accepted


def _named(found: FoundServer, language: Language) -> dict[str, object]:
    owner = owner_words(found, language)
    return {"server": found.server.label, "port": found.server.port, "owner": owner}
