"""``assistant serve`` as processes of their own, as a person starts them."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from assistant.server.turns import Turns
from tests.server.support import Running

PATIENCE = 60.0
_ADDRESS = re.compile(r"http://[^:]+:(\d+)/v1")
_KEY = re.compile(r"(ak-[\w-]{40,})\s")


class Process(Running):
    """A server that can be killed. ``told`` is where it said what to paste."""

    def __init__(self, home: Path, model: str, told: Path, key: str, *options: str) -> None:
        words = [sys.executable, "-m", "assistant.cli.main", "serve", "--port", "0", "-m", model]
        with told.open("wb") as file:
            self.process = subprocess.Popen([*words, *options], stderr=file, stdout=file)
        try:
            port, key = self._listening(told, key)
        except BaseException:
            self.kill()
            raise
        super().__init__(None, port, key, Turns())  # type: ignore[arg-type]
        self.told = told

    def _listening(self, told: Path, key: str) -> tuple[int, str]:
        """The port that it says and the key, which it shows on a later line unless it is known."""
        deadline = time.monotonic() + PATIENCE
        while True:
            text = told.read_text()
            port, shown = _ADDRESS.search(text), _KEY.search(text)
            if port and (shown or key):
                return int(port[1]), shown[1] if shown else key
            assert self.process.poll() is None, text
            assert time.monotonic() < deadline
            time.sleep(0.02)

    def kill(self) -> None:
        """kill -9: nothing of it runs any more."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def stop(self) -> int:
        """As a service manager does; returns the exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)


def begun(home: Path, model: str, folder: Path, key: str = "", *options: str) -> Process:
    """One server over the home of this test, that goes on until it is killed."""
    folder.mkdir(parents=True, exist_ok=True)
    return Process(home, model, folder / f"told-{time.monotonic_ns()}", key, *options)


@contextmanager
def process(
    home: Path, model: str, folder: Path, key: str = "", *options: str
) -> Iterator[Process]:
    """One server over the home of this test, gone at the end."""
    started = begun(home, model, folder, key, *options)
    try:
        yield started
    finally:
        if started.process.poll() is None:
            started.kill()
