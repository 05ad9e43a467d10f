"""`assistant` in a process of its own that comes to grief at a named step of erasing.

    python -m tests.faults.stepper STEP kill|stop|wait COMMAND...

``kill`` and ``stop`` send that signal to itself; ``wait`` prints the step and goes on when a line
comes in. Each happens at the first time that the step is reached.
"""

from __future__ import annotations

import os
import signal
import sys

from assistant import steps
from assistant.cli.main import run


def trouble(step: str, kind: str) -> None:
    """Install what happens at that step."""
    waiting = [step]

    def reached(name: str) -> None:
        if name not in waiting:
            return
        waiting.clear()
        if kind == "wait":
            print(f"step {name}", flush=True)
            sys.stdin.readline()
        else:
            os.kill(os.getpid(), signal.SIGKILL if kind == "kill" else signal.SIGSTOP)

    steps.reached = reached


if __name__ == "__main__":
    trouble(sys.argv[1], sys.argv[2])
    sys.exit(run(sys.argv[3:]))
