"""What needs no key, what there is not, and what the measures tell."""

from __future__ import annotations

from assistant.errors import StorageUnavailable, StoreRefused, TryAgainLater, Unsettled
from assistant.server.errors import told
from assistant.server.shapes import SHAPES
from tests.server.support import Running


def test_health_and_the_description_need_no_key(served: Running) -> None:
    assert served.call("GET", "/healthz", key="").json == {"status": "ok"}
    assert served.call("GET", "/readyz", key="").json == {"status": "ok"}
    assert served.call("GET", "/openapi.json", key="").json["openapi"] == "3.1.0"


def test_a_server_that_stops_is_not_ready_and_begins_no_turn(served: Running) -> None:
    served.turns.draining = True
    assert served.call("GET", "/readyz", key="").status == 503
    got = served.ask("hello there")
    assert (got.status, got.error["code"]) == (503, "overloaded")


def test_what_there_is_not_is_told_as_the_protocol_tells_failures(served: Running) -> None:
    assert served.call("GET", "/v1/nothing").error["code"] == "unknown_url"
    got = served.call("GET", "/v1/chat/completions")
    assert (got.status, got.headers["allow"]) == (405, "POST")
    assert set(got.error) == {"message", "type", "code", "param"}


def test_the_measures_count_and_tell_no_words(served: Running) -> None:
    served.ask("why does the wombat fail?")
    page = served.call("GET", "/metrics").body.decode()
    assert 'assistant_turns_total{source="model"} 1.0' in page
    assert 'route="POST /v1/chat/completions",status="200"' in page
    assert "wombat" not in page


def test_facts_are_listed_added_confirmed_and_forgotten(served: Running) -> None:
    made = served.call("POST", "/v1/memory/facts", {"text": "my cat is called Mochi"})
    assert made.status == 201
    path = f"/v1/memory/facts/{made.json['id']}"
    assert served.call("GET", path).json == made.json
    assert set(SHAPES["Fact"]["required"]) <= set(made.json)
    assert served.call("POST", f"{path}/confirm").status == 200
    assert served.call("DELETE", path).json["deleted"]
    assert served.call("GET", path).error["code"] == "fact_not_found"
    assert served.call("GET", "/v1/memory/facts").json["data"] == []


def test_facts_come_in_pages(served: Running) -> None:
    for name in ("Mochi", "Toby", "Pio"):
        served.call("POST", "/v1/memory/facts", {"text": f"I know somebody called {name}"})
    first = served.call("GET", "/v1/memory/facts?limit=2").json
    assert (len(first["data"]), first["has_more"]) == (2, True)
    rest = served.call("GET", f"/v1/memory/facts?after={first['data'][-1]['id']}").json
    assert (len(rest["data"]), rest["has_more"]) == (1, False)
    assert served.call("GET", "/v1/memory/facts?limit=0").error["param"] == "limit"


def test_a_fact_that_cannot_be_kept_is_refused_by_name(served: Running) -> None:
    for body, param in (({}, "text"), ({"text": ""}, "text"), ({"text": "x", "y": 1}, "y")):
        got = served.call("POST", "/v1/memory/facts", body)
        assert (got.status, got.error["param"]) == (400, param)
    odd = served.call("POST", "/v1/memory/facts", {"text": "I like tea", "domain": "kitchen"})
    assert (odd.status, odd.error["param"]) == (400, "domain")


def test_the_profile_of_no_pack_is_empty(served: Running) -> None:
    assert served.call("GET", "/v1/profile").json == {"object": "profile", "packs": {}}


def test_a_failure_of_the_store_says_when_to_ask_again_and_no_address() -> None:
    where = "postgresql://assistant@db.example.org/assistant"
    for kind in (StoreRefused, StorageUnavailable, TryAgainLater, Unsettled):
        failure = told(kind(f"{where} is away"), own=False)
        assert (failure.status, failure.kind) == (503, "server_error")
        assert int(failure.headers["Retry-After"]) > 0
        assert where not in failure.message
