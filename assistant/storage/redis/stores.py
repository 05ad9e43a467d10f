"""Stores that last, with what lives an hour beside them in Redis.

Counts and caches are in Redis alone; dialogues under way are in both, the lasting stores being
right; everything else is in the lasting stores alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from assistant.errors import AssistantError
from assistant.storage.base import Stores
from assistant.storage.redis.caches import Caches
from assistant.storage.redis.client import Keys
from assistant.storage.redis.conversations import LiveConversations
from assistant.storage.redis.counters import RedisCounters
from assistant.storage.redis.keyvalue import LiveKeyValue
from assistant.storage.redis.writing import Writing


class LiveStores:
    """See ``Stores`` in ``storage/base``."""

    def __init__(
        self, lasting: Stores, keys: Keys, clock: Callable[[], datetime], idle_minutes: int
    ) -> None:
        self._lasting = lasting
        self._keys = keys
        self._writing = writing = Writing(lasting)
        self.conversations = LiveConversations(lasting, keys, writing, idle_minutes)
        caches = Caches(keys, clock, writing.on_commit)
        self.keyvalue = LiveKeyValue(lasting.keyvalue, caches, self.conversations)
        self.counters = RedisCounters(keys, writing.on_undo)
        self.facts = lasting.facts
        self.segments = lasting.segments
        self.journal = lasting.journal
        self.erasures = lasting.erasures

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with self._writing.transaction():
            yield

    def check(self) -> list[str]:
        try:
            self._keys.run("return 1", [])
        except AssistantError as error:
            return [*self._lasting.check(), error.message]
        return self._lasting.check()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._lasting, name)
