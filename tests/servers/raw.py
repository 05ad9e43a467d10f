"""A server on loopback that answers with whatever bytes it is told, well-formed or not."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

STREAM = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
Behaviour = Callable[[socket.socket], None]


class RawServer:
    """Reads one request a connection, then lets ``behaviour`` write until somebody hangs up."""

    def __init__(self, behaviour: Behaviour | bytes) -> None:
        self._behaviour = behaviour
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        self.closing = threading.Event()
        self.requests = 0
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._socket.accept()
                self.requests += 1
                threading.Thread(target=self._answer, args=(connection,), daemon=True).start()

    def _answer(self, connection: socket.socket) -> None:
        with suppress(OSError), connection:
            _read_request(connection)
            if isinstance(self._behaviour, bytes):
                connection.sendall(self._behaviour)
            else:
                self._behaviour(connection)

    def __enter__(self) -> RawServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._socket.close()


def events(*chunks: Any) -> bytes:
    """A whole streamed answer of those chunks; bytes go as they are."""
    texts = [chunk if isinstance(chunk, bytes) else json.dumps(chunk).encode() for chunk in chunks]
    return STREAM + b"".join(b"data: " + text + b"\n\n" for text in (*texts, b"[DONE]"))


def delta(delta: Any, reason: str | None = None) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": reason}]}


def _read_request(connection: socket.socket) -> None:
    data = b""
    while b"\r\n\r\n" not in data:
        piece = connection.recv(65_536)
        if not piece:
            return
        data += piece
    head, _, body = data.partition(b"\r\n\r\n")
    lengths = [line for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
    wanted = int(lengths[0].split(b":")[1]) if lengths else 0
    while len(body) < wanted:
        body += connection.recv(65_536)
