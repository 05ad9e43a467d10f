"""A handler in a thread of its own, with a time limit.

Python cannot end a thread: a handler that does not stop when it is told to is left behind, a daemon
that dies with the process, and its result is thrown away.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

GRACE = 0.5
"""Seconds that a cancelled handler has to clean up and to say how far it came."""

SLICE = 0.1


class TimeIsUp(Exception):
    """The handler took longer than it may."""


class Running:
    """Starts at once; ``result`` waits."""

    def __init__(
        self, function: Callable[[], object], seconds: float, cancelled: threading.Event
    ) -> None:
        self._function = function
        self._cancelled = cancelled
        self._started = time.perf_counter()
        self._deadline = self._started + seconds
        self._done = threading.Event()
        self._value: object = None
        self._failure: BaseException | None = None
        self.milliseconds = 0.0
        threading.Thread(target=self._run, name="tool", daemon=True).start()

    def result(self) -> object:
        """What the handler returns. Raises what it raised, or TimeIsUp; Ctrl-C cancels it."""
        try:
            in_time = self._wait()
            if not in_time:
                self._cancelled.set()
                in_time = self._done.wait(GRACE) and self._failure is not None
        except BaseException:
            self._cancelled.set()
            self._done.wait(GRACE)
            raise
        if not in_time:
            self.milliseconds = (time.perf_counter() - self._started) * 1000
            raise TimeIsUp
        if self._failure is not None:
            raise self._failure
        return self._value

    def _wait(self) -> bool:
        """In slices: a Ctrl-C that another thread received is felt at the next one."""
        while (left := self._deadline - time.perf_counter()) > 0:
            if self._done.wait(min(left, SLICE)):
                return True
        return self._done.is_set()

    def cancel(self) -> None:
        self._cancelled.set()

    def _run(self) -> None:
        try:
            self._value = self._function()
        except BaseException as error:  # sys.exit in a handler ends the call, nothing else
            self._failure = error
        finally:
            self.milliseconds = (time.perf_counter() - self._started) * 1000
            self._done.set()
