"""The account's and the alerts' tools through the one pipeline of a home (T2, T6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import assistant.packs.trading as pack
from assistant.app import App, open_app
from assistant.packs.checking import problems
from assistant.session.base import TurnInput
from assistant.storage.base import Document
from assistant.tools.base import Tool, tool
from assistant.tools.calls import Call, Consent, Question, Result
from tests.clock import Clock
from tests.packs.support import use
from tests.packs.trading.paper.support import NINE, GivenMarket, candle, use_pack
from tests.servers.scripted import Reply, ScriptedServer

SETTINGS = """
[packs.trading]
fee_percent = 0.1
slippage_percent = 0

[roles.beginner]
plan = "free"
"""
ALL = {
    *("portfolio.get_portfolio", "portfolio.get_trade_history", "trading.create_paper_order"),
    *("trading.cancel_paper_order", "trading.get_pending_orders", "alerts.create_alert"),
    *("alerts.list_alerts", "alerts.delete_alert"),
}
ACTING = {
    *("trading.create_paper_order", "trading.cancel_paper_order"),
    *("alerts.create_alert", "alerts.delete_alert"),
}
ORDER = {"symbol": "AAPL", "side": "buy", "quantity": 10}


class Trader:
    """A home with the pack, its market, and a person who says the same to every question."""

    def __init__(self, app: App, market: GivenMarket, clock: Clock) -> None:
        self.app, self.market, self.clock = app, market, clock
        self.asked: list[str] = []
        self.consent: Consent = "once"
        self.language: Any = "en"
        app.confirm = self._confirm
        self.box = app.toolbox()

    def run(self, id: str, /, **arguments: Any) -> Result:
        return self.box.pipeline.execute(Call(id, arguments, self.language))

    def data(self, id: str, /, **arguments: Any) -> dict[str, Any]:
        result = self.run(id, **arguments)
        assert result.error is None, result.error
        found: dict[str, Any] = result.data
        return found

    def refusal(self, id: str, /, **arguments: Any) -> str:
        result = self.run(id, **arguments)
        assert result.error is not None
        assert result.error.code in ("EXECUTION_ERROR", "VALIDATION_ERROR")
        return result.error.message

    def minute(self, price: str, symbol: str = "AAPL") -> None:
        """One goes by at that price."""
        self.market.give(symbol, candle(self.clock.now, price))
        self.market.prices[symbol] = Decimal(price)
        self.clock.pass_(minutes=1)

    def _confirm(self, question: Question) -> Consent:
        self.asked.append(question.words)
        return self.consent


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer(Reply("ok")) as running:
        yield running


@pytest.fixture
def trader(home: Path, monkeypatch: pytest.MonkeyPatch, server: ScriptedServer) -> Iterator[Trader]:
    use(home, on=("trading",), folders=())
    with (home / "config.toml").open("a") as file:
        file.write(SETTINGS)
    clock = Clock(NINE, timedelta(0))
    market = GivenMarket(lambda: clock.now, prices={"AAPL": Decimal(100)})
    use_pack(monkeypatch, market)
    with open_app(home=home, clock=clock, model=f"{server.base_url}|scripted-model") as app:
        yield Trader(app, market, clock)


def test_the_pack_with_them_is_whole(trader: Trader) -> None:
    assert problems(pack.PACK) == []
    assert {tool.id for tool in trader.app.packs.all_tools} >= ALL


def test_T5_T6_which_act_and_how_long_what_they_read_is_kept(trader: Trader) -> None:
    found = {tool.id: tool for tool in trader.app.packs.all_tools if tool.id in ALL}
    assert {id for id, tool in found.items() if tool.side_effect} == ACTING
    assert {id for id, tool in found.items() if tool.kept} == {
        *("portfolio.get_portfolio", "portfolio.get_trade_history")
    }
    limits = {id: tool.rate_limit.per_minute for id, tool in found.items()}
    assert limits == {
        "portfolio.get_portfolio": 30,
        "portfolio.get_trade_history": 20,
        "trading.create_paper_order": 10,
        "trading.cancel_paper_order": 20,
        "trading.get_pending_orders": 30,
        "alerts.create_alert": 20,
        "alerts.list_alerts": 30,
        "alerts.delete_alert": 20,
    }


@pytest.mark.parametrize("id", sorted(ALL))
def test_T3_they_need_the_plan_pro(trader: Trader, id: str) -> None:
    result = trader.app.toolbox("beginner").pipeline.execute(Call(id, {}))
    assert result.error is not None
    assert result.error.code == "PLAN_REQUIRED"


def test_T6_an_order_is_told_with_its_cost_and_what_it_would_do(trader: Trader) -> None:
    trader.market.closed.add("AAPL")
    trader.data("trading.create_paper_order", **ORDER, kind="limit", limit=95.5)
    assert trader.asked == [
        "buy 10 AAPL at 95.50 USD or better\n"
        "About 95.50 each: 955.00 USD and a fee of 0.96, in all 955.96 USD.\n"
        "Cash: 10,000.00 USD now, 9,044.04 after it. AAPL: 0 now, 10 after it.\n"
        "The market is closed; it waits for the next one, from 2026-01-05 21:00 UTC.\n"
        "Price from given, 2026-01-05 09:00 UTC.\n"
        "Paper money: nothing real is bought or sold."
    ]


def test_T6_it_is_told_in_the_language_of_the_person(trader: Trader) -> None:
    trader.language = "es"
    trader.market.simulated = True
    trader.data("trading.create_paper_order", symbol="aapl", side="buy", quantity=5)
    assert trader.asked[-1].splitlines() == [
        "comprar 5 AAPL al próximo precio del mercado",
        "A unos 100,00 cada uno: 500,00 USD más una comisión de 0,50, en total 500,50 USD.",
        "Efectivo: 10.000,00 USD ahora, 9.499,50 después. AAPL: 0 ahora, 5 después.",
        "Precio de given, 2026-01-05 09:00 UTC. El precio es simulado.",
        "Dinero de práctica: no se compra ni se vende nada real.",
    ]


def test_T6_a_no_places_nothing(trader: Trader) -> None:
    trader.consent = "no"
    assert "said no" in trader.refusal("trading.create_paper_order", **ORDER)
    assert trader.data("trading.get_pending_orders")["orders"] == []


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"quantity": 1000}, "not enough cash: it would cost 100,100.00 USD with the fee"),
        ({"side": "sell"}, "not enough held: 0 AAPL is held"),
        ({"symbol": "APPL"}, "no symbol 'APPL' is known here; near it are AAPL"),
        ({"quantity": 0}, "quantity has to be more than 0"),
        ({"quantity": -5}, "quantity has to be more than 0"),
        ({"kind": "limit"}, "needs its limit"),
    ],
)
def test_what_cannot_be_done_is_refused_before_anybody_is_asked(
    trader: Trader, change: dict[str, Any], why: str
) -> None:
    assert why in trader.refusal("trading.create_paper_order", **{**ORDER, **change})
    assert trader.asked == []


def test_K6_an_order_and_its_fill_tell_source_time_and_doubt(trader: Trader) -> None:
    trader.market.simulated = True
    placed = trader.data("trading.create_paper_order", **ORDER, client_id="mine")
    assert placed["status"] == "waiting"
    assert (placed["source"], placed["price_source"]) == ("paper account", "given")
    assert placed["simulated"]
    again = trader.data("trading.create_paper_order", **ORDER, client_id="mine")
    assert (again["order"], again["repeated"]) == (placed["order"], True)
    assert trader.asked[-1].startswith("order 2 once more, which is there already")
    trader.minute("101")
    waiting = trader.data("trading.get_pending_orders")
    assert waiting["orders"] == []
    assert [fill["price"] for fill in waiting["filled_now"]] == ["101"]
    assert {"source", "at", "simulated", "delayed"} <= waiting.keys()
    history = trader.data("portfolio.get_trade_history")
    assert history["simulated"]
    assert history["trades"] == [
        {
            "at": NINE.isoformat(),
            "symbol": "AAPL",
            "side": "buy",
            "quantity": "10",
            "price": "101",
            "fee": "1.01",
            "order": placed["order"],
            "simulated": True,
        }
    ]


def test_T5_a_portfolio_is_kept_for_seconds_and_an_order_makes_it_new(trader: Trader) -> None:
    first = trader.data("portfolio.get_portfolio")
    assert first["cash"] == "10000"
    assert trader.run("portfolio.get_portfolio").metadata.cached
    trader.data("trading.create_paper_order", **ORDER)
    portfolio = trader.data("portfolio.get_portfolio")
    assert (portfolio["orders_waiting"], portfolio["reserved"]) == (1, "1001")
    trader.minute("100")
    trader.data("trading.get_pending_orders")
    trader.market.prices["AAPL"] = Decimal(110)
    portfolio = trader.data("portfolio.get_portfolio")
    (position,) = portfolio["positions"]
    assert (position["quantity"], position["average_cost"]) == ("10", "100.1")
    assert (position["unrealised"], position["unrealised_percent"]) == ("99", "9.89")
    assert (portfolio["equity"], portfolio["source"]) == ("10099", "paper account")


def test_an_order_is_cancelled_by_its_number(trader: Trader) -> None:
    order = trader.data("trading.create_paper_order", **ORDER)["order"]
    assert "no order 99" in trader.refusal("trading.cancel_paper_order", order=99)
    cancelled = trader.data("trading.cancel_paper_order", order=order)
    assert cancelled["status"] == "cancelled"
    assert trader.asked[-1] == f"cancel order {order}: buy 10 AAPL at the next price of the market"
    assert "cancelled already" in trader.refusal("trading.cancel_paper_order", order=order)


def test_alerts_are_made_listed_and_deleted(trader: Trader) -> None:
    made = trader.data("alerts.create_alert", symbol="AAPL", kind="above", value=120)
    assert trader.asked == [
        "alert you once: AAPL at 120.00 or more\nIt is at 100.00 USD now (given, 2026-01-05 09:00 UTC)."
    ]
    assert (made["alert"], made["source"], made["simulated"]) == (1, "given", False)
    (listed,) = trader.data("alerts.list_alerts")["alerts"]
    assert (listed["value"], listed["fired"]) == ("120", False)
    assert "above 90" in trader.refusal(
        "alerts.create_alert", symbol="AAPL", kind="above", value=90
    )
    assert "no alert 7" in trader.refusal("alerts.delete_alert", alert=7)
    assert trader.data("alerts.delete_alert", alert=1)["deleted"]
    assert trader.asked[-1] == "delete alert 1: AAPL at 120.00 or more"
    assert trader.data("alerts.list_alerts")["alerts"] == []


@tool("trading.suggest")
def suggest() -> dict[str, Any]:
    """Suggest an order."""
    return {"proposal": {"symbol": "AAPL", "side": "buy", "quantity": "10"}}


def call(id: str, arguments: str) -> Reply:
    name = id.replace(".", "-")
    return Reply("", tool_calls=[{"id": "t", "name": name, "arguments": arguments}])


@pytest.mark.parametrize("yes", ["yes, do it", "sí, dale"])
def test_K4_a_proposed_order_waits_for_a_yes_and_is_then_asked_about(
    trader: Trader, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch, yes: str
) -> None:
    before = pack.PACK.tools
    proposing: Any = replace(pack.PACK, tools=lambda: (*before(), suggest))
    monkeypatch.setattr(pack, "PACK", proposing)
    for part in ("packs", "session_packs"):
        trader.app.__dict__.pop(part, None)
    session = trader.app.session()
    server.replies = [call("trading.suggest", "{}"), Reply("I would buy ten.")]
    session.respond(TurnInput("what should I buy of AAPL?"))
    server.replies = [Reply("done")]
    session.respond(TurnInput(yes))
    assert [words.splitlines()[0] for words in trader.asked] == [
        "buy 10 AAPL at the next price of the market"
        if yes.startswith("yes")
        else "comprar 10 AAPL al próximo precio del mercado"
    ]
    assert len(trader.data("trading.get_pending_orders")["orders"]) == 1


def test_T8_the_state_of_a_conversation_is_its_last_order(
    trader: Trader, server: ScriptedServer
) -> None:
    session = trader.app.session()
    server.replies = [
        call("trading.create_paper_order", '{"symbol": "AAPL", "side": "buy", "quantity": 10}'),
        Reply("It waits."),
    ]
    session.respond(TurnInput("buy 10 AAPL"))
    lines = [line for _, told in session_states(trader, session) for line in told]
    assert lines == ["last order, number 2: buy 10 AAPL at the next price of the market (waiting)"]
    trader.minute("100")
    server.replies = [call("trading.get_pending_orders", "{}"), Reply("It was filled.")]
    session.respond(TurnInput("was my AAPL order filled?"))
    lines = [line for _, told in session_states(trader, session) for line in told]
    assert lines[0].endswith("(filled)")


def session_states(trader: Trader, session: Any) -> Any:
    packs = trader.app.session_packs
    assert packs is not None
    return packs.told_states(session.conversation, "en")


def test_a_ledger_that_cannot_be_read_costs_the_call_and_not_the_turn(trader: Trader) -> None:
    kept = trader.app.stores.collections
    kept.put(Document("trading/ledger", "000001", {"entries": [["x"]]}))
    assert "cannot be read" in trader.refusal("trading.create_paper_order", **ORDER)
    assert "cannot be read" in trader.refusal("portfolio.get_portfolio")
    assert trader.asked == []


def test_every_tool_is_known(trader: Trader) -> None:
    tools: list[Tool] = [tool for tool in trader.app.packs.all_tools if tool.id in ALL]
    assert all(tool.examples and tool.description for tool in tools)
