"""What packs have to say when a conversation begins: told once, and never waited for long."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

from assistant.session.fetching import Fetcher, Told, Wanted

DEADLINE = 1.0
"""Seconds from the beginning after which nobody waits for a greeting any more."""


class Greetings:
    """The greetings of the packs, each being asked for in a thread of its own."""

    def __init__(
        self,
        greeting: Mapping[str, Callable[[], Iterable[str]]],
        now: datetime,
        tell: Callable[[str, str], None],
    ) -> None:
        """``greeting`` is by the pack's name; ``tell`` hears of each that fails, and how."""
        self._waiting = dict.fromkeys(greeting, True)
        self._tell = tell
        self._fetching = Fetcher().begin(
            Wanted(name, lambda call=call: Told(tuple(call())), now, DEADLINE)  # type: ignore[misc]
            for name, call in greeting.items()
        )

    def come(self) -> list[str]:
        """The lines that have come and were not given before. What is late may come later."""
        lines: list[str] = []
        for name, got in zip(self._waiting, self._fetching.wait(), strict=True):
            if not self._waiting[name] or got.outcome == "late":
                continue
            self._waiting[name] = False
            if got.told is None:
                self._tell(f"{name}.greeting", got.error)
            else:
                lines += got.told.lines
        return lines
