"""From a size to an order on a plain yes: shown, asked about, done; or gone after an hour (K4)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from assistant.app import App, open_app
from assistant.packs.trading.paper.conversation import pending
from assistant.session.base import TurnInput, TurnResult
from assistant.session.session import Session
from assistant.tools.calls import Consent, Question
from tests.clock import Clock
from tests.packs.support import config_of
from tests.packs.trading.market.support import NOW
from tests.servers.scripted import Reply, ScriptedServer

SIZE = {"capital": 10_000, "risk_percent": 1, "entry": 100, "stop": 95, "symbol": "apple"}


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer(Reply("ok")) as running:
        yield running


@pytest.fixture
def clock() -> Clock:
    return Clock(NOW)


@pytest.fixture
def asked() -> list[str]:
    return []


@pytest.fixture
def app(home: Path, server: ScriptedServer, clock: Clock, asked: list[str]) -> Iterator[App]:
    home.mkdir(mode=0o700)
    (home / "config.toml").write_text(config_of(["trading"], []))

    def yes(question: Question) -> Consent:
        asked.append(question.words)
        return "once"

    model = f"{server.base_url}|scripted-model"
    with open_app(home=home, clock=clock, model=model) as opened:
        opened.confirm = yes
        yield opened


def ask(session: Session, server: ScriptedServer, text: str, *replies: Reply) -> TurnResult:
    server.replies = [*replies, Reply("the model's own words")]
    return session.respond(TurnInput(text))


def size(**other: Any) -> Reply:
    name = "calculate-calculate_position_size"
    call = {"id": "1", "name": name, "arguments": json.dumps(SIZE | other)}
    return Reply("", tool_calls=[call])


def waiting(app: App) -> list[dict[str, Any]]:
    from assistant.tools.calls import Call

    result = app.toolbox("default").pipeline.execute(Call("trading.get_pending_orders", {}))
    orders: list[dict[str, Any]] = result.data["orders"]
    return orders


def test_K4_a_size_becomes_an_order_on_a_yes_that_is_shown_and_asked_about(
    app: App, server: ScriptedServer, asked: list[str]
) -> None:
    session = app.session()
    ask(session, server, "¿cuántas acciones de Apple compro si arriesgo el 1 %?", size())
    assert waiting(app) == []
    requests = len(server.chats)
    result = ask(session, server, "sí, dale")
    assert len(server.chats) == requests, "no model takes part"
    (question,) = asked
    assert question.startswith("comprar 20 AAPL a 100,00")
    assert "Efectivo: 10.000,00 USD ahora" in question
    assert [run.tool for run in result.tools] == ["trading.create_paper_order"]
    (order,) = waiting(app)
    assert (order["symbol"], order["quantity"], order["limit"]) == ("AAPL", "20", "100")


def test_K4_after_an_hour_the_size_waits_no_more_and_that_is_told(
    app: App, server: ScriptedServer, clock: Clock, asked: list[str]
) -> None:
    session = app.session()
    ask(session, server, "how many AAPL do I buy risking 1 %?", size())
    clock.pass_(minutes=61)
    told = ask(session, server, "sí, dale").text
    assert told.startswith("Lo que esperaba tu sí ya no está")
    assert (asked, waiting(app)) == ([], [])


def test_T6_a_no_to_that_question_is_told_in_words_for_people(
    app: App, server: ScriptedServer
) -> None:
    app.confirm = lambda _: "no"
    session = app.session()
    ask(session, server, "¿cuántas acciones de Apple compro si arriesgo el 1 %?", size())
    assert ask(session, server, "sí, dale").text == "No se hizo nada."
    assert waiting(app) == []


@pytest.mark.parametrize("other", [{"symbol": ""}, {"stop": 105}])
def test_K4_without_a_symbol_or_to_sell_short_nothing_is_proposed(
    app: App, other: dict[str, Any]
) -> None:
    from assistant.tools.calls import Call

    tool = "calculate.calculate_position_size"
    data = app.toolbox("default").pipeline.execute(Call(tool, SIZE | other)).data
    assert "proposal" not in data
    assert pending(tool, {}, data) is None


def test_a_path_is_no_symbol_to_propose(app: App) -> None:
    from assistant.tools.calls import Call

    call = Call("calculate.calculate_position_size", SIZE | {"symbol": "../../etc"})
    error = app.toolbox("default").pipeline.execute(call).error
    assert error is not None
    assert (error.code, error.message) == (
        "VALIDATION_ERROR",
        "no symbol '../../etc' is known here",
    )
