"""Whose rows they are, where one server keeps the homes of many (U1, U2)."""

from __future__ import annotations

import re

from assistant.errors import UsageError

DIRECTORY = "@users"
"""Owns the list of users; no user can be called so."""
_NAME = re.compile(r"[a-z0-9][a-z0-9._@-]{0,63}", re.ASCII)


def checked_owner(name: str) -> str:
    """The name of an owner: it stands in ids, keys and folders. Raises UsageError."""
    if name != DIRECTORY and (not _NAME.fullmatch(name) or name.endswith(".")):
        raise UsageError(
            f"{name[:80]!r} cannot be the name of a user",
            "Up to 64 small letters, digits and . _ @ -, the first a letter or digit.",
        )
    return name
