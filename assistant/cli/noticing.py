"""What a turn did, told beside its answer: one dim line each, in the message's language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assistant.cli import plain

if TYPE_CHECKING:
    from assistant.cli.talk import Chat
    from assistant.config import UiConfig
    from assistant.memory.base import MemoryChange
    from assistant.records import Language, Segment
    from assistant.session.base import TurnResult


def language_of(text: str, ui: UiConfig, before: Language) -> Language:
    """The language to answer a message in: the setting's, else its own; ``before`` where its few
    words tell none ("ok", "docker?")."""
    if ui.language != "auto":
        return ui.language
    from assistant.memory.signals.language import told_language

    return told_language(text) or before


@dataclass(frozen=True, slots=True)
class Noticing:
    """What stood before the turn, to see what it changed."""

    conversation: str
    segments: int

    @classmethod
    def before(cls, chat: Chat) -> Noticing:
        conversation = chat.session.conversation.id
        return cls(conversation, len(_segments(chat, conversation)))

    def after(self, chat: Chat, said: str, result: TurnResult) -> Iterator[str]:
        """The notices of the turn in which the person ``said`` that.

        A new topic is confirmed to who announced one. One that the program sees by itself is in
        the toolbar and in ``/why``: told at every turn of a chat it only stands in the way. So it
        is with what was summed up, from the second time on.
        """
        if result.session != self.conversation:
            minutes = chat.app.config.session.idle_minutes
            yield chat.say("session.ended", minutes=minutes)
        here = _said_here(result) if chat.screen.attended else {}
        yield from filter(None, (here.get(notice, notice) for notice in result.notices))
        if result.shift and result.turn > 1 and _announces_topic(said):
            yield chat.say("repl.topic")
        closed = _segments(chat, self.conversation)[self.segments :]
        if closed and (not self.segments or _announces_topic(said)):
            yield _summed_up(chat, closed)
        if result.state == "interrupted":
            yield chat.say("repl.stopped")


def _said_here(result: TurnResult) -> dict[str, str]:
    """What a person at the terminal is told instead of some notices: the command of a conversation
    in place of the shell's, and nothing in place of a question that they are asked at once."""
    from assistant.languages import known
    from assistant.session.notices import asked, to_forget

    said: dict[str, str] = {}
    for change in result.memory_changes:
        for language in known():
            if change.kind == "to_forget":
                said[to_forget(change, language)] = ""
            elif change.kind == "asked":
                command = f"/forget {change.fact_ids[1]}"
                said[asked(change, language)] = asked(change, language, command)
    return said


_LED_BY = 2
"""Words that lead to what is told, and are no part of it: "ok, remember …"."""


def is_short(notice: str, result: TurnResult, typed: str) -> bool:
    """Whether a notice only repeats what the person just typed, or what was known, so that its end
    may be cut; one that noted less, asks, refuses or tells what was replaced is read to its end."""
    told = [change for change in result.memory_changes if change.text and change.text in notice]
    words = typed.split()

    def repeats(change: MemoryChange) -> bool:
        noted = change.text.split()
        said = change.kind == "noted" and noted[-1] in typed and len(noted) + _LED_BY >= len(words)
        return change.kind == "confirmed" or said

    return bool(told) and all(map(repeats, told))


def _segments(chat: Chat, conversation: str) -> list[Segment]:
    return chat.app.stores.segments.all(conversation)


def _announces_topic(said: str) -> bool:
    from assistant.memory.topics.phrases import announcement

    return announcement(said) is not None


def _summed_up(chat: Chat, segments: Sequence[Segment]) -> str:
    """One line for all that a turn summed up."""
    from assistant.memory.segments.topic import NO_TOPIC

    first, last = segments[0].first_turn, segments[-1].last_turn
    key = "repl.one_turn" if first == last else "repl.turns"
    turns = chat.say(key, first=first, last=last)
    topics = dict.fromkeys(plain.line(s.topic) for s in segments if s.topic != NO_TOPIC)
    if not topics:
        return chat.say("repl.segment_unnamed", turns=turns)
    return chat.say("repl.segment", topic=", ".join(topics), turns=turns)
