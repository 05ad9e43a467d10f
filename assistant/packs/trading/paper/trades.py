"""Trades as CSV, out and in. An import is one change of the ledger: all of a file or nothing."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from typing import NamedTuple, NoReturn, TypeVar

from assistant.clock import read_instant
from assistant.packs.trading.market.base import MarketFailure
from assistant.packs.trading.market.calendar import market_of
from assistant.packs.trading.market.symbols import canonical
from assistant.packs.trading.paper.account import Account
from assistant.packs.trading.paper.amounts import MOST, ZERO, plain, product, rounded
from assistant.packs.trading.paper.base import Entry, Fill, Refused, Side
from assistant.packs.trading.paper.book import Book
from assistant.packs.trading.paper.ledger import client_key
from assistant.packs.trading.paper.planning import is_own_money

NEEDED = ("at", "symbol", "side", "quantity", "price")
COLUMNS = (*NEEDED, "fee", "order", "realised", "simulated")
MOST_ROWS = 20_000
_SHOWN = 40
Value = TypeVar("Value")


class Trade(NamedTuple):
    """A line of a file. ``line`` is its number there, the columns' own line being 1."""

    line: int
    at: datetime
    symbol: str
    side: Side
    quantity: Decimal
    price: Decimal
    fee: Decimal


class Imported(NamedTuple):
    """How many trades a file brought; ``repeated``: it was imported before, and brought none."""

    trades: int
    repeated: bool = False


def export_trades(fills: Iterable[Fill]) -> str:
    """The trades as CSV, in the order given; ``import_trades`` reads it."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(COLUMNS)
    for fill in fills:
        amounts = (plain(value) for value in (fill.quantity, fill.price, fill.fee))
        writer.writerow(
            (
                fill.at.isoformat(),
                fill.symbol,
                fill.side,
                *amounts,
                fill.order or "",
                plain(fill.realised),
                "yes" if fill.simulated else "no",
            )
        )
    return written.getvalue()


def import_trades(account: Account, text: str) -> Imported:
    """Take in the trades of a file, in the order of their times. Raises Refused with the line and
    column of what is wrong; nothing of the file is kept then. A file is taken in once."""
    now, currency = account.clock(), account.settings.currency
    trades = sorted(parse_trades(text, now), key=lambda trade: trade.at)
    _refuse_unknown(account, trades)
    client = client_key("import " + hashlib.sha256(text.encode()).hexdigest())
    repeated = False

    def decide(book: Book) -> list[Entry]:
        nonlocal repeated
        repeated = client in book.clients
        if repeated:
            return []
        entries = account.opening(book)
        state = Book(entries)
        cash = book.cash + state.cash
        held = {symbol: position.quantity for symbol, position in book.positions.items()}
        for n, trade in enumerate(trades):
            cash = _spend(trade, cash, held, currency)
            entries.append(_entry(trade, 0 if n else client))
        return entries

    account.ledger.append(decide)
    return Imported(0 if repeated else len(trades), repeated)


def parse_trades(text: str, now: datetime) -> list[Trade]:
    """The trades that a CSV file tells, as they stand there: columns by their names, others than
    the needed ones and ``fee`` are not looked at. Raises Refused."""
    text = text.removeprefix("\ufeff")
    head = text.partition("\n")[0]
    delimiter = ";" if head.count(";") > head.count(",") else ","
    reader = csv.reader(io.StringIO(text), delimiter=delimiter, strict=True)
    try:
        columns = [name.strip().lower() for name in next(reader, [])]
        if not columns:
            raise Refused("paper.csv_empty", columns=", ".join(NEEDED))
        for column in NEEDED:
            if column not in columns:
                raise Refused("paper.csv_columns", column=column, columns=", ".join(NEEDED))
        trades: list[Trade] = []
        for row in reader:
            if any(cell.strip() for cell in row):
                trades.append(_trade(reader.line_num, columns, row, now))
            if len(trades) > MOST_ROWS:
                raise Refused("paper.csv_rows", most=MOST_ROWS)
    except csv.Error:
        _refuse(reader.line_num, "1", "paper.csv_quote")
    if not trades:
        raise Refused("paper.csv_empty", columns=", ".join(NEEDED))
    return trades


def _trade(line: int, columns: Sequence[str], row: Sequence[str], now: datetime) -> Trade:
    if len(row) > len(columns):
        _refuse(line, str(len(columns) + 1), "paper.csv_width")
    cells = dict(zip(columns, (cell.strip() for cell in row), strict=False))

    def read(column: str, key: str, reader: Callable[[str], Value]) -> Value:
        value = cells.get(column, "")
        try:
            return reader(value)
        except (ValueError, InvalidOperation):
            _refuse(line, column, f"paper.csv_{key}", value=repr(value[:_SHOWN]))

    at = read("at", "at", _instant)
    if at > now:
        _refuse(line, "at", "paper.csv_future", value=cells["at"])
    return Trade(
        line,
        at,
        read("symbol", "symbol", _symbol),
        read("side", "side", _side),
        read("quantity", "number", _positive),
        read("price", "number", _positive),
        read("fee", "fee", _fee),
    )


def _instant(text: str) -> datetime:
    """A time without a zone is in UTC."""
    at = datetime.fromisoformat(text)
    return read_instant((at if at.tzinfo else at.replace(tzinfo=UTC)).isoformat())


def _symbol(text: str) -> str:
    try:
        return canonical(text)
    except MarketFailure:
        raise ValueError from None


def _side(text: str) -> Side:
    side = text.lower()
    if side == "buy":
        return "buy"
    if side == "sell":
        return "sell"
    raise ValueError


def _positive(text: str) -> Decimal:
    value = _fee(text)
    if not value:
        raise ValueError
    return value


def _fee(text: str) -> Decimal:
    value = Decimal(text or "0")
    if not (value.is_finite() and 0 <= value < MOST) or "_" in text:
        raise ValueError
    return rounded(value)


def _refuse_unknown(account: Account, trades: Sequence[Trade]) -> None:
    """Each symbol once, also one that is priced in other money. A market that cannot tell just now
    keeps no history out: then its currency is that of where it is listed."""
    own = account.settings.currency
    for trade in {trade.symbol: trade for trade in reversed(trades)}.values():
        currency = trade.symbol.partition("/")[2] or market_of(trade.symbol).currency
        try:
            currency = account.market.price(trade.symbol).currency
        except MarketFailure as failure:
            if failure.problem == "unknown_symbol":
                _refuse(trade.line, "symbol", failure.why)
        if not is_own_money(currency, own):
            told: Mapping[str, object] = {"currency": currency, "own": own}
            _refuse(trade.line, "symbol", "paper.currency", symbol=trade.symbol, **told)


def _spend(trade: Trade, cash: Decimal, held: dict[str, Decimal], currency: str) -> Decimal:
    """The cash after a trade; what is held is changed. Raises Refused."""
    worth, before = product(trade.quantity, trade.price), held.get(trade.symbol, ZERO)
    if worth >= MOST:
        _refuse(trade.line, "price", "paper.too_much")
    if trade.side == "buy":
        held[trade.symbol] = before + trade.quantity
        after = cash - worth - trade.fee
    else:
        held[trade.symbol] = before - trade.quantity
        after = cash + worth - trade.fee
        if trade.quantity > before:
            told: Mapping[str, object] = {"held": before, "quantity": trade.quantity}
            _refuse(trade.line, "quantity", "paper.csv_held", symbol=trade.symbol, **told)
    if after < 0:
        _refuse(trade.line, "price", "paper.csv_cash", cash=cash, currency=currency)
    return after


def _entry(trade: Trade, client: int) -> Entry:
    return Entry(
        0,
        "imported",
        trade.at,
        ZERO,
        trade.symbol,
        side=trade.side,
        quantity=trade.quantity,
        price=trade.price,
        fee=trade.fee,
        client=client,
    )


def _refuse(line: int, column: str, why: str, **values: object) -> NoReturn:
    raise RefusedCell(line, column, why, values)


class RefusedCell(Refused):
    """What is wrong with one cell; ``why`` is a key of the words, or a market's own sentence."""

    def __init__(self, line: int, column: str, why: str, values: Mapping[str, object]) -> None:
        super().__init__("paper.csv_cell", line=line, column=column)
        self.line, self.column, self.why, self.reasons = line, column, why, values

    def told(self, language: str) -> str:
        from assistant.packs.trading.paper.words import say

        known = self.why.startswith("paper.")
        why = say(self.why, language, **self.reasons) if known else self.why
        return say(self.key, language, **self.values, why=why)
