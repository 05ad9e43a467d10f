"""What a turn did, told beside its answer: one dim line each, in the message's language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assistant.cli import plain

if TYPE_CHECKING:
    from assistant.cli.talk import Chat
    from assistant.config import UiConfig
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

    def after(self, chat: Chat, result: TurnResult) -> Iterator[str]:
        """The notices of the turn."""
        if result.session != self.conversation:
            minutes = chat.app.config.session.idle_minutes
            yield chat.say("session.ended", minutes=minutes)
        put = _questions(result) if chat.screen.attended else frozenset()
        yield from (notice for notice in result.notices if notice not in put)
        if result.shift and result.turn > 1:
            yield chat.say("repl.topic")
        for segment in _segments(chat, self.conversation)[self.segments :]:
            yield _summed_up(chat, segment)
        if result.state == "interrupted":
            yield chat.say("repl.stopped")


def _questions(result: TurnResult) -> frozenset[str]:
    """The notices that put a question which a person at the terminal is asked at once."""
    from assistant.languages import known
    from assistant.session.notices import to_forget

    waiting = [c for c in result.memory_changes if c.kind == "to_forget"]
    return frozenset(to_forget(change, language) for change in waiting for language in known())


def is_short(notice: str, result: TurnResult) -> bool:
    """Whether a notice only repeats what the person said, so that its end may be cut; one that
    asks, refuses or tells what to do is read to its end."""
    told = (c.text for c in result.memory_changes if c.kind in ("noted", "confirmed", "replaced"))
    return any(text in notice for text in told)


def _segments(chat: Chat, conversation: str) -> list[Segment]:
    return chat.app.stores.segments.all(conversation)


def _summed_up(chat: Chat, segment: Segment) -> str:
    one = segment.first_turn == segment.last_turn
    key = "repl.one_turn" if one else "repl.turns"
    turns = chat.say(key, first=segment.first_turn, last=segment.last_turn)
    return chat.say("repl.segment", topic=plain.line(segment.topic), turns=turns)
