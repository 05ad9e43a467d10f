"""An exchange through ccxt: what it tells, and what happens when it fails, lies or stalls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler

import pytest

from assistant.packs.trading.market import exchange
from assistant.packs.trading.market.base import MarketFailure, Problem
from assistant.packs.trading.market.exchange import ExchangeMarket
from assistant.packs.trading.market.open import open_market
from assistant.packs.trading.settings import Settings
from tests.packs.trading.market import kraken
from tests.packs.trading.market.kraken import Kraken
from tests.packs.trading.market.support import NOW, clock

pytest.importorskip("ccxt")
Lie = Callable[[BaseHTTPRequestHandler], object]


@pytest.fixture(autouse=True)
def in_no_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange, "PACE", 1)


@pytest.fixture
def server() -> Iterator[Kraken]:
    with Kraken() as running:
        yield running


def market_at(server: Kraken, silence: float = 5, deadline: float = 10) -> ExchangeMarket:
    return ExchangeMarket("kraken", server.url, clock, seconds=(silence, deadline))


@pytest.fixture
def market(server: Kraken) -> ExchangeMarket:
    return market_at(server)


def test_the_settings_name_exchange_and_address(server: Kraken, tmp_path: object) -> None:
    settings = Settings(data="exchange", exchange="kraken", exchange_url=server.url)
    market = open_market(settings, tmp_path, clock)  # type: ignore[arg-type]
    assert market.symbols() == ["BTC/USD", "ETH/USD", "SOL/USDT"]


def test_a_price_says_where_and_when(market: ExchangeMarket) -> None:
    quote = market.price("bitcoin")
    assert (quote.symbol, str(quote.price), quote.currency) == ("BTC/USD", "1000.5", "USD")
    assert quote.origin == ("kraken", NOW, False, False)
    assert str(quote.change_percent) == "1.06"


def test_candles_that_have_ended_oldest_first(market: ExchangeMarket) -> None:
    series = market.candles("BTC/USD", "1h", 5)
    assert [c.at.hour for c in series.candles] == [10, 11, 12, 13, 14]
    assert series.candles[-1].close == 999
    assert series.origin == ("kraken", datetime(2026, 3, 4, 15, tzinfo=UTC), False, False)


def test_candles_since(market: ExchangeMarket) -> None:
    start = NOW.replace(minute=0) - timedelta(hours=30)
    found = market.candles("BTC/USD", "1h", 4, since=start).candles
    assert [c.at for c in found] == [start + timedelta(hours=n) for n in range(4)]


def test_a_stand_in_for_the_dollar_says_its_name(market: ExchangeMarket) -> None:
    quote = market.price("SOL/USD")
    assert (quote.symbol, quote.currency) == ("SOL/USDT", "USDT")


def test_orders_that_wait(market: ExchangeMarket) -> None:
    book = market.book("BTC/USD", 2)
    assert [int(p) for p, _ in book.bids + book.asks] == [1000, 999, 1001, 1002]


def test_its_market_never_closes_and_it_tells_no_fundamentals(market: ExchangeMarket) -> None:
    assert market.status("BTC/USD").open
    with pytest.raises(MarketFailure, match="tells no fundamentals"):
        market.fundamentals("BTC/USD")


def test_the_markets_are_asked_for_once(server: Kraken) -> None:
    market_at(server).price("BTC/USD")
    market_at(server).price("BTC/USD")
    assert sum("AssetPairs" in path for path in server.asked) == 1


@pytest.mark.parametrize("symbol", ["AAPL", "BTC/USB", "../../etc"])
def test_an_unknown_symbol_names_the_nearest(market: ExchangeMarket, symbol: str) -> None:
    with pytest.raises(MarketFailure) as failure:
        market.price(symbol)
    assert failure.value.problem == "unknown_symbol"
    assert set(failure.value.near) <= {"BTC/USD", "ETH/USD", "SOL/USDT"} or symbol.startswith(".")


ZERO = {"XXBTZUSD": {"c": ["0.00000", "1"], "o": "0"}}


@pytest.mark.parametrize(
    ("what", "lie", "problem", "told"),
    [
        ("Ticker", kraken.result(ZERO), "bad_data", "told a price of"),
        ("Ticker", kraken.result({"XXBTZUSD": {"c": ["-5", "1"]}}), "bad_data", "a price of -5"),
        ("Ticker", kraken.result({"XXBTZUSD": {}}), "bad_data", "a price of None"),
        ("Ticker", kraken.result([]), "bad_data", "a price of None"),
        ("Ticker", kraken.result(None), "bad_data", "a price of None"),
        ("Ticker", kraken.status(200, b"<html>"), "bad_data", "kraken"),
        ("Ticker", kraken.status(200, b"[1, 2"), "bad_data", "kraken"),
        ("Ticker", kraken.status(429), "rate_limited", "fewer questions"),
        ("Ticker", kraken.error("EAPI:Rate limit exceeded"), "rate_limited", "fewer questions"),
        ("Ticker", kraken.status(503), "unavailable", "cannot be reached"),
        ("Ticker", kraken.error("EService:Unavailable"), "unavailable", "cannot be reached"),
        ("Ticker", kraken.error("EGeneral:Nonsense"), "unavailable", "refused"),
        ("Ticker", kraken.error("EQuery:Invalid asset pair"), "unknown_symbol", "does not know"),
        ("AssetPairs", kraken.result({}), "bad_data", "lists no markets"),
        ("AssetPairs", kraken.result([1]), "bad_data", "kraken"),
    ],
)
def test_a_price_that_cannot_be_is_not_used(
    what: str, lie: Lie, problem: Problem, told: str
) -> None:
    with Kraken(**{what: lie}) as server, pytest.raises(MarketFailure, match=told) as failure:
        market_at(server).price("BTC/USD")
    assert failure.value.problem == problem
    assert failure.value.why.startswith("kraken ")


HOUR = NOW.replace(minute=0) - timedelta(hours=1)


@pytest.mark.parametrize(
    ("rows", "problem", "told"),
    [
        ([kraken.row(HOUR, 100, close="0")], "bad_data", "a candle of BTC/USD with close: a price"),
        ([kraken.row(HOUR, 100, high="99")], "bad_data", "high: 99"),
        ([kraken.row(HOUR, 100, low="-3")], "bad_data", "low: a price is a number above zero"),
        ([kraken.row(HOUR, 100, open="abc")], "bad_data", "kraken"),
        ([kraken.row(NOW + timedelta(days=2), 100)], "bad_data", "which lies in the future"),
        ([["x"]], "bad_data", "kraken"),
        ([], "no_data", "has no candles of BTC/USD"),
    ],
)
def test_candles_that_cannot_be_are_not_used(rows: object, problem: Problem, told: str) -> None:
    lie = kraken.result({"XXBTZUSD": rows, "last": 1})
    with Kraken(OHLC=lie) as server, pytest.raises(MarketFailure, match=told) as failure:
        market_at(server).candles("BTC/USD", "1h", 5)
    assert failure.value.problem == problem


def test_candles_out_of_order_and_twice_are_set_right() -> None:
    rows = [kraken.row(HOUR, 100), kraken.row(HOUR - timedelta(hours=1), 99), kraken.row(HOUR, 100)]
    with Kraken(OHLC=kraken.result({"XXBTZUSD": rows})) as server:
        found = market_at(server).candles("BTC/USD", "1h", 5).candles
    assert [int(c.close) for c in found] == [99, 100]


def test_K6_an_old_candle_is_told_as_late() -> None:
    rows = [kraken.row(HOUR - timedelta(days=3), 100)]
    with Kraken(OHLC=kraken.result({"XXBTZUSD": rows})) as server:
        series = market_at(server).candles("BTC/USD", "1h", 5)
    assert series.origin.delayed
    assert series.notes == ("the newest candle is 3 days old",)


def test_a_book_whose_orders_cross_is_not_used() -> None:
    lie = kraken.result({"XXBTZUSD": {"bids": [["1002", "1", 1]], "asks": [["1001", "1", 1]]}})
    with Kraken(Depth=lie) as server, pytest.raises(MarketFailure, match="above those to sell"):
        market_at(server).book("BTC/USD")


@pytest.mark.parametrize(
    ("lie", "silence", "deadline"), [(kraken.stalls, 0.2, 9.0), (kraken.drips, 9.0, 0.4)]
)
def test_one_that_stalls_is_given_up(lie: Lie, silence: float, deadline: float) -> None:
    with Kraken(Ticker=lie) as server:
        market_at(server, silence).symbols()  # the markets are known from here on
        with pytest.raises(MarketFailure, match="did not answer") as failure:
            market_at(server, silence, deadline).price("BTC/USD")
    assert failure.value.problem == "timeout"


def test_where_nobody_listens_it_cannot_be_reached() -> None:
    with Kraken() as server:
        url = server.url
    with pytest.raises(MarketFailure, match="kraken cannot be reached"):
        ExchangeMarket("kraken", url, clock).price("BTC/USD")


def test_an_exchange_that_ccxt_does_not_know() -> None:
    with pytest.raises(MarketFailure, match="knows no exchange 'nowhere'"):
        ExchangeMarket("nowhere", "", clock)


def test_without_ccxt_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ccxt", None)
    with pytest.raises(MarketFailure, match=r"local-assistant\[exchange\]"):
        ExchangeMarket("bitstamp", "", clock)


def test_a_timeframe_that_it_does_not_have(
    market: ExchangeMarket, monkeypatch: pytest.MonkeyPatch
) -> None:
    market.symbols()
    monkeypatch.delitem(market._exchange.timeframes, "4h")
    with pytest.raises(MarketFailure, match="kraken has no candles of 4h"):
        market.candles("BTC/USD", "4h")
