"""A model that trades: five of the pack's tools in one conversation, each prompt within its limit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from assistant.app import App, open_app
from assistant.llm.tokens import open_counter
from assistant.packs.trading import PACK
from assistant.records import ChatMessage
from assistant.session.base import TurnInput, TurnResult
from assistant.session.session import Session
from assistant.tools.calls import Consent, Question
from tests.clock import Clock
from tests.servers.scripted import Reply, ScriptedServer

pytestmark = pytest.mark.slow
BUDGET, CONCLUSION = 4_000, 300
TOOLS = 21
TURNS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("what is AAPL at?", "market.get_price", {"symbol": "AAPL"}),
    (
        "how did AAPL move this year?",
        "market.get_ohlcv",
        {"symbol": "AAPL", "timeframe": "1d", "limit": 500},
    ),
    (
        "buy 10 AAPL on paper",
        "trading.create_paper_order",
        {"symbol": "AAPL", "side": "buy", "quantity": 10},
    ),
    (
        "alert me when AAPL is above 4000",
        "alerts.create_alert",
        {"symbol": "AAPL", "kind": "above", "value": 4000},
    ),
    ("how is my portfolio doing?", "portfolio.get_portfolio", {}),
)


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer(Reply("ok")) as running:
        yield running


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def app(home: Path, server: ScriptedServer, clock: Clock) -> Iterator[App]:
    home.mkdir(mode=0o700)
    (home / "config.toml").write_text('[packs]\non = ["trading"]\n')
    model = f"{server.base_url}|scripted-model"
    with open_app(home=home, clock=clock, model=model) as opened:
        yield opened


def ask(session: Session, server: ScriptedServer, text: str, tool: str, given: Any) -> TurnResult:
    """The message, the model's call of the tool, and its answer."""
    name = tool.replace(".", "-")
    call = {"id": "1", "name": name, "arguments": json.dumps(given)}
    server.replies = [Reply("", tool_calls=[call]), Reply(f"That was {tool}.")]
    return session.respond(TurnInput(text))


def test_P1_five_tools_in_one_conversation_with_all_of_them_there(
    app: App, server: ScriptedServer, clock: Clock
) -> None:
    asked: list[str] = []

    def yes(question: Question) -> Consent:
        asked.append(question.words)
        return "once"

    app.confirm = yes
    assert len(list(PACK.tools())) >= TOOLS
    session = app.session()
    counter = open_counter(None, app.stores.keyvalue, app.now())
    for text, tool, given in TURNS:
        before = len(server.chats)
        result = ask(session, server, text, tool, given)
        assert result.text.startswith(f"That was {tool}.")
        first, last = server.chats[before], server.chats[-1]
        offered = {one["function"]["name"] for one in first["tools"]}
        assert tool.replace(".", "-") in offered, (text, offered)
        (told,) = [m["content"] for m in last["messages"] if m["role"] == "tool"]
        assert counter.count(told) <= CONCLUSION
        clock.now += timedelta(hours=1)
    assert [words.partition("\n")[0] for words in asked] == [
        "buy 10 AAPL at the next price of the market",
        "alert you once: AAPL at 4,000.00 or more",
    ]
    for body in server.chats:
        messages = [ChatMessage(m["role"], m.get("content") or "") for m in body["messages"]]
        assert counter.count_messages(messages, body.get("tools") or ()) <= BUDGET
    sizes = [measure.prompt_tokens for measure in app.stores.journal.metrics()]
    assert 0 < max(sizes) <= BUDGET


def test_T6_nobody_there_means_no_order(app: App, server: ScriptedServer) -> None:
    ask(app.session(), server, *TURNS[2])
    (told,) = [m["content"] for m in server.chats[-1]["messages"] if m["role"] == "tool"]
    assert "nobody is there to confirm it" in told
