"""The users of a server, in the small values of a store whose owner is ``DIRECTORY``.

So they are wherever stores are: in SQLite, in memory, in PostgreSQL, where they are the rows of an
owner that no user can be.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from hashlib import sha256

from assistant.errors import UsageError
from assistant.storage.base import Stores
from assistant.storage.base.users import PLANS, User, UserPlan, UserRole
from assistant.storage.owners import DIRECTORY, checked_owner

_USERS, _KEYS = "users", "user_keys"
_PREFIX = "ak-"


class StoredUsers:
    """See ``Users`` in ``storage/base/users``. A key has 256 random bits: a plain hash of it can
    be searched by, and cannot be guessed back."""

    def __init__(self, stores: Stores, clock: Callable[[], datetime]) -> None:
        self._stores = stores
        self._clock = clock

    def add(self, name: str, *, role: UserRole, plan: UserPlan) -> str:
        if checked_owner(name) == DIRECTORY:
            raise UsageError(f"{name} cannot be the name of a user", "Give another name.")
        with self._stores.transaction():
            if self._record(name) is not None:
                raise UsageError(
                    f"There is a user {name} already",
                    "Give another name, or make a new key for this one.",
                )
            return self._let_in(User(name, role, plan, self._clock()))

    def find(self, key: str) -> User | None:
        name = self._stores.keyvalue.get(_KEYS, _digest(key), now=self._clock())
        user = self.get(name) if isinstance(name, str) else None
        return None if user is None or user.revoked_at else user

    def get(self, name: str) -> User | None:
        record = self._record(name)
        return None if record is None else _read(name, record)

    def all(self) -> list[User]:
        entries = self._stores.keyvalue.items(_USERS, now=self._clock())
        read = [_read(name, record) for name, record in entries if isinstance(record, dict)]
        return sorted(read, key=lambda user: user.name)

    def rotate(self, name: str) -> str:
        with self._stores.transaction():
            user = self._shut_out(name)
            return self._let_in(replace(user, rotated_at=self._clock(), revoked_at=None))

    def revoke(self, name: str) -> None:
        with self._stores.transaction():
            user = self._shut_out(name)
            self._write(replace(user, revoked_at=self._clock()), "")

    def close(self) -> None:
        self._stores.close()

    def _let_in(self, user: User) -> str:
        from secrets import token_urlsafe

        key = f"{_PREFIX}{token_urlsafe(32)}"
        self._stores.keyvalue.put(_KEYS, _digest(key), user.name)
        self._write(user, _digest(key))
        return key

    def _shut_out(self, name: str) -> User:
        """The user as of now, whose key opens nothing any more."""
        record = self._record(name)
        if record is None:
            raise UsageError(f"There is no user {name[:80]}", "See those that there are.")
        self._stores.keyvalue.delete(_KEYS, record["digest"])
        return _read(name, record)

    def _record(self, name: str) -> dict[str, str] | None:
        found = self._stores.keyvalue.get(_USERS, name, now=self._clock())
        return found if isinstance(found, dict) else None

    def _write(self, user: User, digest: str) -> None:
        instants = {
            "created_at": user.created_at,
            "rotated_at": user.rotated_at,
            "revoked_at": user.revoked_at,
        }
        told = {name: at.isoformat() for name, at in instants.items() if at}
        record = {"role": user.role, "plan": user.plan, "digest": digest, **told}
        self._stores.keyvalue.put(_USERS, user.name, record)


def _digest(key: str) -> str:
    return sha256(key.encode("utf-8", "replace")).hexdigest()


def _read(name: str, record: dict[str, str]) -> User:
    def instant(field: str) -> datetime | None:
        return datetime.fromisoformat(record[field]) if field in record else None

    created = datetime.fromisoformat(record["created_at"])
    role: UserRole = "admin" if record["role"] == "admin" else "client"
    plan: UserPlan = next((plan for plan in PLANS if plan == record["plan"]), "free")
    return User(name, role, plan, created, instant("rotated_at"), instant("revoked_at"))
