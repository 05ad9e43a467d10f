"""The names that packs may have, and those that the program has taken. Imports nothing of it.

The taken ones are written down here since the core knows no command line; a test compares them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

NAME = r"[a-z][a-z0-9_]*"
LANGUAGES = ("en", "es")
"""Every text that a pack shows is there in each of them."""

COMMANDS = frozenset(
    (
        *("chat", "ask", "prompt", "facts", "profile", "stats", "sessions", "models"),
        *("tools", "packs", "serve", "users"),
        *("export", "import", "move", "config", "completion", "lock", "unlock", "doctor"),
    )
)
SLASH = frozenset(
    (
        *("new", "topic", "sessions", "delete", "role", "model", "edit", "file", "retry", "fresh"),
        *(
            "wrong",
            "copy",
            "facts",
            "forget",
            "profile",
            "undo",
            "state",
            "why",
            "prompt",
            "stats",
            "tools",
        ),
        *("help", "quit", "exit", "q", "bye", "salir"),
    )
)
CATEGORIES = frozenset(("calculate", "time", "memory", "notes", "files", "web", "shell"))
PLANNED = frozenset(("mcp", "assistant"))
"""Commands to come, and the program's own name."""


def named(name: str, what: str, *, letters: bool = False) -> None:
    """Raises ValueError for a name that ``what`` cannot have."""
    pattern = r"[a-z]+" if letters else NAME
    if not re.fullmatch(pattern, name):
        allowed = "small letters" if letters else "small letters, digits and _"
        raise ValueError(f"the name of {what} is made of {allowed}, not {name!r}")


def in_every_language(texts: Mapping[str, object], what: str) -> None:
    """Raises ValueError where a text is missing in a language."""
    missing = [language for language in LANGUAGES if not texts.get(language)]
    if missing:
        raise ValueError(f"{what} is missing in: {', '.join(missing)}")
