"""Where an SQLite file lies."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from assistant.storage.base import Stores, Surroundings
from assistant.storage.events import Observer, silent
from assistant.storage.sqlite.driver import driver_for
from assistant.storage.sqlite.stores import open_sqlite

if TYPE_CHECKING:
    from assistant.storage.base.locations import Backup


class SQLiteLocation(NamedTuple):
    """See ``Location`` in ``storage/base/locations``."""

    path: Path

    @property
    def name(self) -> str:
        return str(self.path)

    def exists(self) -> bool:
        return self.path.exists()

    def size(self) -> int:
        return self.path.stat().st_size if self.exists() else 0

    def backups(self) -> list[Backup]:
        from assistant.storage.sqlite.backups import backups_of
        from assistant.storage.sqlite.copies import SQLiteBackup

        return [SQLiteBackup(file, self.path) for file in backups_of(self.path)]

    def open(
        self,
        clock: Callable[[], datetime],
        observer: Observer = silent,
        surroundings: Callable[[], Surroundings] | None = None,
    ) -> Stores:
        driver = driver_for(self.path)
        return open_sqlite(self.path, clock, observer, surroundings=surroundings, driver=driver)
