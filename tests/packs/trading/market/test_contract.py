"""What holds for every source of market data, whichever it is."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from assistant.packs.trading.market import exchange
from assistant.packs.trading.market.base import MarketData, MarketFailure
from assistant.packs.trading.market.candles import fault
from assistant.packs.trading.market.open import open_market
from assistant.packs.trading.settings import Settings
from tests.packs.trading.market.kraken import Kraken
from tests.packs.trading.market.support import NOW, clock, hourly, write_csv


@pytest.fixture(params=["simulated", "files", "exchange"])
def market(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[MarketData]:
    if request.param == "exchange":
        pytest.importorskip("ccxt")
    monkeypatch.setattr(exchange, "PACE", 1)
    write_csv(tmp_path / "BTC-USD.1h.csv", hourly(700, NOW - timedelta(hours=700, minutes=30)))
    with Kraken() as server:
        settings = Settings(
            data=request.param,
            folder=str(tmp_path),
            exchange="kraken",
            exchange_url=server.url,
        )
        yield open_market(settings, tmp_path / "pack", clock)


def test_it_knows_its_symbols_sorted(market: MarketData) -> None:
    assert "BTC/USD" in market.symbols()
    assert list(market.symbols()) == sorted(market.symbols())


def test_a_price_is_above_zero_and_not_of_the_future(market: MarketData) -> None:
    quote = market.price("btc")
    assert quote.symbol == "BTC/USD"
    assert quote.price > 0
    assert quote.currency == "USD"
    assert quote.origin.at <= NOW
    assert quote.origin.source
    assert quote.origin.simulated == (market.name == "simulated")


@pytest.mark.parametrize("timeframe", ["1h", "4h", "1d"])
def test_candles_are_closed_whole_and_in_order(market: MarketData, timeframe: str) -> None:
    series = market.candles("BTC/USD", timeframe, 20)  # type: ignore[arg-type]
    assert len(series.candles) == 20
    assert [fault(candle) for candle in series.candles] == [""] * 20
    assert all(one.at < other.at for one, other in pairwise(series.candles))
    assert series.candles[-1].at < series.origin.at <= NOW
    assert (series.symbol, series.timeframe) == ("BTC/USD", timeframe)


def test_since_gives_the_earliest_from_there_on(market: MarketData) -> None:
    last = market.candles("BTC/USD", "1h", 12).candles
    assert market.candles("BTC/USD", "1h", 5, since=last[2].at).candles == last[2:7]
    between = last[2].at + timedelta(minutes=1)
    assert market.candles("BTC/USD", "1h", 5, since=between).candles == last[3:8]
    assert market.candles("BTC/USD", "1h", since=NOW).candles == ()


@pytest.mark.parametrize(("asked", "given"), [(0, 1), (1, 1), (9_999, 500)])
def test_a_limit_is_kept_within_bounds(market: MarketData, asked: int, given: int) -> None:
    assert len(market.candles("BTC/USD", "1h", asked).candles) == given


@pytest.mark.parametrize("symbol", ["NOBODY", "BTC/XYZW", "../../etc", ""])
def test_an_unknown_symbol_is_told_as_one(market: MarketData, symbol: str) -> None:
    for ask in (market.price, lambda s: market.candles(s, "1d"), market.status):
        with pytest.raises(MarketFailure) as failure:
            ask(symbol)
        assert failure.value.problem == "unknown_symbol"
        assert set(failure.value.near) <= set(market.symbols()) or symbol in ("../../etc", "")


def test_coins_are_always_traded(market: MarketData) -> None:
    assert market.status("BTC/USD") == ("crypto", True, None, None, "")
