"""The copies beside an SQLite file: told of, put back, and put to the test."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from assistant.errors import BadData
from assistant.homekey import lent_key
from assistant.storage.base.locations import Compared, Condition, Since
from assistant.storage.sqlite import backups, digests, drill
from assistant.storage.sqlite.driver import database_errors, driver_for
from assistant.storage.sqlite.location import SQLiteLocation


@dataclass(frozen=True, slots=True)
class SQLiteBackup:
    """See ``Backup`` in ``storage/base/locations``."""

    path: Path
    database: Path

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def made_at(self) -> datetime:
        return datetime.fromtimestamp(backups.made_at(self.path), UTC)

    def condition(self) -> Condition:
        return digests.check(self.path)

    def readable(self) -> bool:
        if self.condition() == "altered":
            return False
        driver = driver_for(self.path)
        try:
            with closing(driver.connect(digests.read_only_uri(self.path), uri=True)) as connection:
                return bool(connection.execute("PRAGMA quick_check").fetchone() == ("ok",))
        except database_errors():
            return False

    def restore(self, now: datetime) -> Path | None:
        return backups.restore(self.database, self.path, now, driver_for(self.database))

    @contextmanager
    def trial(self) -> Iterator[SQLiteTrial]:
        folder = self.database.parent
        with drill.temporary_home(folder) as home, lent_key(folder, home):
            copy = home / self.database.name
            shutil.copyfile(self.path, copy)
            copy.chmod(0o600)
            yield SQLiteTrial(self, copy)


@dataclass(frozen=True, slots=True)
class SQLiteTrial:
    """See ``Trial`` in ``storage/base/locations``."""

    backup: SQLiteBackup
    copy: Path

    @property
    def home(self) -> Path:
        return self.copy.parent

    @property
    def location(self) -> SQLiteLocation:
        return SQLiteLocation(self.copy)

    def compared(self) -> Compared | None:
        made = digests.last_recorded(self.backup.path)
        if made is None or not made.tables:
            return None
        with _told_as_bad_data():
            return drill.compared(self.copy, made, driver_for(self.backup.database))

    def since(self) -> Since:
        database = self.backup.database
        with _told_as_bad_data():
            return drill.since(database, self.copy, driver_for(database))


@contextmanager
def _told_as_bad_data() -> Iterator[None]:
    try:
        yield
    except _failures() as error:
        raise BadData(str(error)) from error


def _failures() -> tuple[type[Exception], ...]:
    return (OSError, ValueError, *database_errors())
