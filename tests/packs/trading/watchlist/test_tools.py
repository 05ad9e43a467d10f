"""The watchlist: asked about before it changes, kept across conversations, read anew after a change."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.app import App
from assistant.packs.trading.watchlist import symbols
from assistant.tools.calls import Call, Consent, Question
from tests.packs.trading.market.conftest import Opening
from tests.packs.trading.market.support import NOW
from tests.packs.trading.market.test_tools import concluded, data, refusal, run


def names(app: App) -> list[str]:
    return [row["symbol"] for row in data(app, "watchlist.get_watchlist")["symbols"]]


def test_what_is_added_is_there_in_its_order_with_prices(app: App) -> None:
    assert data(app, "watchlist.add_to_watchlist", symbol="btc")["added"]
    assert data(app, "watchlist.add_to_watchlist", symbol="$AAPL")["added"]
    assert not data(app, "watchlist.add_to_watchlist", symbol="bitcoin")["added"]
    told = data(app, "watchlist.get_watchlist")
    assert [row["symbol"] for row in told["symbols"]] == ["BTC/USD", "AAPL"]
    assert all(row["price"] > 0 for row in told["symbols"])
    assert (told["source"], told["simulated"]) == ("simulated", True)
    assert told["symbols"][0]["as_of"].startswith("2026-03-04T15:3")


def test_T5_a_change_is_seen_at_once(app: App) -> None:
    assert names(app) == []
    data(app, "watchlist.add_to_watchlist", symbol="KO")
    assert names(app) == ["KO"]
    assert run(app, "watchlist.get_watchlist").metadata.cached
    assert data(app, "watchlist.remove_from_watchlist", symbol="Coca-Cola")["removed"]
    assert names(app) == []


def test_T5_a_change_by_a_command_is_seen_at_once_too(app: App) -> None:
    data(app, "watchlist.add_to_watchlist", symbol="KO")
    assert names(app) == ["KO"]
    packs = app.session_packs
    assert packs is not None
    there = packs.moment(packs.usable[0], "", app.session().conversation, "en")
    symbols.add(there.collection(symbols.COLLECTION), "PEP", NOW)
    assert names(app) == ["PEP", "KO"]


@pytest.mark.parametrize(
    ("tool", "language", "words"),
    [
        ("add", "en", "put BTC/USD on your watchlist"),
        ("add", "es", "poner BTC/USD en tu lista de seguimiento"),
        ("remove", "en", "take BTC/USD off your watchlist"),
        ("remove", "es", "quitar BTC/USD de tu lista de seguimiento"),
    ],
)
def test_T6_the_person_is_asked_in_plain_words(
    opened: Opening, tool: str, language: Any, words: str
) -> None:
    asked: list[Question] = []

    def no(question: Question) -> Consent:
        asked.append(question)
        return "no"

    app = opened()
    app.confirm = no
    name = {"add": "add_to_watchlist", "remove": "remove_from_watchlist"}[tool]
    call = Call(f"watchlist.{name}", {"symbol": "bitcoin"}, language)
    result = app.toolbox().pipeline.execute(call)
    assert not result.success
    assert [question.words for question in asked] == [words]
    assert names(app) == []


def test_T6_without_a_terminal_it_is_refused(app: App) -> None:
    app.confirm = None
    assert "nobody is there to confirm" in refusal(app, "watchlist.add_to_watchlist", symbol="KO")


def test_what_the_market_does_not_know_is_not_watched(app: App) -> None:
    assert "no symbol" in refusal(app, "watchlist.add_to_watchlist", symbol="../../etc")
    assert "AAPL" in refusal(app, "watchlist.add_to_watchlist", symbol="APPL")
    assert names(app) == []


def test_what_is_not_watched_cannot_be_taken_off(app: App) -> None:
    data(app, "watchlist.add_to_watchlist", symbol="KO")
    told = refusal(app, "watchlist.remove_from_watchlist", symbol="PEP")
    assert told.endswith("'PEP' is not on the watchlist, which holds: KO")


def test_the_list_has_an_end(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(symbols, "MOST", 1)
    data(app, "watchlist.add_to_watchlist", symbol="KO")
    assert "holds 1 symbols" in refusal(app, "watchlist.add_to_watchlist", symbol="PEP")


def test_a_symbol_that_the_source_does_not_know_costs_its_price_alone(
    opened: Opening, tmp_path: Any
) -> None:
    data(opened(), "watchlist.add_to_watchlist", symbol="KO")
    (tmp_path / "PEP.1d.csv").write_text("date,open,high,low,close\n2026-03-03,1,1,1,1\n")
    app = opened(data="files", folder=str(tmp_path))
    (row,) = data(app, "watchlist.get_watchlist")["symbols"]
    assert row["symbol"] == "KO"
    assert row["price"] is None
    assert "near it are PEP" in row["note"]


def test_T8_a_list_of_prices_reaches_the_model_whole(app: App) -> None:
    for symbol in ("KO", "PEP", "AAPL", "MSFT", "TSLA", "NVDA", "V", "JPM"):
        data(app, "watchlist.add_to_watchlist", symbol=symbol)
    text, tokens = concluded(app, data(app, "watchlist.get_watchlist"))
    assert tokens <= 300
    assert "symbol | price | currency | change_percent | as_of" in text
    assert "\nJPM | " in text


@pytest.mark.parametrize(
    ("said", "meant"),
    [("ko", "KO"), ("sol", "SOL/USDT"), ("GOOG", "GOOG"), ("pepsi", None), ("../..", None)],
)
def test_what_is_taken_off_may_be_called_as_it_was_added(said: str, meant: str | None) -> None:
    there = [symbols.Watched(name, NOW) for name in ("KO", "SOL/USDT", "GOOG")]
    assert symbols.meant(there, said) == meant
