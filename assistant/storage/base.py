"""What the rest of the program asks of storage: small Protocols, shaped by their callers.

Two back ends implement them, SQLite (``sqlite/``) and memory (``volatile.py``); one contract suite,
``tests/contract/``, is passed by both. ``Journal`` stands beside DESIGN.md's five because measures
and errors outlive a conversation's text and are only ever appended.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from assistant.records import (
    Conversation,
    ErrorRecord,
    Fact,
    Message,
    Segment,
    Turn,
    TurnMetrics,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class FactUse:
    """A fact was injected in a prompt: where and when (never a confirmation)."""

    fact_id: str
    session_id: str
    turn_number: int
    at: datetime


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
        """Remove history, state, metadata, segments and measures at once (C7).

        Its state are the entries of ``KeyValue`` whose key or namespace is the conversation's id,
        or whose namespace ends with a colon and that id.
        """


class Facts(Protocol):
    """Facts, their full-text index, their vectors and their tombstones."""

    def add(self, fact: Fact) -> None: ...

    def add_all(self, facts: Sequence[Fact]) -> None:
        """Many at once, all or none. Raises ValueError when one of the ids is taken."""

    def update(self, fact: Fact) -> None:
        """Replace the row with the same id; vectors of a changed or retired text are dropped.

        Raises TryAgainLater when the fact is not there: another program forgot it meanwhile.
        """

    def get(self, fact_id: str) -> Fact | None: ...

    def all(self, *, role: str | None = None, retired: bool = False) -> list[Fact]:
        """Live facts, oldest first; with ``retired`` the superseded too. Never forgotten ones."""

    def search(self, words: Sequence[str], limit: int) -> list[tuple[str, float]]:
        """Live facts holding any of the words (accents and case folded): (id, bm25), best first.

        bm25 is positive, higher is better.
        """

    def erase(self, fact_ids: Sequence[str], digests: Sequence[str], at: datetime) -> None:
        """Forget for good: text, index entries, vectors and uses go; only digests stay behind."""

    def forgotten(self, digest: str) -> bool:
        """Whether the keyed hash of a text belongs to something that was forgotten."""

    def any_forgotten(self) -> bool:
        """Whether anything ever was, so that many texts need not be hashed for nothing."""

    def lift(self, digest: str) -> None:
        """Let a forgotten text be stored again (the user stated it anew on purpose)."""

    def put_vectors(self, embedder: str, vectors: Mapping[str, Matrix]) -> None:
        """Store a vector (float32, unit length) for each fact id, under the embedder's name; its
        numbers may lose what a half float does not hold."""

    def vectors(self, embedder: str) -> tuple[list[str], Matrix]:
        """(ids, matrix of shape (n, d)) of the live facts that have a vector of that embedder."""

    def unseen(self, embedder: str) -> int:
        """How many live facts this embedder has not seen yet. Microseconds."""

    def without_vector(self, embedder: str, limit: int | None = None) -> list[Fact]:
        """Live facts that this embedder has not seen yet; of many, the first ``limit``."""

    def record_uses(self, uses: Iterable[FactUse]) -> None: ...

    def uses(self, fact_id: str) -> list[FactUse]:
        """Latest first."""

    def revision(self) -> int:
        """A number that grows with every change of facts, seen across processes."""

    def changes(self, since: int) -> list[str] | None:
        """Ids of the facts added, changed or erased after that revision; None: read all again."""


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


class KeyValue(Protocol):
    """Small JSON values under (namespace, key), each with an optional end of life."""

    def get(self, namespace: str, key: str, *, now: datetime) -> object | None:
        """The value, or None when absent or past its end."""

    def put(
        self, namespace: str, key: str, value: object, *, expires_at: datetime | None = None
    ) -> None:
        """``value`` is anything that JSON can hold."""

    def items(self, namespace: str, *, now: datetime) -> list[tuple[str, object]]:
        """Entries that are still alive, in insertion order."""

    def entries(self) -> list[tuple[str, str, object]]:
        """Everything that is stored, past its end or not: (namespace, key, value)."""

    def delete(self, namespace: str, key: str | None = None) -> int:
        """Remove one entry, or the whole namespace; returns how many went."""

    def sweep(self, now: datetime) -> int:
        """Remove everything past its end; returns how many went."""


class Counters(Protocol):
    """Counts in fixed windows, atomic across processes (T4)."""

    def increment(
        self, name: str, window_start: datetime, *, limit: int | None = None
    ) -> int | None:
        """Add one and return the new count; at ``limit`` change nothing and return None."""

    def value(self, name: str, window_start: datetime) -> int: ...

    def sweep(self, before: datetime) -> int:
        """Drop windows that started before that instant."""


class Journal(Protocol):
    """What was measured and what failed. Append-only; no model ever sees it (D3 apart)."""

    def record(self, metrics: TurnMetrics) -> None: ...

    def metrics(
        self, *, session_id: str | None = None, since: datetime | None = None
    ) -> list[TurnMetrics]:
        """Oldest first."""

    def record_error(self, error: ErrorRecord) -> None: ...

    def last_error(self, session_id: str | None) -> ErrorRecord | None:
        """The last one of that conversation; for None, of those without a conversation."""

    def errors(self, *, since: datetime | None = None) -> list[ErrorRecord]: ...

    def erase_errors(self, tells: Callable[[str], bool]) -> int:
        """Remove those whose message ``tells`` of something forgotten; returns how many."""


class Erasures(Protocol):
    """What is to be erased and may still have bytes somewhere: a task that outlives its process.

    A task holds no words, only what tells of them (``memory/traces.py``), opaque here.
    """

    def turn(self) -> AbstractContextManager[int]:
        """While a turn lasts. Gives the number of the latest task: what is owed after it, that turn
        has to look at before it writes (``since``). No such task ends before the turn does."""

    def owe(self, traces: Sequence[str], words: Sequence[str], at: datetime) -> None:
        """Note a task, in the transaction that erases. ``words`` stay in this process alone: what
        it looks for in the bytes of the files."""

    def since(self, number: int) -> list[str]:
        """The traces of the tasks that came after that one."""

    def pending(self) -> bool:
        """Whether bytes may be left: of a task, or of what was erased without one."""


class Surroundings(Protocol):
    """The files beside a database that may hold what was said."""

    def files(self) -> Iterable[Path]: ...

    def erase(self, traces: Sequence[str], key: bytes) -> bool:
        """Take out what tells of it; False when another program is at the same files."""

    def teller(self, traces: Sequence[str], key: bytes) -> Callable[[str], bool]:
        """Whether a text tells of it."""


class Stores(Protocol):
    """All of one home's stores, and the transaction that binds their writes.

    Every write happens inside ``transaction()``; a write outside one is a transaction of its own.
    Transactions take the write lock at their start, so that two processes never deadlock; a nested
    call joins the outer one, and is undone alone when it fails and the outer goes on.
    """

    @property
    def conversations(self) -> Conversations: ...
    @property
    def facts(self) -> Facts: ...
    @property
    def segments(self) -> Segments: ...
    @property
    def keyvalue(self) -> KeyValue: ...
    @property
    def counters(self) -> Counters: ...
    @property
    def journal(self) -> Journal: ...
    @property
    def erasures(self) -> Erasures: ...

    def transaction(self) -> AbstractContextManager[None]: ...

    def scrub(self) -> None:
        """Leave erased bytes in no file: not in the indexes, the write-ahead log or a backup, nor
        in the files beside them.

        Inside a transaction it happens right after the commit. What another program keeps from
        being erased stays owed (``erasures.pending``): whoever opens or closes the home goes on.
        """

    def flush(self) -> None:
        """Everything on disk and in the main file: a copy of the folder is complete."""

    def close(self) -> None:
        """Also scrubs, if something was erased and nobody did."""

    def unusable(self) -> list[tuple[str, str, str]]:
        """The rows that are set aside because they cannot be used, which reading passes over: the
        table, what names the row there, and why. Reads everything."""

    def check(self) -> list[str]:
        """Read everything and tell what is damaged or readable by others; [] is sound."""
