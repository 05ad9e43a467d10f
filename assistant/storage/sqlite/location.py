"""Where an SQLite file lies."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from assistant.errors import ConfigurationError
from assistant.homekey import is_encrypted
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

    def owned_by(self, owner: str) -> SQLiteLocation:
        """A file of its own: nothing that is asked of one reaches another's."""
        home = self.path.parent
        if is_encrypted(home):
            raise ConfigurationError(
                f"The home in {home} is encrypted: it belongs to one person",
                "Keep what many share in a home of its own, or in PostgreSQL.",
            )
        return SQLiteLocation(home / "users" / owner / self.path.name)

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
