"""Several processes over one store: any serves any turn, and one that is killed loses none (U5)."""

from __future__ import annotations

import os
import secrets
import socket
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.client import HTTPException
from pathlib import Path
from random import Random

import pytest

from tests.engines import postgres, redis_server
from tests.server.load import Load
from tests.server.processes import begun, process
from tests.server.support import Got, wait_for_chats
from tests.server.test_engines import own_key
from tests.servers.scripted import Reply, ScriptedServer

pytestmark = pytest.mark.slow
SAID = "why does the build of the wombat fail?"


def where(model: ScriptedServer) -> str:
    return f"{model.base_url}|scripted-model"


def rows(home: Path) -> list[tuple[int, str]]:
    """The messages that are stored, seen past the program."""
    with sqlite3.connect(home / "assistant.db") as database:
        return database.execute(
            "SELECT turn_number, content FROM messages ORDER BY 1, 2"
        ).fetchall()


def test_one_command_serves_and_says_what_to_paste(
    home: Path, model: ScriptedServer, tmp_path: Path
) -> None:
    with process(home, where(model), tmp_path) as first:
        assert f"http://127.0.0.1:{first.port}/v1" in first.told.read_text()
        assert first.ask(SAID).status == 200
        assert first.stop() == 0
    with process(home, where(model), tmp_path, first.key) as second:
        assert first.key not in second.told.read_text(), "it is shown once"
        assert second.ask(SAID).status == 200


def test_a_port_that_is_taken_is_told_in_one_line(home: Path, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        options = ("", "--port", port)
        refused = pytest.raises(AssertionError, match="cannot be had")
        with refused as failed, process(home, "none", tmp_path, *options):
            pass
    assert "Traceback" not in str(failed.value)


def test_U5_any_process_serves_any_turn(home: Path, model: ScriptedServer, tmp_path: Path) -> None:
    model.replies = [Reply("Zinc."), Reply("Copper."), Reply("Tin.")]
    named = {"X-Conversation": "builds"}
    with (
        process(home, where(model), tmp_path) as one,
        process(home, where(model), tmp_path, one.key) as other,
    ):
        first = one.ask(SAID, headers=named)
        second = other.ask(SAID, "Zinc.", "and at night?", headers=named)
        third = one.ask("why?", headers=named)
        ids = {g.headers["x-conversation"] for g in (first, second, third)}
        assert len(ids) == 1
        assert third.json["assistant"]["turn"] == 3
        assert "Copper." in str(model.chats[-1])


def test_U5_killed_in_mid_stream_the_conversation_is_as_before_and_a_retry_is_one_turn(
    home: Path, model: ScriptedServer, tmp_path: Path
) -> None:
    headers = {"X-Conversation": "builds", "Idempotency-Key": "k-1"}
    with (
        process(home, where(model), tmp_path) as one,
        process(home, where(model), tmp_path, one.key) as other,
    ):
        model.replies = [Reply("Yes.")]
        said = one.ask_until_taken("is it broken?", headers={"X-Conversation": "builds"})
        assert said.status == 200, said.body
        before = rows(home)
        model.replies = [Reply("one two three " * 200, pause=0.05)]
        broken: list[object] = []

        def ask() -> None:
            try:
                broken.append(one.ask_until_taken(SAID, stream=True, headers=headers))
            except (OSError, HTTPException) as error:
                broken.append(error)

        asking = threading.Thread(target=ask)
        asking.start()
        wait_for_chats(model, 2, asking)
        time.sleep(0.3)
        one.kill()
        asking.join()
        assert not isinstance(broken[0], Got)
        assert rows(home) == before
        model.replies = [Reply("Zinc.")]
        again = other.ask(SAID, headers=headers)
        assert (again.status, again.json["assistant"]["turn"]) == (200, 2)
        assert other.ask(SAID, headers=headers).json["assistant"]["repeated"]
        assert [n for n, _ in rows(home)] == [1, 1, 2, 2]


def test_sigterm_lets_a_stream_end(home: Path, model: ScriptedServer, tmp_path: Path) -> None:
    model.replies = [Reply("one two three four five six seven eight", pause=0.1)]
    with process(home, where(model), tmp_path) as served:
        got: list[Got] = []
        asking = threading.Thread(target=lambda: got.append(served.ask(SAID, stream=True)))
        asking.start()
        wait_for_chats(model, 1, asking)
        time.sleep(0.2)
        assert served.stop() == 0
        asking.join()
        assert got[0].body.endswith(b"data: [DONE]\n\n")
        assert b"eight" in got[0].body
    assert len(rows(home)) == 2


KILLS = int(os.environ.get("ASSISTANT_TEST_KILLS", "8"))


@pytest.mark.timeout(7200)
@pytest.mark.parametrize("store", ["sqlite", "postgres-redis"])
def test_U5_random_kills_under_load_lose_and_double_no_acknowledged_turn(
    home: Path,
    model: ScriptedServer,
    tmp_path: Path,
    store: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Clients retry with their key at whichever process is there, as a proxy has it."""
    if store != "sqlite":
        monkeypatch.setenv("ASSISTANT_STORAGE_URL", postgres().url)
        monkeypatch.setenv("ASSISTANT_STORAGE_LIVE", redis_server().url)
        monkeypatch.setenv("USER", f"o{secrets.token_hex(4)}")
    own = own_key(home)
    model.replies = [Reply("Yes, number as told.", pause=0.004)]
    chance = Random(7)
    begin = partial(begun, home, where(model), tmp_path, own)
    alive, spares = [begin(), begin()], ThreadPoolExecutor(1)
    load, spare = Load(alive, own), spares.submit(begin)
    try:
        with load.going_on():
            for _ in range(KILLS):
                load.wait_for_more()
                time.sleep(chance.uniform(0.0, 1.0))
                victim = chance.randrange(2)
                alive[victim].kill()
                alive[victim] = spare.result()
                spare = spares.submit(begin)
    finally:
        for each in (*alive, spare.result()):
            each.kill()
        spares.shutdown()
    assert len(load.turns) > KILLS
    with process(home, where(model), tmp_path, own) as last:
        load.check(last)
    print(f"{store}: {KILLS} kills, {len(load.turns)} turns and {len(load.facts)} facts"
          f" acknowledged, refused: {dict(load.refused)}")  # fmt: skip
