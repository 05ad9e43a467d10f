"""Counts in fixed windows in Redis (T4, U6): atomic among processes, gone when nobody needs them.

Those of a transaction that fails are taken back; a program that is killed in between leaves a count
one too high until its window ends, which lets nothing through that is not allowed.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from assistant.storage.redis.client import Keys

KEPT_SECONDS = 2 * 24 * 60 * 60
"""Twice the longest window."""
_INCREMENT = """
local count = tonumber(redis.call('GET', KEYS[1]) or '0') + 1
if ARGV[1] ~= '' and count > tonumber(ARGV[1]) then return 0 end
redis.call('SET', KEYS[1], count, 'EX', ARGV[2])
redis.call('ZADD', KEYS[2], ARGV[3], KEYS[1])
redis.call('EXPIRE', KEYS[2], ARGV[2])
return count
"""
_TAKE_BACK = """
if tonumber(redis.call('GET', KEYS[1]) or '0') > 0 then redis.call('DECR', KEYS[1]) end
"""
_SWEEP = """
local old = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', '(' .. ARGV[1])
local gone = 0
for _, key in ipairs(old) do gone = gone + redis.call('DEL', key) end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', '(' .. ARGV[1])
return gone
"""


class RedisCounters:
    """See ``Counters`` in ``storage/base``. ``on_undo`` is told what takes a change back."""

    def __init__(self, keys: Keys, on_undo: Callable[[Callable[[], None]], None]) -> None:
        self._keys = keys
        self._on_undo = on_undo

    def increment(
        self, name: str, window_start: datetime, *, limit: int | None = None
    ) -> int | None:
        key, window = self._key(name, window_start), repr(window_start.timestamp())
        most = "" if limit is None else str(limit)
        keys = [key, self._keys("counts")]
        count = int(self._keys.run(_INCREMENT, keys, most, KEPT_SECONDS, window))
        if count == 0:
            return None
        self._on_undo(lambda: self._keys.run(_TAKE_BACK, [key]))
        return count

    def value(self, name: str, window_start: datetime) -> int:
        with self._keys.client() as client:
            return int(client.get(self._key(name, window_start)) or 0)

    def sweep(self, before: datetime) -> int:
        return int(self._keys.run(_SWEEP, [self._keys("counts")], repr(before.timestamp())))

    def _key(self, name: str, window_start: datetime) -> str:
        return self._keys("count", name, str(int(window_start.timestamp())))
