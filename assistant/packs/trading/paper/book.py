"""What a ledger's entries come to: cash, positions at average cost, orders and fills. Pure: the
same entries give the same state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from decimal import Decimal

from assistant.packs.trading.paper.amounts import ZERO, portion, product
from assistant.packs.trading.paper.base import Entry, Fill, Order, OrderStatus, Position


class Book:
    """The state after the entries that it was given, in order. Entries that contradict each other
    do not stop it: ``checking.py`` finds them."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.sequence = 0
        self.opened_at: datetime | None = None
        self.cash = ZERO
        self.deposited = ZERO
        self.realised = ZERO
        self.fees = ZERO
        self.positions: dict[str, Position] = {}
        self.orders: dict[int, Order] = {}
        self.fills: list[Fill] = []
        self.clients: dict[int, int] = {}
        self._waiting: dict[int, None] = {}
        for entry in entries:
            self.apply(entry)

    def apply(self, entry: Entry) -> None:
        """Take in the next entry."""
        self.sequence = entry.sequence
        match entry.kind:
            case "filled":
                self._fill(entry)
                self._close(entry, "filled")
            case "placed":
                self._place(entry)
            case "imported":
                if entry.client:
                    self.clients[entry.client] = 0
                self._fill(entry)
            case "triggered":
                if order := self.orders.get(entry.order):
                    self.orders[order.id] = order._replace(triggered_at=entry.at)
            case "cancelled":
                self._close(entry, "cancelled")
            case "rejected":
                self._close(entry, "rejected")
            case "opened":
                self.opened_at = entry.at
                self.cash += entry.price
                self.deposited += entry.price

    @property
    def waiting(self) -> list[Order]:
        """The orders that wait, as they were placed."""
        return [self.orders[id] for id in self._waiting]

    def held(self, symbol: str) -> Decimal:
        position = self.positions.get(symbol)
        return position.quantity if position else ZERO

    def promised(self, symbol: str) -> Decimal:
        """How much of a symbol the waiting orders are meant to sell."""
        sells = (o.quantity for o in self.waiting if o.symbol == symbol and o.side == "sell")
        return sum(sells, ZERO)

    def cost(self) -> Decimal:
        """What all that is held has cost."""
        return sum((position.cost for position in self.positions.values()), ZERO)

    def fills_of(self, order: int) -> Iterator[Fill]:
        return (fill for fill in self.fills if order and fill.order == order)

    def _place(self, entry: Entry) -> None:
        assert entry.side
        assert entry.order_kind
        order = Order(
            entry.sequence,
            entry.at,
            entry.symbol,
            entry.side,
            entry.order_kind,
            entry.quantity,
            entry.limit,
            entry.stop,
            entry.price,
            entry.client,
        )
        self.orders[order.id] = order
        self._waiting[order.id] = None
        if entry.client:
            self.clients[entry.client] = order.id

    def _close(self, entry: Entry, status: OrderStatus) -> None:
        order = self.orders.get(entry.order)
        if order is not None:
            closed = order._replace(status=status, closed_at=entry.at, why=entry.why)
            self.orders[order.id] = closed
            self._waiting.pop(order.id, None)

    def _fill(self, entry: Entry) -> None:
        assert entry.side
        worth, realised = product(entry.quantity, entry.price), ZERO
        symbol = entry.symbol
        before = self.positions.get(symbol) or Position(symbol, ZERO, ZERO)
        if entry.side == "buy":
            self.cash -= worth + entry.fee
            after = Position(
                symbol, before.quantity + entry.quantity, before.cost + worth + entry.fee
            )
        else:
            released = _released(before, entry.quantity)
            realised = worth - entry.fee - released
            self.cash += worth - entry.fee
            after = Position(symbol, before.quantity - entry.quantity, before.cost - released)
        if after.quantity or after.cost:
            self.positions[symbol] = after
        else:
            self.positions.pop(symbol, None)
        self.realised += realised
        self.fees += entry.fee
        self.fills.append(
            Fill(
                entry.at,
                symbol,
                entry.side,
                entry.quantity,
                entry.price,
                entry.fee,
                entry.order,
                entry.simulated,
                realised,
            )
        )


def _released(position: Position, quantity: Decimal) -> Decimal:
    """The part of the cost that a sale takes along, at average cost; all of it with the rest, so
    that roundings leave nothing behind."""
    if quantity >= position.quantity:
        return position.cost
    return portion(position.cost, quantity, position.quantity)
