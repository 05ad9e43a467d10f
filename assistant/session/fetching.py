"""What a turn asks of its sources, all at once (K2): each in its own thread until its deadline.

A source that is late or fails costs its lines, never the turn, and one that has not come back by
its deadline is neither called again nor waited for until it has. The threads are daemons, so that
leaving the program waits for none. Where nothing is asked there is no thread.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from assistant.prompt.base import Shorter

KEPT = 16
"""Results of a source that are kept at once: those that came last."""
Outcome = Literal["fresh", "kept", "late", "busy", "failed"]


class Told(NamedTuple):
    """What a source gave: its lines, and its shorter forms of them."""

    lines: tuple[str, ...]
    shorter: tuple[Shorter, ...] = ()


class Wanted(NamedTuple):
    """A source to ask: ``call`` gives its lines, within ``deadline`` seconds.

    For ``good_for`` seconds after ``at`` what it gave serves whoever asks ``name`` with the same
    ``key`` again; for 0 it is asked each time. ``at`` is by the program's clock.
    """

    name: str
    call: Callable[[], Told]
    at: datetime
    deadline: float
    good_for: float = 0.0
    key: str = ""


class Fetched(NamedTuple):
    """How a source fared, after how long; ``told`` is None where it is to be left out, ``error``
    the kind of what it raised."""

    outcome: Outcome
    milliseconds: int
    told: Told | None = None
    error: str = ""


class Fetching:
    """Sources that are being asked."""

    def __init__(self, calls: Sequence[_Call | Fetched]) -> None:
        self._calls = calls

    def wait(self) -> tuple[Fetched, ...]:
        """How each fared, in the order in which they were asked; returns at the latest of their
        deadlines, which count from their beginnings."""
        waiting = [call for call in self._calls if isinstance(call, _Call)]
        ended = {call: call.wait() for call in sorted(waiting, key=lambda call: call.until)}
        return tuple(call if isinstance(call, Fetched) else ended[call] for call in self._calls)


class Fetcher:
    """The calls under way and the results that are still good, for all turns of a program."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: dict[str, list[_Call]] = {}
        self._kept: dict[str, dict[str, tuple[datetime, Told]]] = {}
        self._edition = 0

    def begin(self, wanted: Iterable[Wanted]) -> Fetching:
        """Ask them all, each in a thread, but those whose results are good and those that have not
        come back from an earlier turn."""
        return Fetching([self._begin(one) for one in wanted])

    def forget(self) -> None:
        """Keep nothing of what was given or asked for so far."""
        with self._lock:
            self._kept.clear()
            self._edition += 1

    def _begin(self, wanted: Wanted) -> _Call | Fetched:
        with self._lock:
            if (told := self._good(wanted)) is not None:
                return Fetched("kept", 0, told)
            running = [c for c in self._running.get(wanted.name, ()) if not c.ended]
            overdue = [c for c in running if c.until <= time.monotonic()]
            if overdue:
                return Fetched("busy", overdue[0].age())
            call = _Call(wanted, self._edition, self._keep)
            self._running[wanted.name] = [*running, call]
        try:
            threading.Thread(target=call.run, name=f"source {wanted.name}", daemon=True).start()
        except RuntimeError as error:  # the system gives no more threads
            call.fail(error)
        return call

    def _good(self, wanted: Wanted) -> Told | None:
        at, told = self._kept.get(wanted.name, {}).get(wanted.key, (wanted.at, None))
        good = timedelta(0) <= wanted.at - at < timedelta(seconds=wanted.good_for)
        return told if good else None

    def _keep(self, call: _Call) -> None:
        wanted, told = call.wanted, call.told
        with self._lock:
            if told is None or not wanted.good_for or call.edition != self._edition:
                return
            kept = self._kept.setdefault(wanted.name, {})
            kept.pop(wanted.key, None)
            kept[wanted.key] = (wanted.at, told)
            while len(kept) > KEPT:
                del kept[next(iter(kept))]


class _Call:
    """One source's call in its thread."""

    def __init__(self, wanted: Wanted, edition: int, keep: Callable[[_Call], None]) -> None:
        self.wanted, self.edition = wanted, edition
        self.told: Told | None = None
        self._keep = keep
        self._error = ""
        self._began = time.monotonic()
        self.until = self._began + wanted.deadline
        self._took = 0
        self._done = threading.Event()

    @property
    def ended(self) -> bool:
        return self._done.is_set()

    def age(self) -> int:
        """Milliseconds since it began."""
        return round((time.monotonic() - self._began) * 1000)

    def run(self) -> None:
        try:
            self.told = self.wanted.call()
        except BaseException as error:  # whatever a pack's code raises, in a thread of nobody's
            self._error = type(error).__name__
        finally:
            self._took = self.age()
            self._keep(self)
            self._done.set()

    def fail(self, error: Exception) -> None:
        """It could not even begin."""
        self._error = type(error).__name__
        self._done.set()

    def wait(self) -> Fetched:
        if not self._done.wait(max(0.0, self.until - time.monotonic())):
            return Fetched("late", self.age())
        if self._error:
            return Fetched("failed", self._took, error=self._error)
        return Fetched("fresh", self._took, self.told)
