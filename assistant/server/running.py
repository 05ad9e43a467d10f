"""The server as a process: it listens, serves until it is told to stop, and ends in good order."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import signal
import socket
from collections.abc import Callable, Iterator, Sequence

import uvicorn

from assistant.app import App
from assistant.errors import StorageUnavailable, UsageError
from assistant.limits import SERVED_TIME
from assistant.server.turns import Turns
from assistant.server.web import make_app
from assistant.storage.open import share_memory

FILES = 8192
"""Open files that many homes need: three for each, in each thread."""
HEAPS = 2
"""Heaps from which all threads allocate."""
_ARENA_MAX = -8
"""``M_ARENA_MAX`` of glibc's malloc.h."""
PAGES = 24 * 1024 * 1024
"""Bytes of the homes' database pages that a server keeps; the system keeps more of them."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that is bound. Raises UsageError for an address that is none of this machine's,
    StorageUnavailable for a port that is taken."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        bound = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError):
        raise UsageError(
            f"{host} is no address of this machine", "Give --host 127.0.0.1, or 0.0.0.0 for all."
        ) from None
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
    except OSError as error:
        bound.close()
        raise StorageUnavailable(
            f"Port {port} of {host} cannot be had: {error.strerror}",
            "Give another with --port, or stop the program that has it.",
        ) from None
    return bound


def serve(
    app: App,
    bound: socket.socket,
    turns: Turns,
    *,
    origins: Sequence[str] = (),
    ready: Callable[[], None] = lambda: None,
) -> None:
    """Serve until SIGTERM or Ctrl-C: no more requests are taken then, and those that were get their
    answers. ``ready`` is called once it listens."""
    _allow_files()
    _share_heaps()
    share_memory(PAGES)
    config = uvicorn.Config(
        make_app(app, turns, origins),
        log_level="error",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=SERVED_TIME.value,
        timeout_keep_alive=30,
        h11_max_incomplete_event_size=64 * 1024,
    )
    with _stopping_quietly():
        _Server(config, turns, ready).run(sockets=[bound])


class _Server(uvicorn.Server):
    """Tells when it listens, and lets nobody begin a turn once it is told to stop."""

    def __init__(self, config: uvicorn.Config, turns: Turns, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._turns = turns
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            gc.collect()
            gc.freeze()  # what is loaded by now stays: it is not looked through time and again
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._turns.draining = True
        await super().shutdown(sockets)


@contextlib.contextmanager
def _stopping_quietly() -> Iterator[None]:
    """uvicorn raises the signal that stopped it again once it has stopped: that is no failure."""
    kept = {kind: signal.getsignal(kind) for kind in (signal.SIGTERM, signal.SIGINT)}
    for kind in kept:
        signal.signal(kind, lambda *_: None)
    try:
        yield
    finally:
        for kind, handler in kept.items():
            signal.signal(kind, handler)


def _share_heaps() -> None:
    """Let all threads allocate from few heaps. glibc gives each one of its own: what a thread frees
    no other can use, so that a process grows until each has once made a large turn."""
    with contextlib.suppress(OSError, AttributeError, TypeError):  # another C library
        ctypes.CDLL(None).mallopt(_ARENA_MAX, HEAPS)


def _allow_files() -> None:
    """As many files as this account may open, up to what is needed."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
