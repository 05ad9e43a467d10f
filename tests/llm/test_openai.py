"""The real client against a real server on loopback: each failure, and what survives it."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from assistant.config import ModelConfig
from assistant.errors import (
    AssistantError,
    BudgetExceeded,
    ModelUnavailable,
    NotAuthorised,
    TryAgainLater,
)
from assistant.llm.base import ChatRequest, Finished, TextDelta
from assistant.llm.openai import Endpoint
from assistant.records import ChatMessage, ToolCall, Usage
from tests.bounds import PATIENCE
from tests.servers.scripted import Reply, ScriptedServer

KEY = "sk-secret-0123456789abcdef"
CONFIG = ModelConfig(connect_timeout=1.0, read_timeout=0.4, max_retries=2, max_retry_wait=5.0)
REQUEST = ChatRequest((ChatMessage("system", "You help."), ChatMessage("user", "hola")))


@pytest.fixture
def waits() -> list[float]:
    """What the client slept, without sleeping it."""
    return []


def endpoint(
    server: ScriptedServer, waits: list[float], config: ModelConfig = CONFIG, key: str = KEY
) -> Endpoint:
    return Endpoint("scripted-model", server.base_url, key, config, sleep=waits.append)


def ask(
    server: ScriptedServer,
    waits: list[float],
    request: ChatRequest = REQUEST,
    config: ModelConfig = CONFIG,
) -> tuple[str, Finished]:
    model = endpoint(server, waits, config)
    try:
        *pieces, last = model.stream(request)
    finally:
        model.close()
    assert isinstance(last, Finished)
    return "".join(p.text for p in pieces if isinstance(p, TextDelta)), last


def failure(server: ScriptedServer, waits: list[float]) -> AssistantError:
    with pytest.raises(AssistantError) as caught:
        ask(server, waits)
    assert KEY not in str(caught.value)
    assert caught.value.hint
    return caught.value


def test_streams_pieces_then_the_end_with_the_servers_count(waits: list[float]) -> None:
    with ScriptedServer(Reply("hola, ¿qué tal?", prompt_tokens=42)) as server:
        text, end = ask(server, waits)
    assert text == "hola, ¿qué tal?"
    assert end.reason == "stop"
    assert end.usage == Usage(42, len(text) // 4 + 1)


def test_sends_the_request_whole_and_nothing_about_the_machine(waits: list[float]) -> None:
    request = REQUEST._replace(max_tokens=50, temperature=0.0)
    with ScriptedServer() as server:
        ask(server, waits, request)
        sent = server.requests[0]
    assert sent.body["messages"][1] == {"role": "user", "content": "hola"}
    assert (sent.body["max_tokens"], sent.body["temperature"]) == (50, 0.0)
    assert sent.headers["authorization"] == f"Bearer {KEY}"
    assert not [name for name in sent.headers if name.startswith("x-stainless")]


def test_sends_no_authorization_without_a_key(waits: list[float]) -> None:
    with ScriptedServer() as server:
        model = endpoint(server, waits, key="")
        list(model.stream(REQUEST))
        model.close()
        assert "authorization" not in server.requests[0].headers


def test_T7_several_calls_in_pieces_are_put_together(waits: list[float]) -> None:
    calls = [
        {"id": "a", "name": "time_now", "arguments": '{"zone": "Europe/Madrid"}'},
        {"id": "b", "name": "calculate", "arguments": '{"expression": "2+2"}'},
    ]
    with ScriptedServer(Reply(tool_calls=calls, finish_reason="stop")) as server:
        text, end = ask(server, waits)
    assert text == ""
    assert end.reason == "tool_calls"
    assert end.tool_calls == tuple(ToolCall(**call) for call in calls)


def test_sends_calls_and_their_results_back(waits: list[float]) -> None:
    messages = (
        ChatMessage("assistant", "", tool_calls=(ToolCall("a", "time_now", "{}"),)),
        ChatMessage("tool", "12:00", tool_call_id="a"),
    )
    with ScriptedServer() as server:
        ask(server, waits, ChatRequest(messages))
        sent = server.chats[0]["messages"]
    assert sent[0]["tool_calls"][0]["function"] == {"name": "time_now", "arguments": "{}"}
    assert sent[1] == {"role": "tool", "content": "12:00", "tool_call_id": "a"}


def test_a_server_that_refuses_usage_is_asked_again_without_it(waits: list[float]) -> None:
    with ScriptedServer(Reply(refuse=["stream_options"])) as server:
        model = endpoint(server, waits)
        for _ in range(2):
            *_, end = model.stream(REQUEST)
        model.close()
        assert isinstance(end, Finished)
        assert end.usage == Usage(None, None)
        assert ["stream_options" in body for body in server.chats] == [True, False, False]
    assert waits == []


def test_a_server_that_ignores_usage_is_fine(waits: list[float]) -> None:
    with ScriptedServer(Reply(usage=False)) as server:
        assert ask(server, waits)[1].usage == Usage(None, None)


def test_a_schema_is_sent_and_given_up_when_refused(waits: list[float]) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "integer"}}}
    request = REQUEST._replace(response_schema=schema)
    with ScriptedServer(Reply(refuse=["response_format"])) as server:
        ask(server, waits, request)
        first, second = server.chats
    assert first["response_format"]["json_schema"]["schema"] == schema
    assert "response_format" not in second


def test_a_refusal_of_max_tokens_uses_its_newer_name(waits: list[float]) -> None:
    with ScriptedServer(Reply(refuse=["max_tokens"])) as server:
        ask(server, waits, REQUEST._replace(max_tokens=9))
        assert server.chats[1]["max_completion_tokens"] == 9
        assert "max_tokens" not in server.chats[1]


def test_a_server_that_does_not_stream_is_fine(waits: list[float]) -> None:
    message = {"role": "assistant", "content": "entero"}
    whole = {
        "choices": [{"message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 5},
    }
    with ScriptedServer(Reply(body=json.dumps(whole))) as server:
        text, end = ask(server, waits)
    assert (text, end.usage.prompt_tokens) == ("entero", 5)


def test_500_is_retried_then_told(waits: list[float]) -> None:
    with ScriptedServer(Reply(status=500)) as server:
        error = failure(server, waits)
        assert len(server.chats) == 3
    assert isinstance(error, ModelUnavailable)
    assert "status 500" in error.message
    assert waits == [0.5, 1.0]


def test_500_once_is_not_seen(waits: list[float]) -> None:
    with ScriptedServer(Reply(status=503), Reply("ya")) as server:
        assert ask(server, waits)[0] == "ya"


def test_429_waits_as_long_as_it_is_told_in_seconds(waits: list[float]) -> None:
    with ScriptedServer(Reply(status=429, headers={"Retry-After": "3"}), Reply("ya")) as server:
        assert ask(server, waits)[0] == "ya"
    assert waits == [3.0]


def test_429_waits_as_long_as_it_is_told_by_a_date(waits: list[float]) -> None:
    at = format_datetime(datetime.now(UTC) + timedelta(seconds=4), usegmt=True)
    with ScriptedServer(Reply(status=429, headers={"Retry-After": at}), Reply("ya")) as server:
        assert ask(server, waits)[0] == "ya"
    assert 2.0 < waits[0] <= 4.0


def test_429_with_a_longer_wait_than_allowed_is_told_at_once(waits: list[float]) -> None:
    with ScriptedServer(Reply(status=429, headers={"Retry-After": "3600"})) as server:
        error = failure(server, waits)
        assert len(server.chats) == 1
    assert isinstance(error, TryAgainLater)
    assert "60 min" in error.message
    assert waits == []


def test_all_waits_together_stay_within_the_allowed(waits: list[float]) -> None:
    with ScriptedServer(Reply(status=429, headers={"Retry-After": "4"})) as server:
        assert isinstance(failure(server, waits), TryAgainLater)
    assert waits == [4.0]


def test_429_without_a_wait_is_retried_then_told(waits: list[float]) -> None:
    with ScriptedServer(Reply(status=429)) as server:
        assert isinstance(failure(server, waits), TryAgainLater)
    assert waits == [0.5, 1.0]


def test_a_spent_quota_is_not_retried(waits: list[float]) -> None:
    body = json.dumps({"error": {"code": "insufficient_quota", "message": "You exceeded…"}})
    with ScriptedServer(Reply(status=429, body=body)) as server:
        error = failure(server, waits)
    assert "quota" in error.message
    assert waits == []


@pytest.mark.parametrize("status", [401, 403])
def test_a_wrong_key_is_told_and_never_shown(waits: list[float], status: int) -> None:
    body = json.dumps({"error": {"message": f"Incorrect API key provided: {KEY}"}})
    with ScriptedServer(Reply(status=status, body=body)) as server:
        error = failure(server, waits)
        assert len(server.chats) == 1
    assert isinstance(error, NotAuthorised)


def test_a_key_in_any_message_of_the_server_is_redacted(waits: list[float]) -> None:
    body = json.dumps({"error": {"message": f"boom {KEY} boom"}})
    with ScriptedServer(Reply(status=500, body=body)) as server:
        assert "boom … boom" in failure(server, waits).message


def test_an_unknown_model_is_told_with_those_that_are_there(waits: list[float]) -> None:
    body = json.dumps({"error": {"message": "model 'scripted-model' not found"}})
    with ScriptedServer(Reply(status=404, body=body), models=("llama3.2", "qwen3")) as server:
        error = failure(server, waits)
    assert isinstance(error, ModelUnavailable)
    assert "llama3.2, qwen3" in error.hint


def test_a_request_over_the_models_context_is_a_matter_of_budget(waits: list[float]) -> None:
    body = json.dumps({"error": {"message": "This model's maximum context length is 2048 tokens"}})
    with ScriptedServer(Reply(status=400, body=body)) as server:
        error = failure(server, waits)
        assert len(server.chats) == 1
    assert isinstance(error, BudgetExceeded)


def test_any_other_refusal_is_quoted(waits: list[float]) -> None:
    body = json.dumps({"detail": [{"loc": ["body", "messages"], "msg": "too odd"}]})
    with ScriptedServer(Reply(status=400, body=body)) as server:
        assert "body.messages: too odd" in failure(server, waits).message


def test_nobody_listens(waits: list[float]) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    with pytest.raises(ModelUnavailable, match="cannot be reached") as caught:
        list(Endpoint("m", url, config=CONFIG).stream(REQUEST))
    assert url in caught.value.message
    assert "running" in caught.value.hint


def test_a_name_that_does_not_resolve(waits: list[float]) -> None:
    with pytest.raises(ModelUnavailable, match="cannot be reached"):
        list(Endpoint("m", "http://no-such-host.invalid/v1", config=CONFIG).stream(REQUEST))


@pytest.mark.parametrize(
    ("stall", "words"), [("start", "before its first word"), ("middle", "in the middle")]
)
def test_a_stall_is_noticed(waits: list[float], stall: str, words: str) -> None:
    started = time.monotonic()
    with ScriptedServer(Reply("uno dos tres", stall=stall)) as server:  # type: ignore[arg-type]
        error = failure(server, waits)
        assert len(server.chats) == 1
    assert isinstance(error, ModelUnavailable)
    assert "stalled " + words in error.message
    assert time.monotonic() - started < PATIENCE, "the server stalls for as long as it lives"


def test_slow_but_steady_is_no_stall(waits: list[float]) -> None:
    with ScriptedServer(Reply("a b c d", pause=0.15)) as server:
        assert ask(server, waits)[0] == "a b c d"


def test_a_broken_stream_raises_after_its_last_piece_and_is_not_retried(waits: list[float]) -> None:
    with ScriptedServer(Reply("uno dos tres", cut=True)) as server:
        model = endpoint(server, waits)
        events = model.stream(REQUEST)
        assert next(events) == TextDelta("uno ")
        with pytest.raises(ModelUnavailable, match="in the middle"):
            next(events)
        model.close()
        assert len(server.chats) == 1


@pytest.mark.parametrize(
    "rubbish",
    ["data: {not json", "data: [1, 2]", 'data: {"choices": 3}', 'data: {"choices": [[]]}'],
)
def test_rubbish_in_the_stream_is_told(waits: list[float], rubbish: str) -> None:
    with ScriptedServer(Reply("uno dos", rubbish=rubbish)) as server:
        assert "not the chat protocol" in failure(server, waits).message


def test_a_stream_without_an_end_is_not_an_answer(waits: list[float]) -> None:
    with ScriptedServer(Reply("uno dos", rubbish="data: [DONE]")) as server:
        assert "before the answer was complete" in failure(server, waits).message


@pytest.mark.parametrize("body", ["<html>hello</html>", "", "{", "[]", '{"a": 1}', '"x"'])
def test_an_answer_that_is_something_else_is_told(waits: list[float], body: str) -> None:
    with ScriptedServer(Reply(body=body)) as server:
        assert "not the chat protocol" in failure(server, waits).message


def test_an_error_inside_the_stream_is_told(waits: list[float]) -> None:
    rubbish = 'data: {"error": {"message": "out of memory"}}'
    with ScriptedServer(Reply("uno dos", rubbish=rubbish)) as server:
        assert "out of memory" in failure(server, waits).message


def test_an_error_with_status_200_is_told(waits: list[float]) -> None:
    with ScriptedServer(Reply(body='{"error": {"message": "model is loading"}}')) as server:
        assert "model is loading" in failure(server, waits).message


def test_closing_the_iterator_hangs_up(waits: list[float]) -> None:
    endless = Reply("word " * 10_000, pause=0.02)
    with ScriptedServer(endless, Reply("one two three", pause=0.02)) as server:
        model = endpoint(server, waits)
        events = model.stream(REQUEST)
        assert next(events) == TextDelta("word ")
        started = time.monotonic()
        assert isinstance(events, Iterator)
        events.close()  # type: ignore[attr-defined]
        assert len(list(model.stream(REQUEST))) > 2  # and the next request is served
        assert time.monotonic() - started < PATIENCE, "the answer would last 200 seconds"
        model.close()


def test_lists_the_models_of_the_server(waits: list[float]) -> None:
    with ScriptedServer(models=("a", "b")) as server:
        assert endpoint(server, waits).models() == ["a", "b"]


def test_a_proxy_never_sees_what_goes_to_this_machine(
    waits: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    with ScriptedServer() as server:
        assert ask(server, waits)[0] == "ok"


def test_requests_from_several_threads_do_not_mix(waits: list[float]) -> None:
    with ScriptedServer(Reply("uno dos tres", pause=0.01)) as server:
        model = endpoint(server, waits)
        texts: list[int] = []
        threads = [
            threading.Thread(target=lambda: texts.append(len(list(model.stream(REQUEST)))))
            for _ in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        model.close()
    assert texts == [4, 4, 4, 4]
