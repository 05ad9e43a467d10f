"""Loaded by every Python process of a test run: what is not the test's own cannot be touched.

``conftest.py`` puts this folder on PYTHONPATH and names in ASSISTANT_TEST_FORBIDDEN the folders of
the person who runs the tests. An audit hook sees what C code does too, and cannot be taken off.
"""

from __future__ import annotations

import os
import sys
from typing import Any

FORBIDDEN = tuple(filter(None, os.environ.get("ASSISTANT_TEST_FORBIDDEN", "").split(os.pathsep)))
LOOPBACK = ("127.", "::1", "localhost", "0.0.0.0", "2130706433", "0x7f.1", "::ffff:127.")


class OutOfBounds(PermissionError):
    """A test tried to reach the network or the real home."""


def watch(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "socket.connect":
        address = arguments[1]
        if isinstance(address, tuple) and not str(address[0]).startswith(LOOPBACK):
            raise OutOfBounds(f"no network in tests: {address[0]}")
    elif event == "socket.getaddrinfo":
        host = arguments[0]
        name = host.decode() if isinstance(host, bytes) else str(host or "127.0.0.1")
        if not name.startswith(LOOPBACK):
            raise OutOfBounds(f"no network in tests: {name}")
    elif event in ("open", "os.mkdir", "os.rename", "os.remove", "sqlite3.connect"):
        for argument in arguments[:2]:
            if isinstance(argument, str | os.PathLike | bytes):
                path = os.path.abspath(os.fsdecode(argument))  # noqa: PTH100 (no imports here)
                if path.startswith(FORBIDDEN):
                    raise OutOfBounds(f"tests leave the real home alone: {path}")


if FORBIDDEN:
    sys.addaudithook(watch)
