"""Things that are opened, hold others open, and are closed once."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Self


class Lifetime:
    """A context manager whose ``close`` undoes what was opened, last first; safe to call twice."""

    def __init__(self) -> None:
        self._opened: list[Callable[[], None]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def on_close(self, action: Callable[[], None]) -> None:
        """Have something done at the end."""
        self._opened.append(action)

    def close(self) -> None:
        """Release what is held."""
        while self._opened:
            self._opened.pop()()
