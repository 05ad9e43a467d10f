"""Keys and what they allow: looked up for every request, so that one that was revoked opens nothing
in any process from that moment on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from assistant.app import App
from assistant.errors import UsageError
from assistant.homekey import is_encrypted
from assistant.server.caller import OWN, Caller
from assistant.server.errors import AUTHENTICATION, LIMITED, PERMISSION, ApiError
from assistant.storage.base import Counters
from assistant.storage.base.users import UserPlan, UserRole, Users
from assistant.storage.open import of_many, open_stores
from assistant.storage.owners import DIRECTORY
from assistant.storage.users import StoredUsers

_MINUTE, _DAY = timedelta(minutes=1), timedelta(days=1)
LONGEST_KEY = 200


class Accounts:
    """Admits the people of a server, and counts across its processes (T4, U6)."""

    def __init__(self, directory: Directory, clock: Callable[[], datetime]) -> None:
        self.directory = directory
        self._clock = clock
        self._swept: datetime | None = None

    def admit(self, authorization: str, *, admin: bool = False) -> Caller:
        """Who presents that header, one request counted. Raises ApiError: 401 without a key that
        opens something, 403 without the role, 429 past the plan's limits."""
        scheme, _, key = authorization.partition(" ")
        fits = scheme.lower() == "bearer" and 0 < len(key) <= LONGEST_KEY
        user = self.directory.users.find(key.strip()) if fits else None
        if user is None:
            raise ApiError(
                401,
                "The key is missing or opens nothing: send Authorization: Bearer KEY",
                kind=AUTHENTICATION,
                code="invalid_api_key",
            )
        caller = Caller.of(user)
        if admin and caller.role != "admin":
            raise ApiError(403, "This is for administrators", kind=PERMISSION, code="not_admin")
        self._count(caller)
        return caller

    def ready(self) -> None:
        """Raises what keeps keys from being looked up."""
        self.directory.users.find("")

    def _count(self, caller: Caller) -> None:
        now = self._clock()
        minute = now.replace(second=0, microsecond=0)
        day = minute.replace(hour=0, minute=0)
        if day != self._swept:
            self._swept = day
            self.directory.counters.sweep(day)
        allowed = caller.allowance
        windows = (("minute", minute, _MINUTE, allowed.minute), ("day", day, _DAY, allowed.day))
        for unit, start, span, limit in windows:
            name = f"serve.{unit}:{caller.name}"
            if self.directory.counters.increment(name, start, limit=limit) is None:
                wait = max(1, round((start + span - now).total_seconds()))
                raise ApiError(
                    429,
                    f"The plan {caller.plan} allows {limit:,} requests a {unit}",
                    kind=LIMITED,
                    code="rate_limit_exceeded",
                    retry_after=wait,
                )


class Directory(NamedTuple):
    """The people of a server and the counts of their requests, for all of its processes."""

    users: Users
    counters: Counters
    taken: frozenset[str]
    """Names that no new user may have: the person's own rows have one of them already."""
    alone: bool
    """Whether the home can have no user but its person."""
    close: Callable[[], None]

    def add(self, name: str, role: UserRole, plan: UserPlan) -> str:
        """Let somebody in; returns the key. Raises UsageError."""
        if self.alone:
            raise UsageError(
                "This home is encrypted: it belongs to one person",
                "Keep what many share in a home of its own, or in PostgreSQL.",
            )
        if name in self.taken:
            raise UsageError(f"There is a user {name} already", "Give another name.")
        return self.users.add(name, role=role, plan=plan)


def open_directory(host: App) -> Directory:
    """Beside the host's stores. An encrypted home has its person alone, whose key lies in it."""
    storage = host.config.storage
    if not storage.url and is_encrypted(host.paths.data):
        users = StoredUsers(host.stores, host.clock)
        return Directory(users, host.stores.counters, frozenset(), True, lambda: None)
    place, live = storage.url or host.paths.database, storage.live
    stores = open_stores(place, clock=host.clock, owner=DIRECTORY, live=live)
    own = {OWN, storage.owner or host.user.lower()} if of_many(storage.url) else {OWN}
    return Directory(
        StoredUsers(stores, host.clock), stores.counters, frozenset(own), False, stores.close
    )


def own_key(directory: Directory) -> str | None:
    """The person's own key, made at the first start; None where it was made before."""
    if directory.users.get(OWN) is not None:
        return None
    return directory.users.add(OWN, role="admin", plan="premium")
