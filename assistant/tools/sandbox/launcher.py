"""The process between the assistant and a command: it sets the bounds, waits, and clears up.

It runs apart (``python -I -S``), with the standard library alone: what binds a process for good
must not be done in a copy of a program with threads. Whatever the command leaves behind falls to
this process, which ends it; it ends everything too when the assistant dies or asks it to.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

_DIE_WITH_PARENT, _ADOPT_ORPHANS = 1, 36
CANNOT_START = 126
BOUNDS_FAILED = 125
"""Exit status when the sandbox could not be made: the command did not run."""


def main(descriptor: int) -> None:
    with os.fdopen(descriptor, "rb") as file:
        plan: dict[str, Any] = json.load(file)
    _become_the_guardian()
    command = os.fork()
    if command == 0:
        _become(plan)
    status = _wait_for(command)
    _end_all()
    os._exit(status)


def _become_the_guardian() -> None:
    signal.signal(signal.SIGTERM, _give_up)
    if sys.platform == "linux":
        import ctypes

        library = ctypes.CDLL(None)
        library.prctl(_ADOPT_ORPHANS, 1, 0, 0, 0)
        library.prctl(_DIE_WITH_PARENT, signal.SIGTERM, 0, 0, 0)


def _become(plan: dict[str, Any]) -> None:
    """Bounded, in the child: the command itself. Never returns."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        os.chdir(plan["folder"])
        for name, most in plan["limits"].items():
            _limit(getattr(resource, name, None), most)
        if plan["landlock"]:
            from assistant.tools.sandbox.kernel import restrict

            bounds = plan["landlock"]
            restrict(bounds["grants"], bytes.fromhex(bounds["filter"]), network=bounds["network"])
    except BaseException as error:
        os.write(2, f"the sandbox could not be made: {error}\n".encode("utf-8", "replace"))
        os._exit(BOUNDS_FAILED)
    try:
        os.execve(plan["command"][0], plan["command"], plan["environment"])  # noqa: S606
    except OSError as error:
        os.write(2, f"the command could not be started: {error}\n".encode("utf-8", "replace"))
        os._exit(CANNOT_START)


def _limit(which: int | None, most: int) -> None:
    """Never more than what already holds."""
    if which is None:
        return
    _, hard = resource.getrlimit(which)
    bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(which, (bound, bound))


def _wait_for(command: int) -> int:
    """The command's exit status, as a shell tells it."""
    while True:
        ended, status = os.waitpid(-1, 0)
        if ended == command:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else 128 - code


def _give_up(*_: object) -> None:
    _end_all()
    os._exit(128 + signal.SIGTERM)


def _end_all() -> None:
    """Kill the children until there are none; those of a killed one become children of this."""
    while children := _children():
        for child in children:
            try:
                os.kill(child, signal.SIGKILL)
            except ProcessLookupError:
                continue
            except PermissionError:  # another account's by now: out of reach
                return
        with suppress(ChildProcessError):
            os.waitpid(-1, 0)


def _children() -> list[int]:
    """From the system's list of processes; [] where there is none."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ValueError):
            with (process / "stat").open("rb") as file:
                parent = file.read(4096).rpartition(b")")[2].split()[1]
            if int(parent) == os.getpid():
                found.append(int(process.name))
    return found
