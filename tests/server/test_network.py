"""The network between the program and its stores held up, cut and gone, and stores that are slow,
full or emptied: every acknowledged turn and fact is there once, and nothing is started again (U5).

`make test-shared` runs the storm whole.
"""

from __future__ import annotations

import os
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from tests import engines
from tests.network import Network, before_postgres, before_redis
from tests.server.load import Load
from tests.server.processes import begun
from tests.server.support import Got, Running, running
from tests.server.test_engines import own_key
from tests.servers.scripted import Reply, ScriptedServer

pytestmark = pytest.mark.slow
STORMS = int(os.environ.get("ASSISTANT_TEST_KILLS", "8"))
STEP = 1 if STORMS >= 200 else 11
"""Of the messages of a turn, every so many are cut."""
COMMITTED = b"COMMIT\x00"
PATIENCE = 60.0


class Behind(NamedTuple):
    """A server behind networks to its stores."""

    served: Running
    networks: dict[str, Network]


@pytest.fixture
def networks(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Network]]:
    """Between whatever is started over this home and its stores."""
    postgres, url = before_postgres(engines.postgres())
    redis, live = before_redis(engines.redis_server())
    monkeypatch.setenv("ASSISTANT_STORAGE_URL", url)
    monkeypatch.setenv("ASSISTANT_STORAGE_LIVE", live)
    monkeypatch.setenv("USER", f"o{secrets.token_hex(4)}")
    yield {"postgres": postgres, "redis": redis}
    postgres.close()
    redis.close()


@pytest.fixture
def behind(home: Path, model: ScriptedServer, networks: dict[str, Network]) -> Iterator[Behind]:
    model.replies = [Reply("Yes.")]
    with running(home, model) as served:
        served.key = served.key or own_key(home)
        yield Behind(served, networks)
        for network in networks.values():
            network.calm()  # a server that stops writes, too


def ask(behind: Behind, number: int, *, once: bool = True) -> Got:
    headers = {"X-Conversation": "builds"}
    if once:
        headers["Idempotency-Key"] = f"k-{number}"
    return behind.served.ask(f"is number {number} broken?", headers=headers)


def answered(asked: Callable[[], Got]) -> Got:
    """As a client does that asks again when it is told to. Every refusal says when."""
    until = time.monotonic() + PATIENCE
    while True:
        got = asked()
        if got.status in (200, 201):
            return got
        assert_refused(got)
        assert time.monotonic() < until, got.body
        time.sleep(0.05)


def assert_refused(got: Got) -> None:
    assert got.status == 503, got.body
    assert int(got.headers["retry-after"]) > 0
    assert got.error["type"] == "server_error"


def said(behind: Behind) -> list[tuple[int, str]]:
    """The person's messages that are kept."""
    (found,) = behind.served.call("GET", "/v1/conversations").json["data"]
    kept = behind.served.call("GET", f"/v1/conversations/{found['id']}").json["messages"]
    return [(m["turn"], m["content"]) for m in kept if m["role"] == "user" and m["content"]]


def facts(behind: Behind) -> list[str]:
    return [f["fact"] for f in behind.served.call("GET", "/v1/memory/facts").json["data"]]


def assert_once(behind: Behind, turns: int) -> None:
    """Each turn once, in its order: of those whose words are still kept, the latest."""
    kept = said(behind)
    expected = [(n, f"is number {n} broken?") for n in range(1, turns + 1)]
    assert kept == expected[-len(kept) :]


CUTS: dict[str, Callable[[Network, int], None]] = {
    "request": lambda network, after: network.cut(to_server=True, after=after),
    "answer": lambda network, after: network.cut(to_server=False, after=after),
}


@pytest.mark.parametrize("store", ["postgres", "redis"])
@pytest.mark.parametrize("what", CUTS)
def test_U5_cut_in_the_middle_of_any_message_a_turn_is_kept_once(
    behind: Behind, store: str, what: str
) -> None:
    """One turn for each message of a turn, in which that one breaks off."""
    network, number = behind.networks[store], 1
    answered(partial(ask, behind, number))
    for after in range(0, 1000, STEP if store == "postgres" else 1):
        before, number = network.cuts, number + 1
        CUTS[what](network, after)
        got = answered(partial(ask, behind, number))
        assert got.json["assistant"]["turn"] == number
        if network.cuts == before:
            break
    network.calm()
    assert number > 5, "every message of a turn had its cut"
    assert after < 999
    assert_once(behind, number)
    print(f"{store}: {number - 2} cuts of the {what}")


def test_U5_a_turn_whose_commit_is_answered_to_nobody_is_kept_once_without_a_key(
    behind: Behind,
) -> None:
    """The client cannot tell a turn of its own, and is told that it is kept, not to ask again."""
    network, number, lost = behind.networks["postgres"], 1, 0
    answered(partial(ask, behind, number, once=False))
    while lost == number - 1:
        before, number = network.cuts, number + 1
        network.lose_answer(COMMITTED, lost)
        got = answered(partial(ask, behind, number, once=False))
        assert got.json["assistant"]["turn"] == number
        lost += network.cuts - before
    network.calm()
    assert lost > 2
    assert_once(behind, number)
    print(f"postgres: {lost} answers to a commit lost")


def test_a_fact_whose_commit_is_answered_to_nobody_is_kept_once(behind: Behind) -> None:
    network, told = behind.networks["postgres"], list[str]()
    while network.cuts == len(told):
        text = f"box {secrets.token_hex(4)} stands in room {secrets.token_hex(4)}"
        network.lose_answer(COMMITTED, len(told))
        answered(partial(behind.served.call, "POST", "/v1/memory/facts", {"text": text}))
        told.append(text)
    network.calm()
    assert len(told) > 1
    assert facts(behind) == told


@contextmanager
def silent(network: Network) -> Iterator[None]:
    network.silent.set()
    yield
    network.silent.clear()


@contextmanager
def refusing(network: Network) -> Iterator[None]:
    network.refusing.set()
    network.reset()
    yield
    network.refusing.clear()


@pytest.mark.parametrize("trouble", [silent, refusing])
@pytest.mark.parametrize("store", ["postgres", "redis"])
def test_a_store_that_cannot_be_reached_is_told_with_when_to_ask_again(
    behind: Behind,
    store: str,
    trouble: Callable[[Network], AbstractContextManager[None]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from assistant.storage.postgres.patience import PatientConnection

    monkeypatch.setattr(PatientConnection, "answer_seconds", 0.5)
    answered(lambda: ask(behind, 1))
    with trouble(behind.networks[store]):
        assert_refused(ask(behind, 2))
    assert answered(lambda: ask(behind, 2)).json["assistant"]["turn"] == 2
    assert answered(lambda: ask(behind, 1)).json["assistant"]["repeated"]
    assert_once(behind, 2)


@pytest.mark.parametrize("store", ["postgres", "redis"])
def test_a_network_that_is_slow_or_held_up_for_a_moment_loses_nothing(
    behind: Behind, store: str
) -> None:
    network = behind.networks[store]
    network.delay = 0.005
    assert ask(behind, 1).json["assistant"]["turn"] == 1
    network.delay = 0.0
    network.stalled.set()
    threading.Timer(0.5, network.stalled.clear).start()
    assert ask(behind, 2).json["assistant"]["turn"] == 2
    assert_once(behind, 2)


def test_a_database_without_a_connection_to_spare_is_told_and_passes(behind: Behind) -> None:
    server = engines.postgres()
    answered(lambda: ask(behind, 1))
    server.run("ALTER ROLE app CONNECTION LIMIT 0")
    try:
        behind.networks["postgres"].reset()
        assert_refused(ask(behind, 2))
        assert behind.served.call("GET", "/readyz", key="").status == 503
    finally:
        server.run("ALTER ROLE app CONNECTION LIMIT -1")
    assert answered(lambda: ask(behind, 2)).json["assistant"]["turn"] == 2
    assert_once(behind, 2)


def test_a_database_that_takes_too_long_is_told_and_passes(
    home: Path, model: ScriptedServer, networks: dict[str, Network], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody holds the table for long: a statement is given up after its time."""
    import psycopg

    url = os.environ["ASSISTANT_STORAGE_URL"]
    monkeypatch.setenv(
        "ASSISTANT_STORAGE_URL",
        f"{url}&options=-c%20lock_timeout%3D200ms%20-c%20statement_timeout%3D400ms",
    )
    model.replies = [Reply("Yes.")]
    with running(home, model) as served:
        served.key = served.key or own_key(home)
        behind = Behind(served, networks)
        answered(lambda: ask(behind, 1))
        with psycopg.connect(engines.postgres().url_for("admin", "shared")) as admin:
            admin.execute("LOCK TABLE assistant.messages IN ACCESS EXCLUSIVE MODE")
            assert_refused(ask(behind, 2))
            admin.rollback()
        assert answered(lambda: ask(behind, 2)).json["assistant"]["turn"] == 2
        assert_once(behind, 2)


def test_U3_redis_emptied_again_and_again_under_load_loses_nothing(behind: Behind) -> None:
    import redis

    admin = redis.Redis.from_url(engines.redis_server().admin)
    load = Load([behind.served], behind.served.key)
    with load.going_on():
        for _ in range(30):
            load.wait_for_more(1)
            admin.flushall()
    load.check(behind.served)
    assert not load.refused
    print(f"30 times emptied, {len(load.turns)} turns")


def reset(network: Network, chance: Random) -> None:
    for _ in range(3):
        network.reset()
        time.sleep(chance.uniform(0.0, 0.1))


def cut(network: Network, chance: Random) -> None:
    for _ in range(6):
        network.cut(to_server=chance.random() < 0.5, after=chance.randrange(20))
        time.sleep(0.1)


def lost(network: Network, chance: Random) -> None:
    for _ in range(6):
        network.lose_answer(COMMITTED, chance.randrange(8))
        time.sleep(0.1)


def held_up(network: Network, chance: Random) -> None:
    network.stalled.set()
    time.sleep(chance.uniform(0.1, 3.0))


def slow(network: Network, chance: Random) -> None:
    network.delay = chance.uniform(0.001, 0.05)
    time.sleep(1.0)


def gone(network: Network, chance: Random) -> None:
    network.refusing.set()
    network.reset()
    time.sleep(chance.uniform(0.1, 1.0))


TROUBLES = (reset, cut, lost, held_up, slow, gone)


@pytest.mark.timeout(3600)
def test_U5_a_storm_between_two_processes_and_their_stores_loses_and_doubles_nothing(
    home: Path, model: ScriptedServer, networks: dict[str, Network], tmp_path: Path
) -> None:
    chance, own = Random(5), own_key(home)
    model.replies = [Reply("Yes, number as told.", pause=0.004)]
    where = f"{model.base_url}|scripted-model"
    both = [begun(home, where, tmp_path, own) for _ in range(2)]
    try:
        load = Load(both, own)
        with load.going_on():
            for number in range(STORMS):
                load.wait_for_more()
                trouble = TROUBLES[number % len(TROUBLES)]
                network = networks[chance.choice(("postgres", "postgres", "redis"))]
                trouble(network, chance)
                network.calm()
        load.check(both[0])
        assert all(each.process.poll() is None for each in both), "nothing was started again"
    finally:
        for each in both:
            each.kill()
    assert len(load.turns) > STORMS
    print(f"{STORMS} troubles, {len(load.turns)} turns and {len(load.facts)} facts acknowledged,"
          f" refused: {dict(load.refused)}")  # fmt: skip


def test_no_command_is_used_that_holds_redis_up_for_others(behind: Behind) -> None:
    """What the server is told while people talk, are listed, forget and delete."""
    import redis

    admin = redis.Redis.from_url(engines.redis_server().admin)
    admin.config_resetstat()  # other tests share the server
    for number in range(1, 4):
        answered(partial(ask, behind, number))
    made = behind.served.call("POST", "/v1/memory/facts", {"text": "my cat is called Mochi"})
    assert behind.served.call("DELETE", f"/v1/memory/facts/{made.json['id']}").status == 200
    (found,) = behind.served.call("GET", "/v1/conversations").json["data"]
    assert behind.served.call("DELETE", f"/v1/conversations/{found['id']}").status == 200
    used: Any = admin.info("commandstats")
    assert used["cmdstat_evalsha"]["calls"] > 0
    assert not {f"cmdstat_{name}" for name in ("keys", "flushdb", "sort", "scan", "debug")} & set(
        used
    )
