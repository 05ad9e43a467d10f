"""The ledger: any state rebuilt from it, money conserved, and whatever is missing or altered found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.errors import BadData, TryAgainLater
from assistant.packs.documents import Documents
from assistant.packs.trading.market.base import Candle
from assistant.packs.trading.paper.base import ORDER_KINDS, Entry, OrderRequest, Refused
from assistant.packs.trading.paper.book import Book
from assistant.packs.trading.paper.checking import check
from assistant.packs.trading.paper.ledger import PAGE
from tests.packs.trading.paper.support import FREE, NINE, Desk, candle

PRICE = st.decimals("0.0001", "5000", places=4)
SYMBOL = st.sampled_from(["AAPL", "BTC/USD", "MSFT"])


@st.composite
def requests(draw: st.DrawFn) -> OrderRequest:
    kind = draw(st.sampled_from(ORDER_KINDS))
    return OrderRequest(
        draw(SYMBOL),
        draw(st.sampled_from(["buy", "sell"])),
        draw(st.decimals("0.001", "60", places=3)),
        kind,
        draw(PRICE) if "limit" in kind else None,
        draw(PRICE) if "stop" in kind else None,
        draw(st.sampled_from(["", "", "a", "b"])),
    )


@st.composite
def candles(draw: st.DrawFn) -> tuple[str, list[Decimal]]:
    low, first, last, high = sorted(draw(st.lists(PRICE, min_size=4, max_size=4)))
    return draw(SYMBOL), [first, high, low, last]


ACTION = st.one_of(requests(), candles(), st.integers(1, 40))


def act(desk: Desk, action: Any) -> None:
    """Order, cancel, or let a minute go by with that candle."""
    try:
        if isinstance(action, OrderRequest):
            desk.account().place(action)
        elif isinstance(action, int):
            desk.account().cancel(action)
        else:
            symbol, (first, high, low, last) = action
            desk.market.give(symbol, Candle(desk.now, first, high, low, last, Decimal(1)))
            desk.market.prices[symbol] = last
            desk.pass_(minutes=1)
            desk.account().settle()
    except Refused:
        pass


@settings(max_examples=60, deadline=None)
@given(st.lists(ACTION, max_size=40), st.sampled_from(["0", "0.1", "3"]))
def test_money_is_conserved_and_no_position_is_without_its_fills(
    actions: list[Any], percent: str
) -> None:
    desk = Desk(
        settings=replace(FREE, fee_percent=Decimal(percent), slippage_percent=Decimal(percent))
    )
    desk.market.prices |= {name: Decimal(100) for name in ("AAPL", "BTC/USD", "MSFT")}
    for action in actions:
        act(desk, action)
    book = desk.ledger().book()
    assert check(desk.ledger()) == []
    assert book.cash + book.cost() == book.deposited + book.realised
    bought: dict[str, Decimal] = {}
    cash = book.deposited
    for fill in book.fills:
        sign = 1 if fill.side == "buy" else -1
        bought[fill.symbol] = bought.get(fill.symbol, Decimal(0)) + sign * fill.quantity
    assert {s: q for s, q in bought.items() if q} == {
        symbol: position.quantity for symbol, position in book.positions.items()
    }
    assert all(position.quantity > 0 for position in book.positions.values())
    assert book.cash >= 0
    assert cash == (10_000 if book.sequence else 0)


@settings(max_examples=30, deadline=None)
@given(st.lists(ACTION, max_size=30))
def test_a_replay_gives_the_same_state(actions: list[Any]) -> None:
    desk = Desk()
    desk.market.prices |= {name: Decimal(100) for name in ("AAPL", "BTC/USD", "MSFT")}
    account = desk.account()  # one that lives through all of it, beside others
    for action in actions:
        act(desk, action)
        account.settle()
    assert state(account.ledger.book()) == state(desk.ledger().book())


def state(book: Book) -> Any:
    return {name: value for name, value in vars(book).items() if name != "_waiting"}


@pytest.fixture
def traded(desk: Desk) -> Desk:
    """Six entries of two symbols."""
    desk.hold("AAPL", "10", "100")
    desk.hold("BTC/USD", "0.01", "60000")
    desk.account().place(OrderRequest("AAPL", "sell", Decimal(5), "limit", Decimal(150)))
    assert desk.ledger().book().sequence == 6
    return desk


def test_a_sound_ledger_has_no_findings(traded: Desk) -> None:
    assert check(traded.ledger()) == []


def alter(documents: Documents, change: Callable[[list[Any]], None], page: str = "000001") -> None:
    there = documents.get(page)
    assert there is not None
    lines = list(there.content["entries"])
    change(lines)
    documents.put(page, {"entries": lines}, revision=there.revision)


def more_cash(lines: list[Any]) -> None:
    lines[2] = [*lines[2][:2], lines[2][2] + 1, *lines[2][3:]]


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (more_cash, "check.seal"),
        (lambda lines: lines.pop(1), "check.seal"),
        (lambda lines: lines.pop(0), "check.seal"),
        (lambda lines: lines.pop(), "check.lost"),
        (lambda lines: lines.reverse(), "check.seal"),
        (lambda lines: lines.__setitem__(1, [99] * 16), "check.seal"),
        (lambda lines: lines.__setitem__(1, []), "check.unreadable"),
    ],
)
def test_an_altered_or_missing_entry_is_found(
    traded: Desk, change: Callable[[list[Any]], None], key: str
) -> None:
    alter(traded.documents("ledger"), change)
    found = check(traded.ledger())
    assert key in {one.key for one in found}
    assert all(one.told(language) for one in found for language in ("en", "es"))


def test_a_missing_page_is_found_and_nothing_more_is_written(desk: Desk) -> None:
    desk.market.prices["AAPL"] = Decimal(1)
    for _ in range(PAGE + 5):
        desk.account().place(OrderRequest("AAPL", "buy", Decimal(1)))
    desk.documents("ledger").delete("000002")
    assert [one.key for one in check(desk.ledger())] == ["check.lost"]
    with pytest.raises(BadData, match="lost its last entries"):
        desk.account().place(OrderRequest("AAPL", "buy", Decimal(1)))
    desk.documents("ledger").put("000003", {"entries": []})
    assert [one.values for one in check(desk.ledger())] == [{"page": 2}]


def test_what_no_account_could_have_come_to_is_found(desk: Desk) -> None:
    """Entries with good seals that contradict each other: a bug of ours would write such."""

    def wrong(_book: Book) -> list[Entry]:
        bought = Entry(
            0, "filled", NINE, Decimal(0), "AAPL", 9, "buy", "market", Decimal(1), Decimal(5)
        )
        sold = bought._replace(side="sell", quantity=Decimal(3))
        return [bought, sold]

    desk.ledger().append(wrong)
    keys = {one.key for one in check(desk.ledger())}
    assert keys >= {"check.no_order", "check.negative_cash", "check.negative_position"}


def test_a_ledger_that_cannot_be_read_says_so(traded: Desk) -> None:
    alter(traded.documents("ledger"), lambda lines: lines.__setitem__(1, ["x"]))
    with pytest.raises(BadData, match="cannot be read"):
        traded.ledger().book()


def test_F7_a_forgotten_symbol_loses_its_name_and_the_books_still_balance(traded: Desk) -> None:
    before = traded.ledger().book()
    assert traded.stores.collections.erase(lambda text: "AAPL" in text) >= 1
    book = traded.ledger().book()
    assert (book.cash, book.cost(), book.realised) == (before.cash, before.cost(), before.realised)
    assert set(book.positions) == {"#1", "BTC/USD"}
    assert check(traded.ledger()) == []
    portfolio = traded.account().portfolio()
    assert any("its name was forgotten" in note for note in portfolio.notes)
    traded.account().cancel(book.waiting[0].id)
    traded.hold("AAPL", "1", "100")  # known anew, under a number of its own
    assert set(traded.ledger().book().positions) == {"#1", "BTC/USD", "AAPL"}


def test_two_at_once_lose_and_double_nothing(desk: Desk) -> None:
    """Each decides on what the other wrote: cash is not spent twice."""
    desk.market.prices["AAPL"] = Decimal(100)
    first, second = desk.account(), desk.account()
    for account in (first, second):
        account.ledger.book()  # both have read
    asked = OrderRequest("AAPL", "buy", Decimal(60))
    first.place(asked)
    with pytest.raises(Refused, match="not enough cash"):
        second.place(asked)
    assert len(desk.ledger().book().waiting) == 1


def test_a_client_id_is_one_order_for_two_at_once(desk: Desk) -> None:
    desk.market.prices["AAPL"] = Decimal(100)
    first, second = desk.account(), desk.account()
    for account in (first, second):
        account.ledger.book()
    asked = OrderRequest("AAPL", "buy", Decimal(6), client="one")
    assert first.place(asked).order == second.place(asked).order
    assert len(desk.ledger().book().orders) == 1


def test_a_fill_that_two_find_at_once_is_one(desk: Desk) -> None:
    desk.market.prices["AAPL"] = Decimal(100)
    desk.account().place(OrderRequest("AAPL", "buy", Decimal(6)))
    desk.market.give("AAPL", candle(NINE, "100"))
    desk.pass_(minutes=1)
    accounts = [desk.account() for _ in range(3)]
    for account in accounts:
        account.ledger.book()
    assert sum(len(account.settle().fills) for account in accounts) == 1
    assert len(desk.ledger().book().fills) == 1


def test_a_held_database_is_told_and_not_tried_for_ever(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = []

    def held(*_: object, **__: object) -> None:
        tries.append(1)
        raise TryAgainLater("held")

    monkeypatch.setattr(Documents, "put", held)
    desk.market.prices["AAPL"] = Decimal(100)
    with pytest.raises(TryAgainLater):
        desk.account().place(OrderRequest("AAPL", "buy", Decimal(6)))
    assert len(tries) == 1


def test_erasing_begins_anew(traded: Desk) -> None:
    ledger = traded.ledger()
    ledger.erase()
    assert ledger.book().sequence == 0
    assert traded.account().portfolio().equity == 10_000


def test_what_is_kept_holds_no_text_beside_the_names(traded: Desk, tmp_path: Path) -> None:
    """So that no redactor takes an amount or a seal for a secret, and forgetting finds names."""
    numbers = [number for _, lines in traded.ledger().pages() for line in lines for number in line]
    assert all(number is None or isinstance(number, int) for number in numbers)
    assert NINE + timedelta(0) == traded.ledger().book().opened_at
