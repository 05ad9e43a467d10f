"""A conversation that is killed with SIGKILL at random instants, again and again."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from assistant.records import Segment
from tests.faults.invariants import Acknowledged, check


def run_and_kill(home: Path, seed: int, after: float, *, first: str = "turn") -> Acknowledged:
    """Hold a conversation in a process of its own and kill it ``after`` seconds from its ``first``
    line of that kind: "ready" (it begins) or "turn" (the first one was acknowledged)."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.faults.replayer", str(seed)],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "ASSISTANT_HOME": str(home), "OPENBLAS_NUM_THREADS": "1"},
    )
    assert process.stdout is not None
    said, heard = Acknowledged(), ""
    while not heard.startswith(first):
        heard = process.stdout.readline()
        assert heard, "it ended by itself"
        said.hear([heard])
    timer = threading.Timer(after, process.kill)
    timer.start()
    said.hear(process.stdout)
    timer.cancel()
    process.wait()
    return said


def kill_often(
    folder: Path,
    kills: int,
    *,
    seed: int = 7,
    a_home: int = 25,
    prepare: Callable[[Path], None] = lambda _: None,
) -> int:
    """``kills`` kills, with a check after each and a new home every ``a_home``: first moments are
    tried too. Returns how many turns were acknowledged; raises AssertionError at the first loss."""
    rng = random.Random(seed)
    turns = 0
    for number in range(kills):
        if number % a_home == 0:
            home, said = folder / f"home-{number}", Acknowledged()
            prepare(home)
            known: dict[str, Segment] = {}
        first = rng.choice(("ready", "turn", "turn"))
        heard = run_and_kill(home, number, rng.uniform(0.0, 0.6), first=first)
        said.facts += heard.facts
        said.turns |= heard.turns
        turns += sum(heard.turns.values())
        check(home, said, known)
    return turns
