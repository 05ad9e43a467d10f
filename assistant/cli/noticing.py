"""What a turn did, told beside its answer: one dim line each, in the message's language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assistant.cli import history, plain

if TYPE_CHECKING:
    from assistant.cli.talk import Chat
    from assistant.config import UiConfig
    from assistant.memory.base import Reading
    from assistant.records import Fact, Language, Segment
    from assistant.session.base import TurnResult


def language_of(text: str, ui: UiConfig, before: Language) -> Language:
    """The language to answer a message in: the setting's, else its own; ``before`` where its few
    words tell none ("ok", "docker?")."""
    if ui.language != "auto":
        return ui.language
    from assistant.memory.signals.language import detect_language

    if detect_language(text) == "es":
        return "es"
    # English is also what is said of a message that tells nothing; a mark would tip that over.
    return "en" if detect_language(f"{text} ¿") == "en" else before


@dataclass(frozen=True, slots=True)
class Noticing:
    """What stood before the turn, to see what it changed."""

    conversation: str
    segments: int
    asked: Reading
    facts: Mapping[str, Fact]
    """By id, where the message may ask to forget some."""

    @classmethod
    def before(cls, chat: Chat, text: str) -> Noticing:
        from assistant.memory.plan.requests import forget_requests
        from assistant.memory.signals import read

        conversation, asked = chat.session.conversation.id, read(text)
        asked = asked._replace(forgets=forget_requests(asked))
        facts = chat.app.stores.facts.all(retired=True) if asked.forgets else ()
        segments = len(_segments(chat, conversation))
        return cls(conversation, segments, asked, {fact.id: fact for fact in facts})

    def after(self, chat: Chat, result: TurnResult) -> Iterator[str]:
        """The notices of the turn. What it forgot leaves the history of the keyboard too."""
        self._erase_history(chat, result)
        if result.session != self.conversation:
            minutes = chat.app.config.session.idle_minutes
            yield chat.say("session.ended", minutes=minutes)
        yield from result.notices
        if result.shift and result.turn > 1:
            yield chat.say("repl.topic")
        for segment in _segments(chat, self.conversation)[self.segments :]:
            yield _summed_up(chat, segment)
        if result.state == "interrupted":
            yield chat.say("repl.stopped")

    def _erase_history(self, chat: Chat, result: TurnResult) -> None:
        gone = [i for c in result.memory_changes if c.kind == "forgotten" for i in c.fact_ids]
        tells = self._telling_of([self.facts[i] for i in gone if i in self.facts])
        if tells and not chat.talk.incognito:
            history.erase(chat.app.paths.history, tells)

    def _telling_of(self, gone: Sequence[Fact]) -> Callable[[str], bool] | None:
        """What tells of the facts that went; where none did, of what was named all the same."""
        if not self.asked.forgets:
            return None
        from assistant.memory.engine.forgetting import telling_of, telling_of_asked

        return telling_of(gone) if gone else telling_of_asked(self.asked)


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
