"""From a URL or a path to the stores behind it."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.errors import ConfigurationError
from assistant.storage.events import Observer, silent

if TYPE_CHECKING:
    from assistant.storage.base import Stores, Surroundings
    from assistant.storage.base.locations import Location
    from assistant.storage.base.users import Users


def open_stores(
    url_or_path: str | Path,
    *,
    clock: Callable[[], datetime],
    observer: Observer | None = None,
    surroundings: Callable[[], Surroundings] | None = None,
    owner: str = "",
    live: str = "",
) -> Stores:
    """Open a home's stores, or, of those that many share, ``owner``'s: no row of another is read
    or written through them (U2). ``live`` is the URL of a Redis beside them (U3).

    What they need is created, for its owner alone; an older format is brought up to date, with a
    backup beside it, and what is still to be erased is gone on with. ``clock`` gives aware
    datetimes; it dates backups. ``surroundings`` gives the files beside the stores from which
    forgotten things have to go too.
    Raises BadData (damaged, somebody else's, of a later release), StorageUnavailable (cannot be
    created, read or written), TryAgainLater (locked by another program for long) and NotAuthorised
    (the home is encrypted, and ``homekey`` has no key for it).
    """
    location = location_of(url_or_path, owner=owner, live=live)
    return location.open(clock, observer or silent, surroundings)


def open_users(url_or_path: str | Path, *, clock: Callable[[], datetime]) -> Users:
    """The users of the server whose stores lie there. Raises as ``open_stores``."""
    from assistant.storage.owners import DIRECTORY
    from assistant.storage.users import StoredUsers

    return StoredUsers(open_stores(url_or_path, clock=clock, owner=DIRECTORY), clock)


def share_memory(most: int) -> None:
    """Let the stores of all homes that this process has open keep about so many bytes of their
    files in memory, and not so many each."""
    from assistant.storage.sqlite.driver import share_memory

    share_memory(most)


def location_of(
    url_or_path: str | Path, *, owner: str = "", live: str = "", idle_minutes: int = 45
) -> Location:
    """Where a URL leads, or what ``owner`` has there; a path is an SQLite file's. In the Redis at
    ``live`` a conversation stays that long after its last message.

    Raises ConfigurationError, UsageError for what cannot be an owner's name.
    """
    location = _location_of(url_or_path)
    if owner:
        from assistant.storage.owners import checked_owner

        location = location.owned_by(checked_owner(owner))
    if not live:
        return location
    if not owner:
        raise ConfigurationError(
            "In Redis it has to be known whose memory it is", "Set storage.owner, or storage.url."
        )
    from assistant.storage.redis.location import LiveLocation

    return LiveLocation(location, live, owner, idle_minutes)


def of_many(url: str) -> bool:
    """Whether what lies there has an owner even where nobody is named."""
    return url.startswith("postgresql:")


def _location_of(url_or_path: str | Path) -> Location:
    text = str(url_or_path)
    scheme, mark, rest = text.partition(":")
    if mark and (rest in ("", "//") or rest.startswith("//")):
        if scheme in BACK_ENDS:
            return BACK_ENDS[scheme](rest.removeprefix("//"))
        known = ", ".join((*(f"{name}://" for name in BACK_ENDS), "a path"))
        raise ConfigurationError(
            f"Nothing can be stored in {without_password(text)}", f"It can be one of: {known}."
        )
    return _sqlite(text)


def without_password(url: str) -> str:
    """As it may be shown: without what stands between the user's name and the @."""
    return re.sub(r"(?<=//)([^/@:]*):[^/]*@", r"\1@", url)


def _sqlite(path: str) -> Location:
    from assistant.storage.sqlite.location import SQLiteLocation

    return SQLiteLocation(Path(path).expanduser().absolute())


def _memory(_nothing: str) -> Location:
    from assistant.storage.volatile.stores import VolatileLocation

    return VolatileLocation()


def _postgres(rest: str) -> Location:
    from assistant.storage.postgres.location import PostgresLocation

    return PostgresLocation(f"postgresql://{rest}")


BACK_ENDS: dict[str, Callable[[str], Location]] = {
    "memory": _memory,
    "postgresql": _postgres,
    "sqlite": lambda path: _sqlite("/" + path.lstrip("/")),
}
"""What a URL begins with -> what makes a location of the rest of it, "//" left out."""
