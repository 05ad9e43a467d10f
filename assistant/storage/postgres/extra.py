"""The client of PostgreSQL comes with an extra, and only who keeps things there needs it."""

from __future__ import annotations

from importlib.util import find_spec

from assistant.errors import ConfigurationError

PACKAGES = ("psycopg", "psycopg_pool")


def require_extra() -> None:
    """Raises ConfigurationError, which says how to install it, where a package is missing."""
    missing = [name for name in PACKAGES if find_spec(name) is None]
    if missing:
        raise ConfigurationError(
            f"PostgreSQL needs packages that are not installed ({', '.join(missing)})",
            "Install them: pip install 'local-assistant[postgres]'.",
        )
