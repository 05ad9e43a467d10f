"""A bar on stderr for what takes long: on a terminal only, and one line."""

from __future__ import annotations

import shutil
import sys
import time
from types import TracebackType
from typing import Self

from assistant.cli import plain

PAUSE = 0.1
CELLS = 24
MB = 1_000_000


class Bar:
    """Called with what is done and all there is (0 when unknown); gone when it is left."""

    def __init__(self, title: str, *, quiet: bool = False, unit: str = "MB") -> None:
        """``unit`` "MB" takes bytes; another one counts, named after the figures."""
        self._title = title
        self._unit = unit
        self._shown = not quiet and plain.capable(sys.stderr)
        self._next = 0.0

    def __enter__(self) -> Self:
        return self

    def __call__(self, done: int, whole: int) -> None:
        now = time.monotonic()
        if self._shown and now >= self._next:
            self._next = now + PAUSE
            width = shutil.get_terminal_size().columns - 1
            self._write(draw(self._title, done, whole, self._unit)[:width])

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._shown:
            self._write("")

    def _write(self, text: str) -> None:
        plain.draw(f"\r\x1b[K{plain.line(text)}", sys.stderr)


def draw(title: str, done: int, whole: int, unit: str = "MB") -> str:
    """``title [####....] 12 of 98 MB``, or only what is done where the whole is unknown. What is
    counted and not weighed is told as a share."""
    size = MB if unit == "MB" else 1
    if whole <= 0:
        return f"{title} {done / size:.0f} {unit}".rstrip()
    filled = min(CELLS, CELLS * done // whole)
    bar = f"{title} [{'#' * filled:.<{CELLS}}]"
    if unit == "MB":
        return f"{bar} {done / MB:.0f} of {whole / MB:.0f} MB"
    return f"{bar} {100 * done // whole} %"
