"""A terminal assistant whose memory is small, honest and yours."""

TYPE_CHECKING = False  # ``typing`` is loaded after ``start`` has taken Ctrl-C over
if TYPE_CHECKING:
    from typing import Any

    from assistant.api import Assistant

__all__ = ["Assistant"]
__version__ = "0.1.0"


def __getattr__(name: str) -> "Any":
    # Lazily, so that `assistant --help` does not pay for the engine.
    if name == "Assistant":
        from assistant.api import Assistant

        return Assistant
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
