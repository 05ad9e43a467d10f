"""What the model may ask of the market. Nothing here changes anything."""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal

from pydantic import Field

from assistant.packs.trading.indicators import INDICATORS, WARMED_UP, Name, compute
from assistant.packs.trading.market import telling
from assistant.packs.trading.market.base import MOST_CANDLES, MarketData, Timeframe
from assistant.packs.trading.market.open import missing, open_market
from assistant.packs.trading.settings import settings
from assistant.tools.base import Context, RateLimit, Surroundings, refused, tool

KEPT = 5
"""Seconds that a result of the market is good (T5)."""
CROSSING = ("rsi", "macd", "signal")
"""Lines whose value one candle before is told too: what matters is when they cross."""
Symbol = Annotated[str, Field(min_length=1, max_length=40)]


def market_for(context: Context) -> MarketData:
    """The source that the person's settings name."""
    return open_market(settings(context.settings), context.folder(), context.here.clock)


def needs(_here: Surroundings) -> str:
    return missing("holidays", "numpy")


def needs_talib(here: Surroundings) -> str:
    return needs(here) or missing("talib")


@tool(
    "market.get_price",
    rate_limit=RateLimit(60),
    kept=KEPT,
    needs=needs,
    examples=("what is AAPL at?", "price of bitcoin now", "¿a cuánto está GGAL?", "precio de YPF"),
)
@telling.telling_failures
def get_price(context: Context, symbol: Symbol) -> dict[str, Any]:
    """Tell the latest price of a share, fund, bond or coin, its change since the last close, and
    whether its market is open.

    Args:
        symbol: A ticker such as AAPL, GGAL or BTC/USD.
    """
    market = market_for(context)
    quote, state = market.price(symbol), market.status(symbol)
    opens = None if state.open or not state.next_open else state.next_open.isoformat()
    return {
        **telling.quote(quote, context.now),
        "market": state.market,
        "open": state.open,
        **({"next_open": opens} if opens else {}),
        **({"holiday": state.holiday} if state.holiday else {}),
    }


@tool(
    "market.get_ohlcv",
    rate_limit=RateLimit(30),
    kept=KEPT,
    needs=needs,
    examples=(
        "how did NVDA move this month?",
        "candles of ETH by the hour",
        "¿cómo se movió GGAL en el año?",
        "velas diarias de BTC",
    ),
)
@telling.telling_failures
def get_ohlcv(
    context: Context,
    symbol: Symbol,
    timeframe: Timeframe = "1d",
    limit: Annotated[int, Field(ge=1, le=MOST_CANDLES)] = 100,
) -> dict[str, Any]:
    """Give the past prices of an instrument: closed candles (open, high, low, close, volume), the
    newest first, with a summary.

    Args:
        symbol: A ticker such as AAPL, GGAL or BTC/USD.
        timeframe: What one candle spans.
        limit: How many candles.
    """
    found = market_for(context).candles(symbol, timeframe, limit)
    return telling.series(found, context.now)


@tool(
    "market.get_indicators",
    rate_limit=RateLimit(30),
    kept=KEPT,
    needs=needs_talib,
    examples=(
        "RSI of TSLA",
        "is BTC overbought? show MACD and Bollinger",
        "¿cuál es el RSI de YPF?",
        "media móvil de 200 de SPY",
    ),
)
@telling.telling_failures
def get_indicators(
    context: Context,
    symbol: Symbol,
    timeframe: Literal["1h", "4h", "1d"] = "1d",
    indicators: list[Name] | None = None,
) -> dict[str, Any]:
    """Compute technical indicators of an instrument at its last closed candle.

    Args:
        symbol: A ticker such as AAPL, GGAL or BTC/USD.
        timeframe: What one candle spans.
        indicators: Which ones; all of them without it.
    """
    found = market_for(context).candles(symbol, timeframe, WARMED_UP)
    if len(found.candles) < 2:
        raise refused(f"{found.symbol}: there are too few candles of {timeframe}")
    lines = {
        name: line
        for of in compute(found.candles, indicators or tuple(INDICATORS)).values()
        for name, line in of.items()
    }
    last = found.candles[-1]
    told = {
        "symbol": found.symbol,
        "timeframe": timeframe,
        **telling.origin(found.origin, context.now),
        "close": telling.number(last.close),
        "values": {name: _value(line[-1]) for name, line in lines.items()},
    }
    crossing = {name: _value(lines[name][-2]) for name in CROSSING if name in lines}
    told |= {"one_candle_before": crossing} if crossing else {}
    notes = list(found.notes)
    if len(found.candles) < WARMED_UP:
        notes.append(f"of {len(found.candles)} candles only: what needs more is null")
    return {**told, "notes": notes} if notes else told


def _value(value: float) -> float | None:
    """With as many digits as mean anything."""
    return float(f"{value:.5g}") if math.isfinite(value) else None


@tool(
    "market.get_fundamentals",
    rate_limit=RateLimit(20),
    kept=KEPT,
    needs=needs,
    examples=(
        "P/E ratio of MSFT",
        "what does Apple earn a share?",
        "¿cuánto vale Mercado Libre en bolsa?",
        "dividendo de KO",
    ),
)
@telling.telling_failures
def get_fundamentals(context: Context, symbol: Symbol) -> dict[str, Any]:
    """Tell what is known of a company or coin: its worth, earnings, ratios, dividends.

    Args:
        symbol: A ticker such as AAPL, GGAL or BTC/USD.
    """
    found = market_for(context).fundamentals(symbol)
    return {
        "symbol": found.symbol,
        **telling.origin(found.origin, context.now),
        "values": {
            name: telling.number(value) if not isinstance(value, str | int | float) else value
            for name, value in found.values.items()
        },
    }


TOOLS = (get_price, get_ohlcv, get_indicators, get_fundamentals)
