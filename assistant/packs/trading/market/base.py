"""What a market tells, whoever tells it: the records, the Protocol and the ways it fails.

Prices, amounts and money are Decimal; times are aware and in UTC. A candle is named by the instant
at which it opens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, Literal, NamedTuple, Protocol

Timeframe = Literal["1m", "5m", "15m", "1h", "4h", "1d", "1w"]
SPANS: Mapping[str, timedelta] = {
    "1m": timedelta(minutes=1),
    "5m": timedelta(minutes=5),
    "15m": timedelta(minutes=15),
    "1h": timedelta(hours=1),
    "4h": timedelta(hours=4),
    "1d": timedelta(days=1),
    "1w": timedelta(weeks=1),
}
MOST_CANDLES = 500

Problem = Literal["unknown_symbol", "no_data", "bad_data", "unavailable", "rate_limited", "timeout"]


class Origin(NamedTuple):
    """Where something comes from and of when it is (K6): ``source`` as people read it ("files",
    "binance", "simulated"). ``delayed``: older than its timeframe makes one expect."""

    source: str
    at: datetime
    simulated: bool = False
    delayed: bool = False


class Candle(NamedTuple):
    at: datetime
    open: Decimal
    high: Decimal
    low: Decimal
    close: Decimal
    volume: Decimal


class Series(NamedTuple):
    """Candles of one symbol, oldest first, without doubles."""

    symbol: str
    timeframe: Timeframe
    candles: tuple[Candle, ...]
    origin: Origin
    notes: tuple[str, ...] = ()
    """What was odd about the data, in English: gaps, rows that were left out."""


class Quote(NamedTuple):
    symbol: str
    price: Decimal
    currency: str
    origin: Origin
    change_percent: Decimal | None = None
    """Against the close of the day before."""


class Book(NamedTuple):
    """Orders that wait, best first: pairs of price and amount."""

    symbol: str
    bids: tuple[tuple[Decimal, Decimal], ...]
    asks: tuple[tuple[Decimal, Decimal], ...]
    origin: Origin


class Fundamentals(NamedTuple):
    symbol: str
    values: Mapping[str, Any]
    origin: Origin


class Status(NamedTuple):
    """Whether a market trades. Times in UTC; None: it never closes."""

    market: str
    open: bool
    next_open: datetime | None
    next_close: datetime | None
    holiday: str = ""


class MarketFailure(Exception):
    """A market that cannot tell. ``why`` is one English sentence for the model and the person;
    ``near`` are up to three known symbols that look like the one that is unknown."""

    def __init__(self, problem: Problem, why: str, near: Sequence[str] = ()) -> None:
        super().__init__(why)
        self.problem = problem
        self.why = why
        self.near = tuple(near)


class MarketData(Protocol):
    """One source of market data. Every method raises MarketFailure."""

    name: str

    def symbols(self) -> Sequence[str]:
        """The canonical symbols ("AAPL", "BTC/USD") that it knows, sorted."""

    def price(self, symbol: str) -> Quote:
        """The latest price that it has."""

    def candles(
        self,
        symbol: str,
        timeframe: Timeframe,
        limit: int = 100,
        *,
        since: datetime | None = None,
    ) -> Series:
        """The latest ``limit`` closed candles (at most MOST_CANDLES), or those that opened at
        ``since`` or later, the earliest ``limit`` of them."""

    def book(self, symbol: str, depth: int = 10) -> Book:
        """The orders that wait."""

    def fundamentals(self, symbol: str) -> Fundamentals:
        """What is known of the company or coin."""

    def status(self, symbol: str) -> Status:
        """Whether it is traded now."""
