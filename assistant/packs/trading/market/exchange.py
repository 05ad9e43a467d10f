"""Any exchange that ccxt knows, asked for what is public. Nothing that it says is believed unseen.

ccxt (the extra ``exchange``) is large and is imported when a market is first asked. Each call has
a deadline of its own: ccxt's bounds silence, and a server that drips is never silent.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from assistant.packs.trading.market import calendar
from assistant.packs.trading.market.asking import AHEAD, age, bounded
from assistant.packs.trading.market.base import (
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
from assistant.packs.trading.market.candles import fault, is_delayed
from assistant.packs.trading.market.fundamentals import Figures
from assistant.packs.trading.market.symbols import canonical, unknown

INSTALL = "pip install 'local-assistant[exchange]'"
SILENCE = 5.0
"""Seconds that the exchange may say nothing."""
DEADLINE = 12.0
"""Seconds for everything that one question takes."""
PACE = 100
"""Milliseconds between two requests: the first few, which list the markets, come at once otherwise;
how many there are in a minute is up to the limits of the tools (T4)."""
OLD = timedelta(minutes=15)
"""Of a price: an exchange of coins never sleeps."""
_STAND_INS = ("USDT", "USDC")
"""What stands for the dollar on exchanges that do not trade it."""


class ExchangeMarket:
    """MarketData of one exchange. ``address`` takes the place of its host."""

    def __init__(
        self,
        name: str,
        address: str,
        clock: Callable[[], datetime],
        figures: Figures | None = None,
        seconds: tuple[float, float] = (SILENCE, DEADLINE),
    ) -> None:
        """``seconds``: of silence, and in all. Raises MarketFailure without ccxt, or where it does
        not know the exchange."""
        self.name = name
        self._clock = clock
        self._figures = figures
        self._deadline = seconds[1]
        self._exchange = _exchange(name, address, seconds[0])

    def symbols(self) -> Sequence[str]:
        return sorted(self._markets())

    def price(self, symbol: str) -> Quote:
        pair = self._pair(symbol)
        told = self._ask(lambda: self._exchange.fetch_ticker(pair))
        now = self._clock()
        price = self._price(told.get("last") or told.get("close"), pair)
        at = self._instant(told["timestamp"], now) if told.get("timestamp") else now
        change = told.get("percentage")
        return Quote(
            pair,
            price,
            pair.partition("/")[2],
            Origin(self.name, at, delayed=now - at > OLD),
            None if change is None else _decimal(change).quantize(Decimal("0.01")),
        )

    def candles(
        self,
        symbol: str,
        timeframe: Timeframe,
        limit: int = 100,
        *,
        since: datetime | None = None,
    ) -> Series:
        pair, limit = self._pair(symbol), bounded(limit)
        if timeframe not in (self._exchange.timeframes or {}):
            raise MarketFailure("no_data", f"{self.name} has no candles of {timeframe}")
        start = None if since is None else int(since.timestamp() * 1000)
        rows = self._ask(
            lambda: self._exchange.fetch_ohlcv(pair, timeframe, since=start, limit=limit + 1)
        )
        now, span = self._clock(), SPANS[timeframe]
        found = {candle.at: candle for row in rows if (candle := self._candle(row, pair, now))}
        closed = [found[at] for at in sorted(found) if at + span <= now]
        wanted = closed[-limit:] if since is None else [c for c in closed if c.at >= since][:limit]
        if not wanted and since is None:
            raise MarketFailure("no_data", f"{self.name} has no candles of {pair}")
        newest = wanted[-1].at if wanted else now
        delayed = since is None and is_delayed(market_of(pair), timeframe, newest, now)
        old = age(newest, now) if delayed else ""
        notes = (f"the newest candle is {old} old",) if old else ()
        at = min(newest + span, now)
        return Series(pair, timeframe, tuple(wanted), Origin(self.name, at, delayed=delayed), notes)

    def book(self, symbol: str, depth: int = 10) -> Book:
        pair = self._pair(symbol)
        told = self._ask(lambda: self._exchange.fetch_order_book(pair, bounded(depth)))
        now = self._clock()
        bids, asks = (
            tuple((self._price(p, pair), self._price(a, pair)) for p, a, *_ in told[side][:depth])
            for side in ("bids", "asks")
        )
        if bids and asks and bids[0][0] >= asks[0][0]:
            raise self._lie(f"orders to buy {pair} above those to sell it")
        at = self._instant(told["timestamp"], now) if told.get("timestamp") else now
        return Book(pair, bids, asks, Origin(self.name, at))

    def fundamentals(self, symbol: str) -> Fundamentals:
        if self._figures is None:
            why = f"{self.name} tells no fundamentals, and packs.trading.fundamentals is not set"
            raise MarketFailure("no_data", why)
        return self._figures.of(canonical(symbol))

    def status(self, symbol: str) -> Status:
        return calendar.status(self._pair(symbol), self._clock())

    # -- what is asked, and what comes back -----------------------------------------------------

    def _markets(self) -> Mapping[str, Any]:
        """The pairs that are traded on the spot."""
        told = self._ask(lambda: self._exchange.load_markets(not self._exchange.markets))
        if not told:
            raise MarketFailure("bad_data", f"{self.name} lists no markets")
        return {name: market for name, market in told.items() if market.get("spot") is not False}

    def _pair(self, symbol: str) -> str:
        """The exchange's pair for a symbol; where it does not trade dollars, one of their stand-ins
        is told by its own name."""
        markets, wanted = self._markets(), canonical(symbol)
        base, _, quote = wanted.partition("/")
        others = [f"{base}/{other}" for other in _STAND_INS] if quote == "USD" else []
        found = next((pair for pair in (wanted, *others) if pair in markets), None)
        if found is None:
            raise unknown(symbol, markets)
        return found

    def _candle(self, row: Sequence[Any], pair: str, now: datetime) -> Candle | None:
        candle = Candle(self._instant(row[0], now), *(_decimal(value) for value in row[1:6]))
        problem = fault(candle)
        if problem:
            raise self._lie(f"a candle of {pair} with {problem}")
        return candle

    def _price(self, value: Any, pair: str) -> Decimal:
        price = _decimal(value)
        if not price.is_finite() or price <= 0:
            raise self._lie(f"a price of {value} for {pair}")
        return price

    def _instant(self, milliseconds: Any, now: datetime) -> datetime:
        try:
            at = datetime.fromtimestamp(float(milliseconds) / 1000, UTC)
        except (ValueError, OverflowError, OSError, TypeError):
            raise self._lie(f"the date {milliseconds!r:.40}") from None
        if at > now + AHEAD:
            raise self._lie(f"the date {at:%Y-%m-%d %H:%M}, which lies in the future")
        return at

    def _lie(self, what: str) -> MarketFailure:
        return MarketFailure("bad_data", f"{self.name} told {what}; it is not used")

    def _ask(self, question: Callable[[], Any]) -> Any:
        """What ccxt gives, in time. Raises MarketFailure for all that can go wrong."""
        try:
            return within(self._deadline, question)
        except MarketFailure:
            raise
        except TimeoutError:
            why = f"{self.name} did not answer within {self._deadline:g} seconds"
            raise MarketFailure("timeout", why) from None
        except Exception as error:  # ccxt's own, and whatever an answer of another shape makes
            raise self._failure(error) from None

    def _failure(self, error: Exception) -> MarketFailure:
        import ccxt

        match error:
            case ccxt.RateLimitExceeded() | ccxt.DDoSProtection():
                return MarketFailure("rate_limited", f"{self.name} wants fewer questions a minute")
            case ccxt.RequestTimeout():
                return MarketFailure("timeout", f"{self.name} did not answer in time")
            case ccxt.BadSymbol():
                return MarketFailure("unknown_symbol", f"{self.name} does not know that symbol")
            case ccxt.OnMaintenance() | ccxt.ExchangeNotAvailable() | ccxt.NetworkError():
                return MarketFailure("unavailable", f"{self.name} cannot be reached")
            case ccxt.ExchangeError():
                return MarketFailure("unavailable", f"{self.name} refused the question")
        why = f"{self.name} answered in a shape that is not known ({type(error).__name__})"
        return MarketFailure("bad_data", why)


@lru_cache(maxsize=8)
def _exchange(name: str, address: str, silence: float) -> Any:
    """ccxt's exchange of that name; kept, since it knows its markets once it has asked for them."""
    try:
        import ccxt
    except ImportError:
        raise MarketFailure("unavailable", f"{name} needs ccxt: {INSTALL}") from None
    if name not in ccxt.exchanges:
        why = f"ccxt knows no exchange '{name}' (packs.trading.exchange)"
        raise MarketFailure("unavailable", why)
    given = {"timeout": int(silence * 1000), "enableRateLimit": True, "rateLimit": PACE}
    exchange = getattr(ccxt, name)(given)
    if address:
        exchange.urls["api"] = _at_address(exchange.urls["api"], address)
    return exchange


def _at_address(urls: Any, address: str) -> Any:
    """The same paths at another host."""
    if isinstance(urls, dict):
        return {name: _at_address(url, address) for name, url in urls.items()}
    host = urlsplit(address)
    return urlunsplit((host.scheme, host.netloc, *urlsplit(urls)[2:]))


def within(seconds: float, question: Callable[[], Any]) -> Any:
    """What a function gives, or TimeoutError. It runs in a thread that keeps no program alive."""
    answer: list[Any] = []
    failure: list[Exception] = []

    def run() -> None:
        try:
            answer.append(question())
        except Exception as error:
            failure.append(error)

    thread = threading.Thread(target=run, name="market", daemon=True)
    thread.start()
    thread.join(seconds)
    if failure:
        raise failure[0]
    if not answer:
        raise TimeoutError
    return answer[0]


def _decimal(value: Any) -> Decimal:
    """Of what an answer holds: the shortest text of a binary fraction is what was sent."""
    try:
        return Decimal(str(value))
    except InvalidOperation:
        return Decimal("NaN")
