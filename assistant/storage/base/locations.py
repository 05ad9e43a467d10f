"""Where a home's stores lie: what is told of them, and done to them, while they are not open.

``storage/open.py`` has the table of the kinds that there are.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import Literal, NamedTuple, Protocol

from assistant.storage.base.stores import Stores, Surroundings
from assistant.storage.events import Observer, silent

Condition = Literal["sound", "altered", "unsealed", "unreadable"]
"""Of a backup: as it was made, not so, without a digest (an older version's), with a broken one."""


class Compared(NamedTuple):
    """The tables whose rows are not those that were written down, and how many rows there are."""

    altered: list[str]
    counts: dict[str, int]


class Since(NamedTuple):
    """Rows by table that came, or went, after a backup was made."""

    newer: dict[str, int]
    gone: dict[str, int]


class Location(Protocol):
    """Where the stores of one home lie, whether or not they can be opened."""

    @property
    def name(self) -> str:
        """As a person would find it: a path, or a URL without its password."""

    def owned_by(self, owner: str) -> Location:
        """What that user of a server has there (U2). Raises ConfigurationError where it can belong
        to one person alone."""

    def exists(self) -> bool:
        """Whether anything was ever stored there. Opens nothing, makes nothing."""

    def size(self) -> int:
        """Bytes that are taken; 0 where nothing is."""

    def backups(self) -> list[Backup]:
        """The complete ones, newest first; none where others make the copies."""

    def open(
        self,
        clock: Callable[[], datetime],
        observer: Observer = silent,
        surroundings: Callable[[], Surroundings] | None = None,
    ) -> Stores:
        """See ``open_stores``."""


class Backup(Protocol):
    """A copy of a home's stores."""

    @property
    def name(self) -> str: ...
    @property
    def path(self) -> Path: ...
    @property
    def made_at(self) -> datetime: ...

    def condition(self) -> Condition:
        """Whether it is, to the last bit, what was made."""

    def readable(self) -> bool:
        """Whether it can be read, and is not altered. Raises NotAuthorised in a home that is not
        unlocked."""

    def restore(self, now: datetime) -> Path | None:
        """Put it in the place of the stores, which are set aside and returned.

        Nobody may have them open. Raises BadData when the backup itself cannot be read.
        """

    def trial(self) -> AbstractContextManager[Trial]:
        """Put it back where it can do no harm, and remove that without a trace at the end."""


class Trial(Protocol):
    """A backup, put back in a home apart. What cannot be read raises BadData."""

    @property
    def home(self) -> Path:
        """A folder that the program can have as its home."""

    @property
    def location(self) -> Location: ...

    def compared(self) -> Compared | None:
        """With what was written down when it was made; None where nothing was."""

    def since(self) -> Since:
        """With the stores in use."""
