"""What is kept, as questions about the memory see it (A11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime

from assistant.answers.base import Talk
from assistant.memory.segments.topic import NO_TOPIC
from assistant.records import Conversation, Fact, Segment
from assistant.session.services import Services

LATEST = 3
"""Conversations in which the last talk is looked for."""


class Remembered:
    """See ``Memory`` in ``answers/base.py``. Facts as the role sees them; of talk its own."""

    def __init__(self, services: Services, conversation: Conversation) -> None:
        self._stores = services.stores
        self._conversation = conversation
        self._role = conversation.role
        self._facts_of = None if services.config.role(self._role).facts == "all" else self._role

    def facts(self) -> Sequence[Fact]:
        return self._stores.facts.all(role=self._facts_of)

    def retired(self) -> Sequence[Fact]:
        every = self._stores.facts.all(role=self._facts_of, retired=True)
        return [fact for fact in every if not fact.live]

    def talk(self, since: date | None) -> Sequence[Talk]:
        conversations = self._stores.conversations
        if since is None:
            latest = conversations.all(self._role, limit=LATEST + 1)
            chosen = [c for c in latest if c.id != self._conversation.id] or latest
        else:
            chosen = [
                conversation
                for conversation in conversations.all(self._role)
                if conversation.last_activity_at.astimezone().date() >= since
            ]
        found = [talk for conversation in chosen for talk in self._talk_of(conversation)]
        return sorted(found, key=lambda talk: talk.at)

    def talking(self) -> Sequence[Talk]:
        return list(self._talk_of(self._conversation))

    def last_exchange(self) -> str:
        turns = self._stores.conversations.turns(self._conversation.id)
        return f"{turns[-1].user.content}\n{turns[-1].reply.content}" if turns else ""

    def _talk_of(self, conversation: Conversation) -> Iterator[Talk]:
        """Summaries, at the time of their last turn and not of the summing up; then raw turns.
        What was asked of the memory or of a clock was no talk about anything; what was told and
        noted was."""
        from assistant.memory.segments.topic import by_topic, subject_of

        worked_out = self._worked_out(conversation)
        segments = self._stores.segments.all(conversation.id)
        said_at = self._times(conversation) if segments else {}
        for segment in segments:
            turns = range(segment.first_turn, segment.last_turn + 1)
            if segment.topic != NO_TOPIC and not worked_out.issuperset(turns):
                at = said_at.get(segment.last_turn, segment.created_at)
                yield Talk(at, segment.topic, _outcome(segment))
        raw = self._stores.conversations.turns(conversation.id)
        for run in by_topic([turn for turn in raw if turn.number not in worked_out]):
            if subject := subject_of(run):
                yield Talk(run[-1].user.timestamp, subject)

    def _worked_out(self, conversation: Conversation) -> frozenset[int]:
        metrics = self._stores.journal.metrics(session_id=conversation.id)
        worked_out = frozenset(m.turn_number for m in metrics if m.answered_by == "memory")
        noted = {fact.created_at for fact in (*self.facts(), *self.retired())}
        said_at = self._times(conversation) if worked_out and noted else {}
        return worked_out - {turn for turn, at in said_at.items() if at in noted}

    def _times(self, conversation: Conversation) -> dict[int, datetime]:
        rows = self._stores.conversations.messages(conversation.id)
        return {row.turn_number: row.timestamp for row in rows}


def _outcome(segment: Segment) -> str:
    """What came of it: loose words of what was said are no outcome."""
    return "; ".join(segment.decisions) or segment.outcome
