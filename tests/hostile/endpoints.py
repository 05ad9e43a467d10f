"""One hostile server on loopback, and what must hold of whoever talks to it (R3, P1, F2)."""

from __future__ import annotations

import random
import re
import socket
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any

from tests.hostile.base import Family, Scene, about, hold, orderly
from tests.hostile.behaviours import BEHAVIOURS, Visit
from tests.hostile.program import KEY, MEMORY, Program
from tests.hostile.terminal import shown_by
from tests.hostile.words import identifier, language, statement

DRIVES = re.compile(r"\x1b\]|[\x80-\x9f\x07\x08\x00]|\x1bP|\x1b\[2J|[\u202a-\u202e\u2066-\u2069]")
"""What would drive a terminal and is no colour or cursor of our own."""
COUNTING = ("usage of any size", "odd shapes", "tokens without end", "400 that echoes the prompt")
HAND = 6
"""Behaviours met at once."""
LONG = " ".join(
    f"paragraph{n} of a long file about pumps and valves number {n}." for n in range(3000)
)


class HostileServer:
    """Answers every request by one behaviour; ``stolen`` is what reached its second address."""

    def __init__(self, behaviour: str, rng: random.Random) -> None:
        self._behave, self._seed = BEHAVIOURS[behaviour], rng.random()
        self._sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
        self._over = threading.Event()
        self.requests: list[bytes] = []
        self.stolen: list[bytes] = []
        for listener, receive in zip(self._sockets, (self._answer, self._steal), strict=True):
            threading.Thread(target=self._listen, args=(listener, receive), daemon=True).start()

    def address(self, which: int = 0) -> str:
        return f"http://127.0.0.1:{self._sockets[which].getsockname()[1]}"

    @property
    def base_url(self) -> str:
        return f"{self.address()}/v1"

    def _listen(self, listener: socket.socket, receive: Callable[[socket.socket], None]) -> None:
        with suppress(OSError):
            while True:
                connection, _ = listener.accept()
                threading.Thread(target=receive, args=(connection,), daemon=True).start()

    def _answer(self, connection: socket.socket) -> None:
        with suppress(OSError), connection:
            connection.settimeout(20)
            head, body = request(connection)
            if not head:
                return
            self.requests.append(head + body)
            rng = random.Random(f"{self._seed}/{len(self.requests)}")
            self._behave(Visit(connection, body, rng, self.address(1), self._over))

    def _steal(self, connection: socket.socket) -> None:
        with suppress(OSError), connection:
            connection.settimeout(5)
            self.stolen.append(b"".join(request(connection)))
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")

    def __enter__(self) -> HostileServer:
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for listener in self._sockets:
            listener.close()


def request(connection: socket.socket) -> tuple[bytes, bytes]:
    """Head and body as they came; both may be empty."""
    data = b""
    while b"\r\n\r\n" not in data:
        piece = connection.recv(65_536)
        if not piece:
            return data, b""
        data += piece
    head, _, body = data.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
    while length and len(body) < int(length[1]):
        piece = connection.recv(65_536)
        if not piece:
            break
        body += piece
    return head, body


def meets(behaviours: Sequence[str], scene: Scene) -> None:
    """Each of those behaviours at once, since most of it is waiting."""
    meetings = [
        partial(_meet, one, random.Random(scene.rng.random()), scene.home(), scene.home())
        for one in behaviours
    ]
    with ThreadPoolExecutor(len(meetings)) as pool:
        for met in [pool.submit(meeting) for meeting in meetings]:
            met.result()


def _meet(behaviour: str, rng: random.Random, program: Program, other: Program) -> None:
    """One question, which tells something, to a server that behaves so."""
    told = statement(rng, language(rng), identifier(rng))
    tells = f"remember that {told.text}"
    with HostileServer(behaviour, rng) as server, about(behaviour):
        program.meet(server.base_url)
        if rng.random() < 0.2:
            _at_a_terminal(program, tells)
        else:
            run = orderly(program.run("ask", "-c", tells))
            hold(run.peak < MEMORY, "memory is bounded", f"{run.peak} MB")
            hold(not DRIVES.search(run.err), "nothing drives the terminal", run)
        hold(not server.stolen, "nothing goes to a second host", server.stolen[:1])
        hold(server.requests, "the endpoint was asked at all")
        hold(any(told.id in text for text in program.texts()), "what was typed is kept", tells)
        hold(not _holds_key(program), "the key is in no file")
        if behaviour in COUNTING or rng.random() < 0.1:
            other.meet(server.base_url)
            _prompts_stay(program, other)


def _at_a_terminal(program: Program, tells: str) -> None:
    shown, status = shown_by(program, "ask", "-c", tells)
    driven = DRIVES.search(shown)
    hold(not driven, "nothing drives the terminal", (driven, shown[-300:]))
    hold("Traceback (most recent" not in shown, "no traceback", shown[-600:])
    hold(status in (0, 65, 69, 75, 77, 130), "an exit status of the contract", status)


def _holds_key(program: Program) -> list[str]:
    return [name for name, data in program.bytes().items() if KEY.encode() in data]


def _prompts_stay(program: Program, untouched: Program) -> None:
    """What the server said changes no later prompt for the worse; another home never heard it."""
    asked = [_prompt(place) for place in (program, untouched)]
    hold(asked[0]["tokens"] <= 4000, "a prompt holds 4,000 tokens at most (P1)", asked[0]["tokens"])
    after, before = (sum(len(m["content"]) for m in found["messages"]) for found in asked)
    hold(after > 0.8 * before, "later prompts are not shrunk", f"{after} characters of {before}")


def _prompt(program: Program) -> Any:
    (program.work / "long.txt").write_text(LONG)
    words = ("prompt", "--json", "-f", "long.txt", "what do the pumps and valves do?")
    return orderly(program.run(*words), 0).json


HANDS = tuple(
    tuple(BEHAVIOURS)[first :: -(-len(BEHAVIOURS) // HAND)]
    for first in range(-(-len(BEHAVIOURS) // HAND))
)
FAMILY = Family(
    "endpoints",
    f"{len(BEHAVIOURS)} behaviours of a server: no bug, nothing lost, nothing to a second host, memory bounded",
    tuple(partial(meets, hand) for hand in HANDS),
    weight=1.6,
    each=HAND,
)
