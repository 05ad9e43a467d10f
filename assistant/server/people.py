"""The users of a server, for its administrators: names, roles and plans, and no word of anybody."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, StrictStr, ValidationError

from assistant.errors import UsageError
from assistant.server.accounts import Directory
from assistant.server.caller import OWN, Caller
from assistant.server.errors import CONFLICT, ApiError, invalid, not_found
from assistant.storage.base.users import User, UserPlan, UserRole


class NewUser(BaseModel):
    """The body that lets somebody in."""

    model_config = ConfigDict(extra="forbid")
    name: StrictStr
    role: UserRole = "client"
    plan: UserPlan = "free"


def people(directory: Directory) -> dict[str, Any]:
    return {"object": "list", "data": [as_user(user) for user in directory.users.all()]}


def add(directory: Directory, document: object) -> dict[str, Any]:
    """Somebody new, with the key, which is told this once. Raises ApiError."""
    try:
        new = NewUser.model_validate(document)
    except ValidationError as error:
        first = error.errors()[0]
        param = ".".join(map(str, first["loc"])) or None
        raise invalid(f"{param or 'The body'}: {first['msg']}", param) from None
    try:
        key = directory.add(new.name, new.role, new.plan)
    except UsageError as error:
        raise invalid(str(error), "name") from None
    return _user(directory, new.name) | {"key": key}


def rotate(directory: Directory, name: str) -> dict[str, Any]:
    """Another key in place of the old, told this once. Raises ApiError (404)."""
    _user(directory, name)
    key = directory.users.rotate(name)
    return _user(directory, name) | {"key": key}


def revoke(directory: Directory, name: str, by: Caller) -> dict[str, Any]:
    """The key opens nothing from now on. Raises ApiError (404, 409)."""
    _user(directory, name)
    if name in (by.name, OWN):
        message = "That would shut out whoever could let anybody in again"
        raise ApiError(409, message, kind=CONFLICT, code="would_lock_out")
    directory.users.revoke(name)
    return _user(directory, name)


def as_user(user: User) -> dict[str, Any]:
    def told(at: Any) -> str | None:
        return at.isoformat() if at else None

    return {
        "object": "user",
        "name": user.name,
        "role": user.role,
        "plan": user.plan,
        "created_at": told(user.created_at),
        "rotated_at": told(user.rotated_at),
        "revoked_at": told(user.revoked_at),
    }


def _user(directory: Directory, name: str) -> dict[str, Any]:
    found = directory.users.get(name)
    if found is None:
        raise not_found("There is no such user", "user_not_found")
    return as_user(found)
