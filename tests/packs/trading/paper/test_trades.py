"""Trades as CSV: what goes out comes in, and a bad file brings nothing."""

from __future__ import annotations

from decimal import Decimal

import pytest

from assistant.packs.trading.paper.base import Refused
from assistant.packs.trading.paper.checking import check
from assistant.packs.trading.paper.trades import Imported, export_trades, import_trades
from tests.packs.trading.paper.support import Desk

GOOD = """at,symbol,side,quantity,price,fee
2025-12-01T15:30:00+00:00,AAPL,buy,10,100.5,1
2025-12-03,AAPL,sell,4,120,
2025-12-02T10:00:00-03:00,btc/usd,BUY,0.015,60000,0.9
"""


@pytest.fixture
def desk(desk: Desk) -> Desk:
    desk.market.prices |= {"AAPL": Decimal(100), "BTC/USD": Decimal(60_000)}
    return desk


def test_trades_come_in_by_their_times(desk: Desk) -> None:
    assert import_trades(desk.account(), GOOD) == Imported(3)
    book = desk.ledger().book()
    assert book.cash == 10_000 - 1005 - 1 - 900 - Decimal("0.9") + 480
    assert {s: p.quantity for s, p in book.positions.items()} == {
        "AAPL": 6,
        "BTC/USD": Decimal("0.015"),
    }
    assert [fill.symbol for fill in book.fills] == ["AAPL", "BTC/USD", "AAPL"]
    assert check(desk.ledger()) == []


def test_a_file_is_taken_in_once(desk: Desk) -> None:
    import_trades(desk.account(), GOOD)
    assert import_trades(desk.account(), GOOD) == Imported(0, repeated=True)
    assert len(desk.ledger().book().fills) == 3


def test_what_goes_out_comes_in(desk: Desk) -> None:
    import_trades(desk.account(), GOOD)
    text = export_trades(desk.account().history())
    other = Desk()
    other.market.prices = desk.market.prices
    import_trades(other.account(), text)
    own, its = desk.ledger().book(), other.ledger().book()
    assert (its.cash, its.positions, its.realised) == (own.cash, own.positions, own.realised)
    assert export_trades(other.account().history()) == text


def test_semicolons_and_a_mark_of_the_byte_order_are_read(desk: Desk) -> None:
    text = "\ufeff" + GOOD.replace(",", ";").replace("\n", "\r\n")
    assert import_trades(desk.account(), text).trades == 3


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("2025-12-04,AAPL,buy,ten,100,", "line 5, column quantity: 'ten' is no amount above 0"),
        ("2025-12-04,AAPL,buy,-1,100,", "line 5, column quantity: '-1' is no amount"),
        ("2025-12-04,AAPL,buy,1,NaN,", "line 5, column price: 'NaN' is no amount"),
        ("2025-12-04,AAPL,buy,1,0,", "line 5, column price: '0' is no amount"),
        ("2025-12-04,AAPL,buy,1,100,-2", "line 5, column fee: '-2' is no fee"),
        ("yesterday,AAPL,buy,1,100,", "line 5, column at: 'yesterday' is no time"),
        ("2031-01-01,AAPL,buy,1,100,", "line 5, column at: 2031-01-01 lies in the future"),
        ("2025-12-04,AAPL,hold,1,100,", "line 5, column side: 'hold' is neither buy nor sell"),
        ("2025-12-04,,buy,1,100,", "line 5, column symbol: '' is no symbol"),
        (
            "2025-12-04,APPL,buy,1,100,",
            "line 5, column symbol: no symbol 'APPL' is known here; near",
        ),
        ("2025-12-04,../../etc,buy,1,100,", "line 5, column symbol: '../../etc' is no symbol"),
        ("2025-12-04,AAPL,sell,7,100,", "line 5, column quantity: 6 AAPL would be held and 7"),
        ("2025-12-04,AAPL,buy,700,100,", "line 5, column price: the cash would not be enough"),
        ("2025-12-04,AAPL,buy", "line 5, column quantity: '' is no amount"),
        ("2025-12-04,AAPL,buy,1,100,0,7", "line 5, column 7: there are more values than columns"),
        ('2025-12-04,"AAPL,buy,1,100,', "line 5, column 1: the line cannot be read"),
    ],
)
def test_a_bad_line_is_told_with_its_column_and_nothing_comes_in(
    desk: Desk, line: str, told: str
) -> None:
    with pytest.raises(Refused, match=told) as refused:
        import_trades(desk.account(), GOOD + line + "\n")
    assert refused.value.told("es").startswith("línea 5, columna")
    assert desk.ledger().book().sequence == 0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "holds no trades"),
        ("at,symbol,side,quantity,price\n", "holds no trades"),
        ("at,symbol,side,quantity\n", "the column price is missing"),
        ("\x00\x01", "the column at is missing"),
    ],
)
def test_a_file_without_trades_is_refused(desk: Desk, text: str, told: str) -> None:
    with pytest.raises(Refused, match=told):
        import_trades(desk.account(), text)


def test_a_market_that_is_away_keeps_no_history_out(desk: Desk) -> None:
    desk.market.down |= {"AAPL", "BTC/USD"}
    assert import_trades(desk.account(), GOOD).trades == 3


def test_shares_that_are_priced_in_other_money_are_refused(desk: Desk) -> None:
    desk.market.prices["GGAL"] = Decimal(5_000)
    desk.market.currency = "ARS"
    with pytest.raises(Refused, match="line 2, column symbol: GGAL is priced in ARS") as refused:
        import_trades(desk.account(), "at,symbol,side,quantity,price\n2025-12-04,GGAL,buy,1,5000\n")
    assert "línea 2, columna symbol: GGAL" in refused.value.told("es")
    assert desk.ledger().book().sequence == 0


def test_where_the_market_is_away_the_listing_says_in_which_money(desk: Desk) -> None:
    desk.market.down |= {"AAPL", "YPFD"}
    text = "at,symbol,side,quantity,price\n2025-12-03,AAPL,buy,1,1\n2025-12-04,YPFD,buy,1,5\n"
    with pytest.raises(Refused, match="line 3, column symbol: YPFD is priced in ARS"):
        import_trades(desk.account(), text)


def test_a_symbol_comes_in_as_the_pack_writes_it(desk: Desk) -> None:
    line = "2025-12-04,bitcoin,buy,0.01,60000\n"
    import_trades(desk.account(), f"at,symbol,side,quantity,price\n{line}")
    assert set(desk.ledger().book().positions) == {"BTC/USD"}
