"""A folder of candles: what is found in it, what is made of it, and what is told of its age."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from assistant.files import Unreadable
from assistant.packs.trading.market import files, table
from assistant.packs.trading.market.base import MarketFailure
from assistant.packs.trading.market.files import FileMarket, name_of, symbol_of
from assistant.packs.trading.market.fundamentals import Figures
from tests.packs.trading.market.support import HEAD, NOW, candle, clock, hourly, write_csv

FRESH = NOW - timedelta(hours=48, minutes=30)


@pytest.fixture
def market(tmp_path: Path) -> FileMarket:
    write_csv(tmp_path / "BTC-USD.1h.csv", hourly(48, FRESH))
    (tmp_path / "AAPL.1d.csv").write_text(
        HEAD + "2026-03-02,10,11,9,10,5\n2026-03-03,10,12,10,12,5\n"
    )
    (tmp_path / "notes.txt").write_text("no candles")
    (tmp_path / "AAPL.3d.csv").write_text("nor these")
    return FileMarket(tmp_path, clock)


@pytest.mark.parametrize(
    ("symbol", "name"),
    [("BTC/USD", "BTC-USD.1d.csv"), ("AAPL", "AAPL.1d.csv"), ("LIVEPOLC-1", "LIVEPOLC-1.1d.csv")],
)
def test_a_symbol_and_its_file_name_stand_for_each_other(symbol: str, name: str) -> None:
    assert name_of(symbol, "1d") == name
    assert symbol_of(name.removesuffix(".1d.csv").lower()) == symbol


@pytest.mark.parametrize(
    ("name", "symbol"),
    [
        ("btc", "BTC/USD"),
        ("BRK-B", "BRK.B"),
        ("FOO-USD", "FOO/USD"),
        ("apple", "AAPL"),
        ("x y", "X Y"),
    ],
)
def test_a_file_may_be_called_otherwise(name: str, symbol: str) -> None:
    assert symbol_of(name) == symbol


def test_symbols_are_those_of_the_files(market: FileMarket) -> None:
    assert market.symbols() == ["AAPL", "BTC/USD"]


def test_hours_make_days(market: FileMarket) -> None:
    days = market.candles("btc", "1d")
    one = days.candles[1]
    assert one.at == datetime(2026, 3, 3, tzinfo=UTC)
    inside = [c for c in hourly(48, FRESH) if c.at.date() == one.at.date()]
    assert (one.open, one.close) == (inside[0].open, inside[-1].close)
    assert one.high == max(c.high for c in inside)
    assert one.volume == sum(c.volume for c in inside)
    assert days.notes == ("made of candles of 1h",)


def test_a_candle_that_has_not_ended_is_left_out(market: FileMarket) -> None:
    assert market.candles("BTC/USD", "1d").candles[-1].at == datetime(2026, 3, 3, tzinfo=UTC)
    assert market.candles("BTC/USD", "1h").origin.at <= NOW


def test_smaller_candles_than_there_are_cannot_be_made(market: FileMarket) -> None:
    with pytest.raises(MarketFailure, match=r"AAPL: there are candles of 1d only"):
        market.candles("AAPL", "1h")


def test_limit_and_since(market: FileMarket) -> None:
    assert len(market.candles("BTC/USD", "1h", 5).candles) == 5
    start = FRESH + timedelta(hours=10)
    found = market.candles("BTC/USD", "1h", 3, since=start).candles
    assert [c.at for c in found] == [start + timedelta(hours=n) for n in range(3)]


def test_a_date_alone_is_the_session_of_that_day(market: FileMarket) -> None:
    series = market.candles("AAPL", "1d")
    assert [c.at for c in series.candles] == [
        datetime(2026, 3, 2, 14, 30, tzinfo=UTC),
        datetime(2026, 3, 3, 14, 30, tzinfo=UTC),
    ]
    assert not series.origin.delayed
    assert series.origin.at == datetime(2026, 3, 3, 21, tzinfo=UTC)


def test_the_price_is_the_last_close_with_its_change(market: FileMarket) -> None:
    quote = market.price("AAPL")
    assert (quote.price, quote.change_percent) == (Decimal(12), Decimal(20))
    assert quote.currency == "USD"
    assert (quote.origin.source, quote.origin.simulated) == ("files", False)
    assert market.price("BTC/USD").currency == "USD"


def test_K6_old_data_says_how_old_it_is(tmp_path: Path) -> None:
    write_csv(tmp_path / "BTC-USD.1h.csv", hourly(48, NOW - timedelta(days=14)))
    series = FileMarket(tmp_path, clock).candles("BTC/USD", "1h")
    assert series.origin.delayed
    assert "the newest candle is 12 days old" in series.notes
    assert FileMarket(tmp_path, clock).price("BTC/USD").origin.delayed


def test_a_weekend_makes_nothing_old(tmp_path: Path) -> None:
    (tmp_path / "AAPL.1d.csv").write_text(HEAD + "2026-03-05,1,1,1,1,1\n2026-03-06,1,1,1,1,1\n")
    sunday = FileMarket(tmp_path, lambda: datetime(2026, 3, 8, 12, tzinfo=UTC))
    assert not sunday.price("AAPL").origin.delayed


@pytest.mark.parametrize("symbol", ["../../etc", "..", "/etc/passwd", "AAPL.1d.csv", "A\x00B", ""])
def test_a_symbol_that_is_a_path_is_unknown(market: FileMarket, symbol: str) -> None:
    with pytest.raises(MarketFailure) as failure:
        market.candles(symbol, "1d")
    assert failure.value.problem == "unknown_symbol"


def test_an_unknown_symbol_names_the_nearest(market: FileMarket) -> None:
    with pytest.raises(MarketFailure, match=r"near it are AAPL, BTC/USD") as failure:
        market.price("AAPK")
    assert failure.value.near == ("AAPL", "BTC/USD")


def test_an_empty_folder_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(MarketFailure, match="assistant trading import"):
        FileMarket(tmp_path / "none", clock).price("AAPL")


def test_a_file_that_changes_is_read_again(market: FileMarket, tmp_path: Path) -> None:
    assert market.price("AAPL").price == 12
    path = tmp_path / "AAPL.1d.csv"
    path.write_text(path.read_text().replace("10,12,10,12", "10,12,10,11.5"))
    os.utime(path, ns=(1, 1))
    assert market.price("AAPL").price == Decimal("11.5")


def test_a_bad_file_is_told_by_line_and_column(tmp_path: Path) -> None:
    (tmp_path / "AAPL.1d.csv").write_text(HEAD + "2026-03-02,10,11,9,ten,5\n")
    with pytest.raises(MarketFailure, match=r"AAPL\.1d\.csv, line 2, column 'close': 'ten'"):
        FileMarket(tmp_path, clock).price("AAPL")


def test_a_file_past_the_limit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "FILE", table.FILE._replace(value=20))
    (tmp_path / "AAPL.1d.csv").write_text(HEAD + "2026-03-02,10,11,9,10,5\n")
    with pytest.raises(MarketFailure, match=r"AAPL\.1d\.csv is larger than 20 bytes"):
        FileMarket(tmp_path, clock).price("AAPL")
    assert issubclass(Unreadable, Exception)


def test_Parquet_holds_candles_too(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    rows = hourly(30, FRESH)
    columns = {
        "timestamp": [c.at for c in rows],
        **{n: [float(getattr(c, n)) for c in rows] for n in ("open", "high", "low", "close")},
        "volume": [float(c.volume) for c in rows],
    }
    parquet.write_table(pyarrow.table(columns), tmp_path / "BTC-USD.1h.parquet")
    found = FileMarket(tmp_path, clock).candles("BTC/USD", "1h", 30).candles
    assert found == tuple(rows)


def test_a_Parquet_file_that_swells_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    names = ("date", "open", "high", "low", "close")
    table_of_zeros = pyarrow.table({name: [0.0] * 100_000 for name in names})
    parquet.write_table(table_of_zeros, tmp_path / "AAPL.1d.parquet")
    monkeypatch.setattr(files, "ROWS", table.ROWS._replace(value=99_999))
    with pytest.raises(MarketFailure, match="more than 99,999 rows"):
        FileMarket(tmp_path, clock).price("AAPL")


def test_what_is_no_Parquet_is_told(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    (tmp_path / "AAPL.1d.parquet").write_bytes(b"PAR1 not")
    with pytest.raises(MarketFailure, match=r"AAPL\.1d\.parquet: it is no Parquet file"):
        FileMarket(tmp_path, clock).price("AAPL")


def test_without_pyarrow_Parquet_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    (tmp_path / "MSFT.1d.parquet").write_bytes(b"PAR1")
    with pytest.raises(MarketFailure, match="pip install pyarrow"):
        FileMarket(tmp_path, clock).price("MSFT")


def test_files_hold_no_orders_and_fundamentals_need_a_file(
    market: FileMarket, tmp_path: Path
) -> None:
    with pytest.raises(MarketFailure, match="no orders"):
        market.book("AAPL")
    with pytest.raises(MarketFailure, match=r"packs\.trading\.fundamentals"):
        market.fundamentals("AAPL")
    (tmp_path / "f.json").write_text('{"AAPL": {"pe": 30}}')
    told = FileMarket(tmp_path, clock, Figures(tmp_path / "f.json")).fundamentals("aapl")
    assert (told.values, told.origin.source) == ({"pe": 30}, "file f.json")


def test_candles_outside_of_all_hours_make_no_days(tmp_path: Path) -> None:
    at = datetime(2026, 3, 3, 3, tzinfo=UTC)
    write_csv(tmp_path / "AAPL.1h.csv", [candle(at, 1, 1, 1, 1)])
    with pytest.raises(MarketFailure, match="outside of the hours of XNYS"):
        FileMarket(tmp_path, clock).candles("AAPL", "1d")
