"""What candles do to the orders that wait, as entries of the ledger. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from decimal import Decimal

from assistant.packs.trading.market.base import Candle
from assistant.packs.trading.paper.amounts import ZERO, product, rounded, share
from assistant.packs.trading.paper.base import Entry, Order
from assistant.packs.trading.paper.book import Book
from assistant.packs.trading.paper.candles import Walk
from assistant.packs.trading.paper.matching import match
from assistant.packs.trading.settings import Settings


def due(book: Book, came: Mapping[str, Walk], settings: Settings) -> list[Entry]:
    """Fills, reached stops and rejections, in the order in which they happened: candle by candle of
    all symbols, and within one as the orders were placed. An order sees no candle that opened
    before it, and is filled whole or rejected."""
    happened = _Happened(book, settings)
    waiting: dict[str, dict[int, Order]] = {}
    for order in book.waiting:
        if order.symbol in came:
            waiting.setdefault(order.symbol, {})[order.id] = order
    for at, symbol, candle, end in _in_order({symbol: came[symbol] for symbol in waiting}):
        orders = waiting[symbol]
        for order in list(orders.values()):
            if at < order.matched_from:
                continue
            found = match(order, candle, settings.slippage_percent)
            if found is None:
                continue
            if found.price is None:
                happened.trigger(order, end)
                orders[order.id] = order._replace(triggered_at=end)
                continue
            origin = came[symbol].origin
            happened.fill(order, at, rounded(found.price), bool(origin and origin.simulated))
            del orders[order.id]
    return happened.entries


def _in_order(
    came: Mapping[str, Walk],
) -> Iterator[tuple[datetime, str, Candle, datetime]]:
    told = [(c.at, symbol, c, end) for symbol, one in came.items() for c, end in one.steps]
    return iter(sorted(told))


class _Happened:
    """The entries so far, and what they leave of cash and holdings."""

    def __init__(self, book: Book, settings: Settings) -> None:
        self.entries: list[Entry] = []
        self._cash = book.cash
        self._held: dict[str, Decimal] = {s: p.quantity for s, p in book.positions.items()}
        self._fee = settings.fee_percent

    def trigger(self, order: Order, at: datetime) -> None:
        self.entries.append(Entry(0, "triggered", at, ZERO, order.symbol, order.id))

    def fill(self, order: Order, at: datetime, price: Decimal, simulated: bool) -> None:
        worth, held = product(order.quantity, price), self._held.get(order.symbol, ZERO)
        fee = share(worth, self._fee)
        if order.side == "buy":
            cash, held, why = self._cash - worth - fee, held + order.quantity, "no_cash_then"
        else:
            cash, held, why = self._cash + worth - fee, held - order.quantity, "not_held_then"
        if cash < 0 or held < 0:
            refused = Entry(0, "rejected", at, ZERO, order.symbol, order.id, why=why)
            self.entries.append(refused)
            return
        self._cash, self._held[order.symbol] = cash, held
        self.entries.append(
            Entry(
                0,
                "filled",
                at,
                ZERO,
                order.symbol,
                order.id,
                order.side,
                order.kind,
                order.quantity,
                price,
                fee,
                simulated=simulated,
            )
        )
