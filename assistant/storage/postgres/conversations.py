"""Conversations in PostgreSQL (C1, C3, C4, C7)."""

# ruff: noqa: S608 -- the names of tables and columns are constants; values are bound
from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from assistant.characters import whole
from assistant.errors import TryAgainLater
from assistant.records import Conversation, Message, Turn
from assistant.storage.postgres.connection import Database
from assistant.storage.postgres.erasures import owe_scrub
from assistant.storage.postgres.rows import aware, aware_or_none, from_json, to_json

_CONVERSATION = "id, role, created_at, last_activity_at, turn_count, ended_at, metadata"
_MESSAGE = (
    "id, session_id, turn_number, role, content, timestamp, token_count, semantic_continuity,"
    " summarized_at"
)
_SAVE = f"""INSERT INTO conversations ({_CONVERSATION}) VALUES (%s, %s, %s, %s, %s, %s, %s)
ON CONFLICT (owner, id) DO UPDATE SET role = excluded.role, created_at = excluded.created_at,
  last_activity_at = excluded.last_activity_at, turn_count = excluded.turn_count,
  ended_at = excluded.ended_at, metadata = excluded.metadata"""

# Everything that a conversation leaves; its own row, turns and messages go by cascade.
_TRACES = (
    "DELETE FROM segments WHERE session_id = %(id)s",
    "DELETE FROM documents WHERE session_id = %(id)s",
    "DELETE FROM turn_metrics WHERE session_id = %(id)s",
    "DELETE FROM tool_runs WHERE session_id = %(id)s",
    "DELETE FROM errors WHERE session_id = %(id)s",
    "DELETE FROM fact_uses WHERE session_id = %(id)s",
    "DELETE FROM keyvalue WHERE namespace = %(id)s OR key = %(id)s"
    " OR right(namespace, length(%(id)s::text) + 1) = ':' || %(id)s::text",
    "DELETE FROM conversations WHERE id = %(id)s",
)


class PostgresConversations:
    """See ``Conversations`` in ``storage/base``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def save(self, conversation: Conversation) -> None:
        row = (
            conversation.id,
            conversation.role,
            aware(conversation.created_at),
            aware(conversation.last_activity_at),
            conversation.turn_count,
            aware_or_none(conversation.ended_at),
            to_json(dict(conversation.metadata)),
        )
        with self._database.statement() as connection:
            connection.execute(_SAVE, row)

    def get(self, conversation_id: str) -> Conversation | None:
        with self._database.reading() as connection:
            row = connection.execute(
                f"SELECT {_CONVERSATION} FROM conversations WHERE id = %s", (conversation_id,)
            ).fetchone()
        return _conversation(row) if row else None

    def all(self, role: str | None = None, *, limit: int | None = None) -> list[Conversation]:
        with self._database.reading() as connection:
            rows = connection.execute(
                f"SELECT {_CONVERSATION} FROM conversations"
                " WHERE %(role)s::text IS NULL OR role = %(role)s"
                " ORDER BY last_activity_at DESC, seq DESC LIMIT %(limit)s",
                {"role": role, "limit": limit},
            ).fetchall()
        return [_conversation(row) for row in rows]

    def append(self, turn: Turn) -> None:
        session_id = turn.user.session_id
        rows = [_message_row(message) for message in (turn.user, turn.reply)]
        with self._database.transaction() as connection:
            grown = connection.execute(
                "UPDATE conversations SET turn_count = turn_count + 1 WHERE id = %s", (session_id,)
            )
            if not grown.rowcount:
                raise ValueError(f"no conversation {session_id}: save it before its turns")
            taken = connection.execute(
                "INSERT INTO turns (session_id, number, shift, state) VALUES (%s, %s, %s, %s)"
                " ON CONFLICT DO NOTHING",
                (session_id, turn.number, turn.shift, turn.state),
            )
            if not taken.rowcount:
                raise TryAgainLater(
                    f"Turn {turn.number} of {session_id} was written by another program meanwhile",
                    "Repeat the message: it will follow that turn.",
                )
            connection.cursor().executemany(
                f"INSERT INTO messages ({_MESSAGE}) VALUES ({', '.join(['%s'] * 9)})", rows
            )

    def take_back(self, conversation_id: str, number: int) -> bool:
        place = {"id": conversation_id, "number": number}
        with self._database.transaction() as connection:
            gone = connection.execute(
                "DELETE FROM messages WHERE session_id = %(id)s AND turn_number = %(number)s"
                " AND summarized_at IS NULL AND turn_number ="
                " (SELECT turn_count FROM conversations WHERE id = %(id)s)",
                place,
            )
            if not gone.rowcount:
                return False
            connection.execute(
                "DELETE FROM turns WHERE session_id = %(id)s AND number = %(number)s", place
            )
            connection.execute(
                "UPDATE conversations SET turn_count = turn_count - 1 WHERE id = %(id)s", place
            )
        return True

    def turns(self, conversation_id: str) -> list[Turn]:
        columns = ", ".join(f"m.{column.strip()}" for column in _MESSAGE.split(","))
        with self._database.reading() as connection:
            rows = connection.execute(
                f"SELECT {columns}, t.shift, t.state FROM messages AS m"
                " JOIN turns AS t ON t.session_id = m.session_id AND t.number = m.turn_number"
                " WHERE m.session_id = %s AND m.summarized_at IS NULL"
                " ORDER BY m.turn_number, m.role DESC",
                (conversation_id,),
            ).fetchall()
        return [_turn(*pair) for pair in zip(rows[::2], rows[1::2], strict=True)]

    def drop(self, conversation_id: str, turn_numbers: Iterable[int], at: datetime) -> None:
        with self._database.statement() as connection:
            dropped = connection.execute(
                "UPDATE messages SET content = '', summarized_at = %s"
                " WHERE session_id = %s AND turn_number = ANY(%s) AND summarized_at IS NULL",
                (aware(at), conversation_id, list(turn_numbers)),
            )
            if dropped.rowcount:
                owe_scrub(connection)

    def messages(self, conversation_id: str) -> list[Message]:
        with self._database.reading() as connection:
            rows = connection.execute(
                f"SELECT {_MESSAGE} FROM messages WHERE session_id = %s"
                " ORDER BY turn_number, role DESC",
                (conversation_id,),
            ).fetchall()
        return [Message(*row) for row in rows]

    def delete(self, conversation_id: str) -> None:
        with self._database.transaction() as connection:
            for statement in _TRACES:
                connection.execute(statement, {"id": conversation_id})
            owe_scrub(connection)


def _conversation(row: tuple[Any, ...]) -> Conversation:
    values = [*row[:-1], from_json(row[-1])]
    return Conversation(*values)


def _turn(user: tuple[Any, ...], reply: tuple[Any, ...]) -> Turn:
    return Turn(user[2], Message(*user[:9]), Message(*reply[:9]), user[9], user[10])


def _message_row(message: Message) -> tuple[object, ...]:
    return (
        message.id,
        message.session_id,
        message.turn_number,
        message.role,
        whole(message.content),
        aware(message.timestamp),
        message.token_count,
        message.semantic_continuity,
        aware_or_none(message.summarized_at),
    )
