"""What a process of its own does until it is killed at one of its touches of a folder's files."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from assistant.errors import StorageUnavailable


def in_a_child(action: Callable[[], None]) -> int:
    """Run it in a forked process; its exit status, or minus the signal that ended it."""
    if not (child := os.fork()):
        try:
            action()
        except StorageUnavailable:
            os._exit(StorageUnavailable.exit_status)
        except BaseException:
            import traceback

            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def dead_process() -> int:
    """The number of a process that was killed."""
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(99)"])
    process.kill()
    process.wait()
    return process.pid


STEPS = {"open", "os.rename", "os.remove", "os.utime", "os.truncate", "os.link", "sqlite3.connect"}


def killed_at(number: int, folder: Path, action: Callable[[], object]) -> int:
    """Run it and kill it with SIGKILL just before its ``number``-th touch of a file of the home."""

    def run() -> None:
        left = number

        def watch(event: str, arguments: tuple[object, ...]) -> None:
            nonlocal left
            if event in STEPS and str(folder) in str(arguments[0]):
                left -= 1
                if not left:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(watch)
        action()

    return in_a_child(run)
