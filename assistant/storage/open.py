"""From a URL or a path to the stores behind it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.errors import ConfigurationError
from assistant.homekey import key_of
from assistant.storage.base import Stores, Surroundings
from assistant.storage.events import Observer, silent

if TYPE_CHECKING:
    from assistant.storage.sqlite.driver import Driver

SCHEMES = ("memory:", "sqlite:///path", "a path")


def open_stores(
    url_or_path: str | Path,
    *,
    clock: Callable[[], datetime],
    observer: Observer | None = None,
    surroundings: Callable[[], Surroundings] | None = None,
) -> Stores:
    """Open a home's stores: ``memory:`` in this process alone, otherwise an SQLite file.

    The file and its folder are created as needed, for their owner alone; an older format is brought
    up to date, with a backup beside it, and what is still to be erased is gone on with.
    ``clock`` gives aware datetimes; it dates backups. ``surroundings`` gives the files beside it
    from which forgotten things have to go too.
    Raises BadData (damaged, somebody else's, of a later release), StorageUnavailable (cannot be
    created, read or written), TryAgainLater (locked by another program for long) and NotAuthorised
    (the home is encrypted, and ``homekey`` has no key for it).
    """
    observer = observer or silent
    if str(url_or_path) in ("memory:", "memory://"):
        from assistant.storage.volatile.stores import VolatileStores

        return VolatileStores()
    from assistant.storage.sqlite.stores import open_sqlite

    path = _path(url_or_path)
    return open_sqlite(path, clock, observer, surroundings=surroundings, driver=driver_for(path))


def driver_for(database: Path) -> Driver:
    """What opens the databases of a home. Raises NotAuthorised for one that nobody unlocked."""
    from assistant.storage.sqlite.driver import PLAIN, Driver

    key = key_of(database.parent)
    return Driver(key.database) if key else PLAIN


def _path(url_or_path: str | Path) -> Path:
    text = str(url_or_path)
    if text.startswith("sqlite://"):
        return Path("/" + text.removeprefix("sqlite://").lstrip("/"))
    if "://" in text:
        raise ConfigurationError(
            f"Nothing can be stored in {text}", f"It can be one of: {', '.join(SCHEMES)}."
        )
    return Path(url_or_path).expanduser().absolute()
