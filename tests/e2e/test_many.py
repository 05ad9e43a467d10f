"""Several processes on one home, and processes that are killed."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import time

import pytest

from tests.e2e.conftest import Cli
from tests.servers.scripted import Reply, ScriptedServer


def intact(cli: Cli) -> bool:
    with sqlite3.connect(cli.home / "assistant.db") as database:
        found = database.execute("pragma integrity_check").fetchone()
    return bool(found == ("ok",))


@pytest.mark.slow
def test_two_conversations_and_ten_questions_at_once(
    assistant: Cli, server: ScriptedServer
) -> None:
    server.replies = [Reply("ok", delay=0.1)]
    chats = [assistant.start("chat", stdin=subprocess.PIPE) for _ in range(2)]
    asks = [assistant.start("ask", f"question {n}") for n in range(10)]
    talk = "".join(f"message {n}\n" for n in range(10)).encode()
    ended = [(process, process.communicate(talk, timeout=120)) for process in chats]
    ended += [(process, process.communicate(timeout=120)) for process in asks]
    for process, (out, err) in ended:
        assert process.returncode == 0, err
        assert out.replace(b"ok\n", b"") == b""
    turns = [c["turn_count"] for c in assistant("sessions", "list", "--json").json]
    assert turns == [10, 10], "not one turn was lost"
    assert assistant("stats", "--json").json["turns"] == 30
    assert intact(assistant)


@pytest.mark.slow
def test_killed_during_a_turn_loses_at_most_that_turn(
    assistant: Cli, server: ScriptedServer
) -> None:
    server.replies = [Reply("a reply of some words", pause=0.02)]
    chance = random.Random(7)
    done = 0
    for number in range(1, 9):
        process = assistant.start("ask", "-c", f"message {number}", "--json")
        time.sleep(chance.uniform(0.3, 2.5))
        process.kill()
        process.wait()
        assert process.stdout is not None
        acknowledged = bool(process.stdout.read().strip())
        found = assistant("sessions", "list", "--json")
        assert found.status == 0, found.err
        kept = sum(c["turn_count"] for c in found.json)
        assert kept >= done + acknowledged, "a turn that was answered is kept"
        assert kept <= done + 1
        done = kept
        assert intact(assistant)
        for conversation in found.json:
            shown = assistant("sessions", "show", conversation["id"], "--json").json
            roles = [m["role"] for m in shown["messages"]]
            assert roles == ["user", "assistant"] * conversation["turn_count"], "no half turn"
