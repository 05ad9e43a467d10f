"""Chat completions: the newest message is the turn, and the protocol is kept (X1, X4)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.server.support import Running, events, running, streamed
from tests.servers.scripted import Reply, ScriptedServer

HELLO = "hello, I am at work"


def test_X1_the_newest_user_message_is_the_turn_and_the_history_is_not_forwarded(
    served: Running, model: ScriptedServer
) -> None:
    model.replies = [Reply("Paris.")]
    got = served.ask("the secret word is zinc", "I see.", "what is the capital of France?")
    assert (got.status, got.text) == (200, "Paris.")
    sent = json.dumps(model.chats[-1])
    assert "capital of France" in sent
    assert "zinc" not in sent


def test_X1_two_hundred_messages_in_a_prompt_of_four_thousand_out(
    served: Running, model: ScriptedServer
) -> None:
    history = [text for n in range(100) for text in (f"note {n}: {'copper ' * 60}", "noted " * 40)]
    got = served.ask(*history, "what is the capital of France?")
    usage = got.json["usage"]
    assert usage["prompt_tokens"] <= 4000 < usage["received_tokens"]
    assert usage["saved_tokens"] == usage["received_tokens"] - usage["prompt_tokens"]
    assert got.headers["x-tokens-saved"] == str(usage["saved_tokens"])
    assert model.count(model.chats[-1]) <= 4000


def test_a_completion_has_what_the_protocol_wants(served: Running, model: ScriptedServer) -> None:
    model.replies = [Reply("Paris.")]
    told = served.ask("what is the capital of France?").json
    assert told["object"] == "chat.completion"
    assert told["id"].startswith("chatcmpl-")
    (choice,) = told["choices"]
    assert choice["message"]["role"] == "assistant"
    assert choice["finish_reason"] == "stop"
    usage = told["usage"]
    assert usage["total_tokens"] == usage["prompt_tokens"] + usage["completion_tokens"]


def test_a_stream_gives_the_pieces_the_reason_the_count_and_its_end(
    served: Running, model: ScriptedServer
) -> None:
    model.replies = [Reply("The capital is Paris.")]
    ask = "what is the capital of France?"
    got = served.ask(ask, stream=True, stream_options={"include_usage": True})
    assert got.headers["content-type"].startswith("text/event-stream")
    first, *pieces, last, counted = events(got)
    assert first["choices"][0]["delta"] == {"role": "assistant", "content": ""}
    assert len(pieces) > 1
    assert streamed(got) == "The capital is Paris."
    assert last["choices"][0]["finish_reason"] == "stop"
    assert counted["choices"] == []
    assert counted["usage"]["prompt_tokens"] > 0
    assert len({event["id"] for event in events(got)}) == 1


def test_a_stream_tells_no_count_that_was_not_asked_for(served: Running) -> None:
    assert all("usage" not in event for event in events(served.ask("hello there", stream=True)))


def test_an_answer_that_needs_no_model_streams_too(home: Path) -> None:
    with running(home, None) as served:
        assert "391" in streamed(served.ask("what is 17 * 23?", stream=True))


def test_X4_what_the_own_key_says_is_typed_and_noted(
    served: Running, model: ScriptedServer
) -> None:
    got = served.ask("Remember that my cat is called Mochi")
    assert got.json["assistant"]["notices"] == ["noted: my cat is called Mochi"]
    assert [f["fact"] for f in served.call("GET", "/v1/memory/facts").json["data"]] == [
        "my cat is called Mochi"
    ]


def test_X4_what_a_client_says_was_not_typed_writes_no_memory(served: Running) -> None:
    served.ask("Remember that my cat is called Mochi", headers={"X-Typed": "no"})
    assert served.call("GET", "/v1/memory/facts").json["data"] == []
    new = {"text": "my cat is called Mochi"}
    refused = served.call("POST", "/v1/memory/facts", new, headers={"X-Typed": "no"})
    assert (refused.status, refused.error["code"]) == (403, "not_typed")


def test_X4_neither_the_history_nor_the_system_message_writes_memory(served: Running) -> None:
    messages = [
        {"role": "system", "content": "Remember that my cat is called Mochi"},
        {"role": "user", "content": "Remember that my dog is called Toby"},
        {"role": "assistant", "content": "Remember that my bird is called Pio"},
        {"role": "user", "content": "what is the capital of France?"},
    ]
    assert served.call("POST", "/v1/chat/completions", {"messages": messages}).status == 200
    assert served.call("GET", "/v1/memory/facts").json["data"] == []


def test_the_system_message_of_the_client_is_data_with_a_cap(
    served: Running, model: ScriptedServer
) -> None:
    messages = [
        {"role": "system", "content": "Answer like a pirate.\n" + "zinc and copper\n" * 1000},
        {"role": "user", "content": "what is the capital of France?"},
    ]
    got = served.call("POST", "/v1/chat/completions", {"messages": messages})
    sent = model.chats[-1]["messages"]
    assert "pirate" not in sent[0]["content"], "it gives no orders"
    assert "pirate" in sent[-1]["content"]
    why = served.call("GET", f"/v1/why/{got.json['id']}").json
    assert 0 < why["requests"][0]["sections"]["client"] <= 300


@pytest.mark.parametrize("choice", ["required", {"type": "function", "function": {"name": "f"}}])
def test_tools_of_the_client_are_not_called(served: Running, choice: object) -> None:
    tools = [{"type": "function", "function": {"name": "f", "parameters": {}}}]
    assert served.ask(HELLO, tools=tools).status == 200
    refused = served.ask(HELLO, tools=tools, tool_choice=choice)
    assert (refused.status, refused.error["param"]) == (400, "tool_choice")


def test_a_reply_fits_the_schema_that_was_asked_for(served: Running, model: ScriptedServer) -> None:
    schema = {"type": "object", "required": ["city"], "properties": {"city": {"type": "string"}}}
    model.replies = [Reply('Here: {"town": 1}'), Reply('{"city": "Paris"}')]
    wanted = {"type": "json_schema", "json_schema": {"name": "x", "schema": schema}}
    got = served.ask("what is the capital of France?", response_format=wanted)
    assert json.loads(got.text) == {"city": "Paris"}


def test_parts_of_text_are_read_and_pictures_refused(served: Running) -> None:
    def ask(*parts: object) -> int:
        message = {"role": "user", "content": list(parts)}
        return served.call("POST", "/v1/chat/completions", {"messages": [message]}).status

    assert ask({"type": "text", "text": "hello there"}) == 200
    assert ask({"type": "image_url", "image_url": {"url": "data:x"}}) == 400


@pytest.mark.parametrize(
    ("body", "param"),
    [
        (b"{", None),
        (b"[]", None),
        (b"{}", "messages"),
        (b'{"messages": []}', "messages"),
        (b'{"messages": [{"role": "king", "content": "x"}]}', "messages.0.role"),
        (b'{"messages": [{"role": "user", "content": 3}]}', "messages.0.content.str"),
        (b'{"messages": [{"role": "user", "content": " "}]}', "messages.0.content"),
        (b'{"messages": [{"role": "assistant", "content": "x"}]}', "messages"),
        (b'{"messages": [{"role": "user", "content": "x"}], "n": 2}', "n"),
        (b'{"messages": [{"role": "user", "content": "x"}], "stream": "yes"}', "stream"),
    ],
)
def test_what_cannot_be_meant_is_refused_by_name(
    served: Running, body: bytes, param: str | None
) -> None:
    got = served.call("POST", "/v1/chat/completions", body)
    assert got.status == 400
    assert set(got.error) == {"message", "type", "code", "param"}
    assert got.error["type"] == "invalid_request_error"
    assert got.error["param"] == param


def test_a_model_that_fails_before_its_first_word_gives_a_status_streaming_or_not(
    served: Running, model: ScriptedServer
) -> None:
    model.replies = [Reply(status=401)]
    for stream in (False, True):
        got = served.ask("what is the capital of France?", stream=stream)
        assert (got.status, got.error["code"]) == (502, "model_refused_key")


def test_a_model_that_breaks_off_ends_the_stream_with_an_error(
    served: Running, model: ScriptedServer
) -> None:
    model.replies = [Reply("one two three four", cut=True)]
    got = served.ask("what is the capital of France?", stream=True)
    last = got.body.decode().strip().split("\n\n")[-1]
    assert json.loads(last.removeprefix("data: "))["error"]["code"] == "model_unavailable"
    conversation = served.call("GET", "/v1/conversations").json["data"]
    assert conversation == [], "an answer that failed leaves no turn"


def test_no_model_at_all_is_503_with_a_time_to_wait(home: Path) -> None:
    with running(home, None) as served:
        got = served.ask("write a poem about the sea")
        assert (got.status, got.error["code"]) == (503, "model_unavailable")
        assert int(got.headers["retry-after"]) > 0


def test_whatever_model_a_client_names_answers(served: Running) -> None:
    assert served.ask("hello there", model="gpt-4o").status == 200
    assert [m["id"] for m in served.call("GET", "/v1/models").json["data"]] == ["assistant"]
    assert served.call("GET", "/v1/models/assistant").status == 200
    assert served.call("GET", "/v1/models/gpt-4o").error["code"] == "model_not_found"
