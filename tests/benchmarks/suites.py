"""The suites of ``cases/``: a folder each, in it a file of JSON lines for each writer, half or language.

And the memory that most of them are tried on: facts are told on one day, a message a day later.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from assistant import Assistant

CASES = Path(__file__).parent / "cases"
DAY = datetime(2026, 1, 5, 9, tzinfo=UTC)
_BETWEEN = timedelta(seconds=20)


def parts(suite: str) -> tuple[str, ...]:
    """The names of a suite's files: its writers or halves."""
    return tuple(sorted(path.stem for path in (CASES / suite).glob("*.jsonl")))


def cases(suite: str, part: str) -> list[dict[str, Any]]:
    lines = (CASES / suite / f"{part}.jsonl").read_text("utf-8").split("\n")
    return [json.loads(line) for line in lines if line.strip()]


class Clock:
    """It moves on by 20 seconds at each look."""

    def __init__(self) -> None:
        self._now = DAY

    def __call__(self) -> datetime:
        self._now += _BETWEEN
        return self._now

    def next_day(self) -> None:
        self.forward(timedelta(days=1))

    def forward(self, span: timedelta) -> None:
        self._now += span


@contextmanager
def empty_memory() -> Iterator[tuple[Assistant, Clock]]:
    clock = Clock()
    with (
        tempfile.TemporaryDirectory() as home,
        Assistant.open(home=home, clock=clock) as assistant,
    ):
        yield assistant, clock
