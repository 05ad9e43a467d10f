"""``/chart``, ``/watch``, ``/buy`` and ``/sell`` in a conversation."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from assistant.errors import UsageError
from assistant.packs import Moment
from assistant.packs.trading.market.base import SPANS

if TYPE_CHECKING:
    from assistant.packs.trading.commands.desk import Desk


def chart(moment: Moment) -> Iterable[str]:
    """``/chart SYMBOL [TIMEFRAME]``."""
    from assistant.packs.trading.commands import results
    from assistant.packs.trading.commands.looking import candles

    words = _words(moment, "chart", 1, 2)
    timeframe = words[1] if len(words) > 1 else "1d"
    if timeframe not in SPANS:
        raise _usage(moment, "chart")
    desk = _desk(moment)
    return results.chart(candles(desk, words[0], timeframe, None), desk.words, desk.screen)


def watch(moment: Moment) -> Iterator[str]:
    """``/watch [SYMBOL…]``: the watchlist, with those symbols put on it first."""
    from assistant.packs.trading.commands import results
    from assistant.packs.trading.commands.looking import change

    desk = _desk(moment)
    for symbol in _words(moment, "watch", 0, 10):
        change(desk, symbol, remove=False)
    yield from results.watched(desk.look("watchlist.get_watchlist"), desk.words, desk.screen)


def buy(moment: Moment) -> Iterable[str]:
    """``/buy SYMBOL QUANTITY [PRICE]``."""
    return _order(moment, "buy")


def sell(moment: Moment) -> Iterable[str]:
    """``/sell SYMBOL QUANTITY [PRICE]``."""
    return _order(moment, "sell")


def fired(moment: Moment) -> Iterable[str]:
    """What is told of alerts when a conversation begins: those that fired since the last look."""
    from assistant.packs.trading.alerts.book import open_alerts
    from assistant.packs.trading.alerts.telling import tell_fired

    lines: list[str] = []
    if moment.collection("alerts").find(limit=1).documents:
        tell_fired(open_alerts(moment, lambda: moment.now), moment.language, lines.append)
    return lines


def _order(moment: Moment, side: str) -> Iterable[str]:
    from assistant.packs.trading.commands import holdings
    from assistant.packs.trading.commands.account import place

    words = _words(moment, side, 2, 3)
    symbol, quantity = words[:2]
    if quantity[:1].isalpha() and symbol[:1].isdigit():  # "buy 10 AAPL", as people say it
        symbol, quantity = quantity, symbol
    desk = _desk(moment)
    found = place(desk, side, symbol, quantity, words[2] if len(words) > 2 else None)
    return holdings.placed(found, desk.words, desk.screen)


def _desk(moment: Moment) -> Desk:
    from assistant.packs.trading.commands.desk import Desk

    return Desk.of(moment)


def _words(moment: Moment, name: str, least: int, most: int) -> list[str]:
    """What stands after the command. Raises UsageError where it is too little or too much."""
    try:
        words = shlex.split(moment.text)
    except ValueError:
        words = moment.text.split()
    if not least <= len(words) <= most:
        raise _usage(moment, name)
    return words


def _usage(moment: Moment, name: str) -> UsageError:
    from assistant.packs.trading.commands.words import Words

    words = Words(moment.language)
    return UsageError(words("slash.usage", name=name), words(f"slash.{name}"))
