"""A scripted server of another account, on loopback: only root can make one."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.bounds import PATIENCE

NOBODY = 65534
ROOT = Path(__file__).parent.parent.parent
# Everything is imported before: the interpreter may lie where another account cannot read.
BECOME = f"""
import os, sys, http.client, email.parser
from tests.servers.scripted import main
os.setgroups([]); os.setgid({NOBODY}); os.setuid({NOBODY})
main(sys.argv[1:])
"""


class Foreign(NamedTuple):
    """A server that belongs to ``nobody`` and writes down what it is sent."""

    port: int
    record: Path

    @property
    def posts(self) -> list[Any]:
        lines = self.record.read_text().splitlines() if self.record.exists() else []
        return [r for r in map(json.loads, lines) if r["path"].endswith("completions")]


@contextmanager
def foreign_server(port: int = 0) -> Iterator[Foreign]:
    """Skips where a process cannot be given to another account, or the system tells no owners."""
    if os.name != "posix" or os.geteuid() != 0:
        pytest.skip("a server of another account takes root to start")
    if not Path("/proc/self/net/tcp").exists():
        pytest.skip("this system does not tell who listens")
    folder = Path(tempfile.mkdtemp(prefix="foreign-"))
    folder.chmod(0o777)
    told = folder / "port"
    words = ["--port", str(port), "--port-file", str(told), "--record", str(folder / "record")]
    process = subprocess.Popen(
        [sys.executable, "-c", BECOME, *words],
        cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        until = time.monotonic() + PATIENCE
        while not told.exists() and time.monotonic() < until:
            if process.poll() is not None:
                said = process.stderr.read().decode() if process.stderr else ""
                pytest.skip(f"another account cannot run the tests' server here: {said[-200:]}")
            time.sleep(0.02)
        yield Foreign(int(told.read_text()), folder / "record")
    finally:
        process.kill()
        process.wait()
        if process.stderr:
            process.stderr.close()
        shutil.rmtree(folder)
