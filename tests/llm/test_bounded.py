"""What a hostile or broken server sends, against the limits (X: any server)."""

from __future__ import annotations

import gzip
import json
import socket
import tracemalloc
from collections.abc import Iterator
from itertools import count
from types import SimpleNamespace

import pytest

from assistant.config import ModelConfig
from assistant.errors import AssistantError, ConfigurationError, ModelUnavailable
from assistant.limits import ANSWER, CALLS, MB, REPLY_TEXT, USAGE
from assistant.llm.address import checked_address
from assistant.llm.base import ChatRequest, Finished, TextDelta
from assistant.llm.bounded import TooMuch, bound
from assistant.llm.error_body import said
from assistant.llm.openai import Endpoint
from assistant.llm.probe import list_models
from assistant.llm.protocol import Collector
from assistant.records import ChatMessage
from tests.servers.raw import STREAM, Behaviour, RawServer, delta, events

QUICK = ModelConfig(read_timeout=1.0, max_retries=0)
ASKED = ChatRequest((ChatMessage("user", "hi"),))


def answer(behaviour: Behaviour | bytes, config: ModelConfig = QUICK) -> list[object]:
    with RawServer(behaviour) as server:
        endpoint = Endpoint("m", server.base_url, config=config)
        try:
            return list(endpoint.stream(ASKED))
        finally:
            endpoint.close()


def test_a_line_without_end_is_given_up_and_fills_no_memory() -> None:
    def endless(connection: socket.socket) -> None:
        connection.sendall(STREAM + b"data: ")
        while True:
            connection.sendall(b"a" * MB)

    answer(events(delta({"content": "x"}), delta({}, "stop")))  # what is loaded once
    tracemalloc.start()
    with pytest.raises(ModelUnavailable, match="a line of more than 4 MB"):
        answer(endless)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 64 * MB


def test_an_event_of_endless_lines_is_given_up() -> None:
    def endless(connection: socket.socket) -> None:
        connection.sendall(STREAM)
        while True:
            connection.sendall(b"data: " + b"a" * 60_000 + b"\n")

    with pytest.raises(ModelUnavailable, match="an event of more than"):
        answer(endless)


def test_a_reply_without_end_ends_where_it_is_too_long() -> None:
    piece = f"data: {json.dumps(delta({'content': 'word ' * 2000}))}\n\n".encode()

    def endless(connection: socket.socket) -> None:
        connection.sendall(STREAM)
        while True:
            connection.sendall(piece)

    *pieces, last = answer(endless)
    assert sum(len(p.text) for p in pieces if isinstance(p, TextDelta)) == REPLY_TEXT.value
    assert isinstance(last, Finished)
    assert last.reason == "length"


@pytest.mark.parametrize("filler", [b": still here\n\n", b"\n", b"event: ping\n\n", b"\r\n\r\n"])
def test_a_stream_that_lives_and_says_nothing_is_given_up(filler: bytes) -> None:
    inner = _Stream(filler)
    response = _response(inner)
    seconds = count(0, 7)
    bound(response, clock=lambda: float(next(seconds)))
    with pytest.raises(TooMuch, match="said nothing for 300 s"):
        for _ in zip(response.stream, range(10_000), strict=False):
            pass


def test_it_is_given_up_sooner_where_the_configuration_waits_less() -> None:
    def comments(connection: socket.socket) -> None:
        connection.sendall(STREAM)
        while True:
            connection.sendall(b": keep-alive\n\n")
            server_closing.wait(0.02)

    import threading

    server_closing = threading.Event()
    with pytest.raises(ModelUnavailable, match="said nothing for 2 s"):
        answer(comments, ModelConfig(read_timeout=0.2, max_retries=0))


def test_a_drip_without_end_is_given_up_in_the_end() -> None:
    response = _response(_Stream(b'data: {"choices": []}\n\n'))
    seconds = count(0, 60)
    bound(response, clock=lambda: float(next(seconds)))
    with pytest.raises(TooMuch, match="still at its answer"):
        for _ in zip(response.stream, range(10_000), strict=False):
            pass


def test_what_comes_compressed_unasked_is_refused() -> None:
    body = gzip.compress(b"data: " + b"a" * 50 * MB)
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Encoding: gzip\r\n\r\n"
    with pytest.raises(ModelUnavailable, match="compressed"):
        answer(head + body)


def test_of_a_refusal_no_more_is_read_than_can_be_told() -> None:
    sent = 0

    def endless(connection: socket.socket) -> None:
        nonlocal sent
        connection.sendall(b"HTTP/1.1 400 Bad\r\nContent-Type: application/json\r\n\r\n")
        while True:
            sent += connection.send(b"a" * MB)

    with pytest.raises(ModelUnavailable, match="status 400"):
        answer(endless)
    assert sent < 40 * ANSWER.value


@pytest.mark.parametrize(
    "answered",
    [
        events(b"[" * 100_000 + b"]" * 100_000),
        events(b'{"choices": ' + b"9" * 5000 + b"}"),
        events(b"\xff\xfe\xfd"),
        b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n"
        + b"[" * 100_000,
        b"HTTP/1.1 200 OK\r\n" + b"".join(b"X-%d: %s\r\n" % (n, b"a" * 500) for n in range(2000)),
        b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
        b"\x00" * 1000,
        b"",
    ],
    ids=["deep", "long number", "not UTF-8", "deep JSON", "headers", "length", "zeros", "nothing"],
)
def test_a_broken_answer_is_an_expected_failure(answered: bytes) -> None:
    with pytest.raises(ModelUnavailable):
        answer(answered)


def test_words_about_a_failure_are_looked_for_in_the_first_levels_only() -> None:
    body: object = "at last"
    for _ in range(900):
        body = {"error": body}
    assert said(body) == ""
    assert said({"error": {"message": "no such model"}}) == "no such model"
    assert said([[[[[[[[[["x"]]]]]]]]]]) == ""


@pytest.mark.parametrize("tokens", [10**30, 10**19, -1, -(10**30), True, "many", 1.5, None, [1]])
def test_a_count_that_can_be_none_is_taken_as_not_said(tokens: object) -> None:
    collector = Collector()
    usage = {"prompt_tokens": tokens, "completion_tokens": tokens}
    list(collector.events({"choices": [], "usage": usage}))
    assert collector.usage.prompt_tokens is None
    assert collector.usage.completion_tokens is None


def test_the_largest_count_fits_the_database() -> None:
    assert USAGE.value < 2**63


def test_T7_a_thousand_calls_in_one_reply_are_not_all_heard() -> None:
    calls = [
        {"index": n, "id": f"c{n}", "function": {"name": "x" * 5000, "arguments": "{}"}}
        for n in range(1000)
    ]
    collector = Collector()
    list(collector.events(delta({"tool_calls": calls}, "tool_calls")))
    heard = collector.finished().tool_calls
    assert len(heard) == CALLS.value
    assert max(len(call.name) for call in heard) <= 200


def test_arguments_that_grow_without_end_stay_bounded() -> None:
    collector = Collector()
    for _ in range(300):
        piece = {"index": 0, "id": "c", "function": {"name": "", "arguments": "x" * 1000}}
        list(collector.events(delta({"tool_calls": [piece]})))
    assert len(collector._calls[0]["arguments"]) < 110_000


def test_a_list_of_models_without_end_is_cut() -> None:
    names = [{"id": f"model-{n}"} for n in range(100_000)]
    body = json.dumps({"data": names}).encode()
    head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n"
    with RawServer(head + body) as server:
        assert list_models("127.0.0.1", server.port, timeout=5) == []
        endpoint = Endpoint("m", server.base_url, config=QUICK)
        with pytest.raises(AssistantError):
            endpoint.models()
        endpoint.close()
    odd = [{"id": "x" * 5000}, {"id": 3}, {"id": "a\x1b]0;"}, {"id": "fine"}, "no", {}]
    with RawServer(head + json.dumps({"data": odd}).encode()) as server:
        assert list_models("127.0.0.1", server.port, timeout=5) == ["fine"]


@pytest.mark.parametrize(
    "url",
    ["http://127.0.0.1:99999/v1", "http://[::1/v1", "http://x:abc/v1", "http://", "ftp://x/v1", "",
     "http://h ost/v1", "http://h\x01ost/v1", "http://x:0/v1", "127.0.0.1:8080", "http://exa\udce9mple/v1"],
)  # fmt: skip
def test_an_address_that_is_none_is_refused_by_name(url: str) -> None:
    with pytest.raises(ConfigurationError, match="no address"):
        checked_address(url)


def test_an_address_keeps_its_path_without_the_last_slash() -> None:
    assert checked_address("https://api.example.com:8443/v1/") == "https://api.example.com:8443/v1"


class _Stream:
    """Pieces without end, as the client's own streams give them."""

    def __init__(self, piece: bytes = b"") -> None:
        self._piece = piece

    def __iter__(self) -> Iterator[bytes]:
        while True:
            yield self._piece

    def close(self) -> None: ...


def _response(stream: object) -> SimpleNamespace:
    return SimpleNamespace(
        headers={}, status_code=200, stream=stream, request=SimpleNamespace(method="POST")
    )
