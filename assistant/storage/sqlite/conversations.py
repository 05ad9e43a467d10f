"""Conversations in SQLite (C1, C3, C4, C7)."""

# ruff: noqa: S608 -- the names of tables and columns are constants; values are bound
from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import partial
from typing import Any

from assistant.characters import whole
from assistant.clock import read_instant
from assistant.errors import TryAgainLater
from assistant.records import Conversation, Message, Turn
from assistant.storage.sqlite.connection import Database
from assistant.storage.sqlite.driver import integrity_errors
from assistant.storage.sqlite.owed import owe_scrub
from assistant.storage.sqlite.rows import (
    UnreadableRow,
    from_json,
    read_row,
    to_instant,
    to_instant_or_none,
    to_json,
    usable,
)

_CONVERSATION = "id, role, created_at, last_activity_at, turn_count, ended_at, metadata"
_MESSAGE = (
    "id, session_id, turn_number, role, content, timestamp, token_count, semantic_continuity,"
    " summarized_at"
)

_SAVE = f"""INSERT INTO conversations ({_CONVERSATION}) VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET role = excluded.role, created_at = excluded.created_at,
  last_activity_at = excluded.last_activity_at, turn_count = excluded.turn_count,
  ended_at = excluded.ended_at, metadata = excluded.metadata"""

# Everything that a conversation leaves; its own row, turns and messages go by cascade.
_TRACES = (
    "DELETE FROM segments WHERE session_id = ?1",
    "DELETE FROM documents WHERE session_id = ?1",
    "DELETE FROM turn_metrics WHERE session_id = ?1",
    "DELETE FROM tool_runs WHERE session_id = ?1",
    "DELETE FROM errors WHERE session_id = ?1",
    "DELETE FROM fact_uses WHERE session_id = ?1",
    "DELETE FROM keyvalue WHERE namespace = ?1 OR key = ?1"
    " OR substr(namespace, -length(?1) - 1) = ':' || ?1",
    "DELETE FROM conversations WHERE id = ?1",
)


class SQLiteConversations:
    """See ``Conversations`` in ``storage/base``."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._aside = partial(database.set_aside, "conversations")

    def save(self, conversation: Conversation) -> None:
        row = (
            conversation.id,
            conversation.role,
            to_instant(conversation.created_at),
            to_instant(conversation.last_activity_at),
            conversation.turn_count,
            to_instant_or_none(conversation.ended_at),
            to_json(dict(conversation.metadata)),
        )
        with self._database.transaction() as connection:
            connection.execute(_SAVE, row)

    def get(self, conversation_id: str) -> Conversation | None:
        with self._database.reading() as connection:
            row = connection.execute(
                f"SELECT {_CONVERSATION} FROM conversations WHERE id = ?",
                (conversation_id,),
            ).fetchone()
            found = usable([row] if row else [], _conversation, self._aside)
            return found[0] if found else None

    def all(self, role: str | None = None, *, limit: int | None = None) -> list[Conversation]:
        with self._database.reading() as connection:
            rows = connection.execute(
                f"SELECT {_CONVERSATION} FROM conversations WHERE ?1 IS NULL OR role = ?1"
                " ORDER BY last_activity_at DESC, rowid DESC LIMIT ?2",
                (role, -1 if limit is None else limit),
            ).fetchall()
            return usable(rows, _conversation, self._aside)

    def append(self, turn: Turn) -> None:
        session_id = turn.user.session_id
        with self._database.transaction() as connection:
            grown = connection.execute(
                "UPDATE conversations SET turn_count = turn_count + 1 WHERE id = ?", (session_id,)
            )
            if not grown.rowcount:
                raise ValueError(f"no conversation {session_id}: save it before its turns")
            try:
                connection.execute(
                    "INSERT INTO turns (session_id, number, shift, state) VALUES (?, ?, ?, ?)",
                    (session_id, turn.number, turn.shift, turn.state),
                )
            except integrity_errors() as error:
                raise taken(session_id, turn.number) from error
            connection.executemany(
                f"INSERT INTO messages ({_MESSAGE}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (_message_row(turn.user), _message_row(turn.reply)),
            )

    def take_back(self, conversation_id: str, number: int) -> bool:
        place = (conversation_id, number)
        with self._database.transaction() as connection:
            gone = connection.execute(
                "DELETE FROM messages WHERE session_id = ?1 AND turn_number = ?2"
                " AND summarized_at IS NULL"
                " AND ?2 = (SELECT turn_count FROM conversations WHERE id = ?1)",
                place,
            )
            if not gone.rowcount:
                return False
            connection.execute("DELETE FROM turns WHERE session_id = ? AND number = ?", place)
            connection.execute(
                "UPDATE conversations SET turn_count = turn_count - 1 WHERE id = ?",
                (conversation_id,),
            )
        return True

    def turns(self, conversation_id: str) -> list[Turn]:
        with self._database.reading() as connection:
            rows = connection.execute(
                f"SELECT {', '.join(f'm.{c.strip()}' for c in _MESSAGE.split(','))},"
                " t.shift, t.state FROM messages AS m"
                " JOIN turns AS t ON t.session_id = m.session_id AND t.number = m.turn_number"
                " WHERE m.session_id = ? AND m.summarized_at IS NULL"
                " ORDER BY m.turn_number, m.role DESC",
                (conversation_id,),
            ).fetchall()
            messages = partial(self._database.set_aside, "messages")
            pairs = [(user[0], user, reply) for user, reply in _pairs(rows)]
            return usable(pairs, lambda pair: _turn(*pair[1:]), messages)

    def drop(self, conversation_id: str, turn_numbers: Iterable[int], at: datetime) -> None:
        moment = to_instant(at)
        with self._database.transaction() as connection:
            connection.executemany(
                "UPDATE messages SET content = '', summarized_at = ?"
                " WHERE session_id = ? AND turn_number = ? AND summarized_at IS NULL",
                [(moment, conversation_id, number) for number in turn_numbers],
            )

    def messages(self, conversation_id: str) -> list[Message]:
        with self._database.reading() as connection:
            rows = connection.execute(
                f"SELECT {_MESSAGE} FROM messages WHERE session_id = ?"
                " ORDER BY turn_number, role DESC",
                (conversation_id,),
            ).fetchall()
            return usable(rows, _message, partial(self._database.set_aside, "messages"))

    def delete(self, conversation_id: str) -> None:
        with self._database.transaction() as connection:
            for statement in _TRACES:
                connection.execute(statement, (conversation_id,))
            owe_scrub(connection)


def taken(session_id: str, number: int) -> TryAgainLater:
    """Two programs continued one conversation at the same instant."""
    return TryAgainLater(
        f"Turn {number} of {session_id} was written by another program meanwhile",
        "Repeat the message: it will follow that turn.",
    )


def _conversation(row: tuple[Any, ...]) -> Conversation:
    instant = read_instant
    return Conversation(*read_row(row, {2: instant, 3: instant, 5: instant, 6: from_json}))


def _pairs(rows: list[tuple[Any, ...]]) -> Iterator[tuple[Any, Any]]:
    """The two rows of each turn."""
    if len(rows) % 2:
        raise UnreadableRow("half a turn")
    return zip(rows[::2], rows[1::2], strict=True)


def _turn(user: tuple[Any, ...], reply: tuple[Any, ...]) -> Turn:
    return Turn(user[2], _message(user[:9]), _message(reply[:9]), bool(user[9]), user[10])


def _message_row(message: Message) -> tuple[object, ...]:
    return (
        message.id,
        message.session_id,
        message.turn_number,
        message.role,
        whole(message.content),
        to_instant(message.timestamp),
        message.token_count,
        message.semantic_continuity,
        to_instant_or_none(message.summarized_at),
    )


def _message(row: tuple[Any, ...]) -> Message:
    return Message(*read_row(row, {5: read_instant, 8: read_instant}))
