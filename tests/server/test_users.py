"""Who may do what: told by the key alone, each in a memory of their own (U1, U2)."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from assistant.limits import SERVED_FREE
from assistant.server.accounts import open_directory
from assistant.server.caller import ALLOWANCES, Caller
from assistant.server.homes import open_home
from assistant.server.turns import Turns
from assistant.storage.base.users import ROLES
from tests.clock import Clock
from tests.encryption import begin_encrypted, needs_extra
from tests.server.support import Got, Running, running
from tests.servers.scripted import Reply, ScriptedServer

MOCHI = "Remember that my cat is called Mochi"
PATHS = (
    ("POST", "/v1/chat/completions"),
    ("GET", "/v1/models"),
    ("GET", "/v1/memory/facts"),
    ("GET", "/v1/conversations"),
    ("GET", "/v1/profile"),
    ("GET", "/v1/why/1"),
    ("GET", "/v1/users"),
    ("GET", "/metrics"),
)


def facts(served: Running, key: str | None = None) -> list[str]:
    return [f["fact"] for f in served.call("GET", "/v1/memory/facts", key=key).json["data"]]


@pytest.mark.parametrize(("method", "path"), PATHS)
@pytest.mark.parametrize("key", ["", "ak-nobody", "x" * 5000])
def test_U1_without_a_key_nothing_opens(served: Running, method: str, path: str, key: str) -> None:
    got = served.call(method, path, {} if method == "POST" else None, key=key)
    assert (got.status, got.error["code"]) == (401, "invalid_api_key")
    assert got.headers["www-authenticate"] == "Bearer"


def test_U1_each_user_has_a_memory_of_their_own(served: Running, home: Path) -> None:
    ana, bob = served.add_user("ana"), served.add_user("bob")
    served.ask(MOCHI, key=ana)
    assert facts(served, ana) == ["my cat is called Mochi"]
    assert facts(served, bob) == facts(served) == []
    assert served.ask("hello there", key=bob).headers["x-conversation"].startswith("client:bob:")
    if os.name == "posix":
        file = home / "users" / "ana" / "assistant.db"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_U1_a_conversation_of_another_is_none(served: Running) -> None:
    ana, bob = served.add_user("ana"), served.add_user("bob")
    name = served.ask("the word is zinc", key=ana).headers["x-conversation"]
    for key in (bob, served.key):
        assert served.call("GET", f"/v1/conversations/{name}", key=key).status == 404
        assert served.call("DELETE", f"/v1/conversations/{name}", key=key).status == 404
        assert served.call("GET", f"/v1/why/1?conversation={name}", key=key).status == 404
        got = served.ask("what is the word?", key=key, headers={"X-Conversation": name})
        assert got.headers["x-conversation"] != name
    assert served.call("GET", f"/v1/conversations/{name}", key=ana).json["turn_count"] == 1


@pytest.mark.parametrize(
    "headers", [{"X-Role": "admin"}, {"X-User": "user"}, {"X-Conversation": "admin:ana:1"}]
)
def test_U1_what_a_request_says_of_its_user_and_role_changes_nothing(
    served: Running, headers: dict[str, str]
) -> None:
    ana = served.add_user("ana")
    got = served.ask(
        "I am the admin", key=ana, headers=headers, user="user", metadata={"role": "admin"}
    )
    assert got.headers["x-conversation"].startswith("client:ana:")
    assert served.call("GET", "/v1/users", key=ana, headers=headers).status == 403


def test_U1_an_admin_opens_no_other_memory(served: Running) -> None:
    ana, root = served.add_user("ana"), served.add_user("root", role="admin")
    served.ask(MOCHI, key=ana)
    assert facts(served, root) == []
    listed = served.call("GET", "/v1/users", key=root)
    assert [u["name"] for u in listed.json["data"]] == ["ana", "root", "user"]
    measures = served.call("GET", "/metrics", key=root)
    for told in (listed, measures):
        assert b"Mochi" not in told.body
        assert ana.encode() not in told.body
    assert b"assistant_turns_total" in measures.body
    assert b"ana" not in measures.body


def test_keys_are_stored_as_hashes(served: Running, home: Path) -> None:
    ana = served.add_user("ana")
    served.app.stores.flush()
    for file in home.rglob("*"):
        if file.is_file():
            assert ana.encode() not in file.read_bytes(), file


def test_a_revoked_key_opens_nothing_and_a_rotated_one_replaces_the_old(served: Running) -> None:
    ana = served.add_user("ana")
    served.ask(MOCHI, key=ana)
    new = served.call("POST", "/v1/users/ana/key").json["key"]
    assert served.call("GET", "/v1/models", key=ana).status == 401
    assert facts(served, new) == ["my cat is called Mochi"]
    assert served.call("DELETE", "/v1/users/ana").json["revoked_at"]
    assert served.call("GET", "/v1/models", key=new).status == 401


def test_nobody_shuts_out_the_owner_or_themselves(served: Running) -> None:
    root = served.add_user("root", role="admin")
    for name in ("root", "user"):
        assert served.call("DELETE", f"/v1/users/{name}", key=root).status == 409
    assert served.call("DELETE", "/v1/users/nobody", key=root).status == 404


def test_T4_a_plan_allows_so_many_requests_a_minute(home: Path, model: ScriptedServer) -> None:
    clock = Clock()
    clock.step *= 0
    with running(home, model, clock=clock) as served:
        ana = served.add_user("ana", plan="free")
        for _ in range(ALLOWANCES["free"].minute):
            assert served.call("GET", "/v1/models", key=ana).status == 200
        got = served.call("GET", "/v1/models", key=ana)
        assert (got.status, got.error["code"]) == (429, "rate_limit_exceeded")
        assert got.error["type"] == "rate_limit_error"
        assert served.call("GET", "/v1/models").status == 200, "another's count is their own"
        clock.pass_(seconds=int(got.headers["retry-after"]))
        assert served.call("GET", "/v1/models", key=ana).status == 200


def test_a_body_larger_than_the_plan_allows_is_413(served: Running) -> None:
    ana = served.add_user("ana", plan="free")
    large = "zinc " * (SERVED_FREE.value // 5 + 1)
    got = served.ask(large, key=ana)
    assert (got.status, got.error["code"]) == (413, "body_too_large")
    assert served.ask(large[: SERVED_FREE.value // 2], key=ana).status in (200, 400)


def test_a_full_queue_says_so(home: Path, model: ScriptedServer) -> None:
    model.replies = [Reply("Zinc.", delay=30)]
    with running(home, model, turns=Turns(at_once=1, waiting=0)) as served:
        served.turns.taken = 1  # a turn is under way
        got: Got = served.ask("why does the build fail?")
        assert (got.status, got.error["code"]) == (503, "overloaded")
        assert int(got.headers["retry-after"]) > 0
        served.turns.taken = 0


def test_a_page_of_another_origin_asks_only_where_it_may(home: Path, model: ScriptedServer) -> None:
    origin = "http://localhost:3000"
    asks = {"Origin": origin, "Access-Control-Request-Method": "POST"}
    with running(home, model) as served:
        assert "access-control-allow-origin" not in served.ask("hi", headers=asks).headers
    with running(home / "other", model, origins=[origin]) as served:
        got = served.call("OPTIONS", "/v1/chat/completions", key="", headers=asks)
        assert got.headers["access-control-allow-origin"] == origin
        other = {**asks, "Origin": "http://evil.example"}
        got = served.call("OPTIONS", "/v1/chat/completions", key="", headers=other)
        assert "access-control-allow-origin" not in got.headers


def test_T4_counts_of_days_that_are_over_go(home: Path, model: ScriptedServer) -> None:
    clock = Clock()
    with running(home, model, clock=clock) as served:
        served.call("GET", "/v1/models")
        day = clock.now.replace(hour=0, minute=0, second=0, microsecond=0)
        directory = open_directory(served.app)
        try:
            assert directory.counters.value("serve.day:user", day) == 1
            clock.pass_(days=2)
            served.call("GET", "/v1/models")
            assert directory.counters.value("serve.day:user", day) == 0
        finally:
            directory.close()


def test_the_tools_that_reach_the_machine_are_for_its_person(
    home: Path, model: ScriptedServer
) -> None:
    home.mkdir(parents=True)
    (home / "config.toml").write_text('[tools]\non = ["web"]\nroots = ["/"]\n')
    with running(home, model) as served:

        def usable(caller: Caller) -> set[str]:
            with open_home(served.app, caller) as app:
                assert caller.own or app.config.role(caller.talks_as).plan == caller.plan
                return {tool.category for tool in app.toolbox(caller.talks_as).usable}

        assert {"web", "notes", "calculate"} <= usable(Caller("user", "admin", "premium"))
        for role in ROLES:
            others = usable(Caller("ana", role, "premium"))
            assert "calculate" in others
            assert not others & {"files", "shell", "web", "notes"}


@needs_extra
def test_an_encrypted_home_serves_its_person_and_lets_nobody_else_in(
    home: Path, model: ScriptedServer
) -> None:
    begin_encrypted(home)
    with running(home, model) as served:
        served.ask(MOCHI)
        assert facts(served) == ["my cat is called Mochi"]
        refused = served.call("POST", "/v1/users", {"name": "ana"})
        assert (refused.status, refused.error["param"]) == (400, "name")
        new = served.call("POST", "/v1/users/user/key").json["key"]
        assert served.call("GET", "/v1/models").status == 401, "the old one opens nothing"
        assert facts(served, new) == ["my cat is called Mochi"]
    assert not (home / "users").exists()
    for file in home.rglob("*"):
        assert not file.is_file() or b"Mochi" not in file.read_bytes(), file
