"""Which conversation a request means, and what of it the person took back (X1, U5)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.clock import Clock
from tests.server.support import Running, running
from tests.servers.scripted import Reply, ScriptedServer

FIRST, SECOND = "why does the build fail?", "and on the other machine?"


def conversation(served: Running, name: str) -> dict[str, object]:
    return dict(served.call("GET", f"/v1/conversations/{name}").json)


def said(served: Running, name: str) -> list[object]:
    kept = conversation(served, name)["messages"]
    assert isinstance(kept, list)
    return [message["content"] for message in kept]


def of(answer: object) -> str:
    return str(answer.headers["x-conversation"])  # type: ignore[attr-defined]


def test_a_header_or_the_metadata_names_the_conversation(
    served: Running, model: ScriptedServer
) -> None:
    model.replies = [Reply("Zinc."), Reply("Copper."), Reply("Tin.")]
    first = served.ask(FIRST, headers={"X-Conversation": "builds"})
    second = served.ask(SECOND, metadata={"conversation": "builds"})
    third = served.ask("why?", headers={"X-Conversation": of(first)})
    assert of(first) == of(second) == of(third)
    assert said(served, of(first)) == [FIRST, "Zinc.", SECOND, "Copper.", "why?", "Tin."]
    assert "Zinc." in str(model.chats[1]), "the window is the server's own"


def test_a_conversation_that_was_begun_is_named_by_its_id(served: Running) -> None:
    made = served.call("POST", "/v1/conversations")
    assert made.status == 201
    assert of(served.ask(FIRST, headers={"X-Conversation": made.json["id"]})) == made.json["id"]


def test_without_a_name_the_history_finds_its_conversation(
    served: Running, model: ScriptedServer
) -> None:
    model.replies = [Reply("Zinc."), Reply("Copper."), Reply("Tin.")]
    today = "why does the build fail today?"  # so that no earlier answer is given again (A3)
    one, other = served.ask(today), served.ask(today)
    assert of(one) != of(other)
    assert of(served.ask(today, "Zinc.", SECOND)) == of(one)
    assert of(served.ask(today, "Copper.", SECOND)) == of(other)
    assert of(served.ask("hi", "hello", SECOND)) not in (of(one), of(other))


def test_an_edited_message_takes_the_last_exchange_back(
    served: Running, model: ScriptedServer
) -> None:
    model.replies = [Reply("Zinc."), Reply("Copper."), Reply("Tin.")]
    name = of(served.ask(FIRST))
    served.ask(FIRST, "Zinc.", SECOND)
    edited = served.ask(FIRST, "Zinc.", "and at night?")
    assert of(edited) == name
    assert edited.json["assistant"]["turn"] == 2
    assert said(served, name) == [FIRST, "Zinc.", "and at night?", "Tin."]
    assert "Copper" not in str(model.chats[-1])


def test_an_edited_message_states_what_it_says_now(served: Running, model: ScriptedServer) -> None:
    model.replies = [Reply("Zinc."), Reply("Noted.")]
    served.ask(FIRST)
    served.ask(FIRST, "Zinc.", "thanks a lot")
    edited = served.ask(FIRST, "Zinc.", "Remember that my cat is called Mochi")
    assert edited.json["assistant"]["turn"] == 2
    assert edited.json["assistant"]["notices"] == ["noted: my cat is called Mochi"]


@pytest.mark.parametrize("headers", [{}, {"X-Conversation": "builds"}])
def test_a_regenerated_answer_takes_the_place_of_the_last(
    served: Running, model: ScriptedServer, headers: dict[str, str]
) -> None:
    model.replies = [Reply("Zinc."), Reply("Copper."), Reply("Tin.")]
    name = of(served.ask(FIRST, headers=headers))
    served.ask(FIRST, "Zinc.", SECOND, headers=headers)
    again = served.ask(FIRST, "Zinc.", SECOND, headers=headers)
    assert again.text == "Tin."
    assert said(served, name) == [FIRST, "Zinc.", SECOND, "Tin."]


def test_U5_where_it_is_not_sure_nothing_is_taken_back(
    served: Running, model: ScriptedServer
) -> None:
    """Two clients speak in one conversation by its name: each lacks what the other said."""
    model.replies = [Reply("Zinc."), Reply("Copper."), Reply("Tin.")]
    headers = {"X-Conversation": "builds"}
    name = of(served.ask(FIRST, headers=headers))
    served.ask(FIRST, "Zinc.", SECOND, headers=headers)
    served.ask(FIRST, "Zinc.", "and at night?", headers=headers)
    assert said(served, name) == [FIRST, "Zinc.", SECOND, "Copper.", "and at night?", "Tin."]


def test_a_client_that_sends_no_history_goes_on(served: Running, model: ScriptedServer) -> None:
    headers = {"X-Conversation": "builds"}
    model.replies = [Reply("Zinc."), Reply("Copper."), Reply("Tin.")]
    for text in (FIRST, SECOND, SECOND):
        got = served.ask(text, headers=headers)
    assert got.json["assistant"]["turn"] == 3


def test_C7_an_idle_conversation_goes_on_under_its_name_with_its_summaries(
    home: Path, model: ScriptedServer
) -> None:
    clock = Clock()
    model.replies = [Reply("The linker runs out of memory."), Reply("Yes.")]
    with running(home, model, clock=clock) as served:
        headers = {"X-Conversation": "builds"}
        first = served.ask(FIRST, headers=headers)
        clock.pass_(minutes=50)
        second = served.ask("is it the linker of the build?", headers=headers)
        assert of(first) == of(second)
        assert conversation(served, of(first))["segments"]
        assert said(served, of(first))[:2] == ["", ""], "its raw text is gone"


def test_C7_a_deleted_conversation_leaves_its_name_to_another(served: Running) -> None:
    headers = {"X-Conversation": "builds"}
    first = of(served.ask(FIRST, headers=headers))
    assert served.call("DELETE", f"/v1/conversations/{first}").json["deleted"]
    assert served.call("GET", f"/v1/conversations/{first}").status == 404
    assert of(served.ask(FIRST, headers=headers)) != first
    gone = served.ask(FIRST, headers={"X-Conversation": first})
    assert (gone.status, gone.error["code"]) == (404, "conversation_not_found")


def test_no_word_of_a_message_or_a_name_is_kept_beside_the_turn(served: Running) -> None:
    headers = {"X-Conversation": "zanzibar", "Idempotency-Key": "quokka"}
    name = of(served.ask("why does the wombat fail?", headers=headers))
    served.call("DELETE", f"/v1/conversations/{name}")
    served.app.stores.flush()
    kept = served.app.stores.keyvalue.entries()
    assert [k for k in kept if any(w in str(k) for w in ("zanzibar", "quokka", "wombat"))] == []


def test_a_turn_tells_why(served: Running, model: ScriptedServer) -> None:
    served.ask("Remember that my cat is called Mochi")
    got = served.ask("write a poem about my cat", headers={"X-Conversation": "poems"})
    why = served.call("GET", f"/v1/why/{got.json['id']}").json
    assert why["turn"] == 1
    assert why["requests"][0]["prompt_tokens"] == got.json["usage"]["prompt_tokens"]
    assert [f["fact"] for f in why["facts_used"]] == ["my cat is called Mochi"]
    assert served.call("GET", f"/v1/why/1?conversation={of(got)}").json == why
    assert served.call("GET", "/v1/why/9").status == 404


def test_T10_a_turn_tells_what_its_tools_did(served: Running, model: ScriptedServer) -> None:
    called = [{"id": "c1", "name": "time-now", "arguments": '{"place": "Tokyo"}'}]
    unknown = [{"id": "c2", "name": "wombat-count", "arguments": "{}"}]
    model.replies = [
        Reply("", tool_calls=called), Reply("", tool_calls=unknown), Reply("It is six."),
    ]  # fmt: skip
    got = served.ask("what about Tokyo?")
    assert got.text == "It is six."
    ran, failed = served.call("GET", f"/v1/why/{got.json['id']}").json["tools"]
    assert (ran["tool"], ran["outcome"], ran["cached"]) == ("time.now", "success", False)
    assert ran["milliseconds"] >= 0
    assert (failed["tool"], failed["outcome"]) == ("", "TOOL_NOT_FOUND"), "no word of the model's"


def test_U5_a_name_outlives_a_sweep_by_who_looked_at_the_clock_before_it_was_given(
    served: Running,
) -> None:
    """Another process may wait for the lock between the look and the sweep."""
    looked = served.app.now()
    first = of(served.ask(FIRST, headers={"X-Conversation": "builds"}))
    served.app.stores.keyvalue.sweep(looked)
    assert of(served.ask(SECOND, headers={"X-Conversation": "builds"})) == first
