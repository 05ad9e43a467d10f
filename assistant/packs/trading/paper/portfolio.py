"""What an account is worth, now and at the end of each day."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import NamedTuple

from assistant.packs.trading.market.base import MarketData, MarketFailure
from assistant.packs.trading.paper.amounts import HUNDRED, ZERO, portion, product
from assistant.packs.trading.paper.base import Fill, Point, Portfolio, Position, Valued
from assistant.packs.trading.paper.book import Book
from assistant.packs.trading.paper.candles import since
from assistant.packs.trading.paper.ledger import NAMELESS
from assistant.packs.trading.paper.planning import reserved_by
from assistant.packs.trading.settings import Settings


def valued(
    book: Book, market: MarketData, settings: Settings, now: datetime, notes: Sequence[str] = ()
) -> Portfolio:
    """The account with every position at its latest price; one that has none counts at what it
    cost, and a note says so."""
    positions, said = [], list(notes)
    for position in sorted(book.positions.values()):
        one, note = _valued(position, market)
        positions.append(one)
        said += [note] if note else []
    origins = [one.origin for one in positions if one.origin]
    return Portfolio(
        at=now,
        currency=settings.currency,
        cash=book.cash,
        reserved=reserved_by(book.waiting, settings),
        equity=book.cash + sum((one.value for one in positions), ZERO),
        realised=book.realised,
        unrealised=sum((one.unrealised or ZERO for one in positions), ZERO),
        fees=book.fees,
        started_with=book.deposited,
        positions=tuple(positions),
        waiting=tuple(book.waiting),
        simulated=settings.data == "simulated"
        or any(origin.simulated for origin in origins)
        or any(fill.simulated for fill in book.fills),
        delayed=any(origin.delayed for origin in origins),
        notes=tuple(dict.fromkeys(said)),
    )


def _valued(position: Position, market: MarketData) -> tuple[Valued, str]:
    symbol, quantity, cost = position
    try:
        if symbol.startswith(NAMELESS):
            raise MarketFailure("unknown_symbol", "its name was forgotten")
        quote = market.price(symbol)
    except MarketFailure as failure:
        bare = Valued(symbol, quantity, position.average, cost, None, cost, None, None, None)
        return bare, f"{symbol} counts at what it cost: {failure.why}"
    value = product(quantity, quote.price)
    gain = value - cost
    percent = portion(gain, HUNDRED, cost) if cost else None
    priced = Valued(
        symbol, quantity, position.average, cost, quote.price, value, gain, percent, quote.origin
    )
    return priced, ""


class _Holdings:
    """Cash and what is held, as fills come in the order of their candles."""

    def __init__(self, cash: Decimal, fills: Sequence[Fill]) -> None:
        self.cash = cash
        self.held: dict[str, Decimal] = {}
        self.paid: dict[str, Decimal] = {}
        self._fills = sorted(fills, key=lambda fill: fill.at)
        self._at = 0

    def until(self, day: date) -> None:
        while self._at < len(self._fills) and self._fills[self._at].at.date() <= day:
            fill = self._fills[self._at]
            worth = product(fill.quantity, fill.price)
            sign = 1 if fill.side == "buy" else -1
            self.cash -= sign * worth + fill.fee
            self.held[fill.symbol] = self.held.get(fill.symbol, ZERO) + sign * fill.quantity
            self.paid[fill.symbol] = fill.price
            self._at += 1


class _Closes(NamedTuple):
    """The closes of a symbol's days, oldest first."""

    days: Sequence[date]
    prices: Sequence[Decimal]


def curve_of(book: Book, market: MarketData, now: Portfolio) -> list[Point]:
    """What the account was worth at the end of each day on which something it ever held was traded
    or it traded itself, by the day's close, or the latest before; then as it is now. What has no
    close counts at the price that was last paid for it."""
    if book.opened_at is None:
        return [Point(now.at, now.equity, now.cash, ZERO)]
    first = min([book.opened_at, *(fill.at for fill in book.fills)])
    closes = dict(_closes(book, market, first, now.at))
    days = {first.date(), *(fill.at.date() for fill in book.fills)}
    days |= {day for one in closes.values() for day in one.days}
    holdings, seen = _Holdings(book.deposited, book.fills), dict.fromkeys(closes, 0)
    found: list[tuple[datetime, Decimal, Decimal]] = []
    for day in sorted(day for day in days if first.date() <= day < now.at.date()):
        holdings.until(day)
        worth = holdings.cash
        for symbol, held in holdings.held.items():
            worth += product(held, _close(closes.get(symbol), day, seen, symbol, holdings.paid))
        found.append((datetime.combine(day, time.max, UTC), worth, holdings.cash))
    return list(_points([*found, (now.at, now.equity, now.cash)]))


def _close(
    closes: _Closes | None,
    day: date,
    seen: dict[str, int],
    symbol: str,
    paid: Mapping[str, Decimal],
) -> Decimal:
    if closes is None:
        return paid[symbol]
    while seen[symbol] < len(closes.days) and closes.days[seen[symbol]] <= day:
        seen[symbol] += 1
    return closes.prices[seen[symbol] - 1] if seen[symbol] else paid[symbol]


def _closes(
    book: Book, market: MarketData, first: datetime, now: datetime
) -> Iterator[tuple[str, _Closes]]:
    start = datetime.combine(first.date(), time.min, UTC)
    for symbol in sorted({fill.symbol for fill in book.fills}):
        try:
            candles = since(market, symbol, start, now, least="1d").candles
        except MarketFailure:
            continue
        yield symbol, _Closes([c.at.date() for c in candles], [c.close for c in candles])


def _points(worths: Sequence[tuple[datetime, Decimal, Decimal]]) -> Iterator[Point]:
    best = ZERO
    for at, equity, cash in worths:
        best = max(best, equity)
        drawdown = portion(equity - best, HUNDRED, best) if best else ZERO
        yield Point(at, equity, cash, drawdown)
