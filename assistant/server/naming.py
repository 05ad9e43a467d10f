"""Which conversation a request means, and which turn a repeated request got.

Kept among a home's small values, as keyed hashes of what clients call things: no word of a message
and no name is in them.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from datetime import datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

from assistant.limits import KEPT_VALUE, SERVED_REPLAY
from assistant.records import Conversation, Turn
from assistant.server.errors import not_found
from assistant.server.history import Stored, same_words, standing
from assistant.server.homes import OpenHome
from assistant.server.wire import ChatCall

NAMES, BEGINNINGS, TURNS = "served_names", "served_beginnings", "served_turns"
LATEST = "latest"
"""When the last turn of a conversation was kept; goes with it."""
NAMED_FOR = timedelta(days=KEPT_VALUE.value - 1)
"""A day less than anything is kept: another process that sweeps may have looked at the clock before
this one did, and what ends later than can be is swept as well."""
SAME_BEGINNING = 8
"""Conversations that began with the same words and are looked at; of more, the latest."""


class Meant(NamedTuple):
    """The conversation, and the number of the turn that the person took back; 0 for none.
    ``binding`` is what is written with a turn of it: the namespace, the key, the value there."""

    conversation: Conversation
    instead_of: int = 0
    binding: tuple[str, str, object] | None = None


class Answered(NamedTuple):
    """A request's turn: ``row`` is the id of its message, which no other turn ever has."""

    conversation: str
    number: int
    row: str
    asked: str


def digest(home: OpenHome, *parts: str) -> str:
    return hmac.new(home.key, "\0".join(parts).encode(), sha256).hexdigest()[:32]


def meant(home: OpenHome, name: str, call: ChatCall, arrived: datetime) -> Meant:
    """The conversation called ``name``: by its id or by what the client calls it, begun now where
    there is none. Without a name, that of the history's first message which it continues.

    What was kept after the request had ``arrived`` is somebody else's: it is not taken back.
    """
    if not name:
        return _by_beginning(home, call)
    found = by_id(home, name)
    binding = None
    if found is None and name.startswith(f"{home.caller.talks_as}:{home.app.user}:"):
        raise not_found("There is no such conversation", "conversation_not_found")
    if found is None:
        found, binding = _claimed(home, digest(home, "name", name))
    stored = _stored(home, found)
    back = 0
    again = stored.last is not None and same_words(call.text, stored.last.user.content)
    if again and standing(stored, call.history) == "taken_back":
        back = stored.had if _known_at(home, found, arrived) else 0
    return Meant(_going_on(home, found), back, binding)


def by_id(home: OpenHome, identity: str) -> Conversation | None:
    """The caller's own conversation of that id, in the caller's role."""
    found = home.app.stores.conversations.get(identity)
    return found if found is not None and found.role == home.caller.talks_as else None


def answered(home: OpenHome, completion: str) -> Answered | None:
    """The turn that a request got, by its completion's id."""
    kept = _get(home, TURNS, completion)
    return Answered(*kept) if isinstance(kept, list) and len(kept) == 4 else None


def remember(home: OpenHome, completion: str, meant: Meant, turn: Turn, asked: str) -> None:
    """In the transaction that keeps a turn: by what it is found again."""
    values, now = home.app.stores.keyvalue, home.app.now()
    made = Answered(meant.conversation.id, turn.number, turn.user.id, asked)
    values.put(TURNS, completion, list(made), expires_at=now + timedelta(hours=SERVED_REPLAY.value))
    values.put(f"served:{made.conversation}", LATEST, now.isoformat())
    if meant.binding is not None:
        namespace, key, value = meant.binding
        values.put(namespace, key, value, expires_at=now + NAMED_FOR)


def _known_at(home: OpenHome, conversation: Conversation, arrived: datetime) -> bool:
    """Whether its last turn had been kept by then, so that the client may know of it."""
    kept = _get(home, f"served:{conversation.id}", LATEST)
    return isinstance(kept, str) and datetime.fromisoformat(kept) <= arrived


def _claimed(home: OpenHome, key: str) -> tuple[Conversation, tuple[str, str, object]]:
    """The conversation that has a name, claimed for all processes before its first turn; one that
    was deleted meanwhile makes room for another."""
    stores, now = home.app.stores, home.app.now()
    with stores.transaction():
        kept = stores.keyvalue.get(NAMES, key, now=now)
        identity, begun = (kept["id"], kept["begun"]) if isinstance(kept, Mapping) else ("", False)
        found = by_id(home, identity) if identity else None
        if found is None and (begun or not identity):
            found = home.services.new_conversation(home.caller.talks_as, now)
            claim = {"id": found.id, "begun": False}
            stores.keyvalue.put(NAMES, key, claim, expires_at=now + NAMED_FOR)
        elif found is None:
            found = Conversation(identity, home.caller.talks_as, now, now)
    return found, (NAMES, key, {"id": found.id, "begun": True})


def _by_beginning(home: OpenHome, call: ChatCall) -> Meant:
    """Of the conversations that began with the same words, the one that the history continues; a
    history without any begins one, and so does one that was never told here."""
    first = call.history[0].user if call.history else call.text
    key = digest(home, "beginning", first.strip())
    kept = _get(home, BEGINNINGS, key)
    known = [str(identity) for identity in kept] if isinstance(kept, list) else []
    if call.history:
        found = [c for c in (by_id(home, identity) for identity in known) if c]
        # Such a conversation is one client's: what the client lacks, it took back.
        by_standing = {c.id: standing(_stored(home, c), call.history) for c in found}
        for wanted in ("goes_on", "taken_back"):
            for conversation in found:
                if by_standing[conversation.id] == wanted:
                    back = conversation.turn_count if wanted == "taken_back" else 0
                    return Meant(_going_on(home, conversation), back)
        if found:
            return Meant(_going_on(home, found[0]))
    new = home.services.new_conversation(home.caller.talks_as, home.app.now())
    return Meant(new, binding=(BEGINNINGS, key, [new.id, *known][:SAME_BEGINNING]))


def _going_on(home: OpenHome, conversation: Conversation) -> Conversation:
    """One that had expired goes on with its summaries (C7)."""
    book = home.app.conversations
    if conversation.turn_count and conversation.ended_at is None and book.is_idle(conversation):
        book.end(conversation)
        return home.app.stores.conversations.get(conversation.id) or conversation
    return conversation


def _stored(home: OpenHome, conversation: Conversation) -> Stored:
    turns = home.app.stores.conversations.turns(conversation.id)
    return Stored(conversation.turn_count, turns)


def _get(home: OpenHome, namespace: str, key: str) -> object | None:
    return home.app.stores.keyvalue.get(namespace, key, now=home.app.now())
