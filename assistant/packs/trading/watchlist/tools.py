"""The watchlist for the model.

Adding and removing ask the person (T6): the list outlives the conversation and brings prices into
later prompts, so that no page or result that a model has read may fill it. As a side effect it is
never cached, and the list is read anew after it.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from assistant.packs.base import spoken
from assistant.packs.trading.market import telling
from assistant.packs.trading.market.base import MarketData, MarketFailure
from assistant.packs.trading.market.symbols import canonical
from assistant.packs.trading.market.tools import Symbol, market_for, needs
from assistant.packs.trading.texts import tables
from assistant.packs.trading.watchlist import symbols
from assistant.tools.base import Arguments, Context, RateLimit, refused, tool

MOST_PRICES = 10
_WORDS = tables("watchlist/words")


def _tell(what: str, arguments: Arguments, language: str) -> str:
    words = {code: table[what] for code, table in _WORDS.items()}
    return spoken(words, language).format(symbol=_written(arguments["symbol"]))


def _written(symbol: str) -> str:
    try:
        return canonical(symbol)
    except MarketFailure:
        return symbol


def _listed(_arguments: Arguments, context: Context) -> str:
    """What a kept result holds for: a command may have changed the list."""
    watched = symbols.watched(context.collection(symbols.COLLECTION))
    return " ".join(one.symbol for one in watched)


@tool(
    "watchlist.get_watchlist",
    rate_limit=RateLimit(60),
    fingerprint=_listed,
    needs=needs,
    examples=("what am I watching?", "show my watchlist", "¿qué tengo en seguimiento?"),
)
@telling.telling_failures
def get_watchlist(context: Context) -> dict[str, Any]:
    """Show the symbols that the person watches, with the prices of the first ten."""
    watched = symbols.watched(context.collection(symbols.COLLECTION))
    if not watched:
        return {"count": 0, "symbols": []}
    market = market_for(context)
    return {
        "count": len(watched),
        "source": market.name,
        "simulated": market.name == "simulated",
        "symbols": [_row(market, one.symbol, context) for one in watched[:MOST_PRICES]]
        + [{**_NOTHING, "symbol": one.symbol} for one in watched[MOST_PRICES:]],
    }


_COLUMNS = ("symbol", "price", "currency", "change_percent", "as_of")
_NOTHING = {**dict.fromkeys(_COLUMNS), "note": ""}


def _row(market: MarketData, symbol: str, context: Context) -> dict[str, Any]:
    """A symbol that the market does not know costs its own price alone."""
    try:
        told = telling.quote(market.price(symbol), context.now)
    except MarketFailure as failure:
        return {**_NOTHING, "symbol": symbol, "note": failure.why}
    note = f"delayed, {told.get('age', '')} old" if told["delayed"] else ""
    return {**{name: told[name] for name in _COLUMNS}, "note": note}


@tool(
    "watchlist.add_to_watchlist",
    rate_limit=RateLimit(30),
    tell=partial(_tell, "add"),
    needs=needs,
    examples=(
        "watch NVDA for me",
        "add ETH to my watchlist",
        "seguime GGAL",
        "agregá YPF a mi lista",
    ),
)
@telling.telling_failures
def add_to_watchlist(context: Context, symbol: Symbol) -> dict[str, Any]:
    """Put a symbol on the person's watchlist, when they ask for it.

    Args:
        symbol: A ticker such as AAPL, GGAL or BTC/USD.
    """
    quote = market_for(context).price(symbol)  # only what the market knows can be watched
    documents = context.collection(symbols.COLLECTION)
    try:
        added = symbols.add(documents, quote.symbol, context.now)
    except symbols.Full:
        raise refused(f"the watchlist holds {symbols.MOST} symbols, and no more") from None
    return {**telling.quote(quote, context.now), "added": added}


@tool(
    "watchlist.remove_from_watchlist",
    rate_limit=RateLimit(30),
    tell=partial(_tell, "remove"),
    needs=needs,
    examples=("stop watching NVDA", "take ETH off my watchlist", "sacá GGAL de mi lista"),
)
@telling.telling_failures
def remove_from_watchlist(context: Context, symbol: Symbol) -> dict[str, Any]:
    """Take a symbol off the person's watchlist, when they ask for it.

    Args:
        symbol: One that is on it.
    """
    documents = context.collection(symbols.COLLECTION)
    watched = symbols.watched(documents)
    wanted = symbols.meant(watched, symbol)
    if wanted is None or not symbols.remove(documents, wanted):
        there = ", ".join(one.symbol for one in watched) or "nothing"
        raise refused(f"'{_written(symbol)}' is not on the watchlist, which holds: {there}")
    return {"symbol": wanted, "removed": True}


TOOLS = (get_watchlist, add_to_watchlist, remove_from_watchlist)
