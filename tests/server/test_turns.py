"""A turn is kept once, whole or interrupted, whoever asks again, leaves or stops (U5)."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from assistant.errors import TryAgainLater
from assistant.limits import SERVED_BODY_TIME, SERVED_TIME
from assistant.server import completions, door
from tests.server.support import Running, dumped, wait_for_chats
from tests.servers.scripted import Reply, ScriptedServer

QUESTION = "why does the build fail?"
ONCE = {"Idempotency-Key": "k-1", "X-Conversation": "builds"}


def turns(served: Running) -> list[int]:
    return [c["turn_count"] for c in served.call("GET", "/v1/conversations").json["data"]]


@contextmanager
def stream(served: Running) -> Iterator[http.client.HTTPResponse]:
    """An answer that is being streamed; leaving the block hangs up."""
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=30)
    body = {"messages": [{"role": "user", "content": QUESTION}], "stream": True}
    headers = {"Authorization": f"Bearer {served.key}", "X-Conversation": "builds"}
    connection.request("POST", "/v1/chat/completions", dumped(body), headers)
    try:
        yield connection.getresponse()
    finally:
        connection.close()


def settled(served: Running) -> None:
    while served.turns.taken:
        time.sleep(0.01)


def test_U5_the_same_key_retried_gets_the_same_turn(served: Running, model: ScriptedServer) -> None:
    model.replies = [Reply("Zinc."), Reply("Copper.")]
    first = served.ask(QUESTION, headers=ONCE)
    again = served.ask(QUESTION, headers=ONCE)
    assert (again.text, again.json["id"]) == ("Zinc.", first.json["id"])
    assert again.json["usage"] == first.json["usage"]
    assert again.json["assistant"]["repeated"]
    assert turns(served) == [1]
    assert len(model.chats) == 1
    streamed = served.ask(QUESTION, headers=ONCE, stream=True)
    assert b"Zinc." in streamed.body


def test_U5_the_same_key_many_times_at_once_is_one_turn(
    served: Running, model: ScriptedServer
) -> None:
    model.replies = [Reply(f"Answer {n}.") for n in range(8)]
    with ThreadPoolExecutor(8) as pool:
        got = list(pool.map(lambda _: served.ask(QUESTION, headers=ONCE), range(8)))
    assert {g.text for g in got} == {"Answer 0."}
    assert turns(served) == [1]


def test_a_key_is_of_one_message_and_one_person(served: Running, model: ScriptedServer) -> None:
    ana = served.add_user("ana")
    served.ask(QUESTION, headers=ONCE)
    other = served.ask("and at night?", headers=ONCE)
    assert (other.status, other.error["code"]) == (422, "idempotency_key_reused")
    assert not served.ask(QUESTION, headers=ONCE, key=ana).json["assistant"]["repeated"]


def test_a_repeated_request_whose_words_are_gone_is_told_so(served: Running) -> None:
    name = served.ask(QUESTION, headers=ONCE).headers["x-conversation"]
    found = served.app.conversations.find(name)
    served.app.conversations.end(found)
    got = served.ask(QUESTION, headers=ONCE)
    assert (got.status, got.error["code"]) == (409, "turn_not_kept")


def test_a_request_that_failed_is_asked_anew(served: Running, model: ScriptedServer) -> None:
    model.replies = [Reply(status=401), Reply("Zinc.")]
    assert served.ask(QUESTION, headers=ONCE).status == 502
    assert served.ask(QUESTION, headers=ONCE).text == "Zinc."
    assert turns(served) == [1]


def test_U5_many_turns_at_once_of_one_conversation_are_all_kept(
    served: Running, model: ScriptedServer
) -> None:
    model.replies = [Reply("Yes.")]
    named = {"X-Conversation": "builds"}
    asked = [f"is number {n} broken?" for n in range(12)]
    with ThreadPoolExecutor(6) as pool:
        got = list(pool.map(lambda text: served.ask(text, headers=named), asked))
    assert [g.status for g in got] == [200] * 12
    assert sorted(g.json["assistant"]["turn"] for g in got) == list(range(1, 13))
    assert turns(served) == [12]


def test_a_client_that_leaves_in_mid_stream_leaves_an_interrupted_turn(
    served: Running, model: ScriptedServer
) -> None:
    model.replies = [Reply("one two three " * 100, pause=0.02)]
    with stream(served) as answer:
        assert answer.status == 200
        answer.read(900)
    settled(served)
    (found,) = served.app.conversations.all()
    (turn,) = served.app.stores.conversations.turns(found.id)
    assert turn.state == "interrupted"
    assert turn.reply.content.startswith("one two")
    assert len(turn.reply.content) < 1400


def test_a_server_that_stops_finishes_what_it_began(served: Running, model: ScriptedServer) -> None:
    model.replies = [Reply("one two three four five", pause=0.05)]
    got = []
    asking = threading.Thread(target=lambda: got.append(served.ask(QUESTION, stream=True)))
    asking.start()
    wait_for_chats(model, 1, asking)
    served.turns.draining = True
    asking.join()
    assert b"five" in got[0].body
    assert got[0].body.endswith(b"data: [DONE]\n\n")


def test_U5_a_number_that_another_took_meanwhile_is_claimed_anew(
    served: Running, model: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As PostgreSQL tells it: SQLite lets one write at a time."""
    from assistant.storage.guarded import GuardedConversations

    kept = GuardedConversations.append
    refused: list[object] = []

    def append(self: GuardedConversations, turn: object) -> None:
        if not refused:
            refused.append(turn)
            raise TryAgainLater("taken")
        kept(self, turn)  # type: ignore[arg-type]

    monkeypatch.setattr(GuardedConversations, "append", append)
    assert served.ask("Remember that my cat is called Mochi").status == 200
    assert len(refused) == 1
    assert len(model.chats) == 1, "the model is not asked again"
    assert turns(served) == [1]
    assert len(served.call("GET", "/v1/memory/facts").json["data"]) == 1


def test_the_loop_answers_while_turns_wait(served: Running, model: ScriptedServer) -> None:
    model.replies = [Reply("Zinc.", delay=1.0)]
    with ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(served.ask, f"is {n} broken?") for n in range(8)]
        while len(model.chats) < 8:
            time.sleep(0.01)
        assert served.call("GET", "/healthz", key="").status == 200
        assert served.call("GET", "/v1/conversations").status == 200
        assert not all(a.done() for a in asked)
        assert {a.result().status for a in asked} == {200}


def test_a_stream_tells_its_conversation_and_the_saving_before_its_first_word(
    served: Running, model: ScriptedServer
) -> None:
    with stream(served) as answer:
        assert answer.headers["x-conversation"].startswith("default:")
        assert int(answer.headers["x-tokens-received"]) > 0
        assert answer.headers["x-tokens-saved"] == "0"
        assert json.loads(answer.readline().removeprefix(b"data: "))["object"].endswith("chunk")


def test_a_body_that_does_not_come_is_given_up(
    served: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "SERVED_BODY_TIME", SERVED_BODY_TIME._replace(value=0))
    head = (
        f"POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {served.key}\r\n"
        "Content-Length: 100\r\n\r\n{"
    )
    with socket.create_connection(("127.0.0.1", served.port), timeout=30) as connection:
        connection.sendall(head.encode())
        assert connection.recv(100).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("stream", [False, True])
def test_a_turn_that_takes_too_long_is_told_so_and_kept_as_interrupted(
    served: Running, model: ScriptedServer, monkeypatch: pytest.MonkeyPatch, stream: bool
) -> None:
    monkeypatch.setattr(completions, "SERVED_TIME", SERVED_TIME._replace(value=1))
    model.replies = [Reply("one two three " * 400, pause=0.02)]
    got = served.ask(QUESTION, stream=stream)
    if stream:
        assert b'"code":"timeout"' in got.body
    else:
        assert (got.status, got.error["code"]) == (504, "timeout")
    settled(served)
    (found,) = served.app.conversations.all()
    (turn,) = served.app.stores.conversations.turns(found.id)
    assert turn.state == "interrupted"


def test_a_stream_that_waits_for_its_first_word_says_that_it_lives(
    served: Running, model: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(completions, "SILENT", 0.05)
    model.replies = [Reply("Zinc.", delay=0.5)]
    got = served.ask(QUESTION, stream=True)
    assert b": the answer is on its way\n\n" in got.body
    assert b"Zinc." in got.body
    model.replies = [Reply(status=401, delay=0.5)]
    late = served.ask("and at night?", stream=True)
    assert late.status == 200
    assert b'"code":"model_refused_key"' in late.body
