"""The tools of the market through the one pipeline, on every source, each with its refusals."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from assistant.app import App
from assistant.llm.tokens import open_counter
from assistant.packs.trading import PACK
from assistant.packs.trading.alerts.base import Alert, AlertRequest
from assistant.packs.trading.alerts.documents import to_content
from assistant.packs.trading.market import exchange
from assistant.session import greetings
from assistant.session.prefetching import fetch_frequent
from assistant.tools.calls import Call, Result
from assistant.tools.conclusion import conclude
from tests.bounds import PATIENCE
from tests.clock import Clock
from tests.packs.trading.market.conftest import Opening
from tests.packs.trading.market.kraken import Kraken, stalls, status
from tests.packs.trading.market.support import NOW, hourly, write_csv


def run(app: App, tool: str, **arguments: Any) -> Result:
    return app.toolbox().pipeline.execute(Call(tool, arguments))


def data(app: App, tool: str, **arguments: Any) -> Any:
    result = run(app, tool, **arguments)
    assert result.error is None, result.error
    return result.data


def refusal(app: App, tool: str, **arguments: Any) -> str:
    result = run(app, tool, **arguments)
    assert result.error is not None
    return f"{result.error.code}: {result.error.message}"


def concluded(app: App, told: Any) -> tuple[str, int]:
    counter = open_counter(None, app.stores.keyvalue, app.now())
    text = conclude(told, 300, counter)
    return text, counter.count(text)


@pytest.mark.parametrize(
    ("tool", "plan", "minute"),
    [
        ("market.get_price", "free", 60),
        ("market.get_ohlcv", "free", 30),
        ("market.get_indicators", "free", 30),
        ("market.get_fundamentals", "free", 20),
        ("watchlist.get_watchlist", "free", 60),
        ("watchlist.add_to_watchlist", "free", 30),
        ("watchlist.remove_from_watchlist", "free", 30),
    ],
)
def test_T3_T4_plan_and_calls_a_minute(app: App, tool: str, plan: str, minute: int) -> None:
    found = app.toolbox().pipeline.registry.find(tool)
    assert (found.required_plan, found.rate_limit.per_minute) == (plan, minute)


def test_K6_a_price_with_source_time_and_market(app: App) -> None:
    told = data(app, "market.get_price", symbol="apple")
    assert told["symbol"] == "AAPL"
    assert told["price"] > 0
    assert (told["source"], told["simulated"], told["delayed"]) == ("simulated", True, False)
    assert told["as_of"].startswith("2026-03-04T15:3")
    assert (told["market"], told["open"], told["currency"]) == ("XNYS", True, "USD")


@pytest.mark.parametrize("symbol", ["../../etc", "APPL", "", "x" * 41])
def test_an_unknown_symbol_is_refused(app: App, symbol: str) -> None:
    told = refusal(app, "market.get_price", symbol=symbol)
    assert told.startswith(("VALIDATION_ERROR: no symbol", "VALIDATION_ERROR: 'symbol'"))
    if symbol == "APPL":
        assert "AAPL" in told


def test_candles_the_newest_first_with_a_summary(app: App) -> None:
    told = data(app, "market.get_ohlcv", symbol="GGAL", limit=3)
    assert [row["at"][:10] for row in told["candles"]] == ["2026-03-03", "2026-03-02", "2026-02-27"]
    assert set(told["candles"][0]) == {"at", "open", "high", "low", "close", "volume"}
    assert (told["count"], told["last_close"]) == (3, told["candles"][0]["close"])
    assert (told["source"], told["simulated"], told["timeframe"]) == ("simulated", True, "1d")


@pytest.mark.parametrize("arguments", [{"limit": 501}, {"limit": 0}, {"timeframe": "2d"}])
def test_candles_have_limits(app: App, arguments: dict[str, Any]) -> None:
    assert refusal(app, "market.get_ohlcv", symbol="AAPL", **arguments).startswith("VALIDATION")


def test_T8_500_candles_reach_the_model_as_a_conclusion(app: App) -> None:
    told = data(app, "market.get_ohlcv", symbol="BTC/USD", timeframe="1m", limit=500)
    assert len(told["candles"]) == 500
    text, tokens = concluded(app, told)
    assert tokens <= 300
    for name in ("source: simulated", "simulated: true", "as_of:", "change_percent:", "high:"):
        assert name in text
    assert told["candles"][0]["at"] in text
    assert "of 500 rows]" in text


def test_indicators_of_the_last_candle(app: App) -> None:
    told = data(app, "market.get_indicators", symbol="BTC/USD", timeframe="4h")
    lines = {*("rsi", "macd", "signal", "histogram", "upper", "middle", "lower", "atr", "vwap")}
    lines |= {*("obv", "adx", "plus_di", "minus_di")}
    lines |= {f"{kind}_{n}" for kind in ("sma", "ema") for n in (20, 50, 200)}
    assert set(told["values"]) == lines
    assert 0 <= told["values"]["rsi"] <= 100
    assert set(told["one_candle_before"]) == {"rsi", "macd", "signal"}
    text, tokens = concluded(app, told)
    assert tokens <= 300
    assert "of" not in text.splitlines()[-1]  # nothing was left out


def test_indicators_that_were_asked_for_alone(app: App) -> None:
    told = data(app, "market.get_indicators", symbol="AAPL", indicators=["ATR", "VWAP"])
    assert set(told["values"]) == {"atr", "vwap"}
    assert "one_candle_before" not in told
    assert "VALIDATION" in refusal(app, "market.get_indicators", symbol="AAPL", indicators=["X"])
    assert "VALIDATION" in refusal(app, "market.get_indicators", symbol="AAPL", timeframe="1m")


def test_indicators_of_few_candles_are_null(opened: Opening, tmp_path: Path) -> None:
    write_csv(tmp_path / "BTC-USD.1h.csv", hourly(25, NOW - timedelta(hours=25, minutes=30)))
    app = opened(data="files", folder=str(tmp_path))
    told = data(app, "market.get_indicators", symbol="BTC/USD", timeframe="1h")
    assert told["values"]["macd"] is None
    assert told["values"]["rsi"] == 100
    assert told["notes"] == ["of 25 candles only: what needs more is null"]


def test_fundamentals_of_a_file_count_more_than_what_is_made_up(
    opened: Opening, tmp_path: Path
) -> None:
    (tmp_path / "f.json").write_text(json.dumps({"AAPL": {"pe": 31.5}}))
    app = opened(fundamentals=str(tmp_path / "f.json"))
    told = data(app, "market.get_fundamentals", symbol="AAPL")
    assert (told["values"], told["source"], told["simulated"]) == (
        {"pe": 31.5},
        "file f.json",
        False,
    )
    told = data(app, "market.get_fundamentals", symbol="KO")
    assert (told["source"], told["simulated"]) == ("simulated", True)
    assert {"pe", "eps", "market_cap"} <= told["values"].keys()


def test_T5_results_of_the_market_are_kept_for_five_seconds(app: App, clock: Clock) -> None:
    assert not run(app, "market.get_ohlcv", symbol="AAPL", limit=500).metadata.cached
    assert run(app, "market.get_ohlcv", symbol="AAPL", limit=500).metadata.cached
    clock.pass_(seconds=6)
    assert not run(app, "market.get_ohlcv", symbol="AAPL", limit=500).metadata.cached


def test_K6_files_say_how_old_they_are(opened: Opening, tmp_path: Path) -> None:
    write_csv(tmp_path / "BTC-USD.1h.csv", hourly(48, NOW - timedelta(days=14)))
    app = opened(data="files", folder=str(tmp_path))
    told = data(app, "market.get_price", symbol="BTC/USD")
    assert (told["source"], told["delayed"], told["age"]) == ("files", True, "12 days")
    told = data(app, "market.get_ohlcv", symbol="BTC/USD", timeframe="1d")
    assert "the newest candle is 12 days old" in told["notes"]
    assert "near it are BTC/USD" in refusal(app, "market.get_price", symbol="AAPL")


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange, "PACE", 1)


@pytest.mark.usefixtures("unhurried")
def test_an_exchange_on_loopback(opened: Opening) -> None:
    pytest.importorskip("ccxt")
    with Kraken() as server:
        app = opened(data="exchange", exchange="kraken", exchange_url=server.url)
        told = data(app, "market.get_price", symbol="bitcoin")
        assert (told["price"], told["source"], told["simulated"]) == (1000.5, "kraken", False)
        told = data(app, "market.get_ohlcv", symbol="BTC/USD", timeframe="1h", limit=500)
        assert told["count"] == 500
        assert set(data(app, "market.get_indicators", symbol="ETH/USD")["values"]) > {"rsi"}
        assert "tells no fundamentals" in refusal(app, "market.get_fundamentals", symbol="BTC/USD")
        server.lies["Ticker"] = status(429)
        assert "fewer questions" in refusal(app, "market.get_price", symbol="ETH/USD")


@pytest.mark.parametrize(
    "break_it",
    [
        lambda folder: {"data": "files", "folder": str(folder / "none")},
        lambda folder: {"fundamentals": str(folder / "none.json")},
        lambda folder: {"data": "exchange", "exchange": "nowhere"},
    ],
)
def test_a_source_that_is_not_there_says_what_is_missing(
    opened: Opening, tmp_path: Path, break_it: Callable[[Path], dict[str, Any]]
) -> None:
    app = opened(**break_it(tmp_path))
    told = refusal(app, "market.get_fundamentals", symbol="AAPL")
    assert told.startswith("EXECUTION_ERROR: ")
    assert any(why in told for why in ("packs.trading", "none.json: No such file"))


def test_without_the_extra_the_tools_say_what_to_install(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    import importlib.util

    there = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "talib" else there(name)
    )
    told = refusal(app, "market.get_indicators", symbol="AAPL")
    assert told == (
        "TOOL_NOT_FOUND: the trading pack needs talib: pip install 'local-assistant[trading]'"
    )
    assert run(app, "market.get_price", symbol="AAPL").success


def test_K5_a_price_asked_for_three_times_is_there_when_a_conversation_begins(app: App) -> None:
    for symbol in ("AAPL", "MSFT", "AAPL"):
        session = app.session()
        session.observe(f"what is the price of {symbol}?", "ok")
        session.end()
    thread = fetch_frequent(app.services())
    assert thread is not None
    thread.join(PATIENCE)
    kept = [str(v) for name, _, v in app.stores.keyvalue.entries() if name == "tools/market"]
    assert len(kept) == 2
    assert all("'price'" in value and "simulated" in value for value in kept)


def test_K2_a_market_that_stalls_keeps_no_conversation_from_beginning(
    opened: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(greetings, "DEADLINE", 0.05)
    with Kraken(OHLC=stalls, Ticker=stalls, AssetPairs=stalls) as server:
        app = opened(data="exchange", exchange="kraken", exchange_url=server.url)
        packs, conversation = app.session_packs, app.session().conversation
        assert packs is not None
        request = AlertRequest("BTC/USD", "above", Decimal(2000))
        alerts = packs.moment(PACK, "", conversation, "en").collection("alerts")
        alerts.put("1", to_content(Alert(1, request, NOW - timedelta(hours=1))))
        greeting = packs.greetings(conversation, "en")
        assert greeting.come() == []
        (got,) = greeting._fetching.wait()
        assert got.outcome == "late", "it is still being asked, and nobody waits"
