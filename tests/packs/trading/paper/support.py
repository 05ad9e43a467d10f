"""A market of given candles, and accounts on real stores."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from assistant.packs import Collection, State
from assistant.packs.documents import Documents
from assistant.packs.trading import PACK
from assistant.packs.trading.alerts.book import AlertBook
from assistant.packs.trading.market.base import (
    MOST_CANDLES,
    SPANS,
    Book,
    Candle,
    Fundamentals,
    MarketFailure,
    Origin,
    Quote,
    Series,
    Status,
    Timeframe,
)
from assistant.packs.trading.market.calendar import market_of
from assistant.packs.trading.market.candles import closed
from assistant.packs.trading.market.symbols import unknown
from assistant.packs.trading.paper import conversation
from assistant.packs.trading.paper.account import Account
from assistant.packs.trading.paper.base import OrderRequest
from assistant.packs.trading.paper.candles import Looks
from assistant.packs.trading.paper.ledger import Ledger
from assistant.packs.trading.settings import Settings
from assistant.secrets import Redactor
from assistant.storage.base import Stores
from assistant.storage.guarded import GuardedStores
from assistant.storage.open import open_stores

NINE = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
FREE = Settings(cash=Decimal(10_000), fee_percent=Decimal(0), slippage_percent=Decimal(0))
COLLECTIONS = ("ledger", "symbols", "looks", "alerts")


def candle(
    at: datetime, first: str, high: str | None = None, low: str | None = None, close: str = ""
) -> Candle:
    """Of four prices; of one, all four are that."""
    last = close or first
    ends = (Decimal(first), Decimal(last))
    return Candle(
        at,
        ends[0],
        Decimal(high) if high else max(ends),
        Decimal(low) if low else min(ends),
        ends[1],
        Decimal(100),
    )


@dataclass(slots=True)
class GivenMarket:
    """Tells the candles that it was given, those that have closed by its clock; all else it does
    not know. ``down``: symbols that it cannot tell of just now."""

    clock: Callable[[], datetime]
    simulated: bool = False
    currency: str = "USD"
    name: str = "given"
    given: dict[tuple[str, Timeframe], list[Candle]] = field(default_factory=dict)
    prices: dict[str, Decimal] = field(default_factory=dict)
    down: set[str] = field(default_factory=set)
    closed: set[str] = field(default_factory=set)
    asked: list[tuple[str, Timeframe, datetime | None]] = field(default_factory=list)

    def give(self, symbol: str, *candles: Candle, timeframe: Timeframe = "1m") -> None:
        self.given.setdefault((symbol, timeframe), []).extend(candles)

    def symbols(self) -> Sequence[str]:
        return sorted({*self.prices, *(symbol for symbol, _ in self.given)})

    def price(self, symbol: str) -> Quote:
        self._known(symbol)
        past = [
            (one.at + SPANS[grain], one.close)
            for (of, grain), candles in self.given.items()
            for one in candles
            if of == symbol and one.at + SPANS[grain] <= self.clock()
        ]
        if symbol in self.prices:
            past.append((self.clock(), self.prices[symbol]))
        if not past:
            raise MarketFailure("no_data", f"there is no price of {symbol}")
        at, price = max(past)
        return Quote(symbol, price, self.currency, self._origin(at))

    def candles(
        self,
        symbol: str,
        timeframe: Timeframe,
        limit: int = 100,
        *,
        since: datetime | None = None,
    ) -> Series:
        self._known(symbol)
        self.asked.append((symbol, timeframe, since))
        assert limit <= MOST_CANDLES
        if (symbol, timeframe) not in self.given:
            raise MarketFailure("no_data", f"there are no candles of {timeframe}")
        given = self.given[symbol, timeframe]
        known, _ = closed(given, market_of(symbol), timeframe, self.clock())
        shown = [c for c in known if c.at >= since][:limit] if since else known[-limit:]
        return Series(symbol, timeframe, tuple(shown), self._origin(self.clock()))

    def book(self, symbol: str, depth: int = 10) -> Book:
        raise MarketFailure("no_data", "there is no book")

    def fundamentals(self, symbol: str) -> Fundamentals:
        raise MarketFailure("no_data", "there are no fundamentals")

    def status(self, symbol: str) -> Status:
        self._known(symbol)
        opens = self.clock() + timedelta(hours=12)
        return Status("given", symbol not in self.closed, opens, None)

    def _origin(self, at: datetime) -> Origin:
        return Origin(self.name, at, self.simulated)

    def _known(self, symbol: str) -> None:
        if symbol in self.down:
            raise MarketFailure("unavailable", "the market does not answer")
        if symbol not in self.symbols():
            raise unknown(symbol, self.symbols())


class Desk:
    """A home with an account and alerts, a market, and a clock moved by hand. Without a folder its
    stores are in memory."""

    def __init__(self, folder: Path | None = None, settings: Settings = FREE) -> None:
        self.now = NINE
        self.settings = settings
        self.market = GivenMarket(lambda: self.now)
        self.stores = stores_of(folder)

    def account(self) -> Account:
        """Opened anew: nothing of it is in memory."""
        looks = Looks(self.documents("looks"))
        return Account(self.ledger(), self.market, self.settings, lambda: self.now, looks)

    def ledger(self) -> Ledger:
        return Ledger(self.documents("ledger"), self.documents("symbols"))

    def alerts(self) -> AlertBook:
        looks = Looks(self.documents("looks"))
        return AlertBook(self.documents("alerts"), self.market, lambda: self.now, looks)

    def documents(self, name: str) -> Documents:
        return Documents(self.stores.collections, f"trading/{name}")

    def minute(self, n: int) -> datetime:
        return NINE + timedelta(minutes=n)

    def pass_(self, **time: float) -> None:
        self.now += timedelta(**time)

    def hold(self, symbol: str, quantity: str, price: str) -> None:
        """Buy so much at that price, which takes two minutes."""
        self.market.prices[symbol] = Decimal(price)
        self.account().place(OrderRequest(symbol, "buy", Decimal(quantity)))
        self.market.give(symbol, candle(self.now, price))
        self.pass_(minutes=1)
        assert self.account().settle().fills


def stores_of(folder: Path | None) -> Stores:
    url = "memory:" if folder is None else str(folder / "home" / "assistant.db")
    return GuardedStores(open_stores(url, clock=lambda: NINE), Redactor())


def use_pack(monkeypatch: pytest.MonkeyPatch, market: GivenMarket) -> None:
    """Have the pack bring the account and the alerts, on that market."""
    from dataclasses import replace

    import assistant.packs.trading as pack

    def tools() -> tuple[Any, ...]:
        from assistant.packs.trading.alerts.tools import TOOLS as ALERTS
        from assistant.packs.trading.paper.tools import TOOLS

        return (*TOOLS, *ALERTS)

    def opened(_settings: Settings, _folder: Path, _clock: object = None) -> GivenMarket:
        return market

    module = types.ModuleType("assistant.packs.trading.market.open")
    module.open_market = opened  # type: ignore[attr-defined]
    monkeypatch.setitem(__import__("sys").modules, module.__name__, module)
    parts: Mapping[str, Any] = {
        "tools": tools,
        "categories": ("portfolio", "alerts"),
        "collections": tuple(map(Collection, COLLECTIONS)),
        "states": (State(conversation.after, conversation.told),),
        "pending": conversation.pending,
        "disclaimers": (),
        "sources": (),
    }
    monkeypatch.setattr(pack, "PACK", replace(PACK, **parts))
