"""PostgreSQL and Redis killed and started again behind a server that goes on (U3, U5)."""

from __future__ import annotations

import os
import secrets
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from tests import engines
from tests.server.load import Load
from tests.server.support import Got, Running, running
from tests.server.test_engines import own_key
from tests.servers.scripted import Reply, ScriptedServer

pytestmark = pytest.mark.slow
KILLS = max(3, int(os.environ.get("ASSISTANT_TEST_KILLS", "0")) // 4)
BUILDS = {"X-Conversation": "builds"}


class Shared(NamedTuple):
    served: Running
    postgres: engines.Postgres
    redis: engines.Redis


@pytest.fixture
def shared(home: Path, model: ScriptedServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shared]:
    """Servers of this test's own, since it kills them."""
    engines.postgres(), engines.redis_server()  # skips where they cannot run
    postgres = engines.Postgres(engines._binaries("postgres-18"))
    redis = engines.Redis(engines._redis_binary())
    monkeypatch.setenv("ASSISTANT_STORAGE_URL", postgres.url)
    monkeypatch.setenv("ASSISTANT_STORAGE_LIVE", redis.url)
    monkeypatch.setenv("USER", f"o{secrets.token_hex(4)}")
    model.replies = [Reply("Yes.")]
    try:
        with running(home, model) as served:
            yield Shared(served, postgres, redis)
    finally:
        postgres.process.remove()
        redis.process.remove()


def ask(shared: Shared, number: int) -> Got:
    headers = BUILDS | {"Idempotency-Key": f"k-{number}"}
    return shared.served.ask(f"is number {number} broken?", headers=headers)


def answered(shared: Shared, number: int) -> Got:
    """As a client does that tries again when it is told to. Every refusal says when."""
    until = time.monotonic() + 60
    while True:
        got = ask(shared, number)
        if got.status == 200:
            return got
        assert got.status == 503, got.body
        assert int(got.headers["retry-after"]) > 0
        assert got.error["type"] == "server_error"
        assert time.monotonic() < until, got.body
        time.sleep(0.3)


@pytest.mark.timeout(3600)
def test_U5_stores_killed_under_load_lose_and_double_nothing(shared: Shared) -> None:
    """kill -9 of PostgreSQL, of Redis and of both, while people talk; nothing else is begun
    anew."""
    shared.served.key = shared.served.key or own_key(shared.served.app.paths.data)
    load, chance = Load([shared.served], shared.served.key), Random(3)
    with load.going_on():
        for number in range(KILLS):
            load.wait_for_more()
            time.sleep(chance.uniform(0.0, 0.3))
            victims = ((shared.postgres,), (shared.redis,), (shared.postgres, shared.redis))
            for victim in victims[number % 3]:
                victim.process.stop(signal.SIGKILL)
            time.sleep(chance.uniform(0.0, 0.3))
            for victim in victims[number % 3]:
                victim.start()
    load.check(shared.served)
    assert len(load.turns) > KILLS
    print(f"{KILLS} kills of stores, {len(load.turns)} turns and {len(load.facts)} facts"
          f" acknowledged, refused: {dict(load.refused)}")  # fmt: skip


def turns(shared: Shared) -> list[tuple[int, str]]:
    (found,) = shared.served.call("GET", "/v1/conversations").json["data"]
    kept = shared.served.call("GET", f"/v1/conversations/{found['id']}").json["messages"]
    return [(m["turn"], m["role"]) for m in kept]


def test_U5_postgres_killed_and_started_again(shared: Shared) -> None:
    assert answered(shared, 1).json["assistant"]["turn"] == 1
    shared.postgres.process.stop(signal.SIGQUIT)
    refused = ask(shared, 2)
    assert refused.status == 503
    assert int(refused.headers["retry-after"]) > 0
    assert shared.served.call("GET", "/readyz", key="").status == 503
    shared.postgres.start()
    assert answered(shared, 2).json["assistant"]["turn"] == 2
    assert answered(shared, 1).json["assistant"]["repeated"]
    assert shared.served.call("GET", "/readyz", key="").status == 200
    assert turns(shared) == [(n, r) for n in (1, 2) for r in ("user", "assistant")]


def test_U3_redis_killed_emptied_and_started_again(shared: Shared) -> None:
    assert answered(shared, 1).json["assistant"]["turn"] == 1
    shared.redis.process.stop(signal.SIGKILL)
    refused = ask(shared, 2)
    assert refused.status == 503
    assert int(refused.headers["retry-after"]) > 0
    shared.redis.start()  # it kept nothing
    assert answered(shared, 2).json["assistant"]["turn"] == 2
    assert answered(shared, 1).json["assistant"]["repeated"]
    assert turns(shared) == [(n, r) for n in (1, 2) for r in ("user", "assistant")]
