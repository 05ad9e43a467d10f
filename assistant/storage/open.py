"""From a URL or a path to the stores behind it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.errors import ConfigurationError
from assistant.storage.events import Observer, silent

if TYPE_CHECKING:
    from assistant.storage.base import Stores, Surroundings
    from assistant.storage.base.locations import Location


def open_stores(
    url_or_path: str | Path,
    *,
    clock: Callable[[], datetime],
    observer: Observer | None = None,
    surroundings: Callable[[], Surroundings] | None = None,
) -> Stores:
    """Open a home's stores.

    What they need is created, for its owner alone; an older format is brought up to date, with a
    backup beside it, and what is still to be erased is gone on with. ``clock`` gives aware
    datetimes; it dates backups. ``surroundings`` gives the files beside the stores from which
    forgotten things have to go too.
    Raises BadData (damaged, somebody else's, of a later release), StorageUnavailable (cannot be
    created, read or written), TryAgainLater (locked by another program for long) and NotAuthorised
    (the home is encrypted, and ``homekey`` has no key for it).
    """
    return location_of(url_or_path).open(clock, observer or silent, surroundings)


def location_of(url_or_path: str | Path) -> Location:
    """Where a URL leads; a path is an SQLite file's. Raises ConfigurationError."""
    text = str(url_or_path)
    scheme, mark, rest = text.partition(":")
    if mark and (rest in ("", "//") or rest.startswith("//")):
        if scheme in BACK_ENDS:
            return BACK_ENDS[scheme](rest.removeprefix("//"))
        known = ", ".join((*(f"{name}://" for name in BACK_ENDS), "a path"))
        raise ConfigurationError(f"Nothing can be stored in {text}", f"It can be one of: {known}.")
    return _sqlite(text)


def _sqlite(path: str) -> Location:
    from assistant.storage.sqlite.location import SQLiteLocation

    return SQLiteLocation(Path(path).expanduser().absolute())


def _memory(_nothing: str) -> Location:
    from assistant.storage.volatile.stores import VolatileLocation

    return VolatileLocation()


BACK_ENDS: dict[str, Callable[[str], Location]] = {
    "memory": _memory,
    "sqlite": lambda path: _sqlite("/" + path.lstrip("/")),
}
"""What a URL begins with -> what makes a location of the rest of it, "//" left out."""
