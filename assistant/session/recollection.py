"""The memory as tools may see it: asked on purpose, and never what must not be in a prompt (F9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from assistant.memory import decay
from assistant.records import Fact
from assistant.storage.base import Stores
from assistant.tools.base import Known


class Recollection:
    """See ``MemoryView`` in ``tools/base.py``. Without ``everything``: the role's own facts."""

    def __init__(
        self,
        stores: Stores,
        search: Callable[[str], Sequence[Fact]],
        clock: Callable[[], datetime],
        role: str,
        *,
        everything: bool,
    ) -> None:
        self._stores = stores
        self._search = search
        self._clock = clock
        self._role = role
        self._everything = everything

    def facts(self, words: str, limit: int) -> Sequence[Known]:
        """Dormant ones too: being asked for is what brings them back (F6)."""
        now = self._clock()
        found = []
        for fact in self._search(words):
            state = decay.state_of(fact, now)
            if state.injection != "never" and (self._everything or fact.role == self._role):
                found.append(Known(fact.fact, fact.domain, fact.last_confirmed_at, state.state))
        return found[:limit]

    def topics(self, limit: int) -> Sequence[Known]:
        """Of closed segments, whatever the conversation they were in."""
        segments = [
            segment
            for conversation in self._stores.conversations.all(self._role)
            for segment in self._stores.segments.all(conversation.id)
        ]
        segments.sort(key=lambda s: s.created_at, reverse=True)
        return [Known(s.topic, "topic", s.created_at, s.outcome) for s in segments[:limit]]
