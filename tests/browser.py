"""A headless Chromium that is told what to do over a pipe, with nothing but the standard library.

    with Browser(folder) as browser:
        page = browser.open(file, width=400, dark=True)

Speaks the DevTools protocol: JSON messages, each ended by a zero byte, on descriptors 3 and 4.
"""

from __future__ import annotations

import base64
import contextlib
import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

NAMES = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage", "--remote-debugging-pipe",
)  # fmt: skip


def executable() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


@dataclass(frozen=True)
class Opened:
    """A page as it came out: its size in the window, and what went wrong."""

    width: int
    content_width: int
    overflowing: tuple[str, ...]  # elements that reach beyond the window
    requests: tuple[str, ...]  # addresses asked for, the page's own apart
    complaints: tuple[str, ...]  # script errors and messages of the console
    text: str
    screenshot: bytes


# Puts two descriptors where Chromium looks for them, and becomes Chromium.
_START = """import os, sys
os.dup2(int(sys.argv[1]), 3), os.dup2(int(sys.argv[2]), 4)
os.execv(sys.argv[3], sys.argv[3:])"""

# What sticks out of the window, unless it may be scrolled sideways where it stands.
_OVERFLOWING = """[...document.querySelectorAll('body *')].filter(e =>
  !e.closest('.scroll') && (e.getBoundingClientRect().right > innerWidth + 1
  || e.getBoundingClientRect().left < -1)).map(e => e.tagName + ' ' + e.textContent.slice(0, 40))"""


class Browser:
    """Chromium with a profile of its own under ``folder``; a context manager."""

    def __init__(self, folder: Path) -> None:
        program = executable()
        assert program, "Chromium is not here"
        theirs_in, self._out = os.pipe()
        self._in, theirs_out = os.pipe()
        ours = tuple(fcntl.fcntl(fd, fcntl.F_DUPFD, 10) for fd in (theirs_in, theirs_out))
        command = [program, *QUIET, f"--user-data-dir={folder}", "about:blank"]
        self._process = subprocess.Popen(
            [sys.executable, "-S", "-c", _START, str(ours[0]), str(ours[1]), *command],
            pass_fds=ours,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            env={**os.environ, "HOME": str(folder)},
        )
        for descriptor in (theirs_in, theirs_out, *ours):
            os.close(descriptor)
        self._number = 0
        self._rest = b""
        self._events: list[dict[str, Any]] = []
        self._session = ""

    def __enter__(self) -> Self:
        target = self._ask("Target.createTarget", url="about:blank")["targetId"]
        attached = self._ask("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self._ask(f"{domain}.enable")
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._out)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        os.close(self._in)

    def open(self, file: Path, *, width: int, dark: bool, height: int = 800) -> Opened:
        """Load a file in a window of that width and say how it came out."""
        self._ask(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=width < 600,
        )  # fmt: skip
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._ask("Emulation.setEmulatedMedia", features=[scheme])
        self._events.clear()
        self._ask("Page.navigate", url=file.absolute().as_uri())
        self._wait("Page.loadEventFired")
        size = self._ask("Page.getLayoutMetrics")["cssContentSize"]
        image = self._ask(
            "Page.captureScreenshot",
            captureBeyondViewport=True,
            clip={"x": 0, "y": 0, "width": width, "height": size["height"], "scale": 1},
        )
        return Opened(
            width=width,
            content_width=int(self._value("document.documentElement.scrollWidth")),
            overflowing=tuple(self._value(_OVERFLOWING)),
            requests=tuple(self._requested(file)),
            complaints=tuple(self._complaints()),
            text=str(self._value("document.body.innerText")),
            screenshot=base64.b64decode(image["data"]),
        )

    def value(self, expression: str) -> Any:
        """What an expression of the page comes to."""
        return self._value(expression)

    def _requested(self, file: Path) -> list[str]:
        sent = [e["params"] for e in self._events if e["method"] == "Network.requestWillBeSent"]
        addresses = [str(params["request"]["url"]) for params in sent]
        own = file.absolute().as_uri()
        return [a for a in addresses if a != own and not a.startswith("data:")]

    def _complaints(self) -> list[str]:
        methods = ("Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled")
        return [json.dumps(e["params"]) for e in self._events if e["method"] in methods]

    def _value(self, expression: str) -> Any:
        answer = self._ask("Runtime.evaluate", expression=expression, returnByValue=True)
        return answer["result"].get("value")

    def _ask(self, method: str, **params: Any) -> dict[str, Any]:
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            came = self._read()
            if came.get("id") == self._number:
                assert "error" not in came, (method, came["error"])
                return dict(came["result"])

    def _wait(self, method: str) -> None:
        while not any(event["method"] == method for event in self._events):
            self._read()

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            data = os.read(self._in, 1 << 20)
            assert data, "Chromium has gone"
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        if "method" in message:
            self._events.append(message)
        return message
