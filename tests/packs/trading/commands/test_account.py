"""The paper account and alerts at the command line: asked first, told plainly, once."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import pytest

from assistant.cli import consent
from assistant.cli.main import run
from tests.packs.trading.commands.conftest import Program, settle

DAYS = [f"2025-11-{day}T18:00:00+00:00" for day in (25, 26, 28)]


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Any:
    return lambda instant: monkeypatch.setenv("ASSISTANT_NOW", instant)


def test_an_account_begins_with_its_cash(trading: Program) -> None:
    ran = trading("portfolio")
    assert ran.status == 0
    assert ran.out.startswith("10,000.00 USD  0.00%\n")
    assert "no real money, and no advice" in ran.out
    assert trading("portfolio", "--trades").out == "Nothing was bought or sold yet.\n"
    assert trading("orders").out.startswith("No order waits.\n")


def test_T6_an_order_says_its_cost_and_what_it_does_before_it_is_placed(trading: Program) -> None:
    ran = trading("order", "buy", "AAPL", "10", answers="n\n")
    assert (ran.status, ran.out) == (130, "")
    assert ran.err.endswith("Nothing was ordered.\n")
    assert "trading.create_paper_order; do not" not in ran.err
    for said in ("buy 10 AAPL", "fee", "Cash: 10,000", "AAPL: 0 now, 10 after", "simulated"):
        assert said in ran.err
    assert trading("orders").out.startswith("No order waits.\n")


def test_T6_without_a_terminal_no_order_is_placed(trading: Program) -> None:
    assert trading("order", "buy", "AAPL", "10").status == 75
    assert trading("orders").out.startswith("No order waits.\n")


def test_from_an_order_to_a_position_and_back(trading: Program, at: Any) -> None:
    ran = trading("order", "buy", "AAPL", "10", answers="y\n")
    assert ran.status == 0
    assert "buy 10 AAPL at the next price of the market (waiting)" in ran.out
    at(DAYS[1])
    assert "filled: bought 10 AAPL at " in trading("orders").out
    held = trading("portfolio").out
    assert "\nAAPL " in held
    assert "source: simulated market" in held
    assert trading("order", "sell", "AAPL", "4", answers="y\n").status == 0
    at(DAYS[2])
    trades = trading("portfolio", "--trades").out.splitlines()
    assert [line.split()[2:4] for line in trades[1:3]] == [["sell", "AAPL"], ["buy", "AAPL"]]
    found = trading("portfolio", "--json").json
    assert [p["quantity"] for p in found["positions"]] == ["6"]
    assert trading("check").out.startswith("The ledger is whole")


def test_an_order_sent_twice_with_one_name_is_one(trading: Program) -> None:
    words = ("order", "buy", "AAPL", "1", "--limit", "5", "--id", "mine")
    assert trading(*words, answers="y\n").status == 0
    again = trading(*words, answers="y\n")
    assert "nothing was placed twice" in again.out
    assert len(trading("orders", "--json").json["orders"]) == 1


def test_an_order_that_waits_can_be_taken_back(trading: Program) -> None:
    placed = trading(
        "order", "buy", "AAPL", "1", "--limit", "5", "--stop", "4", "--json", answers="y\n"
    ).json
    assert placed["kind"] == "stop_limit"
    number = str(placed["order"])
    ran = trading("orders", "--cancel", number, answers="y\n")
    assert (ran.status, "(cancelled)" in ran.out) == (0, True)
    assert trading("orders", "--cancel", number, answers="y\n").status == 65


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("order", "buy", "AAPL", "10,5"), 2, "1250.5"),
        (("order", "buy", "AAPL", "ten"), 2, "1250.5"),
        (("order", "buy", "AAPL", "nan"), 2, "1250.5"),
        (("order", "buy", "AAPL", "1e400"), 2, "1250.5"),
        (("order", "buy", "AAPL", "1_0"), 2, "1250.5"),
        (("order", "buy", "AAPL", "0"), 65, "more than 0"),
        (("order", "buy", "AAPL", "1000000"), 65, "ot enough cash"),
        (("order", "sell", "AAPL", "1"), 65, "ot enough held"),
        (("order", "hold", "AAPL", "1"), 2, "buy"),
        (("order", "buy", "AAPLL", "1"), 65, "AAPL, "),
        (("order", "buy", "AAPL", "1", "--limit", "x"), 2, "1250.5"),
        (("orders", "--cancel", "77"), 65, "no order 77"),
        (("alerts", "add", "AAPL", "above", "much"), 2, "1250.5"),
        (("alerts", "add", "AAPL", "above", "0.01"), 65, "already"),
        (("alerts", "delete", "9"), 65, "no alert 9"),
        (("portfolio", "--trades", "-n", "0"), 2, "limit"),
    ],
)
def test_what_cannot_be_is_refused_before_anybody_is_asked(
    trading: Program, words: tuple[str, ...], status: int, said: str
) -> None:
    ran = trading(*words, answers="")
    assert (ran.status, ran.out) == (status, "")
    assert said in ran.err
    assert "Traceback" not in ran.err
    assert "llow?" not in ran.err


def test_an_alert_is_told_once_and_the_status_says_whether(trading: Program, at: Any) -> None:
    now = trading("price", "BTC/USD", "--json").json[0]["price"]
    ran = trading("alerts", "add", "BTC/USD", "above", f"{now * 1.001:.2f}", answers="y\n")
    assert ran.status == 0
    trading("alerts", "add", "BTC/USD", "below", f"{now * 0.999:.2f}", answers="y\n")
    assert trading("alerts", "check").status == 3
    at("2025-12-20T18:00:00+00:00")
    told = trading("alerts", "check")
    assert told.status == 0
    assert "BTC/USD at " in told.out
    assert "imulated" in told.out
    again = trading("alerts", "check")
    assert (again.status, again.out) == (3, "")
    assert "fired on 2025-1" in trading("alerts", "list").out
    assert trading("alerts", "delete", "1", answers="y\n").status == 0


def test_alerts_alone_lists_them(trading: Program) -> None:
    assert trading("alerts").out.startswith("There are no alerts.")
    trading("alerts", "add", "AAPL", "down", "5", "--span", "1d", answers="y\n")
    assert "AAPL down by 5" in trading("alerts").out


def test_it_fits_40_columns_in_spanish(
    trading: Program, home: Path, at: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settle(home, rest='[ui]\nlanguage = "es"')
    monkeypatch.setenv("COLUMNS", "40")
    trading("order", "buy", "AAPL", "10", answers="sí\n")
    trading("alerts", "add", "AAPL", "above", "4000", answers="sí\n")
    at(DAYS[1])
    for words in (("orders",), ("portfolio",), ("portfolio", "--trades"), ("alerts",), ("report",)):
        ran = trading(*words)
        assert ran.status == 0
        assert all(len(line) < 40 for line in ran.out.splitlines()), ran.out
        assert "fuente:" in ran.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("order", "sell", "BTC/USD", "0.1"), "No se ordenó nada."),
        (("orders", "--cancel", "2"), "La orden no se canceló."),
        (("alerts", "add", "AAPL", "above", "4000"), "No se guardó ninguna alerta."),
        (("alerts", "delete", "1"), "La alerta no se borró."),
    ],
)
def test_T6_a_no_is_told_to_a_person_in_their_language(
    trading: Program, home: Path, at: Any, words: tuple[str, ...], told: str
) -> None:
    settle(home, rest='[ui]\nlanguage = "es"')
    trading("order", "buy", "BTC/USD", "0.1", "--limit", "1", answers="sí\n")
    trading("alerts", "add", "AAPL", "above", "5000", answers="sí\n")
    if words[1] == "sell":
        trading("order", "buy", "BTC/USD", "0.1", answers="sí\n")
        at(DAYS[1])
    ran = trading(*words, answers="no\n")
    assert (ran.status, ran.out) == (130, "")
    assert ran.err.endswith(f"{told}\n")


def test_a_refusal_is_told_in_the_language_of_the_person(trading: Program, home: Path) -> None:
    settle(home, rest='[ui]\nlanguage = "es"')
    ran = trading("order", "buy", "AAPL", "1000000", answers="")
    assert ran.status == 65
    assert "El efectivo no alcanza: costaría" in ran.err


def test_alerts_that_fired_or_are_deleted_as_json(trading: Program, at: Any) -> None:
    now = trading("price", "BTC/USD", "--json").json[0]["price"]
    trading("alerts", "add", "BTC/USD", "above", f"{now * 1.001:.2f}", answers="y\n")
    none = trading("alerts", "check", "--json")
    assert (none.status, none.json) == (3, {"fired": [], "notes": []})
    at("2025-12-20T18:00:00+00:00")
    told = trading("alerts", "check", "--json")
    assert told.status == 0
    assert [one["symbol"] for one in told.json["fired"]] == ["BTC/USD"]
    assert trading("alerts", "check", "--json").json["fired"] == [], "once"
    assert trading("alerts", "delete", "1", "--json", answers="y\n").json["deleted"] is True


def test_T6_a_tool_that_is_run_by_hand_asks_in_the_language_of_the_person(
    trading: Program,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    settle(home, rest='[ui]\nlanguage = "es"')
    monkeypatch.setattr(consent, "somebody", lambda: True)
    monkeypatch.setattr(sys, "stdin", io.StringIO("no\n"))
    words = ("symbol=AAPL", "side=buy", "quantity=1")
    assert run(["tools", "run", "trading.create_paper_order", *words]) == 130
    said = capsys.readouterr()
    assert "comprar 1 AAPL" in said.err
    assert said.err.endswith("No se hizo nada.\n")
