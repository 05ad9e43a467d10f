"""``assistant sessions``: the conversations that are stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from assistant.cli import plain
from assistant.cli.times import ago

if TYPE_CHECKING:
    from assistant.records import Conversation, Message, Segment


@click.group("sessions")
def command() -> None:
    """List, show and delete conversations.

    An id may be shortened to the first letters of its last part.

    \b
    assistant sessions list
    """


@command.command("list")
@click.option("--role", metavar="NAME", help="Those with that role alone.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
def list_(role: str | None, as_json: bool) -> None:
    """The latest first.

    \b
    assistant sessions list --role coach
    """
    from assistant.cli.opening import open_app

    with open_app() as app:
        app.conversations.end_idle()
        found = app.conversations.all(role)
        now = app.now()
    if as_json:
        plain.out(plain.json_text([as_object(c) for c in found]))
        return
    if not found:
        plain.err("no conversation yet")
    rows = [
        (plain.line(c.id), f"{c.turn_count} turns", ago(c.last_activity_at, now), _state(c))
        for c in found
    ]
    for line in plain.table(rows, right=(1, 2)):
        plain.out(line)


@command.command()
@click.argument("conversation", metavar="ID")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def show(conversation: str, as_json: bool) -> None:
    """What a conversation keeps: summaries, results, its latest turns.

    \b
    assistant sessions show 3f2a
    """
    from assistant.cli.opening import open_app

    with open_app() as app:
        app.conversations.end_idle()
        found = app.conversations.find(conversation)
        messages = app.stores.conversations.messages(found.id)
        segments = app.stores.segments.all(found.id)
        state = app.conversations.state(found)
    if as_json:
        kept = {"state": state, "segments": [_segment(s) for s in segments]}
        rows = [_message(m) for m in messages]
        plain.out(plain.json_text({**as_object(found), **kept, "messages": rows}))
        return
    plain.out(plain.bold(plain.line(found.id)))
    for segment in segments:
        turns = f"turns {segment.first_turn}-{segment.last_turn}"
        plain.out(plain.dim(f"{turns}: {plain.line(segment.topic)}"))
    for line in state:
        plain.out(plain.dim(f"confirmed: {plain.line(line)}"))
    for message in messages:
        if message.summarized_at is None:
            plain.out(f"{plain.dim(message.role + ':')} {plain.clean(message.content)}")


@command.command()
@click.argument("conversation", metavar="ID")
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
def delete(conversation: str, yes: bool) -> None:
    """Remove history, state, measures and kept answers at once.

    \b
    assistant sessions delete 3f2a
    """
    from assistant.cli.consent import make_sure
    from assistant.cli.language import interface_language
    from assistant.cli.opening import open_app
    from assistant.messages import say

    with open_app() as app:
        found = app.conversations.find(conversation)
        if not yes:
            language = interface_language(app.config.ui)
            make_sure(
                say("ui.delete_sure", language, id=found.id, turns=found.turn_count), language
            )
        app.conversations.delete(found)
        plain.err(f"deleted {plain.line(found.id)}")
        if app.facts.is_owed:
            plain.err(say("memory.forgotten_later", interface_language(app.config.ui)))


def as_object(conversation: Conversation) -> dict[str, object]:
    ended = conversation.ended_at
    return {
        "id": conversation.id,
        "role": conversation.role,
        "created_at": conversation.created_at.isoformat(),
        "last_activity_at": conversation.last_activity_at.isoformat(),
        "turn_count": conversation.turn_count,
        "ended_at": ended.isoformat() if ended else None,
    }


def _segment(segment: Segment) -> dict[str, object]:
    return {
        "turns": [segment.first_turn, segment.last_turn],
        "topic": segment.topic,
        "discussed": segment.discussed,
        "outcome": segment.outcome,
        "decisions": segment.decisions,
        "open_questions": segment.open_questions,
    }


def _message(message: Message) -> dict[str, object]:
    return {
        "turn": message.turn_number,
        "role": message.role,
        "content": message.content,
        "summarized": message.summarized_at is not None,
    }


def _state(conversation: Conversation) -> str:
    return "ended" if conversation.ended_at else "open"
