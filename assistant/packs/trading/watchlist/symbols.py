"""The person's list: a document for each symbol, in the order in which they were added."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from assistant.packs.documents import Documents
from assistant.packs.trading.market.base import MarketFailure
from assistant.packs.trading.market.symbols import canonical

COLLECTION = "watchlist"
MOST = 50


class Watched(NamedTuple):
    symbol: str
    since: datetime


class Full(Exception):
    """The list holds as many symbols as it may."""


def watched(documents: Documents, limit: int = MOST) -> Sequence[Watched]:
    """The symbols, those first that were added first."""
    found = documents.find(order="since", limit=limit).documents
    return [
        Watched(document.content["symbol"], datetime.fromisoformat(document.content["since"]))
        for document in found
    ]


def add(documents: Documents, symbol: str, now: datetime) -> bool:
    """Whether it was not there before. ``symbol`` is canonical. Raises Full."""
    if documents.get(_id(symbol)):
        return False
    if len(watched(documents)) >= MOST:
        raise Full
    content = {"symbol": symbol, "since": now.isoformat()}
    documents.put(_id(symbol), content, {"since": now})
    return True


def remove(documents: Documents, symbol: str) -> bool:
    """Whether it was there."""
    return documents.delete(_id(symbol))


def meant(among: Sequence[Watched], symbol: str) -> str | None:
    """Which of the watched symbols somebody means: by its own name, or as the pack writes it, in
    whatever money it is told."""
    there = [one.symbol for one in among]
    try:
        written = canonical(symbol)
    except MarketFailure:
        return None
    for wanted in (symbol.strip().upper(), written):
        if wanted in there:
            return wanted
    base, mark, _ = written.partition("/")
    return next((one for one in there if mark and one.partition("/")[0] == base), None)


def _id(symbol: str) -> str:
    return symbol.replace("/", "-")
