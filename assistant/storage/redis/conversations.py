"""Dialogues under way, in Redis beside the stores that last (U3, U5).

Three keys a conversation, with one end of life that each message renews: ``:history``, the latest
messages, human dialogue alone; ``:state``, what results have made; ``:meta``. Whoever changes a
conversation marks it first, inside the transaction, as being written, and publishes it anew when
that is over, unless another has marked it meanwhile. What is marked, or not there, is read
from the lasting stores: so nothing is lost with Redis, nothing stale is read after a crash, and a
turn that was not committed was never there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from assistant.records import Conversation, Message, Turn
from assistant.storage.base import Stores
from assistant.storage.redis.caches import AWAY
from assistant.storage.redis.client import Keys
from assistant.storage.redis.writing import Writing

MOST_MESSAGES = 10
_PARTS = ("meta", "history", "state")
_MARK = """
redis.call('HSET', KEYS[1], 'writing', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
if ARGV[3] == '1' then redis.call('DEL', KEYS[2], KEYS[3]) end
"""
_PUBLISH = """
if redis.call('HGET', KEYS[1], 'writing') ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
local told = cjson.decode(ARGV[3])
for name, value in pairs(told.meta) do redis.call('HSET', KEYS[1], name, value) end
for _, message in ipairs(told.history) do redis.call('RPUSH', KEYS[2], message) end
for name, value in pairs(told.state) do redis.call('HSET', KEYS[3], name, value) end
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ARGV[2]) end
return 1
"""


class LiveConversations:
    """See ``Conversations`` in ``storage/base``."""

    def __init__(self, lasting: Stores, keys: Keys, writing: Writing, idle_minutes: int) -> None:
        self._stores = lasting
        self._lasting = lasting.conversations
        self._keys = keys
        self._writing = writing
        self._life = idle_minutes * 60_000

    def save(self, conversation: Conversation) -> None:
        with self._changing(conversation.id):
            self._lasting.save(conversation)

    def get(self, conversation_id: str) -> Conversation | None:
        return self._lasting.get(conversation_id)

    def all(self, role: str | None = None, *, limit: int | None = None) -> list[Conversation]:
        return self._lasting.all(role, limit=limit)

    def append(self, turn: Turn) -> None:
        with self._changing(turn.user.session_id):
            self._lasting.append(turn)

    def take_back(self, conversation_id: str, number: int) -> bool:
        with self._changing(conversation_id, erasing=True):
            return self._lasting.take_back(conversation_id, number)

    def turns(self, conversation_id: str) -> list[Turn]:
        live = self._live(conversation_id)
        return self._lasting.turns(conversation_id) if live is None else live

    def drop(self, conversation_id: str, turn_numbers: Iterable[int], at: datetime) -> None:
        with self._changing(conversation_id, erasing=True):
            self._lasting.drop(conversation_id, turn_numbers, at)

    def messages(self, conversation_id: str) -> list[Message]:
        return self._lasting.messages(conversation_id)

    def delete(self, conversation_id: str) -> None:
        with self._changing(conversation_id, erasing=True):
            self._lasting.delete(conversation_id)

    @contextmanager
    def state_changes(self, namespace: str) -> Iterator[None]:
        """While values in that namespace change, which may be a conversation's state."""
        conversation = conversation_of(namespace)
        if conversation is None:
            yield
            return
        with self._changing(conversation):
            yield

    @contextmanager
    def _changing(self, conversation_id: str, *, erasing: bool = False) -> Iterator[None]:
        """Raises TryAgainLater where Redis does not answer: it would go on telling what was."""
        keys = self._keys_of(conversation_id)
        with self._writing.transaction():
            token, marked = self._writing.token(conversation_id)
            if erasing or not marked:
                self._keys.run(_MARK, keys, token, self._life, int(erasing))
            if not marked:
                self._writing.at_end(lambda: self._publish(conversation_id, token))
            yield

    def _publish(self, conversation_id: str, token: str) -> None:
        """As the lasting stores have it now. Left undone, the mark stays, and they are read."""
        keys = self._keys_of(conversation_id)
        with suppress(*AWAY):
            conversation = self._lasting.get(conversation_id)
            if conversation is None or conversation.ended_at is not None:
                with self._keys.client() as client:
                    client.delete(*keys)
                return
            turns = self._lasting.turns(conversation_id)
            told = {
                "meta": _meta(conversation, len(turns)),
                "history": [message for turn in turns for message in _messages(turn)][
                    -MOST_MESSAGES:
                ],
                "state": self._state(conversation_id),
            }
            self._keys.run(_PUBLISH, keys, token, self._life, json.dumps(told))

    def _state(self, conversation_id: str) -> dict[str, str]:
        return {
            f"{namespace.removesuffix(f':{conversation_id}')}/{key}": json.dumps(value)
            for namespace, key, value in self._stores.keyvalue.entries(f":{conversation_id}")
        }

    def _live(self, conversation_id: str) -> list[Turn] | None:
        """None where the lasting stores have to be asked."""
        meta, history, _ = self._keys_of(conversation_id)
        with suppress(*AWAY), self._keys.client() as client:
            with client.pipeline() as together:  # one instant
                together.hgetall(meta).lrange(history, 0, -1)
                told, messages = together.execute()
            if told and "writing" not in told and int(told["raw"]) * 2 == len(messages):
                return [_turn(*pair) for pair in zip(messages[::2], messages[1::2], strict=True)]
        return None

    def _keys_of(self, conversation_id: str) -> list[str]:
        return [self._keys("conversation", conversation_id, part) for part in _PARTS]


def conversation_of(namespace: str) -> str | None:
    """Whose state a namespace holds: it ends with ``{role}:{user}:{uuid}``."""
    parts = namespace.split(":")
    return ":".join(parts[-3:]) if len(parts) >= 3 else None


def _meta(conversation: Conversation, raw: int) -> dict[str, str]:
    return {
        "role": conversation.role,
        "created_at": conversation.created_at.isoformat(),
        "last_activity": conversation.last_activity_at.isoformat(),
        "turns": str(conversation.turn_count),
        "raw": str(raw),
    }


def _messages(turn: Turn) -> Iterator[str]:
    for message in (turn.user, turn.reply):
        told = asdict(replace(message, summarized_at=None))
        told |= {"timestamp": message.timestamp.isoformat()}
        yield json.dumps(told | {"shift": turn.shift, "state": turn.state})


def _turn(user: str, reply: str) -> Turn:
    (said, shift, state), (replied, _, _) = _read(user), _read(reply)
    return Turn(said.turn_number, said, replied, shift, state)


def _read(text: str) -> tuple[Message, bool, Any]:
    told = json.loads(text)
    shift, state = told.pop("shift"), told.pop("state")
    told["timestamp"] = datetime.fromisoformat(told["timestamp"])
    return Message(**told), shift, state
