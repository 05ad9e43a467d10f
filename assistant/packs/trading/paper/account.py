"""The paper account: the ledger, a market and the settings, as whoever trades uses them.

Long only: nothing is sold that is not held. Orders wait until they are filled or cancelled, and all
of them for a candle that opens after they were placed, so that a closed market makes them wait for
its next one. Shares are bought by the piece, coins in fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from assistant.errors import ConfigurationError
from assistant.packs.documents import Documents
from assistant.packs.trading.market.base import MarketData, MarketFailure, Origin, Status
from assistant.packs.trading.paper.amounts import MOST, ZERO, rounded
from assistant.packs.trading.paper.base import (
    Entry,
    Fill,
    Order,
    OrderRequest,
    Placed,
    Plan,
    Point,
    Portfolio,
    Refused,
    Settled,
)
from assistant.packs.trading.paper.book import Book
from assistant.packs.trading.paper.candles import Looks, Walk, walk
from assistant.packs.trading.paper.ledger import Ledger, client_key
from assistant.packs.trading.paper.planning import checked, planned
from assistant.packs.trading.paper.settling import due
from assistant.packs.trading.settings import Settings

Clock = Callable[[], datetime]


class Place(Protocol):
    """Where the account is: a ``Moment`` of a command or the ``Context`` of a tool."""

    @property
    def settings(self) -> Mapping[str, Any]: ...
    @property
    def collection(self) -> Callable[[str], Documents]: ...
    @property
    def folder(self) -> Callable[[], Path]: ...


class Account:
    """Not shared between threads. Every method may raise TryAgainLater where the database is held,
    and BadData where the ledger cannot be read."""

    def __init__(
        self,
        ledger: Ledger,
        market: MarketData,
        settings: Settings,
        clock: Clock,
        looks: Looks | None = None,
    ) -> None:
        self._looks = looks
        self.ledger = ledger
        self.market = market
        self.settings = settings
        self.clock = clock

    def plan(self, request: OrderRequest) -> Plan:
        """What an order would do; nothing is placed. Raises Refused or MarketFailure."""
        request = checked(request)
        quote = self.market.price(request.symbol)
        self.settle()
        return planned(
            self._started(self._book()), request, quote, self.settings, self._status(request.symbol)
        )

    def known(self, client: str) -> Order | None:
        """The order that was sent before under that id of the caller's own."""
        book = self._book()
        return book.orders.get(book.clients.get(client_key(client), 0)) if client else None

    def place(self, request: OrderRequest) -> Placed:
        """Take an order; when it returns, the order is kept whatever happens. One that was sent
        before with the same ``client`` is not taken again. Raises Refused or MarketFailure."""
        request = checked(request)
        client = client_key(request.client)
        self.settle()
        repeated = bool(client) and client in self._book().clients
        quote = None if repeated else self.market.price(request.symbol)
        now = self.clock()

        def decide(book: Book) -> list[Entry]:
            nonlocal repeated
            repeated = bool(client) and client in book.clients
            if repeated or quote is None:
                return []
            plan = planned(self._started(book), request, quote, self.settings)
            return [*self.opening(book), _placing(plan, client, now)]

        book = self.ledger.append(decide)
        order = book.orders.get(book.clients[client] if repeated else book.sequence)
        if order is None or not _same(order, request):
            raise Refused("paper.other_client", client=request.client)
        simulated = self.settings.data == "simulated"
        origin = quote.origin if quote else Origin(self.market.name, now, simulated)
        fills = tuple(book.fills_of(order.id))
        return Placed(order, repeated, fills, origin, self._status(request.symbol))

    def cancel(self, id: int) -> Order:
        """Take an order back. Raises Refused for one that is unknown or waits no more."""
        self.settle()
        now = self.clock()

        def decide(book: Book) -> list[Entry]:
            order = book.orders.get(id)
            if order is None:
                raise Refused("paper.unknown_order", order=id)
            if order.status != "waiting":
                raise Refused(f"paper.is_{order.status}", order=id)
            return [Entry(0, "cancelled", now, ZERO, order.symbol, id)]

        return self.ledger.append(decide).orders[id]

    def settle(self, now: datetime | None = None) -> Settled:
        """Match the waiting orders against the candles that came since. A symbol whose market
        cannot tell is left for the next time."""
        now = now or self.clock()
        book, notes = self._book(), []
        starts: dict[str, datetime] = {}
        for order in book.waiting:
            start = starts.setdefault(order.symbol, order.matched_from)
            starts[order.symbol] = min(start, order.matched_from)
        came: dict[str, Walk] = {}
        for symbol, start in starts.items():
            begin = self._looks.begin(_purpose(symbol), start, now) if self._looks else start
            try:
                came[symbol] = walk(self.market, symbol, begin, now)
            except MarketFailure as failure:
                notes.append(f"{symbol}: {failure.why}")
        before = len(book.fills)
        if not any(one.steps for one in came.values()):
            return Settled(notes=tuple(notes))
        wanted: list[Entry] = []

        def decide(book: Book) -> list[Entry]:
            nonlocal before
            before = len(book.fills)
            wanted[:] = due(book, came, self.settings)
            return wanted

        book = self.ledger.append(decide)
        if self._looks:
            for symbol in came.keys() & {order.symbol for order in book.waiting}:
                self._looks.note(_purpose(symbol), came[symbol].until, now)
        rejected = [book.orders[entry.order] for entry in wanted if entry.kind == "rejected"]
        return Settled(tuple(book.fills[before:]), tuple(rejected), tuple(notes))

    def waiting(self) -> list[Order]:
        """The orders that wait, after a look at the market."""
        self.settle()
        return self._book().waiting

    def history(self, symbol: str = "", limit: int | None = None) -> list[Fill]:
        """What was bought and sold, the latest first, after a look at the market."""
        self.settle()
        fills = [fill for fill in self._book().fills if symbol in ("", fill.symbol)]
        return fills[::-1][:limit]

    def portfolio(self, now: datetime | None = None) -> Portfolio:
        """What there is and what it is worth, after a look at the market."""
        from assistant.packs.trading.paper.portfolio import valued

        now = now or self.clock()
        notes = self.settle(now).notes
        return valued(self._started(self._book()), self.market, self.settings, now, notes)

    def curve(self, now: datetime | None = None) -> list[Point]:
        """What the account was worth at the end of each day since it was opened, and now."""
        from assistant.packs.trading.paper.portfolio import curve_of

        now = now or self.clock()
        return curve_of(self._book(), self.market, self.portfolio(now))

    def _book(self) -> Book:
        return self.ledger.book()

    def opening(self, book: Book) -> list[Entry]:
        """What an account begins with, before its first entry."""
        return (
            []
            if book.sequence
            else [Entry(0, "opened", self.clock(), ZERO, price=rounded(self.settings.cash))]
        )

    def _started(self, book: Book) -> Book:
        """The state, or what it will be once the account is opened."""
        return book if book.sequence else Book(self.opening(book))

    def _status(self, symbol: str) -> Status | None:
        with suppress(MarketFailure):
            return self.market.status(symbol)
        return None


def _purpose(symbol: str) -> str:
    return f"orders:{symbol}"


def _placing(plan: Plan, client: int, now: datetime) -> Entry:
    request = plan.request
    return Entry(
        0,
        "placed",
        now,
        ZERO,
        request.symbol,
        side=request.side,
        order_kind=request.kind,
        quantity=request.quantity,
        price=plan.price,
        limit=request.limit,
        stop=request.stop,
        client=client,
    )


def _same(order: Order, request: OrderRequest) -> bool:
    return (order.symbol, order.side, order.kind, order.quantity, order.limit, order.stop) == (
        *(request.symbol, request.side, request.kind),
        *(request.quantity, request.limit, request.stop),
    )


def open_ledger(place: Place) -> Ledger:
    return Ledger(place.collection("ledger"), place.collection("symbols"))


def open_account(place: Place, clock: Clock) -> Account:
    """The account of a home, with the market that its settings name. Raises ConfigurationError."""
    from assistant.packs.trading.market.open import open_market
    from assistant.packs.trading.settings import settings

    own = settings(place.settings)
    if own.cash >= MOST:
        raise ConfigurationError(
            f"'packs.trading.cash': no account holds {MOST:,} or more", "Begin with less."
        )
    looks = Looks(place.collection("looks"))
    return Account(open_ledger(place), open_market(own, place.folder(), clock), own, clock, looks)
