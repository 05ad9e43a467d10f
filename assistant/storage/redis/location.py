"""Where stores lie that have a Redis beside them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple, cast

from assistant.errors import ConfigurationError
from assistant.storage.base import Stores, Surroundings
from assistant.storage.base.locations import Location
from assistant.storage.events import Observer, silent
from assistant.storage.redis.extra import require_extra

if TYPE_CHECKING:
    from assistant.storage.base.locations import Backup

SCHEMES = ("redis", "rediss", "unix")


class LiveLocation(NamedTuple):
    """See ``Location`` in ``storage/base/locations``."""

    lasting: Location
    url: str
    owner: str
    idle_minutes: int

    @property
    def name(self) -> str:
        return self.lasting.name

    def owned_by(self, owner: str) -> LiveLocation:
        return self._replace(lasting=self.lasting.owned_by(owner), owner=owner)

    def exists(self) -> bool:
        return self.lasting.exists()

    def size(self) -> int:
        return self.lasting.size()

    def backups(self) -> list[Backup]:
        return self.lasting.backups()

    def open(
        self,
        clock: Callable[[], datetime],
        observer: Observer = silent,
        surroundings: Callable[[], Surroundings] | None = None,
    ) -> Stores:
        """Redis itself is asked when it is needed: what lasts is there without it."""
        require_extra()
        if self.url.partition("://")[0] not in SCHEMES:
            raise ConfigurationError(
                "storage.live is no address of a Redis server",
                "Write it like redis://user:password@host:6379/0, or rediss:// for TLS.",
            )
        from assistant.storage.redis.client import Keys
        from assistant.storage.redis.stores import LiveStores

        lasting = self.lasting.open(clock, observer, surroundings)
        keys = Keys(self.url, self.owner)
        return cast(Stores, LiveStores(lasting, keys, clock, self.idle_minutes))
