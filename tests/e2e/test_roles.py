"""Roles and conversations at the command line: their own prompt, history, state and facts (C7)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.e2e.conftest import Cli
from tests.servers.scripted import Reply, ScriptedServer

pytestmark = pytest.mark.slow

CONFIG = """
[roles.cook]
prompt = "You are a cook."

[roles.planner]
prompt = "You plan."
facts = "all"
"""


@pytest.fixture
def cli(assistant: Cli) -> Cli:
    assistant.configure(CONFIG)
    return assistant


def sent(server: ScriptedServer) -> str:
    """The messages of the last request."""
    return json.dumps(server.chats[-1]["messages"], ensure_ascii=False)


def at(time: str, day: int = 5) -> dict[str, str]:
    return {"ASSISTANT_NOW": f"2026-01-{day:02}T{time}+00:00"}


def sessions(cli: Cli, *words: str, time: str = "09:00") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = cli("sessions", "list", "--json", *words, env=at(time)).json
    return found


def test_each_role_has_its_own_prompt_and_history(cli: Cli, server: ScriptedServer) -> None:
    server.replies = [Reply("Con masa madre.")]
    cli("ask", "-c", "--role", "cook", "¿cómo hago un pan zyxofante?", env=at("09:00"))
    assert "You are a cook." in sent(server)
    cli("ask", "-c", "--role", "cook", "¿y cuánta sal?", env=at("09:01"))
    assert "zyxofante" in sent(server)
    cli("ask", "-c", "hola, ¿qué tal va todo por ahí?", env=at("09:02"))
    assert "zyxofante" not in sent(server)
    assert "You are a cook." not in sent(server)
    (cook,) = sessions(cli, "--role", "cook")
    assert cook["turn_count"] == 2
    assert [s["role"] for s in sessions(cli)] == ["default", "cook"]


def test_facts_are_shared_only_where_the_role_says_so(cli: Cli, server: ScriptedServer) -> None:
    cli("ask", "-c", "recordá que mi horno se llama Zyxofante", env=at("09:00"))
    cli("ask", "-c", "--role", "cook", "recordá que mi cuchillo se llama Quaxil", env=at("09:00"))
    question = "¿cómo se llaman mi horno y mi cuchillo?"
    seen = {}
    for role in ("default", "planner", "cook"):
        told = cli("prompt", "--json", "--role", role, question, env=at("12:00")).json
        seen[role] = json.dumps(told["messages"], ensure_ascii=False)
    assert "Zyxofante" in seen["default"]
    assert "Quaxil" in seen["default"]
    assert "Zyxofante" in seen["planner"]
    assert "Quaxil" in seen["cook"]
    assert "Zyxofante" not in seen["cook"]


def test_state_is_the_conversations_own(cli: Cli, server: ScriptedServer) -> None:
    cli("ask", "-c", "--role", "cook", "confirmado: el pan va a 240 grados", env=at("09:00"))
    cli("ask", "-c", "--role", "cook", "¿y ahora qué hago?", env=at("09:01"))
    assert "State (confirmed):\\n- el pan va a 240 grados" in sent(server)
    cli("ask", "-c", "¿y ahora qué hago?", env=at("09:01"))
    assert "- el pan va a 240 grados" not in sent(server)
    (cook,) = sessions(cli, "--role", "cook", time="09:02")
    shown = cli("sessions", "show", cook["id"], "--json", env=at("09:02")).json
    assert shown["state"] == ["el pan va a 240 grados"]


def test_C7_it_expires_while_nothing_runs(cli: Cli, server: ScriptedServer) -> None:
    server.replies = [Reply("Debian.")]
    cli("ask", "-c", "¿qué corre el servidor zyxofante?", env=at("09:00"))
    (open_one,) = sessions(cli, time="09:44")
    assert open_one["ended_at"] is None
    (ended,) = sessions(cli, time="09:46")
    assert ended["ended_at"] is not None
    shown = cli("sessions", "show", ended["id"].rsplit(":", 1)[-1][:8], "--json").json
    assert [m["content"] for m in shown["messages"]] == ["", ""]
    assert "zyxofante" in shown["segments"][0]["topic"]
    cli("ask", "-c", "¿y el kernel?", env=at("10:00"))
    assert "zyxofante" in sent(server), "it goes on with its summary"
    assert "¿qué corre" not in sent(server)


def test_C7_a_deleted_conversation_is_gone_and_the_next_has_another_id(
    cli: Cli, server: ScriptedServer
) -> None:
    server.replies = [Reply("Con masa madre.")]
    cli("ask", "-c", "what is the best flour for a zyxofante bread?", env=at("09:00"))
    (first,) = sessions(cli)
    assert cli("sessions", "delete", "-y", first["id"], env=at("09:01")).status == 0
    assert sessions(cli) == []
    again = cli("ask", "-c", "--json", "what is the best flour for a zyxofante bread?").json
    assert again["source"] == "model", "its kept answer went along"
    assert again["session"] != first["id"]


def test_an_unknown_role_is_refused_with_the_known_ones(cli: Cli) -> None:
    ended = cli("ask", "--role", "chef", "hola")
    assert ended.status == 78
    assert "known: default, cook, planner" in ended.err
