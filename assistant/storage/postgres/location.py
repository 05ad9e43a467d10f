"""Where PostgreSQL keeps somebody's rows."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from assistant.errors import AssistantError, ConfigurationError
from assistant.storage.base import Stores, Surroundings
from assistant.storage.events import Observer, silent
from assistant.storage.postgres.extra import require_extra

if TYPE_CHECKING:
    from assistant.storage.base.locations import Backup


class PostgresLocation(NamedTuple):
    """See ``Location`` in ``storage/base/locations``."""

    url: str
    owner: str = ""

    @property
    def name(self) -> str:
        require_extra()
        from assistant.storage.postgres.server import shown

        return shown(self.url)

    def owned_by(self, owner: str) -> PostgresLocation:
        return self._replace(owner=owner)

    def exists(self) -> bool:
        """Whether the owner has rows there: a look, which makes nothing."""
        return self.size() > 0

    def size(self) -> int:
        """Bytes of the tables, of all owners; 0 where this one has nothing."""
        require_extra()
        from assistant.storage.postgres.failures import translated
        from assistant.storage.postgres.server import server_at
        from assistant.storage.postgres.sizes import bytes_taken

        server = server_at(self.url)
        with translated(server.name), server.alone() as connection:
            return bytes_taken(connection, self.owner)

    def backups(self) -> list[Backup]:
        """None: who runs the server makes the copies (docs/stores.md)."""
        return []

    def open(
        self,
        clock: Callable[[], datetime],
        observer: Observer = silent,
        surroundings: Callable[[], Surroundings] | None = None,
    ) -> Stores:
        require_extra()
        if not self.owner:
            raise ConfigurationError(
                "In PostgreSQL it has to be known whose memory it is", "Set storage.owner."
            )
        from assistant.storage.postgres.server import server_at
        from assistant.storage.postgres.stores import PostgresStores

        server = server_at(self.url)
        server.open()
        try:
            stores = PostgresStores(server, self.owner, clock, observer, surroundings)
            stores.resume()
        except AssistantError:
            server.close()
            raise
        return stores
