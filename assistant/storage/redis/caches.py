"""What may be lost without loss, in Redis: kept answers and results of tools (A2, T5, U6).

A namespace is a hash, with the end of each value inside and its own end the last of those. What a
transaction keeps is written when it is committed; what it removes goes at once, since a cache may
lack anything but hold nothing that was forgotten. Where Redis does not answer, nothing is found and
nothing is kept; to remove is refused.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

from assistant.clock import LATEST
from assistant.errors import StorageUnavailable, TryAgainLater
from assistant.limits import KEPT_VALUE
from assistant.storage.redis.client import Keys

AWAY = (TryAgainLater, StorageUnavailable)
_PUT = """
local number = redis.call('INCR', KEYS[3])
redis.call('HSET', KEYS[1], ARGV[1], number .. ' ' .. ARGV[2])
redis.call('SADD', KEYS[2], ARGV[3])
local life = tonumber(ARGV[4])
for _, key in ipairs(KEYS) do
  if redis.call('PTTL', key) < life then redis.call('PEXPIRE', key, life) end
end
"""


class Caches:
    """The hashes of one owner. ``on_commit`` is told what is to be done then."""

    def __init__(
        self,
        keys: Keys,
        clock: Callable[[], datetime],
        on_commit: Callable[[Callable[[], None]], None],
    ) -> None:
        self._keys = keys
        self._clock = clock
        self._on_commit = on_commit

    def put(self, namespace: str, key: str, value: object, expires_at: datetime | None) -> None:
        text = json.dumps([value, expires_at and expires_at.isoformat()], allow_nan=False)
        self._on_commit(lambda: self._put(namespace, key, text, expires_at))

    def read(self, namespace: str, now: datetime | None) -> list[tuple[str, object]]:
        """Those that are alive, or all of them without ``now``, in the order of their coming."""
        found: list[tuple[int, str, object]] = []
        with suppress(*AWAY), self._keys.client() as client:
            for key, held in client.hgetall(self._keys("cache", namespace)).items():
                number, _, text = held.partition(" ")
                value, end = json.loads(text)
                if now is None or _alive(end, now):
                    found.append((int(number), key, value))
        return [(key, value) for _, key, value in sorted(found, key=lambda entry: entry[0])]

    def get(self, namespace: str, key: str, now: datetime) -> object | None:
        with suppress(*AWAY), self._keys.client() as client:
            held = client.hget(self._keys("cache", namespace), key)
            if held is not None:
                value, end = json.loads(held.partition(" ")[2])
                return value if _alive(end, now) else None
        return None

    def namespaces(self) -> list[str]:
        with self._keys.client() as client:
            return sorted(client.smembers(self._keys("caches")))

    def delete(self, namespace: str, key: str | None) -> int:
        """Raises TryAgainLater where Redis does not answer."""
        name = self._keys("cache", namespace)
        with self._keys.client() as client:
            if key is not None:
                return int(client.hdel(name, key))
            with client.pipeline() as together:
                together.hlen(name).unlink(name)
                count, _ = together.execute()
        return int(count)

    def sweep(self, now: datetime) -> int:
        gone = 0
        with suppress(*AWAY):
            for namespace in self.namespaces():
                alive = {key for key, _ in self.read(namespace, now)}
                ended = [key for key, _ in self.read(namespace, None) if key not in alive]
                if ended:
                    with self._keys.client() as client:
                        gone += int(client.hdel(self._keys("cache", namespace), *ended))
        return gone

    def _put(self, namespace: str, key: str, text: str, expires_at: datetime | None) -> None:
        longest = timedelta(days=KEPT_VALUE.value)
        life = longest if expires_at is None else min(expires_at - self._clock(), longest)
        keys = [self._keys("cache", namespace), self._keys("caches"), self._keys("serial")]
        milliseconds = max(1, int(life.total_seconds() * 1000))
        with suppress(*AWAY):
            self._keys.run(_PUT, keys, key, text, namespace, milliseconds)


def _alive(end: str | None, now: datetime) -> bool:
    if end is None:
        return True
    return now < datetime.fromisoformat(end) <= min(LATEST, now + timedelta(days=KEPT_VALUE.value))
