"""What was said: conversations with their raw turns, and the summaries of the turns that left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from assistant.records import Conversation, Message, Segment, Turn

if TYPE_CHECKING:
    from assistant.storage.base.facts import Matrix


class Conversations(Protocol):
    """Dialogues and the raw turns of their windows."""

    def save(self, conversation: Conversation) -> None:
        """Insert or replace the row of a conversation."""

    def get(self, conversation_id: str) -> Conversation | None: ...

    def all(self, role: str | None = None, *, limit: int | None = None) -> list[Conversation]:
        """Most recent activity first; of many, the first ``limit``."""

    def append(self, turn: Turn) -> None:
        """Store the two rows of a finished turn and add one to the conversation's turn count.

        Raises TryAgainLater when another program has written that turn number meanwhile, and
        ValueError when the conversation was never saved.
        """

    def take_back(self, conversation_id: str, number: int) -> bool:
        """Remove a turn as if it had not been, so that another may take its number; tells whether
        it was there, the conversation's last one, and raw."""

    def turns(self, conversation_id: str) -> list[Turn]:
        """Turns whose raw text is still here, oldest first."""

    def drop(self, conversation_id: str, turn_numbers: Iterable[int], at: datetime) -> None:
        """Erase the raw text of those turns, keeping their rows as ``summarized_at`` (C3, C4)."""

    def messages(self, conversation_id: str) -> list[Message]:
        """Every row, summarised ones included (their content is empty), in order."""

    def delete(self, conversation_id: str) -> None:
        """Remove history, state, metadata, segments, documents and measures at once (C7).

        Its state are the entries of ``KeyValue`` whose key or namespace is the conversation's id,
        or whose namespace ends with a colon and that id.
        """


class Segments(Protocol):
    """Write-once summaries (S3): they can be added, read, expired and erased, never changed."""

    def add(self, segment: Segment) -> None: ...

    def all(self, session_id: str, *, latest: int | None = None) -> list[Segment]:
        """The conversation's segments, oldest first; of many, the ``latest`` few."""

    def get(self, segment_id: str) -> Segment | None: ...

    def search(
        self, words: Sequence[str], limit: int, *, role: str | None = None
    ) -> list[tuple[str, float]]:
        """Segments holding any of the words: (id, bm25), best first; higher is better."""

    def put_vectors(self, embedder: str, vectors: Mapping[str, Matrix]) -> None: ...

    def vectors(self, embedder: str, *, role: str | None = None) -> tuple[list[str], Matrix]: ...

    def erase(self, segment_ids: Sequence[str]) -> None:
        """Remove for good, index entries and vectors included."""

    def expire(self, before: datetime) -> int:
        """Remove segments created before that instant; returns how many."""
