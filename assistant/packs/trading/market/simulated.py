"""A market that is made up: it needs nothing, is the same for a seed, and says so everywhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from functools import lru_cache

from assistant.packs.trading.market import calendar
from assistant.packs.trading.market.asking import bounded, change_between
from assistant.packs.trading.market.base import (
    Book,
    Fundamentals,
    MarketFailure,
    Origin,
    Quote,
    Series,
    Status,
    Timeframe,
)
from assistant.packs.trading.market.candles import ended
from assistant.packs.trading.market.fundamentals import Figures
from assistant.packs.trading.market.simulation import Simulation
from assistant.packs.trading.market.symbols import canonical, unknown
from assistant.packs.trading.market.walk import key_of

_CENT = Decimal("0.01")


class SimulatedMarket:
    """MarketData of nothing but a seed. ``figures``: fundamentals that a file tells."""

    name = "simulated"

    def __init__(
        self, seed: int, clock: Callable[[], datetime], figures: Figures | None = None
    ) -> None:
        self._seed = seed
        self._clock = clock
        self._figures = figures

    def symbols(self) -> Sequence[str]:
        return _listed()

    def price(self, symbol: str) -> Quote:
        symbol, now = self._known(symbol), self._clock()
        made = simulation(self._seed, symbol)
        minutes = made.latest("1m", now, 1)
        if not minutes:
            raise self._outside()
        at = minutes[-1].at + timedelta(minutes=1)
        before = made.latest("1d", minutes[-1].at, 1)
        return Quote(
            symbol,
            minutes[-1].close,
            made.market.currency,
            Origin(self.name, at, simulated=True),
            change_between(before, minutes[-1].close),
        )

    def candles(
        self,
        symbol: str,
        timeframe: Timeframe,
        limit: int = 100,
        *,
        since: datetime | None = None,
    ) -> Series:
        symbol, now, limit = self._known(symbol), self._clock(), bounded(limit)
        made = simulation(self._seed, symbol)
        found = (
            made.latest(timeframe, now, limit)
            if since is None
            else made.since(timeframe, since, now, limit)
        )
        if not found and since is None:
            raise self._outside()
        at = ended(made.market, timeframe, found[-1].at) if found else now
        return Series(symbol, timeframe, tuple(found), Origin(self.name, at, simulated=True))

    def book(self, symbol: str, depth: int = 10) -> Book:
        quote = self.price(symbol)
        step = max(_CENT, (quote.price / 2000).quantize(_CENT))
        key = key_of(self._seed, quote.symbol, "book", quote.origin.at)
        amounts = [Decimal(1 + (key >> n) % 900) for n in range(2 * min(bounded(depth), 30))]
        below = [(quote.price - n * step, amount) for n, amount in enumerate(amounts[::2], 1)]
        above = tuple((quote.price + n * step, amount) for n, amount in enumerate(amounts[1::2], 1))
        bids = tuple((price, amount) for price, amount in below if price > 0)
        return Book(quote.symbol, bids, above, quote.origin)

    def fundamentals(self, symbol: str) -> Fundamentals:
        symbol = self._known(symbol)
        if self._figures and symbol in self._figures.symbols():
            return self._figures.of(symbol)
        quote = self.price(symbol)
        key = key_of(self._seed, symbol, "fundamentals")
        earnings = (quote.price / (8 + key % 30)).quantize(_CENT)
        values = {
            "market_cap": int(quote.price * (50 + (key >> 8) % 5000)) * 1_000_000,
            "eps": earnings,
            "pe": (quote.price / max(earnings, _CENT)).quantize(_CENT),
            "dividend_yield_percent": Decimal((key >> 20) % 500) / 100,
        }
        if "/" in symbol:  # a coin earns nothing
            values = {"market_cap": values["market_cap"]}
        return Fundamentals(symbol, values, quote.origin)

    def status(self, symbol: str) -> Status:
        return calendar.status(self._known(symbol), self._clock())

    def _known(self, symbol: str) -> str:
        found = canonical(symbol)
        from assistant.packs.trading.words.candidates import QUOTES
        from assistant.packs.trading.words.instruments import gazetteer

        base, _, quote = found.partition("/")
        paired = quote.lower() in QUOTES and f"{base}/USD" in _places()
        if found in _places() or paired or gazetteer().shapes.fullmatch(found):
            return found
        raise unknown(symbol, _listed())

    def _outside(self) -> MarketFailure:
        return MarketFailure("no_data", "the simulated market begins in 1970 and ends in 2085")


@lru_cache(maxsize=1)
def _listed() -> Sequence[str]:
    from assistant.packs.trading.words.instruments import headings

    return sorted(headings())


@lru_cache(maxsize=1)
def _places() -> frozenset[str]:
    return frozenset(_listed())


@lru_cache(maxsize=256)
def simulation(seed: int, symbol: str) -> Simulation:
    """The path of a symbol."""
    return Simulation(seed, symbol)
