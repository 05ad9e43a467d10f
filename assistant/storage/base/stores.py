"""All of a home's stores, the transaction that binds them, and the erasing that outlives it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import Protocol

from assistant.storage.base.collections import Collections
from assistant.storage.base.dialogue import Conversations, Segments
from assistant.storage.base.facts import Facts
from assistant.storage.base.small import Counters, Journal, KeyValue


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
    """The files beside the stores that may hold what was said."""

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
    def collections(self) -> Collections: ...
    @property
    def keyvalue(self) -> KeyValue: ...
    @property
    def counters(self) -> Counters: ...
    @property
    def journal(self) -> Journal: ...
    @property
    def erasures(self) -> Erasures: ...

    def transaction(self) -> AbstractContextManager[None]: ...

    def together(self) -> AbstractContextManager[None]:
        """For many readings in a row, and nothing that waits for others: where they go over a wire,
        they may be asked in one transaction, as of one instant. A write inside goes its own way,
        and is seen by what is read after it."""

    def scrub(self) -> None:
        """Leave erased bytes nowhere: not in an index, a log or a copy that the back end keeps, nor
        in the files beside them (``Surroundings``).

        Inside a transaction it happens right after the commit. What another program keeps from
        being erased stays owed (``erasures.pending``): whoever opens or closes the home goes on.
        """

    def flush(self) -> None:
        """Everything is where it stays: a copy of the home that is made now is complete."""

    def close(self) -> None:
        """Also scrubs, if something was erased and nobody did."""

    def unusable(self) -> list[tuple[str, str, str]]:
        """The rows that are set aside because they cannot be used, which reading passes over: the
        table, what names the row there, and why. Reads everything."""

    def check(self) -> list[str]:
        """Read everything and tell what is damaged, in plain words; [] is sound."""
