"""Where the embedded model's server is reached: a socket file of this user alone, or loopback.

The file needs no network, not even loopback, and no other account can open it. Where there are no
such files, or no folder for one, the server listens on loopback; its key holds either way.
"""

from __future__ import annotations

import http.client
import os
import shutil
import socket
import tempfile

LONGEST_PATH = 100
"""Bytes of a socket's path that every system takes."""
LOOPBACK = "127.0.0.1"
SECONDS = 60


class Door:
    """Made before the server, which is told ``hostname``; ``close`` removes the file."""

    def __init__(self) -> None:
        self._folder = _private_folder() if os.name == "posix" else ""
        self.hostname = f"{self._folder}/llama.sock" if self._folder else LOOPBACK

    def connection(self, listening: str) -> http.client.HTTPConnection:
        """A way to the server that listens at ``listening``, as the server calls it."""
        if self._folder:
            return _FileConnection(self.hostname)
        return http.client.HTTPConnection(listening.removeprefix("http://"), timeout=SECONDS)

    def close(self) -> None:
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)


class _FileConnection(http.client.HTTPConnection):
    """HTTP over a socket file."""

    def __init__(self, path: str) -> None:
        super().__init__("localhost", timeout=SECONDS)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


def _private_folder() -> str:
    """A new folder that only this user may enter (0700); empty when there is no fit place."""
    try:
        folder = tempfile.mkdtemp(prefix="assistant-")
    except OSError:
        return ""
    if len(os.fsencode(folder)) + len("/llama.sock") > LONGEST_PATH:
        os.rmdir(folder)  # noqa: PTH106 -- just made, and empty
        return ""
    return folder
