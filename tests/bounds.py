"""What a test may say of time: how work grows, and that something ends at all.

Seconds belong to the benchmarks. A machine that does ten things at once is slow for the small input
as for the large one, so that growth is seen on any machine, and a limit in seconds on none.
"""

from __future__ import annotations

import time
from collections.abc import Callable

LARGER = 16
"""Times that the large input holds the small one: work of the second order takes 256 times as long."""
ALLOWED = 64
"""What linear work may take at most: caches, garbage and other people's work quadruple it."""
ROUNDS = 5
PATIENCE = 30.0
"""Seconds that nothing needs on any machine: what a test hangs up on would last longer still."""


def assert_linear(work: Callable[[str], object], make: Callable[[int], str], largest: int) -> None:
    """``work`` on ``make(largest)`` takes about as many times longer as its text is larger.

    CPU time of this thread, the least of several rounds; the first rounds that agree end it.
    """
    small, large = make(largest // LARGER), make(largest)
    work(small)  # tables, patterns and caches of the first use are nobody's growth
    least = [float("inf"), float("inf")]
    for _ in range(ROUNDS):
        for place, text in enumerate((small, large)):
            started = time.thread_time()
            work(text)
            least[place] = min(least[place], time.thread_time() - started)
        if least[1] <= ALLOWED * least[0]:
            return
    raise AssertionError(f"{least[1] / least[0]:.0f} times the work for {LARGER} times the text")
