"""What a person may act upon carries its disclaimer, once a conversation, in their language (K6)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from assistant.app import App, open_app
from assistant.packs.trading import ADVISING, PACK
from assistant.session.base import TurnInput
from assistant.tools.calls import Call
from tests.clock import Clock
from tests.packs.support import use
from tests.servers.scripted import Reply, ScriptedServer

SIZE = {"capital": 10_000, "risk_percent": 1, "entry": 50, "stop": 48}


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer(Reply("ok")) as running:
        yield running


@pytest.fixture
def app(home: Path, server: ScriptedServer) -> Iterator[App]:
    use(home, on=("trading",), folders=())
    with open_app(home=home, clock=Clock(), model=f"{server.base_url}|scripted-model") as opened:
        yield opened


def calling(name: str, arguments: dict[str, Any]) -> Reply:
    return Reply("", tool_calls=[{"id": "c", "name": name, "arguments": json.dumps(arguments)}])


def test_K6_a_size_brings_it_once_and_in_the_language_of_the_message(
    app: App, server: ScriptedServer
) -> None:
    call = calling("calculate-calculate_position_size", SIZE)
    session = app.session()
    server.replies = [call, Reply("50 shares")]
    first = session.respond(TurnInput("how many shares can I buy with a stop at 48?"))
    assert [n for n in first.notices if n.startswith("Not investment advice")]
    server.replies = [call, Reply("50 acciones")]
    again = session.respond(TurnInput("¿y cuántas acciones compro con el stop en 48?"))
    assert not [n for n in again.notices if "asesoramiento" in n or "advice" in n]
    session.new()
    server.replies = [call, Reply("50 acciones")]
    new = session.respond(TurnInput("¿cuántas acciones compro arriesgando el 1 %?"))
    assert [n for n in new.notices if n.startswith("No es asesoramiento financiero")]


def test_K6_a_word_that_is_explained_is_no_advice(app: App, server: ScriptedServer) -> None:
    server.replies = [calling("education-explain_term", {"term": "etf"}), Reply("a fund")]
    turn = app.session().respond(TurnInput("what is an ETF?"))
    assert turn.tools[0].result.success
    assert not [n for n in turn.notices if "advice" in n]


def test_every_tool_that_advises_is_one_of_the_pack() -> None:
    assert {tool.id for tool in PACK.tools()} >= set(ADVISING)


def test_T1_plans_and_limits_are_those_of_the_table() -> None:
    told = {
        tool.id: (tool.required_plan, tool.rate_limit.per_minute, tool.kept)
        for tool in PACK.tools()
    }
    assert (
        told.items()
        >= {
            "news.get_news": ("free", 10, 300),
            "news.get_sentiment": ("pro", 20, 300),
            "ml.get_ml_signals": ("pro", 30, 60),
            "ml.get_ml_features": ("premium", 20, 60),
            "calculate.calculate_position_size": ("free", 100, 0),
            "calculate.calculate_risk_reward": ("free", 100, 0),
            "education.explain_term": ("free", 60, None),
        }.items()
    )


def test_K6_a_signal_on_the_simulated_market_says_so_and_finds_nothing(app: App) -> None:
    data = app.toolbox().pipeline.execute(Call("ml.get_ml_signals", {"symbol": "AAPL"})).data
    assert (data["simulated"], data["source"]) == (True, "simulated")
    assert data["verdict"] == "no better than chance on this symbol"
    assert data["direction"] is None
