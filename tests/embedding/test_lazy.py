"""Loading once, whoever comes first."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from assistant.embedding.lazy import Lazy


def test_loads_once_for_many_threads() -> None:
    calls: list[int] = []

    def load() -> int:
        calls.append(1)
        return len(calls)

    lazy = Lazy(load)
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(lambda _: lazy.get(), range(32))) == {1}


def test_a_failure_is_raised_where_the_value_is_asked_for_and_tried_again() -> None:
    attempts: list[int] = []

    def load() -> str:
        attempts.append(1)
        if len(attempts) < 3:
            raise OSError("not yet")
        return "loaded"

    lazy = Lazy(load)
    lazy.warm_up()  # fails in its thread, quietly
    for thread in threading.enumerate():
        if thread.name == "warm-up":
            thread.join()
    with pytest.raises(OSError, match="not yet"):
        lazy.get()
    assert lazy.get() == "loaded"
