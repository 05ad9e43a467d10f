"""A model that calls the tools of the market in one conversation (P1, T7, T8)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from assistant.app import App, open_app
from assistant.session.base import TurnInput, TurnResult
from assistant.tools.calls import Consent, Question
from tests.clock import Clock
from tests.packs.support import config_of
from tests.packs.trading.market.support import NOW
from tests.servers.scripted import Reply, ScriptedServer


def call(tool: str, **arguments: Any) -> dict[str, str]:
    name = tool.replace(".", "-")
    return {"id": name, "name": name, "arguments": json.dumps(arguments)}


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        yield running


@pytest.fixture
def app(home: Path, server: ScriptedServer) -> Iterator[App]:
    home.mkdir(mode=0o700)
    (home / "config.toml").write_text(config_of(["trading"], ()))
    model = f"{server.base_url}|scripted-model"
    with open_app(home=home, clock=Clock(NOW), model=model) as opened:
        yield opened


@pytest.mark.slow
def test_P1_T8_five_tools_in_one_conversation(app: App, server: ScriptedServer) -> None:
    asked: list[Question] = []

    def yes(question: Question) -> Consent:
        asked.append(question)
        return "once"

    app.confirm = yes
    session = app.session()

    def turn(text: str, *calls: dict[str, str]) -> TurnResult:
        server.requests.clear()
        server.replies = [Reply("", tool_calls=calls), Reply("That is what it says.")]
        result = session.respond(TurnInput(text))
        assert 0 < result.prompt_tokens <= 4_000
        assert result.source == "model"
        return result

    first = turn(
        "what is AAPL at, and how did it move?",
        call("market.get_price", symbol="AAPL"),
        call("market.get_ohlcv", symbol="AAPL", limit=500),
    )
    results = [m for m in server.chats[-1]["messages"] if m["role"] == "tool"]
    assert len(results) == 2
    assert all("source: simulated" in message["content"] for message in results)
    runs = {run.tool: run for run in first.tools}
    assert len(runs["market.get_ohlcv"].result.data["candles"]) == 500

    turn("is it overbought?", call("market.get_indicators", symbol="AAPL"))
    turn("and what does it earn?", call("market.get_fundamentals", symbol="AAPL"))
    turn("watch it for me", call("watchlist.add_to_watchlist", symbol="AAPL"))
    assert [question.words for question in asked] == ["put AAPL on your watchlist"]
    assert "simulated" not in json.dumps(
        [m.content for m in app.stores.conversations.messages(session.conversation.id)]
    )
    found = turn("what do I watch?", call("watchlist.get_watchlist"))
    assert found.tools[0].result.data["symbols"][0]["symbol"] == "AAPL"
