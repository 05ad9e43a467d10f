"""A person's conversations, over HTTP."""

from __future__ import annotations

from typing import Any

from assistant.memory.titles import title_in
from assistant.records import Conversation, Message, Segment
from assistant.server import naming
from assistant.server.errors import not_found
from assistant.server.homes import OpenHome


def conversations(home: OpenHome, limit: int) -> dict[str, Any]:
    """Those in the caller's role, the latest first."""
    found = home.app.stores.conversations.all(home.caller.talks_as, limit=limit + 1)
    data = [as_conversation(c) for c in found[:limit]]
    return {"object": "list", "data": data, "has_more": len(found) > limit}


def conversation(home: OpenHome, identity: str) -> dict[str, Any]:
    """One with what it keeps: summaries, confirmed results, the words of its latest turns. Raises
    ApiError (404)."""
    found, stores = _found(home, identity), home.app.stores
    return as_conversation(found) | {
        "state": list(home.app.conversations.state(found)),
        "segments": [_segment(s) for s in stores.segments.all(found.id)],
        "messages": [_message(m) for m in stores.conversations.messages(found.id)],
    }


def begin(home: OpenHome) -> dict[str, Any]:
    """A new one, whose id names it from its first turn on."""
    new = home.services.new_conversation(home.caller.talks_as, home.app.now())
    home.app.stores.conversations.save(new)
    return as_conversation(new)


def delete(home: OpenHome, identity: str) -> dict[str, Any]:
    """Remove history, state, measures and kept answers at once (C7). Raises ApiError (404)."""
    found = _found(home, identity)
    home.app.conversations.delete(found)
    owed = home.app.facts.is_owed
    return {"id": found.id, "object": "conversation.deleted", "deleted": True, "owed": owed}


def as_conversation(found: Conversation) -> dict[str, Any]:
    title = title_in(found.metadata)
    return {
        "id": found.id,
        "object": "conversation",
        "role": found.role,
        "title": title.text if title else "",
        "created_at": found.created_at.isoformat(),
        "last_activity_at": found.last_activity_at.isoformat(),
        "turn_count": found.turn_count,
        "ended_at": found.ended_at.isoformat() if found.ended_at else None,
    }


def _found(home: OpenHome, identity: str) -> Conversation:
    found = naming.by_id(home, identity)
    if found is None:
        raise not_found("There is no such conversation", "conversation_not_found")
    return found


def _segment(segment: Segment) -> dict[str, Any]:
    return {
        "turns": [segment.first_turn, segment.last_turn],
        "topic": segment.topic,
        "discussed": list(segment.discussed),
        "outcome": segment.outcome,
        "decisions": list(segment.decisions),
        "open_questions": list(segment.open_questions),
    }


def _message(message: Message) -> dict[str, Any]:
    return {
        "turn": message.turn_number,
        "role": message.role,
        "content": message.content,
        "summarized": message.summarized_at is not None,
    }
