"""The files of a home: opened, unlocked, closed to others, and what the person has to know of them.

Part of the composition root: it chooses concrete classes, as ``app.py`` does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from assistant.characters import whole
from assistant.clock import Clock
from assistant.config import Config
from assistant.errors import ConfigurationError, UsageError
from assistant.homekey import is_encrypted
from assistant.limits import VARIABLE
from assistant.paths import Paths, make_private, tighten_home
from assistant.session.logs import Log

if TYPE_CHECKING:
    from assistant.storage.base import Stores, Surroundings
    from assistant.storage.base.locations import Location
    from assistant.storage.events import StorageEvent

Tell = Callable[..., None]
"""Takes the key of a sentence under ``ui`` and what is to be filled in."""


class Home:
    """Where a person's data lies. Touches nothing before it is asked to."""

    def __init__(
        self,
        paths: Paths,
        config: Config,
        clock: Clock,
        log: Log,
        tell: Tell,
        passphrase: str | None,
    ) -> None:
        self._paths = paths
        self._config = config
        self._clock = clock
        self._log = log
        self._tell = tell
        self._passphrase = passphrase
        self._set_aside: dict[str, str] = {}

    def user(self, environ: Mapping[str, str]) -> str:
        """Whose home it is, without a colon."""
        told = environ.get("USER") or environ.get("USERNAME")
        name = self._config.storage.owner or told or "user"
        return whole(name[: VARIABLE.value]).replace(":", "_")

    def location(self, url: str, user: str, live: str = "") -> Location:
        """Where what that user has lies; without a URL, in the home, which is one person's."""
        from assistant.storage.open import location_of, of_many

        owner = self._config.storage.owner or (user.lower() if of_many(url) else "")
        place, idle = url or self._paths.database, self._config.session.idle_minutes
        try:
            return location_of(place, owner=owner, live=live, idle_minutes=idle)
        except UsageError as error:
            raise ConfigurationError(error.message, f"Set storage.owner. {error.hint}") from None

    def open_stores(self, location: Location | None) -> Stores:
        """In memory, and gone at the end, without a location.

        Raises NotAuthorised without the key of an encrypted home, and what storage raises.
        """
        if location is None:
            from assistant.storage.open import open_stores

            return open_stores("memory:", clock=self._clock)
        make_private(self._paths.data)
        if opened := tighten_home(self._paths):
            self._tell("tightened", files=", ".join(map(str, opened[:3])))
        self.unlock()
        return location.open(self._clock, self._observe, self._surroundings)

    def unlock(self) -> None:
        """Have this process read an encrypted home; nothing for a plain one.

        Raises NotAuthorised without its key, BadData for a damaged key file.
        """
        if is_encrypted(self._paths.data):
            from assistant.storage.encryption.access import unlock
            from assistant.storage.encryption.conversion import Home as EncryptedHome

            command = self._config.encryption.unlock_command
            unlock(EncryptedHome.of(self._paths), command, self._passphrase)

    def tell_set_aside(self, stores: Stores) -> None:
        """Name each row that could not be used, once."""
        if self._set_aside:
            from assistant.storage.set_aside import tell_once

            tell_once(self._set_aside, stores, self._clock(), self._tell)

    def _observe(self, event: StorageEvent) -> None:
        if event.kind == "set_aside":
            self._log.write("warning", "row set aside", row=event.detail, why=event.why)
            self._set_aside[event.detail] = event.why
        elif event.kind == "link":
            self._tell("link_loose", file=event.detail, target=event.why)

    def _surroundings(self) -> Surroundings:
        """The files beside the stores: asked for where something is to be erased from them."""
        from assistant.session.leftovers import Leftovers

        return Leftovers(self._paths)
