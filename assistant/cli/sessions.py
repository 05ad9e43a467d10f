"""``assistant sessions``: the conversations that are stored."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from assistant.cli import layout, offers, plain, recap
from assistant.cli.language import interface_language
from assistant.cli.options import JsonArray, JsonObject, Yes
from assistant.cli.times import ago
from assistant.cli.words import unique_id
from assistant.messages import say

if TYPE_CHECKING:
    from assistant.app import App
    from assistant.records import Conversation, Language, Message, Segment


ConversationId = Annotated[
    str,
    typer.Argument(
        metavar="ID",
        help="The conversation's; a few letters are enough.",
        autocompletion=offers.conversations,
    ),
]


def sessions() -> None:
    """List, show and delete conversations.

    An id may be shortened to as many letters of its last part as name it alone.

    \b
    assistant sessions list
    """


def list_(
    role: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Those with that role alone.", autocompletion=offers.roles
        ),
    ] = None,
    as_json: JsonArray = False,
) -> None:
    """The latest first.

    \b
    assistant sessions list --role coach
    """
    from assistant.cli.opening import open_app

    with open_app() as app:
        app.conversations.end_idle()
        found = app.conversations.all(role)
        language = interface_language(app.config.ui)
        rows = [] if as_json else [_row(app, c, found, language) for c in found]
    if as_json:
        plain.out(plain.json_text([as_object(c) for c in found]))
        return
    if not found:
        plain.err(say("sessions.none", language))
    width = plain.columns() - 1 if plain.interactive(sys.stdout) else None
    for line in recap.listed(rows, width):
        plain.out(line)


def show(conversation: ConversationId, as_json: JsonObject = False) -> None:
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
        language = interface_language(app.config.ui)
        about = [recap.title_of(app, found), recap.facts_of(found, app, language)]
        told = [] if as_json else list(recap.story(app, found, language))
    if as_json:
        kept = {"state": state, "segments": [_segment(s) for s in segments]}
        rows = [_message(m) for m in messages]
        plain.out(plain.json_text({**as_object(found), **kept, "messages": rows}))
        return
    for line in _shown(found, about, told, state, language):
        plain.out(line)
    if gone := recap.words_gone(messages, language):
        for line in layout.wrapped([gone], plain.columns()):
            plain.out(plain.dim(line))


def delete(conversation: ConversationId, yes: Yes = False) -> None:
    """Remove history, state, measures and kept answers at once.

    \b
    assistant sessions delete 3f2a
    """
    from assistant.cli.consent import make_sure
    from assistant.cli.opening import open_app

    with open_app() as app:
        found = app.conversations.find(conversation)
        if not yes:
            language = interface_language(app.config.ui)
            make_sure(
                say("ui.delete_sure", language, id=found.id, turns=found.turn_count), language
            )
        app.conversations.delete(found)
        plain.err(
            say("sessions.deleted", interface_language(app.config.ui), id=plain.line(found.id))
        )
        if app.facts.is_owed:
            plain.err(say("memory.forgotten_later", interface_language(app.config.ui)))


def _row(
    app: App, found: Conversation, every: Sequence[Conversation], language: Language
) -> tuple[str, ...]:
    """Its id as far as it is needed, how long and how old it is, its role and its title."""
    role = "" if found.role == "default" else f"[{plain.line(found.role)}] "
    when = ago(found.last_activity_at, app.now())
    state = say(f"sessions.state_{_state(found)}", language)
    turns = recap.turns_of(found, language)
    title = f"{role}{recap.title_of(app, found)}"
    return unique_id(found.id, [c.id for c in every]), turns, when, state, title


def _shown(
    found: Conversation,
    about: Sequence[str],
    told: Sequence[tuple[str, str]],
    state: Sequence[str],
    language: Language,
) -> Iterator[str]:
    """A conversation to be read again: who it is, then what is left of it, in order."""
    title, facts = about
    yield plain.bold(title or plain.line(found.id))
    yield plain.dim(f"{plain.line(found.id)}  {facts}")
    for line in state:
        yield plain.dim(say("sessions.confirmed", language, text=plain.line(line)))
    for kind, text in told:
        if kind in ("heading", "gone"):
            yield plain.dim(text)
        elif kind == "kept":
            yield from (f"  {part}" for part in layout.wrapped([text], plain.columns() - 2))
        else:
            key = "sessions.you" if kind == "user" else "sessions.assistant"
            name, _, _ = say(key, language, text="").partition(":")
            yield f"{plain.dim(f'{name}:')} {text}"


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
