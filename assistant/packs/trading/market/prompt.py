"""Prices for the prompt (K2): of what the message names, else of what the person watches first."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from time import monotonic

from assistant.packs.base import Moment
from assistant.packs.now import Ahead
from assistant.packs.trading import mentioned_symbols
from assistant.packs.trading.market import telling
from assistant.packs.trading.market.base import MarketFailure
from assistant.packs.trading.market.open import open_market
from assistant.packs.trading.settings import settings
from assistant.packs.trading.watchlist.symbols import COLLECTION, watched
from assistant.packs.trading.words.vocabulary import pattern
from assistant.text.folding import fold

MOST_NAMED = 10
FIRST_WATCHED = 5
MOST_AHEAD = 3
LONGEST = 0.7
"""Seconds after which no further price is asked for: what is there by the deadline is told."""


def asked_for(moment: Moment) -> Sequence[str]:
    """The symbols whose prices a message is told."""
    named = mentioned_symbols(moment.text)[:MOST_NAMED]
    if named:
        return named
    return [one.symbol for one in watched(moment.collection(COLLECTION), FIRST_WATCHED)]


def ahead(template: str, named: Sequence[str]) -> list[Ahead]:
    """The prices that answer a question which is asked often: of what it was asked of lately."""
    if "{symbol}" not in template or not pattern("market", "price").search(fold(template)):
        return []
    return [Ahead("market.get_price", {"symbol": symbol}) for symbol in named[:MOST_AHEAD]]


def prices(moment: Moment, seconds: float = LONGEST) -> list[str]:
    """A line for each symbol whose price there is, as far as the time goes."""
    symbols = asked_for(moment)
    if not symbols:
        return []
    lines = []
    with suppress(MarketFailure):  # no source at all: the tools say why
        market = open_market(settings(moment.settings), moment.folder(), lambda: moment.now)
        end = monotonic() + seconds
        for symbol in symbols:
            if monotonic() > end:
                break
            with suppress(MarketFailure):
                lines.append(telling.line(market.price(symbol), moment.now))
    return lines
