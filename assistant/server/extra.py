"""The packages that serve come with an extra, and only ``assistant serve`` needs them."""

from __future__ import annotations

from importlib.util import find_spec

from assistant.errors import ConfigurationError

PACKAGES = ("prometheus_client", "starlette", "uvicorn")
EXTRA = "local-assistant[server]"


def require_extra() -> None:
    """Raises ConfigurationError, which says how to install it, where a package is missing."""
    missing = [name for name in PACKAGES if find_spec(name) is None]
    if missing:
        raise ConfigurationError(
            f"Serving needs packages that are not installed ({', '.join(missing)})",
            f"Install them: pip install '{EXTRA}'.",
        )
