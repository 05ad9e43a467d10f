"""Small values: caches are in Redis, all else stays where it lasts."""

from __future__ import annotations

from datetime import datetime

from assistant.storage.base import KeyValue
from assistant.storage.redis.caches import Caches
from assistant.storage.redis.conversations import LiveConversations


def is_cache(namespace: str) -> bool:
    """Kept answers (A2, A4) and results of tools (T5)."""
    return namespace == "answers" or namespace.startswith("tools/")


class LiveKeyValue:
    """See ``KeyValue`` in ``storage/base``."""

    def __init__(self, lasting: KeyValue, caches: Caches, conversations: LiveConversations) -> None:
        self._lasting = lasting
        self._caches = caches
        self._conversations = conversations

    def get(self, namespace: str, key: str, *, now: datetime) -> object | None:
        if is_cache(namespace):
            return self._caches.get(namespace, key, now)
        return self._lasting.get(namespace, key, now=now)

    def put(
        self, namespace: str, key: str, value: object, *, expires_at: datetime | None = None
    ) -> None:
        if is_cache(namespace):
            self._caches.put(namespace, key, value, expires_at)
            return
        with self._conversations.state_changes(namespace):
            self._lasting.put(namespace, key, value, expires_at=expires_at)

    def items(self, namespace: str, *, now: datetime) -> list[tuple[str, object]]:
        if is_cache(namespace):
            return self._caches.read(namespace, now)
        return self._lasting.items(namespace, now=now)

    def entries(self, ending: str = "") -> list[tuple[str, str, object]]:
        """Raises TryAgainLater where Redis does not answer: whoever asks is to erase."""
        kept = [
            (namespace, key, value)
            for namespace in self._caches.namespaces()
            if namespace.endswith(ending)
            for key, value in self._caches.read(namespace, None)
        ]
        return [*self._lasting.entries(ending), *kept]

    def delete(self, namespace: str, key: str | None = None) -> int:
        if is_cache(namespace):
            return self._caches.delete(namespace, key)
        with self._conversations.state_changes(namespace):
            return self._lasting.delete(namespace, key)

    def sweep(self, now: datetime) -> int:
        return self._lasting.sweep(now) + self._caches.sweep(now)
