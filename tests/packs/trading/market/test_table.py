"""From rows to candles: spellings, times, and everything that a file can get wrong."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.packs.trading.market import table
from assistant.packs.trading.market.base import Candle, MarketFailure, Timeframe
from assistant.packs.trading.market.calendar import MARKETS, market_of
from assistant.packs.trading.market.candles import fault
from assistant.packs.trading.market.table import Parsed, parse, read_csv
from tests.packs.trading.market.support import HEAD, NOW


def read(text: str | bytes, symbol: str = "BTC/USD", timeframe: Timeframe = "1d") -> Parsed:
    raw = text.encode() if isinstance(text, str) else text
    return parse(read_csv(raw, "x.csv"), "x.csv", market_of(symbol), timeframe, NOW)


def first(text: str, symbol: str = "BTC/USD", timeframe: Timeframe = "1d") -> Candle:
    return read(text, symbol, timeframe).candles[0]


ONE = Candle(datetime(2026, 1, 5, tzinfo=UTC), *map(Decimal, ("10", "12", "9", "11", "500")))


@pytest.mark.parametrize(
    "text",
    [
        "Date,Open,High,Low,Close,Volume\n2026-01-05,10,12,9,11,500\n",
        "timestamp,open,high,low,close,volume\n1767571200,10,12,9,11,500\n",
        "timestamp,open,high,low,close,volume\n1767571200000,10,12,9,11,500\n",
        "time;o;h;l;c;v\n2026-01-05T00:00:00Z;10;12;9;11;500\n",
        "Date,Open,High,Low,Close,Adj Close,Volume\n2026-01-05,10,12,9,11,10.5,500\n",
        "Fecha;Apertura;Máximo;Mínimo;Cierre;Volumen\n05.01.2026;10,0;12,0;9,0;11,0;500\n",
        "<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>\n2026-01-05,00:00,10,12,9,11,500\n",
        "open_time,open,high,low,close,volume\n2026-01-04 19:00:00-05:00,10,12,9,11,500\n",
        '\ufeffDate,Open,High,Low,Close,Volume\r\n2026/01/05,"10",12,9,11,500\r\n\r\n',
        'date\topen\thigh\tlow\tclose\tvolume\n2026-01-05\t10\t12\t9\t$11\t"500"\n',
    ],
)
def test_common_spellings_are_understood(text: str) -> None:
    assert first(text) == ONE


@pytest.mark.parametrize(
    ("one", "other", "meant"),
    [
        ("01/02/2026", "25/02/2026", "2026-02-01"),
        ("01/02/2026", "02/25/2026", "2026-01-02"),
        ("1.2.2026", "2.2.2026", "2026-02-01"),
        ("01-02-2026 14:30", "02-02-2026 14:30:00", None),
    ],
)
def test_whether_day_or_month_comes_first_is_told_by_the_rest(
    one: str, other: str, meant: str | None
) -> None:
    text = HEAD + f"{one},1,1,1,1,1\n{other},1,1,1,1,1\n"
    if meant is None:
        with pytest.raises(MarketFailure, match="may begin with its day or its month"):
            read(text)
    else:
        assert read(text).candles[0].at.date().isoformat() == meant


def test_a_date_that_may_be_two_is_refused() -> None:
    with pytest.raises(MarketFailure, match="'03/04/2025' may begin with its day or its month"):
        read(HEAD + "03/04/2025,1,1,1,1,1\n04/04/2025,1,1,1,1,1\n")


def test_thousands_may_have_commas() -> None:
    assert first(HEAD + '2026-01-05,"97,000.5","98,000","96,000","97,500","1,000"\n')[1:] == (
        *(Decimal(n) for n in ("97000.5", "98000", "96000", "97500", "1000")),
    )


def test_decimal_commas_with_thousands() -> None:
    row = "Fecha;Apertura;Maximo;Minimo;Cierre;Volumen\n05.01.2026;1.234,5;1.300,0;1.200,0;1.250,25;7\n"
    assert first(row).close == Decimal("1250.25")


@pytest.mark.parametrize(
    ("symbol", "written", "at"),
    [
        ("BTC/USD", "2026-01-05 10:00", "2026-01-05T10:00"),
        ("AAPL", "2026-01-05 10:00", "2026-01-05T15:00"),
        ("AAPL", "2026-07-06 10:00", "2026-07-06T14:00"),
        ("SAN", "2026-01-05 10:00", "2026-01-05T09:00"),
        ("AAPL", "2026-01-05T10:00:00+01:00", "2026-01-05T09:00"),
        ("AAPL", "2026-01-05 10:00:00 UTC", "2026-01-05T10:00"),
    ],
)
def test_a_time_without_a_zone_is_the_markets_own(symbol: str, written: str, at: str) -> None:
    text = HEAD + f"{written},10,12,9,11,500\n"
    found = parse(
        read_csv(text.encode(), "x.csv"),
        "x.csv",
        market_of(symbol),
        "1h",
        datetime(2027, 1, 1, tzinfo=UTC),
    )
    assert found.candles[0].at == datetime.fromisoformat(f"{at}+00:00")


def test_a_day_without_session_begins_at_midnight_there() -> None:
    assert first(HEAD + "2026-01-04,10,12,9,11,500\n", "AAPL").at == datetime(
        2026, 1, 4, 5, tzinfo=UTC
    )


def test_without_volume_it_is_zero() -> None:
    assert first("date,open,high,low,close\n2026-01-05,10,12,9,11\n").volume == 0
    assert first(HEAD + "2026-01-05,10,12,9,11,\n").volume == 0


GOOD = "2026-01-05,10,12,9,11,500\n"


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ("2026-01-05,10,12,9,eleven,500\n", "line 2, column 'close': 'eleven' is no number"),
        (GOOD + "2026-01-06,10,12,,11,500\n", "line 3, column 'low': there is no price"),
        (GOOD + "2026-01-06,10,12,9,11\n", "line 3: 5 columns where the first line has 6"),
        ("2026-01-05,10,12,9,-11,500\n", "line 2, column 'close': a price is a number above zero"),
        ("2026-01-05,0,12,9,11,500\n", "line 2, column 'open': a price is a number above zero"),
        ("2026-01-05,10,12,9,NaN,500\n", "line 2, column 'close': there is no price"),
        ("2026-01-05,10,Infinity,9,11,500\n", "line 2, column 'high': a price is"),
        ("2026-01-05,10,1e999,9,11,500\n", "line 2, column 'high': '1e999' is no number of"),
        ("2026-01-05,10,12,9,11,-5\n", "line 2, column 'volume': -5 is no volume"),
        ("2026-01-05,10,10.5,9,11,500\n", "line 2, column 'high': 10.5 is not the highest"),
        ("2026-01-05,10,12,10.5,11,500\n", "line 2, column 'low': 10.5 is not the lowest"),
        ("2026-13-05,10,12,9,11,500\n", "line 2, column 'date': '2026-13-05' is no date"),
        ("yesterday,10,12,9,11,500\n", "line 2, column 'date': 'yesterday' is no date"),
        ("0001-01-01,10,12,9,11,500\n", "line 2, column 'date'"),
        ("2026-03-09,10,12,9,11,500\n", "line 2, column 'date': 2026-03-09 00:00 lies in the"),
        (GOOD + "2026-01-05,10,12,9,11.5,500\n", "line 3, column 'date': .* stands in line 2 too"),
        ('2026-01-05,10,12,9,"11,500\n', "line 2: unexpected end of data"),
        ("", "there are no candles in it"),
        ("2026-01-05," + "1" * 300 + ",12,9,11,500\n", "line 2, column 'open': it is too long"),
    ],
)
def test_what_cannot_be_is_told_by_line_and_column(rows: str, told: str) -> None:
    with pytest.raises(MarketFailure, match=told) as failure:
        read(HEAD + rows)
    assert failure.value.problem in ("bad_data", "no_data")


@pytest.mark.parametrize(
    ("head", "told"),
    [
        ("Date,Open,High,Close", "line 1: there is no column 'low' among Date, Open, High, Close"),
        ("Open,High,Low,Close", "there is no column 'date'"),
        ("Date,Open,Open,High,Low,Close", "column 'Open': there are two columns for 'open'"),
    ],
)
def test_columns_have_to_be_there_once(head: str, told: str) -> None:
    with pytest.raises(MarketFailure, match=told):
        read(head + "\n")


def test_bytes_that_are_no_text_are_told_by_line() -> None:
    with pytest.raises(MarketFailure, match="line 3: it is not UTF-8"):
        read((HEAD + GOOD).encode() + b"2026-01-06,10,\xff,9,11,500\n")


def test_more_rows_than_allowed_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "ROWS", table.ROWS._replace(value=1))
    with pytest.raises(MarketFailure, match="more than 1 rows"):
        read(HEAD + GOOD + "2026-01-06,10,12,9,11,500\n")


def test_what_is_odd_is_set_right_and_noted() -> None:
    found = read(
        HEAD
        + "2026-01-07,10,12,9,11,500\n"
        + "2026-01-05,10,12,9,11,500\n"
        + "2026-01-05,10,12,9,11,500\n"
        + "2026-01-06,null,null,null,null,null\n"
    )
    assert [c.at.day for c in found.candles] == [5, 7]
    assert found.notes == (
        "rows without prices, left out: 1",
        "rows that stood there twice: 1",
        "the rows were not in order of time",
        "missing candles: 1, the most (1) after 2026-01-05 00:00",
    )


def test_a_weekend_is_no_gap() -> None:
    rows = "2026-01-08,1,1,1,1,1\n2026-01-09,1,1,1,1,1\n2026-01-12,1,1,1,1,1\n"
    assert read(HEAD + rows, "AAPL").notes == ()
    assert "missing candles: 2" in read(HEAD + rows, "BTC/USD").notes[0]


def test_candles_outside_of_the_hours_are_noted() -> None:
    rows = "2026-01-09,1,1,1,1,1\n2026-01-10,1,1,1,1,1\n"
    assert read(HEAD + rows, "AAPL").notes == ("candles outside of the hours of XNYS: 1",)


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (1200, 120, "2026-01-06: the price jumps as by a split of 10 for 1"),
        (10, 40, "2026-01-06: the price jumps as by a split of 1 for 4"),
    ],
)
def test_a_split_is_noted(before: int, after: int, told: str) -> None:
    rows = [f"2026-01-0{day},{p},{p},{p},{p},1\n" for day, p in ((5, before), (6, after))]
    assert read(HEAD + "".join(rows)).notes == (told,)


CELLS = st.sampled_from(
    [
        "2026-01-05",
        "5.1.2026",
        "1767571200",
        "10",
        "-1",
        "0",
        "1e9",
        "NaN",
        "",
        "null",
        "9,5",
        '"',
        ";",
        "é",
        "\x00",
    ]
)
TEXTS = st.lists(st.lists(CELLS, max_size=7).map(",".join), max_size=6).map("\n".join)


@given(st.one_of(TEXTS.map(str.encode), TEXTS.map(lambda t: (HEAD + t).encode()), st.binary()))
@settings(max_examples=200, deadline=None)
def test_whatever_a_file_holds_it_is_used_whole_or_told_by_name(raw: bytes) -> None:
    why = "x.csv"
    try:
        found = parse(read_csv(raw, "x.csv"), "x.csv", MARKETS["crypto"], "1d", NOW).candles
    except MarketFailure as failure:
        found, why = (), failure.why
    assert why.startswith("x.csv")
    assert [fault(candle) for candle in found] == [""] * len(found)


def test_a_bad_day_is_no_split() -> None:
    assert read(HEAD + "2026-01-05,10,10,10,10,1\n2026-01-06,8,8,8,8,1\n").notes == ()
    assert MARKETS["crypto"].always_open
