"""Keys and what they allow: looked up for every request, so that one that was revoked opens nothing
in any process from that moment on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from assistant.app import App
from assistant.homekey import is_encrypted
from assistant.server.caller import OWN, Caller
from assistant.server.errors import AUTHENTICATION, LIMITED, PERMISSION, ApiError
from assistant.storage.base import Counters
from assistant.storage.base.users import Users

_MINUTE, _DAY = timedelta(minutes=1), timedelta(days=1)
LONGEST_KEY = 200


class Accounts:
    """The people of a server. ``counters`` count across processes (T4, U6)."""

    def __init__(self, users: Users, counters: Counters, clock: Callable[[], datetime]) -> None:
        self.users = users
        self._counters = counters
        self._clock = clock

    def admit(self, authorization: str, *, admin: bool = False) -> Caller:
        """Who presents that header, one request counted. Raises ApiError: 401 without a key that
        opens something, 403 without the role, 429 past the plan's limits."""
        scheme, _, key = authorization.partition(" ")
        fits = scheme.lower() == "bearer" and 0 < len(key) <= LONGEST_KEY
        user = self.users.find(key.strip()) if fits else None
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
        self.users.find("")

    def _count(self, caller: Caller) -> None:
        now = self._clock()
        minute = now.replace(second=0, microsecond=0)
        day = minute.replace(hour=0, minute=0)
        allowed = caller.allowance
        windows = (("minute", minute, _MINUTE, allowed.minute), ("day", day, _DAY, allowed.day))
        for unit, start, span, limit in windows:
            name = f"serve.{unit}:{caller.name}"
            if self._counters.increment(name, start, limit=limit) is None:
                wait = max(1, round((start + span - now).total_seconds()))
                raise ApiError(
                    429,
                    f"The plan {caller.plan} allows {limit:,} requests a {unit}",
                    kind=LIMITED,
                    code="rate_limit_exceeded",
                    retry_after=wait,
                )


def open_users(host: App) -> Users:
    """The users of the host's home. An encrypted one has its person alone, whose key lies in it."""
    if is_encrypted(host.paths.data):
        from assistant.storage.users import StoredUsers

        return StoredUsers(host.stores, host.clock)
    from assistant.storage.open import open_users as open_directory

    return open_directory(host.paths.database, clock=host.clock)


def own_key(users: Users) -> str | None:
    """The person's own key, made at the first start; None where it was made before."""
    if users.get(OWN) is not None:
        return None
    return users.add(OWN, role="admin", plan="premium")
