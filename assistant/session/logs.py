"""Disposable logs (D1): JSON lines under ``logs/``, one file an hour, gone after 24 hours.

Write-only: nothing in the program reads a line back (D2), and ``tests/test_architecture.py`` keeps
the policies from importing this module. Message bodies are written at level ``debug`` only.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

from assistant.characters import json_escaped
from assistant.errors import NotAuthorised, StorageUnavailable
from assistant.homekey import LOG_ROLE, key_of
from assistant.paths import make_private
from assistant.secrets import Redactor

LIFETIME = timedelta(hours=24)
"""Of a line, and of what a store keeps of a tool's run (T10)."""
LEVELS = ("debug", "info", "warning", "error")
_STAMP = "%Y%m%dT%H"


class Log:
    """Appends events to the hour's file. A log that cannot be written never stops the program."""

    def __init__(
        self,
        folder: Path | None,
        clock: Callable[[], datetime],
        level: str = "info",
        *,
        echo: bool = False,
        redactor: Redactor | None = None,
    ) -> None:
        self._folder = folder
        self._clock = clock
        self._lowest = LEVELS.index(level)
        self._redactor = redactor or Redactor()
        self._echo = echo  # --verbose: the same lines on stderr

    def write(self, level: str, event: str, **details: object) -> None:
        """One line: instant, level, event and details, these without secrets (F4)."""
        if LEVELS.index(level) < self._lowest and not self._echo:
            return
        now = self._clock()
        entry = {"at": now.isoformat(), "level": level, "event": event}
        entry |= self._redactor.redact_value(_plain(details))
        line = json_escaped(json.dumps(entry, ensure_ascii=False))
        if self._echo:
            print(line, file=sys.stderr)  # noqa: T201
        if self._folder is not None and LEVELS.index(level) >= self._lowest:
            # In an encrypted home that is not unlocked there is nothing to write it with.
            with contextlib.suppress(OSError, StorageUnavailable, NotAuthorised):
                self._append(self._folder, f"{now:{_STAMP}}.jsonl", line)

    @staticmethod
    def _append(folder: Path, name: str, line: str) -> None:
        key = key_of(folder.parent)
        line = key.encrypt(LOG_ROLE, line) if key else line
        make_private(folder)
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
        descriptor = os.open(folder / name, flags, 0o600)
        try:
            os.write(descriptor, (line + "\n").encode("utf-8", "replace"))
        finally:
            os.close(descriptor)

    def sweep(self) -> int:
        """Remove every file that holds a line older than 24 hours; returns how many."""
        if self._folder is None or not self._folder.is_dir():
            return 0
        removed = 0
        oldest = self._clock() - LIFETIME
        for path in self._folder.glob("*.jsonl"):
            try:
                hour = _hour_of(path.stem).replace(tzinfo=oldest.tzinfo)
            except ValueError:
                continue
            if not oldest < hour <= oldest + 3 * LIFETIME:  # past it, or dated by a wrong clock
                with contextlib.suppress(OSError):
                    path.unlink()
                    removed += 1
        return removed


def _hour_of(stem: str) -> datetime:
    """The hour that a file is named for; ``strptime`` takes longer to load than a log to write.
    Raises ValueError."""
    return datetime(int(stem[:4]), int(stem[4:6]), int(stem[6:8]), int(stem[9:]))


def _plain(details: dict[str, object]) -> dict[str, object]:
    """As JSON has them, so that nothing is hidden in a value of another type."""
    plain: dict[str, object] = json.loads(json.dumps(details, default=str))
    return plain
