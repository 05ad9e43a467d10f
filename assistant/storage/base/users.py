"""Who may use a server: people with a key, a role and a plan (U1)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol, get_args

UserRole = Literal["client", "admin"]
UserPlan = Literal["free", "pro", "premium"]
ROLES: tuple[UserRole, ...] = get_args(UserRole)
PLANS: tuple[UserPlan, ...] = get_args(UserPlan)


@dataclass(frozen=True, slots=True)
class User:
    """``name`` is the owner of the rows that this person may see (``open_stores(owner=…)``)."""

    name: str
    role: UserRole
    plan: UserPlan
    created_at: datetime
    rotated_at: datetime | None = None
    revoked_at: datetime | None = None


class Users(Protocol):
    """The people of one server, whichever process asks. A key is told once, where it is made; what
    is kept of it is a hash."""

    def add(self, name: str, *, role: UserRole, plan: UserPlan) -> str:
        """Let somebody in; returns the key. Raises UsageError for a name that is taken, also by
        one who was revoked, or that cannot be one."""

    def find(self, key: str) -> User | None:
        """Whose key it is; None for one that nobody has, or has any more."""

    def get(self, name: str) -> User | None: ...

    def all(self) -> list[User]:
        """By name, the revoked too."""

    def rotate(self, name: str) -> str:
        """A new key, also for one who was revoked; the old one opens nothing from now on. Raises
        UsageError for an unknown name."""

    def revoke(self, name: str) -> None:
        """The key opens nothing from now on; what the person has stored stays. Raises UsageError
        for an unknown name."""

    def close(self) -> None: ...
