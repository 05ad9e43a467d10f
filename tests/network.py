"""What lies between the program and a server, as a test wants it: slow, silent, cut, or gone."""

from __future__ import annotations

import socket
import struct
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from tests.engines import Postgres, Redis

POSTGRES_SOCKET = ".s.PGSQL.5432"
_RESET = struct.pack("ii", 1, 0)
"""Closing tells the other side that the connection broke, not that it ended."""


@dataclass(frozen=True)
class _Way:
    """One of the two directions of a connection."""

    source: socket.socket
    target: socket.socket
    to_server: bool


class _Cut(NamedTuple):
    to_server: bool
    after: int
    holding: bytes
    half: bool


class Network:
    """A port on loopback in front of a server's socket; passes on what either side says.

    ``silent``: what is said is lost, and nobody is told. ``stalled``: it is held up until that
    ends. ``refusing``: who connects is turned away. ``delay``: seconds that each piece takes.
    """

    def __init__(self, server: Path) -> None:
        self._server = server
        self.silent, self.stalled = threading.Event(), threading.Event()
        self.refusing = threading.Event()
        self.delay = 0.0
        self.cuts = 0
        """Connections that were broken in the middle of a message, or of what answers it."""
        self._cut: _Cut | None = None
        self._lock = threading.Lock()
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._closed = threading.Event()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self, *, to_server: bool, after: int = 0) -> None:
        """When so many pieces have gone there, of the next one half arrives, and the connection
        breaks."""
        self._cut = _Cut(to_server, after, b"", half=True)

    def lose_answer(self, holding: bytes, after: int = 0) -> None:
        """The connection breaks in the place of the next answer that holds these bytes, ``after``
        so many others."""
        self._cut = _Cut(False, after, holding, half=False)

    def reset(self) -> None:
        """Cut every connection."""
        with self._lock:
            pairs, self._pairs = self._pairs, []
        for pair in pairs:
            _break(*pair)

    def calm(self) -> None:
        """As if nothing had ever been the matter, from now on."""
        self._cut, self.delay = None, 0.0
        for trouble in (self.silent, self.stalled, self.refusing):
            trouble.clear()

    def close(self) -> None:
        self._closed.set()
        self.calm()
        self._listener.close()
        self.reset()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                near.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                far = socket.socket(socket.AF_UNIX)
                try:
                    if self.refusing.is_set():
                        raise OSError
                    far.connect(str(self._server))
                except OSError:  # the server is not there
                    _break(near, far)
                    continue
                with self._lock:
                    self._pairs.append((near, far))
                for way in (_Way(near, far, True), _Way(far, near, False)):
                    threading.Thread(target=self._carry, args=(way,), daemon=True).start()

    def _carry(self, way: _Way) -> None:
        with suppress(OSError):
            while said := way.source.recv(65_536):
                self._wait()
                if self.silent.is_set():
                    continue
                if self._cuts(way, said):
                    break
                way.target.sendall(said)
            else:
                way.target.shutdown(socket.SHUT_WR)  # it ended; the other side may say more
                return
        _break(way.source, way.target)

    def _wait(self) -> None:
        time.sleep(self.delay)
        while self.stalled.is_set() and not self._closed.is_set():
            time.sleep(0.01)

    def _cuts(self, way: _Way, said: bytes) -> bool:
        """Whether the connection breaks here."""
        with self._lock:
            if self._cut is None:
                return False
            cut = self._cut
            if cut.to_server != way.to_server or cut.holding not in said:
                return False
            if cut.after > 0:
                self._cut = cut._replace(after=cut.after - 1)
                return False
            self._cut = None
            self.cuts += 1
        if cut.half:
            way.target.sendall(said[: len(said) // 2])
        return True


def _break(*ends: socket.socket) -> None:
    for end in ends:
        with suppress(OSError):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)  # wakes who reads there
        end.close()


def before_postgres(server: Postgres) -> tuple[Network, str]:
    """A network in front of it, and the URL that leads through."""
    between = Network(server.process.folder / POSTGRES_SOCKET)
    host = f"@127.0.0.1:{between.port}/"
    url = server.url.replace("@/", host).partition("?")[0]
    return between, f"{url}?sslmode=disable"


def before_redis(server: Redis) -> tuple[Network, str]:
    between = Network(server.process.folder / "socket")
    user = server.url.removeprefix("unix://").partition("@")[0]
    return between, f"redis://{user}@127.0.0.1:{between.port}/0"
