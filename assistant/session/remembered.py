"""What is kept, as questions about the memory see it (A11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime

from assistant.answers.base import Talk
from assistant.memory.segments.topic import NO_TOPIC
from assistant.records import Conversation, Fact, Segment
from assistant.session.kit import Kit

LATEST = 3
"""Conversations in which the last talk is looked for."""


class Remembered:
    """See ``Memory`` in ``answers/base.py``. Facts as the role sees them; of talk its own."""

    def __init__(self, kit: Kit, conversation: Conversation) -> None:
        self._stores = kit.stores
        self._conversation = conversation
        self._role = conversation.role
        self._facts_of = None if kit.config.role(self._role).facts == "all" else self._role

    def facts(self) -> Sequence[Fact]:
        return self._stores.facts.all(role=self._facts_of)

    def retired(self) -> Sequence[Fact]:
        every = self._stores.facts.all(role=self._facts_of, retired=True)
        return [fact for fact in every if not fact.live]

    def talk(self, since: date | None) -> Sequence[Talk]:
        limit = LATEST if since is None else None
        found: list[Talk] = []
        for conversation in self._stores.conversations.all(self._role, limit=limit):
            if since and conversation.last_activity_at.astimezone().date() < since:
                break  # the most recent comes first
            found += self._talk_of(conversation)
        return sorted(found, key=lambda talk: talk.at)

    def last_exchange(self) -> str:
        turns = self._stores.conversations.turns(self._conversation.id)
        return f"{turns[-1].user.content}\n{turns[-1].reply.content}" if turns else ""

    def _talk_of(self, conversation: Conversation) -> Iterator[Talk]:
        """Summaries, at the time of their last turn and not of the summing up; then raw turns."""
        from assistant.memory.segments.subject import by_topic, subject_of

        segments = self._stores.segments.all(conversation.id)
        said_at = self._times(conversation) if segments else {}
        for segment in segments:
            if segment.topic != NO_TOPIC:
                at = said_at.get(segment.last_turn, segment.created_at)
                yield Talk(at, segment.topic, _outcome(segment))
        for turns in by_topic(self._stores.conversations.turns(conversation.id)):
            if subject := subject_of(turns):
                yield Talk(turns[-1].user.timestamp, subject)

    def _times(self, conversation: Conversation) -> dict[int, datetime]:
        rows = self._stores.conversations.messages(conversation.id)
        return {row.turn_number: row.timestamp for row in rows}


def _outcome(segment: Segment) -> str:
    """What came of it, or else what was gone into."""
    return "; ".join(segment.decisions) or segment.outcome or ", ".join(segment.discussed)
