"""Where a conversation stood: its title, what of it can be read again, and what cannot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from assistant.characters import one_line
from assistant.cli import layout, plain
from assistant.cli.times import ago
from assistant.messages import say, say_counted

if TYPE_CHECKING:
    from assistant.app import App
    from assistant.records import Conversation, Language, Message, Segment

NARROW = 60
"""Columns under which a title gets a line of its own."""
DISCUSSED = 3
"""Things talked about that are named of a summary."""


def title_of(app: App, conversation: Conversation) -> str:
    """What the person would call it; empty where they said nothing that names it."""
    from assistant.cli.topics import topic_of
    from assistant.memory.titles import title_in

    found = title_in(conversation.metadata)
    if found:
        return plain.line(found.text)
    closed = app.stores.segments.all(conversation.id)
    topic = plain.line(closed[0].topic) if closed else ""
    return topic or topic_of(app.stores.conversations.turns(conversation.id))


def turns_of(conversation: Conversation, language: Language) -> str:
    return say("slash.turns", language, count=conversation.turn_count)


def facts_of(conversation: Conversation, app: App, language: Language) -> str:
    """How long it was and when it was last spoken in."""
    turns = turns_of(conversation, language)
    span = ago(conversation.last_activity_at, app.now())
    if span == "now":
        return f"{turns}, {say('slash.just_now', language)}"
    return f"{turns}, {say('facts.ago', language, span=span)}"


def listed(rows: Sequence[tuple[str, ...]], width: int | None) -> list[str]:
    """Conversations in lines of at most ``width``: each of the rows has its id, its length, its
    age, more of its kind, and its title last. None: whole."""
    if width is None:
        return layout.table(rows, right=(1,))
    if width >= NARROW:
        return [layout.cut(line, width) for line in layout.table(rows, right=(1,))]
    lines: list[str] = []
    for *facts, title in rows:
        told = plain.dim(layout.cut("  " + ", ".join(filter(None, facts)), width))
        lines += [layout.cut(title, width), told] if title else [told]
    return lines


def standing(app: App, conversation: Conversation, language: Language) -> list[str]:
    """Three lines at most: which one it is, and how it ended; none for one not yet begun."""
    if not conversation.turn_count:
        return []
    title = title_of(app, conversation) or say("sessions.untitled", language)
    about = facts_of(conversation, app, language)
    lines = [say("sessions.going_on", language, title=title, about=about)]
    turns = app.stores.conversations.turns(conversation.id)
    if turns:
        last = turns[-1]
        spoken = (("you", last.user.content), ("assistant", last.reply.content))
        said = [(key, plain.line(one_line(text))) for key, text in spoken]
        return lines + [say(f"sessions.{key}", language, text=text) for key, text in said if text]
    return lines + list(_ended_at(app.stores.segments.all(conversation.id), language))[:2]


def story(app: App, conversation: Conversation, language: Language) -> Iterator[tuple[str, str]]:
    """All that can still be read of it, in order, and where something cannot: pairs of what it is
    (``heading``, ``kept``, ``gone``, ``user``, ``assistant``) and its text."""
    segments = {s.first_turn: s for s in app.stores.segments.all(conversation.id)}
    messages = app.stores.conversations.messages(conversation.id)
    summed = {n for s in segments.values() for n in range(s.first_turn, s.last_turn + 1)}
    lost: list[int] = []
    for message in messages:
        number = message.turn_number
        segment = segments.pop(number, None)
        if message.summarized_at is None and segment is None:
            yield from _gone(lost, language)
            yield message.role, plain.clean(message.content)
            continue
        if segment is not None:
            yield from _gone(lost, language)
            yield "heading", _heading(segment, language)
            yield from (("kept", line) for line in _kept(segment, language))
        elif number not in summed and number not in lost:
            lost.append(number)
    yield from _gone(lost, language)


def _ended_at(closed: Sequence[Segment], language: Language) -> Iterator[str]:
    """What its summaries know of its end: the last decision, the last thing left open, and what
    it went through."""
    latest = closed[::-1]
    decided = next((s.decisions for s in latest if s.decisions), ())
    asked = next((s.open_questions for s in latest if s.open_questions), ())
    topics = tuple(dict.fromkeys(s.topic for s in closed if s.topic))
    for key, items in (("decided", decided), ("open", asked), ("about", topics)):
        if items:
            yield say(f"sessions.{key}", language, text="; ".join(map(plain.line, items)))


def words_gone(messages: Sequence[Message], language: Language) -> str:
    """How many turns, always the first, are no longer there word for word; empty for none."""
    gone = len({m.turn_number for m in messages if m.summarized_at is not None})
    if not gone:
        return ""
    if gone == len({m.turn_number for m in messages}):
        return say("sessions.words_gone_all", language)
    return say_counted("sessions.words_gone", language, gone)


def _heading(segment: Segment, language: Language) -> str:
    return say(
        "sessions.summary",
        language,
        turns=_turns(segment.first_turn, segment.last_turn, language),
        topic=plain.line(segment.topic),
    )


def _turns(first: int, last: int, language: Language) -> str:
    if first == last:
        return say("repl.one_turn", language, first=first)
    return say("repl.turns", language, first=first, last=last)


def _kept(segment: Segment, language: Language) -> Iterator[str]:
    """What a summary says, the decided first."""
    parts = (
        ("decided", segment.decisions),
        ("outcome", [segment.outcome] if segment.outcome else []),
        ("open", segment.open_questions),
        ("about", segment.discussed[:DISCUSSED]),
    )
    for key, items in parts:
        if items:
            text = "; ".join(map(plain.line, items))
            yield say(f"sessions.{key}", language, text=text)


def _gone(numbers: list[int], language: Language) -> Iterator[tuple[str, str]]:
    """The turns of which nothing is left, once those after them are known."""
    if numbers:
        turns = _turns(numbers[0], numbers[-1], language)
        numbers.clear()
        yield "gone", say("sessions.gone", language, turns=turns)
