"""A value that is loaded once, by the first who needs it or by a thread started earlier."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock, Thread
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Lazy(Generic[Value]):
    """Holds the result of ``load``. Thread-safe: ``load`` runs at most once unless it raises.

    A failed load is not remembered: the next ``get`` tries again and raises in its caller's
    thread, where somebody can say what happened.
    """

    def __init__(self, load: Callable[[], Value]) -> None:
        self._load = load
        self._lock = Lock()
        self._loaded: list[Value] = []

    def get(self) -> Value:
        """The value, loading it (or waiting for the thread that does) when it is not there yet."""
        if not self._loaded:
            with self._lock:
                if not self._loaded:
                    self._loaded.append(self._load())
        return self._loaded[0]

    def warm_up(self) -> None:
        """Load in a daemon thread; returns at once."""
        if not self._loaded:
            Thread(target=self._quietly, name="warm-up", daemon=True).start()

    def _quietly(self) -> None:
        import contextlib

        with contextlib.suppress(Exception):  # raised again by ``get``, where it can be reported
            self.get()
