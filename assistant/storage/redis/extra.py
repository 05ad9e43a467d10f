"""The client of Redis comes with an extra, and only who sets ``storage.live`` needs it."""

from __future__ import annotations

from importlib.util import find_spec

from assistant.errors import ConfigurationError


def require_extra() -> None:
    """Raises ConfigurationError, which says how to install it, where the package is missing."""
    if find_spec("redis") is None:
        raise ConfigurationError(
            "Redis needs a package that is not installed (redis)",
            "Install it: pip install 'local-assistant[redis]'.",
        )
