"""One home's stores in one SQLite file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.errors import AssistantError, Damaged, TryAgainLater
from assistant.folders import make_private_folder
from assistant.storage.base import Collections, Surroundings
from assistant.storage.events import Observer, StorageEvent
from assistant.storage.keys import forgetting_key
from assistant.storage.sqlite import upkeep
from assistant.storage.sqlite.connection import Database
from assistant.storage.sqlite.conversations import SQLiteConversations
from assistant.storage.sqlite.counters import SQLiteCounters
from assistant.storage.sqlite.driver import PLAIN, Driver
from assistant.storage.sqlite.facts import SQLiteFacts
from assistant.storage.sqlite.failures import damaged, missing, unusable
from assistant.storage.sqlite.files import loose_target, make_private_file
from assistant.storage.sqlite.journal import SQLiteJournal
from assistant.storage.sqlite.keyvalue import SQLiteKeyValue
from assistant.storage.sqlite.migrations import MIGRATIONS, Migration, OtherTables, migrate
from assistant.storage.sqlite.owed import SQLiteErasures
from assistant.storage.sqlite.segments import SQLiteSegments

if TYPE_CHECKING:
    from assistant.storage.base.transfer import Transfer

PATIENCE, HURRY = 2.0, 0.2
"""Seconds that erasing waits for other programs: for one who asked for it, and along the way."""


class SQLiteStores:
    """See ``Stores`` in ``storage/base``. Made by ``open_sqlite``."""

    def __init__(
        self,
        database: Database,
        clock: Callable[[], datetime],
        observer: Observer,
        surroundings: Callable[[], Surroundings] | None = None,
    ) -> None:
        self.conversations = SQLiteConversations(database)
        self.facts = SQLiteFacts(database)
        self.segments = SQLiteSegments(database)
        self.keyvalue = SQLiteKeyValue(database)
        self.counters = SQLiteCounters(database)
        self.journal = SQLiteJournal(database)
        self.erasures = SQLiteErasures(database)
        self._database = database
        self._clock = clock
        self._observer = observer
        self._surroundings = surroundings
        self._open = True
        database.notice = lambda table, row, why: observer(
            StorageEvent("set_aside", f"{table} {row}", why)
        )

    @cached_property
    def collections(self) -> Collections:
        """Loaded with the first pack that keeps something."""
        from assistant.storage.sqlite.collections import SQLiteCollections

        return SQLiteCollections(self._database)

    @cached_property
    def transfer(self) -> Transfer:
        from assistant.storage.sqlite.transfer import SQLiteTransfer

        return SQLiteTransfer(self._database)

    @property
    def path(self) -> Path:
        return self._database.path

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with self._database.transaction():
            yield

    def together(self) -> AbstractContextManager[None]:
        return nullcontext()  # a statement goes over no wire

    def scrub(self) -> None:
        """Inside a transaction: as soon as it is committed."""
        self._database.after_commit(lambda: self._carry_on(PATIENCE))

    def resume(self) -> None:
        """Go on with what another process left: one look where nothing is owed."""
        if self.erasures.pending():
            with suppress(AssistantError):  # the command at hand tells what is wrong, if it minds
                self._carry_on(HURRY)

    def flush(self) -> None:
        upkeep.settle(self._database)
        self._back_up_daily()

    def close(self) -> None:
        """Also makes good what is owed, as far as other programs let it; the rest stays owed.

        Raises Damaged, once all is closed, when the day's backup found rows that were altered.
        """
        if not self._open:
            return
        self._open = False
        try:
            if self.erasures.pending():
                self._carry_on(HURRY)
            self._back_up_daily()
        except Damaged:
            raise
        except AssistantError as error:
            self._observer(StorageEvent("postponed", str(error)))
        finally:
            self._database.close()

    def unusable(self) -> list[tuple[str, str, str]]:
        return upkeep.unusable_rows(self._database)

    def check(self) -> list[str]:
        return upkeep.problems_of(self._database)

    def _carry_on(self, seconds: float) -> None:
        """Erase what is owed. What others keep from being erased stays owed, and that is told to
        the observer alone: whoever asked for it looks at ``erasures.pending``."""
        from assistant.storage.sqlite.erasing import carry_on

        try:
            with self._database.waiting(seconds):
                done = carry_on(
                    self._database,
                    self.erasures,
                    self._surroundings() if self._surroundings else None,
                    lambda: forgetting_key(self, self._clock()),
                    self._back_up_daily,
                    self._clock(),
                )
        except (TryAgainLater, OSError) as error:
            self._observer(StorageEvent("postponed", str(error)))
            return
        self._observer(StorageEvent("scrubbed" if done else "postponed", str(self.path)))

    def _back_up_daily(self) -> None:
        if not self._database.wrote:
            return
        from assistant.storage.sqlite.backups import back_up_daily

        try:
            made = back_up_daily(self._database, self._clock())
        except OSError as error:
            raise unusable(self.path, error) from error
        if made:
            self._observer(StorageEvent("backed_up", str(made)))


def _begin_nothing_anew(path: Path) -> None:
    """Raises Damaged where there was a database, whose copies are still there."""
    from assistant.storage.sqlite.backups import lying_beside

    beside = lying_beside(path)
    if beside and not path.exists():
        raise missing(path, beside)


def open_sqlite(
    path: Path,
    clock: Callable[[], datetime],
    observer: Observer,
    migrations: tuple[Migration, ...] = MIGRATIONS,
    surroundings: Callable[[], Surroundings] | None = None,
    driver: Driver = PLAIN,
) -> SQLiteStores:
    """The stores in ``path``, which is created or migrated as needed; see ``open_stores``."""
    try:
        make_private_folder(path.parent)
        if not path.exists():
            _begin_nothing_anew(path)
        make_private_file(path)
    except OSError as error:
        raise unusable(path, error) from error
    database = Database(path, driver=driver)
    if target := loose_target(path):
        observer(StorageEvent("link", str(path), str(target)))

    copies: list[Path] = []

    def keep_old(version: int) -> None:
        from assistant.storage.sqlite.backups import back_up_before_migration

        copies.append(back_up_before_migration(database, version, clock()))
        observer(StorageEvent("backed_up", str(copies[-1])))

    with database.reading() as connection:
        try:
            if migrate(connection, path, migrations, keep_old):
                observer(StorageEvent("migrated", str(path)))
        except OtherTables as error:
            from assistant.storage.sqlite.backups import remove_backup

            for copy in copies:  # as the newest backup it would be put in its own place
                remove_backup(copy)
            raise damaged(path, str(error)) from error
    stores = SQLiteStores(database, clock, observer, surroundings)
    stores.resume()
    return stores
