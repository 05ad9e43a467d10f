"""Who asks: told by the key alone (U1), never by what a request says."""

from __future__ import annotations

from typing import NamedTuple

from assistant.limits import SERVED_FREE, SERVED_PREMIUM, SERVED_PRO
from assistant.storage.base.users import User, UserPlan, UserRole

OWN = "user"
"""The name under which the person's own key is kept: whose home it is."""


class Allowance(NamedTuple):
    """What a plan allows: bytes of a body, requests in a minute and in a day."""

    body: int
    minute: int
    day: int


ALLOWANCES: dict[UserPlan, Allowance] = {
    "free": Allowance(SERVED_FREE.value, 20, 500),
    "pro": Allowance(SERVED_PRO.value, 60, 5_000),
    "premium": Allowance(SERVED_PREMIUM.value, 600, 100_000),
}


class Caller(NamedTuple):
    """A person, as the key says."""

    name: str
    role: UserRole
    plan: UserPlan

    @classmethod
    def of(cls, user: User) -> Caller:
        return cls(user.name, user.role, user.plan)

    @property
    def own(self) -> bool:
        """Whether the home of this server is theirs."""
        return self.name == OWN

    @property
    def talks_as(self) -> str:
        """The role of their conversations: the first part of the ids."""
        return "default" if self.own else self.role

    @property
    def allowance(self) -> Allowance:
        return ALLOWANCES[self.plan]
