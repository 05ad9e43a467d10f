"""The words of paper trading: what is asked for, what stands in the ledger, what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal, NamedTuple

from assistant.languages import FALLBACK
from assistant.packs.trading.market.base import Origin, Status
from assistant.packs.trading.paper.amounts import ZERO, quotient

Side = Literal["buy", "sell"]
OrderKind = Literal["market", "limit", "stop", "stop_limit"]
OrderStatus = Literal["waiting", "filled", "cancelled", "rejected"]
EntryKind = Literal["opened", "placed", "triggered", "filled", "cancelled", "rejected", "imported"]
SIDES: tuple[Side, ...] = ("buy", "sell")
ORDER_KINDS: tuple[OrderKind, ...] = ("market", "limit", "stop", "stop_limit")
ENTRY_KINDS: tuple[EntryKind, ...] = (
    *("opened", "placed", "triggered", "filled", "cancelled", "rejected", "imported"),
)  # fmt: skip


class Refused(Exception):
    """An order, an alert or a file that cannot be taken. ``key`` names the sentence in the pack's
    words, ``values`` fill it; as text it is English, ``told`` says it in a language."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values

    def told(self, language: str) -> str:
        from assistant.packs.trading.paper.words import say

        return say(self.key, language, **self.values)

    def __str__(self) -> str:
        return self.told(FALLBACK)


@dataclass(frozen=True, slots=True)
class OrderRequest:
    """What is asked for. ``client`` is the caller's own id of it: sent twice it is one order."""

    symbol: str
    side: Side
    quantity: Decimal
    kind: OrderKind = "market"
    limit: Decimal | None = None
    stop: Decimal | None = None
    client: str = ""


class Order(NamedTuple):
    """One that the ledger holds. ``expected`` is the price per unit that it was judged by, and by
    which cash is reserved for it. ``triggered_at``: its stop was reached by then, it is a limit
    order since."""

    id: int
    placed_at: datetime
    symbol: str
    side: Side
    kind: OrderKind
    quantity: Decimal
    limit: Decimal | None = None
    stop: Decimal | None = None
    expected: Decimal = ZERO
    client: int = 0
    triggered_at: datetime | None = None
    status: OrderStatus = "waiting"
    closed_at: datetime | None = None
    why: str = ""
    """Of a rejected one: a key of the pack's words, in ``paper``."""

    @property
    def matched_from(self) -> datetime:
        """Candles that opened before say nothing of it."""
        return self.triggered_at or self.placed_at


class Fill(NamedTuple):
    """What was bought or sold. ``at`` is the candle that filled it; ``realised`` what a sale
    brought over its average cost, fees included. ``order`` is 0 for what was imported."""

    at: datetime
    symbol: str
    side: Side
    quantity: Decimal
    price: Decimal
    fee: Decimal
    order: int = 0
    simulated: bool = False
    realised: Decimal = ZERO


class Entry(NamedTuple):
    """One line of the ledger; ``cash`` is what there is after it. An order's id is the sequence of
    the entry that placed it. ``price`` is that of a fill, what a placed order is expected to cost
    per unit, or what an account was opened with. ``client`` is a digest of the caller's own id."""

    sequence: int
    kind: EntryKind
    at: datetime
    cash: Decimal
    symbol: str = ""
    order: int = 0
    side: Side | None = None
    order_kind: OrderKind | None = None
    quantity: Decimal = ZERO
    price: Decimal = ZERO
    fee: Decimal = ZERO
    limit: Decimal | None = None
    stop: Decimal | None = None
    client: int = 0
    why: str = ""
    simulated: bool = False


class Position(NamedTuple):
    """What is held of a symbol; ``cost`` is all that it cost, fees included."""

    symbol: str
    quantity: Decimal
    cost: Decimal

    @property
    def average(self) -> Decimal:
        return quotient(self.cost, self.quantity) if self.quantity else ZERO


@dataclass(frozen=True, slots=True)
class Placed:
    """What became of a request. ``repeated``: the order was there already. ``fills`` are those of
    the order so far, ``market`` whether its market trades, where that is known."""

    order: Order
    repeated: bool
    fills: tuple[Fill, ...]
    origin: Origin
    market: Status | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """What an order would do: ``price`` is the one it would be filled at as things are, ``worth``
    quantity times that, ``cash_after`` and ``held_after`` what there would be then. ``reserved`` is
    the cash that other buy orders wait to spend."""

    request: OrderRequest
    price: Decimal
    worth: Decimal
    fee: Decimal
    currency: str
    cash: Decimal
    reserved: Decimal
    cash_after: Decimal
    held: Decimal
    held_after: Decimal
    origin: Origin
    market: Status | None = None


class Valued(NamedTuple):
    """A position at a price; what could not be priced has none, and counts at its cost."""

    symbol: str
    quantity: Decimal
    average: Decimal
    cost: Decimal
    price: Decimal | None
    value: Decimal
    unrealised: Decimal | None
    unrealised_percent: Decimal | None
    origin: Origin | None


@dataclass(frozen=True, slots=True)
class Portfolio:
    """The account at an instant. ``equity`` is cash and what the positions are worth; ``reserved``
    is the cash that waiting buy orders are meant to spend. ``notes``, in English, say what could
    not be priced or matched."""

    at: datetime
    currency: str
    cash: Decimal
    reserved: Decimal
    equity: Decimal
    realised: Decimal
    unrealised: Decimal
    fees: Decimal
    started_with: Decimal
    positions: tuple[Valued, ...]
    waiting: tuple[Order, ...]
    simulated: bool
    delayed: bool
    notes: tuple[str, ...] = ()


class Point(NamedTuple):
    """The account at the end of a day: ``drawdown`` is how far it is below its best, in per cent
    (0 or less)."""

    at: datetime
    equity: Decimal
    cash: Decimal
    drawdown: Decimal


class Settled(NamedTuple):
    """What a look at the market brought: new fills, orders that were rejected, and what could not
    be looked at, in English."""

    fills: tuple[Fill, ...] = ()
    rejected: tuple[Order, ...] = ()
    notes: tuple[str, ...] = ()
