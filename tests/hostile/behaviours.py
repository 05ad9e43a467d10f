"""What a hostile server does with one chat request: a table of behaviours, each with its own chance.

A behaviour writes to the connection whatever it likes and returns when it is done; ``Visit.gone``
tells that nobody waits any more. ``fails``: the request cannot be answered by this, so that the
command may end with an error; what was typed is kept all the same.
"""

from __future__ import annotations

import gzip
import json
import random
import socket
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tests.hostile.answers import ESCAPES, JSON, TOOLS, answer, call, calls, said, usage
from tests.servers.raw import STREAM, delta, events


@dataclass(frozen=True, slots=True)
class Visit:
    """One request: the connection, what was asked, the chance, and where a second host listens."""

    connection: socket.socket
    body: bytes
    rng: random.Random
    elsewhere: str
    over: threading.Event

    def send(self, data: bytes) -> None:
        self.connection.sendall(data)

    def wait(self, seconds: float) -> None:
        self.over.wait(seconds)

    @property
    def gone(self) -> bool:
        return self.over.is_set()


Behaviour = Callable[[Visit], None]


def _redirects(visit: Visit) -> None:
    status = visit.rng.choice((301, 302, 303, 307, 308, 300))
    to = visit.rng.choice(
        (
            visit.elsewhere + "/v1/chat/completions",
            visit.elsewhere,
            "//" + visit.elsewhere[5:],
            "file:///etc/passwd",
            "\x00",
        )
    )
    visit.send(answer(status, b"moved", f"Location: {to}"))


def _echoes(visit: Visit) -> None:
    message = visit.body.decode("utf-8", "replace")
    visit.send(
        answer(
            visit.rng.choice((400, 413, 422)), json.dumps({"error": {"message": message}}).encode()
        )
    )


def _refuses(visit: Visit) -> None:
    status = visit.rng.choice(
        (400, 401, 402, 403, 404, 405, 408, 409, 410, 413, 418, 422, 429, 451)
    )
    retry = visit.rng.choice(
        (
            "0",
            "1",
            "3600",
            "99999999999999999999",
            "-5",
            "soon",
            "Fri, 31 Dec 9999 23:59:59 GMT",
            "1e309",
            "\xff",
            "NaN",
        )
    )
    detail = visit.rng.choice(
        (
            b"",
            b"no",
            b'{"error": "no"}',
            b'{"error": {"message": {"a": []}}}',
            b'{"error": null}',
            ESCAPES.encode(),
        )
    )
    visit.send(answer(status, detail, f"Retry-After: {retry}"))


def _fails(visit: Visit) -> None:
    status = visit.rng.choice((500, 501, 502, 503, 504, 599, 999, 100, 204, 205, 304, 199, 0, 42))
    visit.send(
        answer(status, b"<html>bad</html>", f"Retry-After: {visit.rng.choice(('0', '9' * 40))}")
    )


def _endless(start: bytes, piece: bytes) -> Behaviour:
    def behave(visit: Visit) -> None:
        visit.send(start)
        for _ in range(16_000):
            if visit.gone:
                return
            visit.send(piece)

    return behave


def _drips(visit: Visit) -> None:
    for byte in STREAM + b"data: " + b"a" * 500:
        if visit.gone:
            return
        visit.send(bytes([byte]))
        visit.wait(visit.rng.choice((0.01, 0.05, 0.3)))


def _stalls(visit: Visit) -> None:
    visit.send(said("half")[: visit.rng.choice((0, 9, 60, 140))])
    visit.wait(20)


def _dies(visit: Visit) -> None:
    whole = said("one two three")
    visit.send(whole[: visit.rng.randrange(1, len(whole))])
    if visit.rng.random() < 0.5:  # a reset rather than an end
        visit.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")


def _usage(visit: Visit) -> None:
    number: Any = visit.rng.choice(
        (10**9, 10**30, -1, -(10**30), 0, 1, 1.5e300, "many", None, True, [], {}, 2**63, 10**5)
    )
    visit.send(said("ok", usage(number)))


def _calls_many(visit: Visit) -> None:
    names = visit.rng.choices(TOOLS, k=1000)
    visit.send(calls(*(call(n, f"c{n}", name, "{}") for n, name in enumerate(names))))


def _calls_hostile(visit: Visit) -> None:
    arguments = (
        "{}",
        "",
        "{",
        "[" * 50_000,
        '{"path": "/etc/shadow"}',
        '{"command": "touch owned"}',
        '{"__class__": 1}',
        '{"path": "\\u0000"}',
        '{"text": "' + "a" * 200_000 + '"}',
        None,
        3,
        {"a": 1},
        '{"a": NaN}',
        "9" * 5000,
        '"\\ud800"',
    )
    indexes = (0, 0, 1, -1, 10**30, "first", None, 1.5, True)
    made = [
        call(
            visit.rng.choice(indexes),
            visit.rng.choice(("c", "c", "", None, 5, "\ud800")),
            visit.rng.choice(TOOLS),
            visit.rng.choice(arguments),
        )
        for _ in range(visit.rng.randrange(1, 6))
    ]
    visit.send(calls(*made))


def _mangled(visit: Visit) -> None:
    """A well-formed stream with a few bytes of it changed."""
    data = bytearray(said("one two three", usage(50)))
    for _ in range(visit.rng.randrange(1, 12)):
        data[visit.rng.randrange(len(data))] = visit.rng.randrange(256)
    visit.send(bytes(data))


def _shapes(visit: Visit) -> None:
    """Well-formed JSON of shapes that nobody promised."""
    odd: tuple[Any, ...] = (
        None,
        0,
        -1,
        "",
        "x",
        [],
        {},
        [[]],
        [None],
        {"a": 1},
        True,
        1e308,
        "\ud800",
    )
    pick = visit.rng.choice
    chunks = (
        {"choices": pick(odd)}, {"choices": [pick(odd)]}, {"choices": [{"delta": pick(odd)}]},
        {"choices": [{"delta": {"content": pick(odd)}}]}, {"error": pick(odd)}, pick(odd),
        {"choices": [{"delta": {"tool_calls": pick(odd)}}]}, {"choices": [{"delta": {"tool_calls": [pick(odd)]}}]},
        {"choices": [{"delta": {"tool_calls": [{"function": pick(odd)}]}}]},
        {"choices": [{"delta": {"content": "a"}, "finish_reason": pick(odd)}], "model": pick(odd), "id": pick(odd)},
        {"choices": [{"message": pick(odd), "finish_reason": "stop"}]}, {"usage": pick(odd), "choices": []},
        {"choices": [{"delta": {"refusal": "no", "reasoning_content": pick(odd), "role": pick(odd)}}]},
    )  # fmt: skip
    chosen = visit.rng.sample(chunks, 4)
    visit.send(events(*chosen) if pick((True, False)) else JSON + json.dumps(chosen[0]).encode())


def _bomb(visit: Visit) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
    inside = visit.rng.choice(
        (b"data: " + b"a" * 300_000_000, b": x\n\n" * 40_000_000, b"\0" * 300_000_000)
    )
    visit.send(head + gzip.compress(inside, 1))


def _chunked(visit: Visit) -> None:
    head = (
        b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    size = visit.rng.choice(
        (b"zz", b"-5", b"ffffffffffffffff", b"5;" + b"x" * 100_000, b"", b"0x5", b"\xff", b"5")
    )
    visit.send(head + size + b"\r\nhello" + visit.rng.choice((b"", b"\r\n0\r\n\r\n", b"\r\n" * 9)))


def _interim(visit: Visit) -> None:
    many = visit.rng.choice((1, 3, 5000))
    visit.send(
        visit.rng.choice(
            (b"HTTP/1.1 100 Continue\r\n\r\n", b"HTTP/1.1 103 Early\r\nLink: <x>\r\n\r\n")
        )
        * many
        + said("ok")
    )


def _comments(visit: Visit) -> None:
    visit.send(
        STREAM
        + b": still here\r\n\r\n" * visit.rng.choice((10, 100_000))
        + b"\r\n".join(said("ok")[len(STREAM) :].split(b"\n"))
    )


def _told(make: Callable[[random.Random], bytes]) -> Behaviour:
    return lambda visit: visit.send(make(visit.rng))


def _deep(rng: random.Random) -> bytes:
    opening, closing = rng.choice(((b"[", b"]"), (b'{"a":', b"}"), (b'{"choices":[', b"]}")))
    nested = opening * 100_000 + rng.choice((b"", b"1" + closing * 100_000))
    return rng.choice((events(nested), JSON + nested, answer(400, nested)))


BEHAVIOURS: Mapping[str, Behaviour] = {
    "redirects": _redirects,
    "400 that echoes the prompt": _echoes,
    "refuses, with an absurd Retry-After": _refuses,
    "fails with any status": _fails,
    "header without end": _endless(b"HTTP/1.1 200 OK\r\nX: ", b"a" * 65_536),
    "headers without end": _endless(b"HTTP/1.1 200 OK\r\n", b"X-A: b\r\n" * 5000),
    "status line without end": _endless(b"HTTP/1.1 200 ", b"a" * 65_536),
    "line without end": _endless(STREAM + b"data: ", b"a" * 65_536),
    "events without data, no end": _endless(STREAM, b"event: ping\nid: 1\n\n" * 3000),
    "tokens without end": _endless(STREAM, b'data: {"choices":[{"delta":{"content":"word word word"}}]}\n\n' * 800),
    "error body without end": _endless(b"HTTP/1.1 400 No\r\n\r\n", b"a" * 65_536),
    "drips byte by byte": _drips,
    "stalls": _stalls,
    "dies in mid-stream": _dies,
    "closes at once": lambda visit: None,
    "wrong content type": _told(lambda rng: said("ok").replace(b"text/event-stream", rng.choice((b"image/png", b"", b"a" * 9000, b"\xff")))),
    "a web page": _told(lambda rng: answer(200, b"<html><script>alert(1)</script>" * 99, "Content-Type: text/html")),
    "invalid JSON": _told(lambda rng: events(rng.choice((b"{", b"{]}", b"nul", b'{"a":}', b"{'a': 1}", b"")))),
    "deep JSON": _told(_deep),
    "usage of any size": _usage,
    "1,000 calls": _calls_many,
    "hostile calls": _calls_hostile,
    "invalid UTF-8": _told(lambda rng: events(b'{"choices":[{"delta":{"content":"a' + rng.randbytes(20).replace(b"\n", b"") + b'"}}]}')),
    "escape sequences": _told(lambda rng: said(f"red {ESCAPES}\n```{ESCAPES}\nx{ESCAPES}\n```", reason=ESCAPES)),
    "lone surrogates": _told(lambda rng: said("a\ud800b\udfff" + "\ud83d" * 9)),
    "gzip bomb": _bomb,
    "garbage in chunks": _chunked,
    "no choices": _told(lambda rng: events({"choices": []}, {"choices": None}, {})),
    "null content": _told(lambda rng: events(delta({"content": None}), delta(None), delta({}, "stop"))),
    "calls with one id": _told(lambda rng: calls(*(call(rng.choice((0, n)), "same", "time_now", "{}") for n in range(6)))),
    "10 MB of content": _told(lambda rng: said("palabra " * 1_300_000)),
    "10 MB in one word": _told(lambda rng: said("a" * 10_000_000)),
    "comments and CRLF": _comments,
    "wrong names and reasons": _told(lambda rng: events({"model": rng.choice(("gpt-\x1b]0;x\x07", "a" * 99_999, 5, None)), **delta({"content": "ok"}, rng.choice(("content_filter", "", "length", "\x1b]0;x\x07", "function_call")))})),
    "HTTP/1.0": _told(lambda rng: said("ok").replace(b"HTTP/1.1", rng.choice((b"HTTP/1.0", b"HTTP/0.9", b"HTTP/3.7", b"ICY", b"http/1.1")), 1)),
    "interim answers": _interim,
    "cookies and headers": _told(lambda rng: said("ok").replace(b"\r\n", b"\r\nSet-Cookie: a=" + b"b" * rng.choice((1, 9000)) + b"\r\nRefresh: 0; url=//x\r\nAlt-Svc: h2=\":1\"\r\n", 1)),
    "lying length": _told(lambda rng: answer(200, said("ok")).replace(b"Content-Length: ", b"Content-Length: " + rng.choice((b"9", b"-", b"0x", b"1, ", b"99999999999999999999")), 1)),
    "odd shapes": _shapes,
    "mangled bytes": _mangled,
    "a loop of one word": _told(lambda rng: said("no " * 30_000)),
    "random bytes": _told(lambda rng: rng.randbytes(rng.choice((1, 200, 100_000)))),
}  # fmt: skip
