"""The files beside the database that hold what was said: the input history and the logs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.homekey import HISTORY_ROLE, LOG_ROLE
from assistant.paths import Paths
from assistant.session.lines import rewrite
from assistant.texts import texts_of

if TYPE_CHECKING:
    from assistant.memory.traces import Traces

PATIENCE = 0.5
"""Seconds to wait for another process that rewrites the same files."""


class Leftovers:
    """See ``Surroundings`` in ``storage/base``."""

    def __init__(self, paths: Paths) -> None:
        self._history = paths.history
        self._logs = paths.logs

    def files(self) -> Iterator[Path]:
        yield from self._history.parent.glob(f"{self._history.name}*")
        yield from self._logs.glob("*.jsonl*")

    def erase(self, traces: Sequence[str], key: bytes) -> bool:
        told = _traces(traces, key)
        return rewrite(
            self._history, lambda line: _may_stay(line, told), HISTORY_ROLE, seconds=PATIENCE
        ) and all(
            rewrite(log, lambda line: _may_be_logged(line, told), LOG_ROLE, seconds=PATIENCE)
            for log in _logs_in(self._logs)
        )

    def teller(self, traces: Sequence[str], key: bytes) -> Callable[[str], bool]:
        return _traces(traces, key).tells


def _traces(traces: Sequence[str], key: bytes) -> Traces:
    from assistant.memory.traces import Traces  # every command opens a home, few erase

    return Traces(traces, key)


def _logs_in(folder: Path) -> set[Path]:
    """Every hour's file, also one of which only an unfinished copy is left."""
    return {folder / f"{file.name.partition('.')[0]}.jsonl" for file in folder.glob("*.jsonl*")}


def _may_stay(line: str, told: Traces) -> bool:
    """An entry of the history, as ``cli/history.py`` writes it; a damaged one is lost anyway."""
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return False
    if isinstance(entry, dict) and entry.get("conversation") in told.conversations:
        return False
    return not any(map(told.tells, texts_of(entry)))


def _may_be_logged(line: str, told: Traces) -> bool:
    """What tells of it goes, and the bodies that are written at level debug alone go untried."""
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return False
    if isinstance(entry, dict) and entry.get("level") == "debug":
        return False
    return not any(map(told.tells, texts_of(entry)))
