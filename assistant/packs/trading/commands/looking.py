"""What is looked up: prices, candles, indicators, the watchlist."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Any

import typer

from assistant.cli import plain
from assistant.cli.failures import tell
from assistant.cli.options import JsonArray, JsonObject
from assistant.errors import BadData
from assistant.packs.trading.commands import results
from assistant.packs.trading.commands.desk import Desk, Symbol, as_json, opened
from assistant.packs.trading.market.base import MOST_CANDLES

MARGIN = 12
"""Columns of a picture that are its axis."""
Symbols = Annotated[list[str], typer.Argument(metavar="SYMBOL...", help="As AAPL or BTC/USD.")]


class Timeframe(StrEnum):
    """What one candle spans, for people who type it."""

    m1, m5, m15 = "1m", "5m", "15m"
    h1, h4 = "1h", "4h"
    d1, w1 = "1d", "1w"


Span = Annotated[Timeframe, typer.Option("--timeframe", "-t", help="What one candle spans.")]
Count = Annotated[
    int | None,
    typer.Option("--limit", "-n", min=1, max=MOST_CANDLES, help="How many candles."),
]


def price(context: typer.Context, symbols: Symbols, as_array: JsonArray = False) -> None:
    """The latest price, and whether the market is open.

    \b
    assistant trading price AAPL BTC/USD
    """
    with opened(context) as desk:
        found, failures = _prices(desk, symbols)
        if as_array and (found or not failures):
            as_json(found)
        elif found:
            desk.show(results.prices(found, desk.words, desk.screen))
        plain.write("", flush=True)
        for failure in failures[:-1]:
            tell(failure)
        if failures:
            raise failures[-1]


def _prices(desk: Desk, symbols: Sequence[str]) -> tuple[list[dict[str, Any]], list[BadData]]:
    """What is known of each symbol, and what is not; what may work later ends it."""
    found, failures = [], []
    for symbol in symbols:
        try:
            found.append(desk.look("market.get_price", symbol=symbol))
        except BadData as failure:
            failures.append(failure)
    return found, failures


def chart(
    context: typer.Context,
    symbol: Symbol,
    timeframe: Span = Timeframe.d1,
    limit: Count = None,
    as_object: JsonObject = False,
) -> None:
    """Candles, volume and an average: a picture, or a table.

    It is a table where the output is no terminal.

    \b
    assistant trading chart AAPL -t 1h
    """
    with opened(context) as desk:
        found = candles(desk, symbol, timeframe.value, limit)
        if as_object:
            as_json(found)
        elif plain.interactive(sys.stdout):
            desk.show(results.chart(found, desk.words, desk.screen))
        else:
            desk.show(results.candle_rows(found, desk.words, desk.screen))


def candles(desk: Desk, symbol: str, timeframe: str, limit: int | None) -> dict[str, Any]:
    """As many as the screen shows one by one, unless somebody says how many."""
    fitting = max(20, min(100, desk.screen.width - MARGIN))
    return desk.look("market.get_ohlcv", symbol=symbol, timeframe=timeframe, limit=limit or fitting)


def indicators(
    context: typer.Context,
    symbol: Symbol,
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME]...", help="RSI MACD BB SMA EMA ATR VWAP OBV ADX."),
    ] = None,
    timeframe: Annotated[
        Timeframe, typer.Option("--timeframe", "-t", help="1h, 4h or 1d.")
    ] = Timeframe.d1,
    as_object: JsonObject = False,
) -> None:
    """Technical indicators at the last closed candle.

    \b
    assistant trading indicators AAPL RSI MACD
    """
    with opened(context) as desk:
        chosen = [name.upper() for name in names] if names else None
        found = desk.look(
            "market.get_indicators", symbol=symbol, timeframe=timeframe.value, indicators=chosen
        )
        if as_object:
            as_json(found)
            return
        desk.show(results.indicators(found, desk.words, desk.screen))


def watch(
    context: typer.Context,
    symbols: Annotated[
        list[str] | None,
        typer.Argument(metavar="[SYMBOL]...", help="To be watched from now on."),
    ] = None,
    remove: Annotated[bool, typer.Option("--remove", help="Watch them no more.")] = False,
    as_object: JsonObject = False,
) -> None:
    """The watchlist: its prices, what is put on it or taken off.

    \b
    assistant trading watch
    assistant trading watch AAPL
    """
    with opened(context) as desk:
        for symbol in symbols or ():
            change(desk, symbol, remove=remove)
        found = desk.look("watchlist.get_watchlist")
        if as_object:
            as_json(found)
            return
        desk.show(results.watched(found, desk.words, desk.screen))


def change(desk: Desk, symbol: str, *, remove: bool) -> None:
    """Put a symbol on the watchlist or take it off, once the person has agreed."""
    if remove:
        desk.act("watchlist.remove_from_watchlist", symbol=symbol)
    else:
        desk.act("watchlist.add_to_watchlist", symbol=symbol)
