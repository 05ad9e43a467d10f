"""What lies between the program and a server, as a test wants it: silent, or cut."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp

from tests.engines import Postgres

NAME = ".s.PGSQL.5432"


class Network:
    """Passes on what either side says. While ``silent`` is set what is said is lost, and nobody
    is told."""

    def __init__(self, server: Postgres) -> None:
        self._folder = Path(mkdtemp(prefix="net-"))
        self._server = str(server.process.folder / NAME)
        self.url = server.url.replace(str(server.process.folder), str(self._folder))
        self.silent = threading.Event()
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(self._folder / NAME))
        self._listener.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def reset(self) -> None:
        """Cut every connection."""
        pairs, self._pairs = self._pairs, []
        for pair in pairs:
            for end in pair:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._listener.close()
        self.reset()
        (self._folder / NAME).unlink()
        self._folder.rmdir()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.socket(socket.AF_UNIX)
                far.connect(self._server)
                self._pairs.append((near, far))
                for ends in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=ends, daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while said := source.recv(65_536):
                if not self.silent.is_set():
                    target.sendall(said)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
