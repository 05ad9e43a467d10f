"""The conversations of a home: found, resumed, ended, deleted (C6, C7)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from assistant.characters import whole
from assistant.clock import AHEAD
from assistant.errors import UsageError
from assistant.limits import IDENTITY
from assistant.records import Conversation
from assistant.session.services import Services


class ConversationBook:
    """What may be done with conversations as of now. Every write is one transaction."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def all(self, role: str | None = None) -> list[Conversation]:
        """The latest first."""
        return self._services.stores.conversations.all(role)

    def find(self, text: str) -> Conversation:
        """By its whole id, or by a beginning of its last part that fits only one.

        Raises UsageError.
        """
        if len(text) > IDENTITY.value or whole(text) != text:
            raise UsageError("That is no id of a conversation", "See `assistant sessions list`.")
        exact = self._services.stores.conversations.get(text)
        if exact:
            return exact
        fitting = [c for c in self.all() if names(text, c.id)]
        if len(fitting) == 1:
            return fitting[0]
        problem = (
            f"'{text}' fits {len(fitting)} conversations"
            if fitting
            else f"There is no conversation '{text}'"
        )
        raise UsageError(problem, "See `assistant sessions list`.")

    def open(self, role: str, text: str | None = None, *, resume: bool = False) -> Conversation:
        """The conversation that ``text`` names, the role's last one, or a new one.

        One that expired is compressed first: it goes on with its summaries, not with its raw text.
        Raises UsageError when it is unknown.
        """
        found = self.find(text) if text else None
        if found is None and resume:
            found = next(iter(self.all(role)), None)
        if found is None:
            return self.begin(role)
        if self.is_idle(found):
            self.end(found)
        return self._services.stores.conversations.get(found.id) or found

    def begin(self, role: str) -> Conversation:
        """A new one; it is stored with its first turn."""
        return self._services.new_conversation(role, self._services.clock())

    def is_idle(self, conversation: Conversation) -> bool:
        """Past the idle time since its last message. A clock that went back ends nothing, but
        what a clock far ahead has dated does not live for ever (C4)."""
        idle = timedelta(minutes=self._services.config.session.idle_minutes)
        since = self._services.clock() - conversation.last_activity_at
        return since > idle or -since > 10 * AHEAD

    def end(self, conversation: Conversation) -> None:
        """Compress what is left of the window and drop the raw text (C3)."""
        now = self._services.clock()
        with self._services.stores.transaction():
            stored = self._services.stores.conversations.get(conversation.id)
            if stored is None or stored.ended_at:
                return
            self._services.memory.close(stored, now)
            self._services.stores.conversations.save(replace(stored, ended_at=now))

    def end_idle(self) -> int:
        """End those that expired while the program was not running; returns how many."""
        expired = [c for c in self.all() if c.ended_at is None and self.is_idle(c)]
        for conversation in expired:
            self.end(conversation)
        return len(expired)

    def close_topic(self, conversation: Conversation) -> int:
        """Close the segment now: what is raw becomes summaries and the conversation goes on (C6).

        Returns how many turns were summed up.
        """
        with self._services.stores.transaction():
            turns = self._services.stores.conversations.turns(conversation.id)
            if turns:
                self._services.memory.close(conversation, self._services.clock())
        return len(turns)

    def state(self, conversation: Conversation) -> tuple[str, ...]:
        """The results that were confirmed in it, oldest first (C8)."""
        return self._services.memory.state(conversation, self._services.clock())

    def delete(self, conversation: Conversation) -> None:
        """Remove history, state, metadata, measures and kept answers at once, and what was typed
        in it from the input history."""
        with self._services.stores.transaction():
            now = self._services.clock()
            typed = [
                t.user.content for t in self._services.stores.conversations.turns(conversation.id)
            ]
            self._services.stores.conversations.delete(conversation.id)
            self._services.answers.forget_conversation(conversation.id, now)
            if packs := self._services.packs():
                packs.recent.forget(conversation)
            self._services.memory.forgetter.forget_said(typed, now, conversation=conversation.id)


def names(text: str, conversation_id: str) -> bool:
    """Whether what a person wrote is that id, or the beginning of its last part."""
    before, _, last = conversation_id.rpartition(":")
    return last.lower().startswith(text.lower().removeprefix(f"{before}:".lower()))
