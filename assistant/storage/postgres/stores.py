"""What one owner keeps in PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from assistant.errors import AssistantError
from assistant.storage.base import Surroundings
from assistant.storage.events import Observer, StorageEvent
from assistant.storage.keys import forgetting_key
from assistant.storage.postgres import upkeep
from assistant.storage.postgres.collections import PostgresCollections
from assistant.storage.postgres.connection import Database
from assistant.storage.postgres.conversations import PostgresConversations
from assistant.storage.postgres.erasures import PostgresErasures
from assistant.storage.postgres.facts import PostgresFacts
from assistant.storage.postgres.journal import PostgresJournal
from assistant.storage.postgres.segments import PostgresSegments
from assistant.storage.postgres.server import Server
from assistant.storage.postgres.small import PostgresCounters, PostgresKeyValue

if TYPE_CHECKING:
    from assistant.storage.base.transfer import Transfer


class PostgresStores:
    """See ``Stores`` in ``storage/base``. ``server`` is open, and closed with this."""

    def __init__(
        self,
        server: Server,
        owner: str,
        clock: Callable[[], datetime],
        observer: Observer,
        surroundings: Callable[[], Surroundings] | None = None,
    ) -> None:
        self._database = database = Database(server, owner)
        self.conversations = PostgresConversations(database)
        self.facts = PostgresFacts(database)
        self.segments = PostgresSegments(database)
        self.collections = PostgresCollections(database)
        self.keyvalue = PostgresKeyValue(database)
        self.counters = PostgresCounters(database)
        self.journal = PostgresJournal(database)
        self.erasures = PostgresErasures(database)
        self._clock = clock
        self._observer = observer
        self._surroundings = surroundings
        self._open = True

    @cached_property
    def transfer(self) -> Transfer:
        from assistant.storage.postgres.transfer import PostgresTransfer

        return PostgresTransfer(self._database)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with self._database.transaction():
            yield

    def together(self) -> AbstractContextManager[None]:
        return self._database.together()

    def after_commit(self, action: Callable[[], None]) -> None:
        """Run ``action`` when this thread's transaction is committed; at once outside of one."""
        self._database.after_commit(action)

    def scrub(self) -> None:
        """Inside a transaction: as soon as it is committed."""
        self._database.after_commit(self._carry_on)

    def resume(self) -> None:
        """Go on with what another process left: one look where nothing is owed."""
        with suppress(AssistantError):  # the command at hand tells what is wrong, if it minds
            if self.erasures.pending():
                self._carry_on()

    def flush(self) -> None:
        """What was committed is where it stays; others make the copies."""

    def close(self) -> None:
        """Also makes good what is owed, as far as it can."""
        if not self._open:
            return
        self._open = False
        try:
            if self.erasures.pending():
                self._carry_on()
        except AssistantError as error:
            self._observer(StorageEvent("postponed", str(error)))
        finally:
            self._database.server.close()

    def unusable(self) -> list[tuple[str, str, str]]:
        """None: the tables refuse what cannot be read."""
        return []

    def check(self) -> list[str]:
        return upkeep.problems_of(self._database)

    def _carry_on(self) -> None:
        """Erase what is owed: on this machine, and the bytes that deleted rows have left."""
        try:
            work = self.erasures.work()
            beside = not work.traces or self._erase_beside(work.traces)
            if work.scrub:
                upkeep.clear_away(self._database)
            if work.scrub or beside:
                self.erasures.done(work.number, beside=beside, now=self._clock())
        except (AssistantError, OSError) as error:
            self._observer(StorageEvent("postponed", str(error)))
            return
        name = self._database.server.name
        self._observer(StorageEvent("scrubbed" if beside else "postponed", name))

    def _erase_beside(self, traces: list[str]) -> bool:
        if self._surroundings is None:
            return False  # left to who knows the files of this machine
        return self._surroundings().erase(traces, forgetting_key(self, self._clock()))
