"""A disk that is full from a given write on: ``strace`` fails that write and all after it.

It is tried at every write of a conversation, or at as many of them as there is time for, each in a
home of its own. What was acknowledged before must be there once there is room again.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.faults.invariants import Acknowledged, check
from tests.faults.powercut import NAMES

TURNS = 12
_WRITES = "pwrite64,write,ftruncate"
_SUMMARY = re.compile(r"^100\.00 +\S+ +\d+ +(\d+) .*total$", re.MULTILINE)
"""Of ``strace -c``: per cent, seconds, microseconds a call, calls, errors."""


def fill_often(folder: Path, times: int, prepare: Callable[[Path], None] = lambda _: None) -> int:
    """Fill the disk at ``times`` of a conversation's writes, evenly chosen, the first among them.

    Returns how many turns were acknowledged before, in all; raises AssertionError at the first loss.
    Needs ``strace``.
    """
    prepare(folder / "counted")
    counted = writes_of(folder)
    turns = 0
    for number in range(times):
        write = 1 + number * counted // times
        home = folder / f"full-{write}"
        prepare(home)
        said = run_until_full(home, write, tables=folder / "counted")
        turns += sum(said.turns.values())
    return turns


def writes_of(folder: Path) -> int:
    """How many writes the conversation takes where there is room."""
    home = folder / "counted"
    ended = _converse(home, "-c")
    found = _SUMMARY.search(ended.stderr)
    assert ended.returncode == 0, ended.stderr
    assert found, ended.stderr
    return int(found[1])


def run_until_full(home: Path, write: int, *, tables: Path) -> Acknowledged:
    """Hold the conversation, with no room from its ``write``-th write on, and check the home."""
    home.mkdir(mode=0o700, exist_ok=True)
    if (tables / "cache").exists():
        (home / "cache").symlink_to(tables / "cache")
    ended = _converse(home, "-e", f"inject={_WRITES}:error=ENOSPC:when={write}+")
    said = Acknowledged()
    said.hear(ended.stdout.splitlines(keepends=True))
    if (home / "assistant.db").exists():
        check(home, said, {})
    else:
        assert not said.turns
    shutil.rmtree(home)
    return said


def _converse(home: Path, *options: str) -> subprocess.CompletedProcess[str]:
    watched = [word for name in NAMES for word in ("-P", str(home / name))]
    command = ["strace", "-f", "-qq", "-e", f"trace={_WRITES}", *options, *watched]
    if "-c" not in options:
        command += ["-o", os.devnull]
    return subprocess.run(
        [*command, sys.executable, "-m", "tests.faults.replayer", "3", str(TURNS)],
        env={**os.environ, "ASSISTANT_HOME": str(home), "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
