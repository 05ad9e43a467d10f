"""The commands that choose a conversation, its role and its model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.cli import layout, plain, recap
from assistant.cli.times import ago
from assistant.cli.words import short_id

if TYPE_CHECKING:
    from assistant.cli.talk import Chat
    from assistant.config import Config
    from assistant.records import Conversation

SHOWN = 20
"""Conversations listed at most: those before them are in ``assistant sessions list``."""


def new(chat: Chat, _: str) -> None:
    """End the conversation and begin another."""
    chat.session.new()
    chat.session.fetch_frequent()
    chat.begin()
    chat.screen.notice(chat.say("slash.new_done"))


def topic(chat: Chat, name: str) -> None:
    """Close the segment now (C6)."""
    turns = chat.session.close_topic()
    about = plain.line(name)
    chat.screen.notice(
        chat.say("slash.topic_done", topic=about) if about else chat.say("slash.topic_unnamed")
    )
    if turns:
        chat.screen.notice(chat.say("slash.topic_summed", count=turns))


def sessions(chat: Chat, identity: str) -> None:
    """List the conversations, or go on with one."""
    if identity:
        chat.go_on_with(identity)
        chat.recall()
        return
    stored = chat.app.conversations.all()[:SHOWN]
    if not stored:
        chat.screen.notice(chat.say("slash.sessions_none"))
        return
    rows = [_row(chat, found) for found in stored]
    chat.screen.show(recap.listed(rows, plain.columns() - 1))


def delete(chat: Chat, _: str) -> None:
    """Delete history, state and metadata at once, after a yes (C7)."""
    count = chat.session.conversation.turn_count
    if count and not chat.screen.agreed(
        chat.say("slash.delete_sure", turns=_turns(chat, count)), chat.say("slash.yes_no")
    ):
        chat.screen.notice(chat.say("slash.delete_kept"))
        return
    chat.session.delete()
    chat.begin()
    chat.screen.notice(chat.say("slash.delete_done"))
    chat.tell_owed()


def role(chat: Chat, name: str) -> None:
    """Show the roles, or begin a conversation with one."""
    if name:
        chat.use_role(name)
        chat.screen.notice(chat.say("slash.role_now", role=plain.line(name)))
        return
    now = chat.session.conversation.role
    rows = [("*" if r == now else " ", r, _prompt_of(chat, r)) for r in roles(chat.app.config)]
    chat.screen.show(layout.cut(line, plain.columns() - 1) for line in layout.table(rows))


def model(chat: Chat, name: str) -> None:
    """Say which model answers and why; with a name, use that one."""
    from assistant.cli.words import model_line, next_step

    if name:
        chat.use_model(name)
    choice = chat.app.models.choice()
    chat.model = choice.model
    said = (model_line(choice, chat.language), next_step(choice, chat.language))
    chat.screen.show(layout.wrapped([text for text in said if text], plain.columns()))


def roles(config: Config) -> list[str]:
    return list(dict.fromkeys(("default", *config.roles)))


def topic_of(chat: Chat, conversation: Conversation) -> str:
    """What the person would call it; empty where nothing of it is kept."""
    return recap.title_of(chat.app, conversation)


def when_of(chat: Chat, conversation: Conversation) -> str:
    """How long ago something was said in it."""
    span = ago(conversation.last_activity_at, chat.app.now())
    return chat.say("slash.just_now") if span == "now" else span


def _row(chat: Chat, found: Conversation) -> tuple[str, ...]:
    here = found.id == chat.session.conversation.id
    when = chat.say("slash.session_here") if here else when_of(chat, found)
    about = topic_of(chat, found)
    role = "" if found.role == "default" else plain.line(found.role)
    return short_id(found.id), _turns(chat, found.turn_count), when, role, about


def _turns(chat: Chat, count: int) -> str:
    return chat.say("slash.turns", count=count)


def _prompt_of(chat: Chat, name: str) -> str:
    return plain.line(chat.app.config.role(name).prompt)
