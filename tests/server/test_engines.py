"""The same on PostgreSQL, and on PostgreSQL with Redis: real servers on sockets of their own."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.engines import postgres, redis_server
from tests.server.processes import process
from tests.server.support import Running, running
from tests.servers.scripted import Reply, ScriptedServer

pytestmark = pytest.mark.slow
MOCHI = "Remember that my cat is called Mochi"


@pytest.fixture(params=["postgres", "postgres-redis"])
def engines(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Where the processes of a test keep everything, as their environment says."""
    monkeypatch.setenv("ASSISTANT_STORAGE_URL", postgres().url)
    if request.param == "postgres-redis":
        monkeypatch.setenv("ASSISTANT_STORAGE_LIVE", redis_server().url)
    monkeypatch.setenv("USER", f"o{secrets.token_hex(4)}")
    return str(request.param)


@pytest.fixture
def shared(home: Path, model: ScriptedServer, engines: str) -> Iterator[Running]:
    with running(home, model) as served:
        if not served.key:  # an earlier test was the first start over these stores
            served.key = own_key(home)
        yield served


def test_U2_each_user_has_rows_of_their_own(shared: Running, model: ScriptedServer) -> None:
    one, other = f"ana{secrets.token_hex(4)}", f"bob{secrets.token_hex(4)}"
    ana, bob = shared.add_user(one), shared.add_user(other)
    assert shared.ask(MOCHI, key=ana).status == 200
    facts = {
        key: [f["fact"] for f in shared.call("GET", "/v1/memory/facts", key=key).json["data"]]
        for key in (ana, bob, shared.key)
    }
    assert facts == {ana: ["my cat is called Mochi"], bob: [], shared.key: []}
    name = shared.ask("the word is zinc", key=ana).headers["x-conversation"]
    assert name.startswith(f"client:{one}:")
    assert shared.call("GET", f"/v1/conversations/{name}", key=bob).status == 404
    assert shared.call("GET", f"/v1/conversations/{name}", key=ana).status == 200


def test_U2_nobody_gets_the_rows_of_the_person_whose_server_it_is(shared: Running) -> None:
    owner = shared.app.user.lower()
    got = shared.call("POST", "/v1/users", {"name": owner})
    assert (got.status, got.error["param"]) == (400, "name")


def test_U5_turns_at_once_are_all_kept_and_a_key_is_one_turn(
    shared: Running, model: ScriptedServer
) -> None:
    ana = shared.add_user(f"ana{secrets.token_hex(4)}")
    model.replies = [Reply("Yes.")]
    headers = {"X-Conversation": "builds"}

    def ask(number: int) -> int:
        once = headers | {"Idempotency-Key": f"k-{number % 8}"}
        got = shared.ask(f"is number {number % 8} broken?", key=ana, headers=once)
        assert got.status == 200, got.body
        return int(got.json["assistant"]["turn"])

    with ThreadPoolExecutor(8) as pool:
        turns = list(pool.map(ask, range(16)))
    assert sorted(set(turns)) == list(range(1, 9))
    assert turns[:8] == turns[8:]


def test_U5_two_processes_serve_one_conversation(
    home: Path, model: ScriptedServer, engines: str, tmp_path: Path
) -> None:
    model.replies = [Reply("Zinc."), Reply("Copper.")]
    key = own_key(home)
    where, named = f"{model.base_url}|scripted-model", {"X-Conversation": secrets.token_hex(8)}
    with process(home, where, tmp_path, key) as one, process(home, where, tmp_path, key) as two:
        first = one.ask("why does the build fail?", headers=named)
        one.kill()
        second = two.ask("and at night?", headers=named)
    assert first.headers["x-conversation"] == second.headers["x-conversation"]
    assert second.json["assistant"]["turn"] == 2
    assert "Zinc." in str(model.chats[-1])


def own_key(home: Path) -> str:
    """The person's own, whether or not this is the first start over these stores."""
    from assistant.app import open_app
    from assistant.server.accounts import open_directory
    from assistant.server.accounts import own_key as first_key
    from assistant.server.caller import OWN

    with open_app(home=home, answers=False) as app:
        directory = open_directory(app)
        try:
            return first_key(directory) or directory.users.rotate(OWN)
        finally:
            directory.close()
