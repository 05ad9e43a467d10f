"""Conversations in memory."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from assistant.errors import TryAgainLater
from assistant.records import Conversation, Message, Turn
from assistant.storage.volatile.segments import erase_segments
from assistant.storage.volatile.shelf import Shelf, remove


class VolatileConversations:
    """See ``Conversations`` in ``storage/base``."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def save(self, conversation: Conversation) -> None:
        kept = replace(conversation, metadata=json.loads(json.dumps(dict(conversation.metadata))))
        with self._shelf.transaction() as tables:
            tables.conversations[conversation.id] = kept

    def get(self, conversation_id: str) -> Conversation | None:
        with self._shelf.reading() as tables:
            return tables.conversations.get(conversation_id)

    def all(self, role: str | None = None, *, limit: int | None = None) -> list[Conversation]:
        with self._shelf.reading() as tables:
            found = [c for c in tables.conversations.values() if role in (None, c.role)]
        return sorted(found, key=lambda c: c.last_activity_at)[::-1][:limit]

    def append(self, turn: Turn) -> None:
        session_id = turn.user.session_id
        with self._shelf.transaction() as tables:
            conversation = tables.conversations.get(session_id)
            if conversation is None:
                raise ValueError(f"no conversation {session_id}: save it before its turns")
            if (session_id, turn.number) in tables.turns:
                raise TryAgainLater(
                    f"Turn {turn.number} of {session_id} is written already", "Repeat the message."
                )
            grown = replace(conversation, turn_count=conversation.turn_count + 1)
            tables.conversations[session_id] = grown
            tables.turns[session_id, turn.number] = turn

    def take_back(self, conversation_id: str, number: int) -> bool:
        with self._shelf.transaction() as tables:
            conversation = tables.conversations.get(conversation_id)
            turn = tables.turns.get((conversation_id, number))
            if conversation is None or conversation.turn_count != number:
                return False
            if turn is None or turn.user.summarized_at is not None:
                return False
            del tables.turns[conversation_id, number]
            tables.conversations[conversation_id] = replace(conversation, turn_count=number - 1)
        return True

    def turns(self, conversation_id: str) -> list[Turn]:
        return [t for t in self._rows(conversation_id) if t.user.summarized_at is None]

    def drop(self, conversation_id: str, turn_numbers: Iterable[int], at: datetime) -> None:
        with self._shelf.transaction() as tables:
            for number in turn_numbers:
                turn = tables.turns.get((conversation_id, number))
                if turn and turn.user.summarized_at is None:
                    user, reply = (
                        replace(m, content="", summarized_at=at) for m in (turn.user, turn.reply)
                    )
                    dropped = replace(turn, user=user, reply=reply)
                    tables.turns[conversation_id, number] = dropped

    def messages(self, conversation_id: str) -> list[Message]:
        return [m for turn in self._rows(conversation_id) for m in (turn.user, turn.reply)]

    def delete(self, conversation_id: str) -> None:
        with self._shelf.transaction() as tables:
            tables.conversations.pop(conversation_id, None)
            remove(tables.turns, lambda k: k[0] == conversation_id)
            remove(tables.fact_uses, lambda k: k[1] == conversation_id)
            remove(tables.entries, lambda k: _is_state(k, conversation_id))
            documents = {k for k, d in tables.documents.items() if d.session_id == conversation_id}
            remove(tables.documents, lambda k: k in documents)
            gone = [s.id for s in tables.segments.values() if s.session_id == conversation_id]
            erase_segments(tables, gone)
            tables.metrics = [m for m in tables.metrics if m.session_id != conversation_id]
            tables.runs = [r for r in tables.runs if r.session_id != conversation_id]
            tables.errors = [e for e in tables.errors if e.session_id != conversation_id]

    def _rows(self, conversation_id: str) -> list[Turn]:
        with self._shelf.reading() as tables:
            found = [turn for key, turn in tables.turns.items() if key[0] == conversation_id]
        return sorted(found, key=lambda turn: turn.number)


def _is_state(key: tuple[str, str], conversation_id: str) -> bool:
    namespace, name = key
    return conversation_id in (namespace, name) or namespace.endswith(f":{conversation_id}")
