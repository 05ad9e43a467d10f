"""What people and models call instruments, as the pack writes it; what an unknown one may be."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

from assistant.characters import one_line
from assistant.packs.trading.market.base import MarketFailure
from assistant.text.folding import fold

_SYMBOL = re.compile(r"[A-Z0-9][A-Z0-9.&-]{0,14}(?:/[A-Z0-9]{2,10})?")
_NAME = re.compile(r"[^\W_]+(?:[ .&'’-]{1,2}[^\W_]+)*\.?")
_PATH = re.compile(r"\\|\.\.|^[/~]|/.*/|/$|[\x00-\x1f\x7f-\x9f]")
_LONGEST_SHOWN = 40
_NEAREST = 3
_FAR = 6
"""Slips that are still told apart."""


def canonical(symbol: str) -> str:
    """A symbol as the pack writes it: "btc", "BTC-USD" and "bitcoin" are BTC/USD, "aapl" and
    "$AAPL" are AAPL. Raises MarketFailure for what cannot be one."""
    from assistant.packs.trading.words.instruments import gazetteer, headings

    written = symbol.strip().removeprefix("$").upper()
    listed = headings()
    if written in listed:
        return written
    named = _named(symbol) if _NAME.fullmatch(symbol.strip()) else []
    known = gazetteer().coins.get(fold(written)) or next(iter(named), None)
    if known:
        return known
    base, mark, quote = written.replace("-", "/", 1).replace("_", "/", 1).partition("/")
    pair = gazetteer().coins.get(fold(base))
    if mark and pair and quote.isalnum():
        written = f"{pair.partition('/')[0]}/{quote}"
    if not _SYMBOL.fullmatch(written) or ".." in written:
        raise unknown(symbol, listed)
    return written


def unknown(symbol: str, known: Iterable[str]) -> MarketFailure:
    """A failure for a symbol that is not among those known, with the three nearest; none of what
    no symbol can be: a path, control characters."""
    near = () if _PATH.search(symbol.strip()) else nearest(symbol, sorted(known))
    meant = f"; near it are {', '.join(near)}" if near else ""
    shown = one_line(symbol)[:_LONGEST_SHOWN]
    return MarketFailure("unknown_symbol", f"no symbol '{shown}' is known here{meant}", near)


def nearest(symbol: str, known: Sequence[str]) -> tuple[str, ...]:
    """Up to three of the known ones: those that are called so, then those that are written most
    like it."""
    asked = symbol.strip().upper()[:_LONGEST_SHOWN]
    there = set(known)
    called = [name for name in (*_named(symbol), *_misspelt(symbol)) if name in there]
    written = sorted(known, key=lambda name: (_apart(name, asked), name))
    return tuple(dict.fromkeys((*called, *written)))[:_NEAREST]


def _apart(name: str, asked: str) -> tuple[int, bool]:
    from assistant.text.slips import slips

    base = name.partition("/")[0]
    distance = min(slips(name, asked, _FAR), slips(base, asked, _FAR))
    return distance, not name.startswith(asked[:1])


def _named(text: str) -> list[str]:
    """The symbols that are called so in the gazetteer: "apple" is AAPL."""
    from assistant.packs.trading.words.instruments import gazetteer, words_of

    words = words_of(text[:_LONGEST_SHOWN])
    return [sense.symbol for sense in gazetteer().senses.get(words, ())]


def _misspelt(text: str) -> list[str]:
    """Those that are called nearly so."""
    from assistant.packs.trading.words.instruments import words_of

    words = words_of(text[:_LONGEST_SHOWN])
    if len(words) != 1:
        return []
    return [symbol for name, symbol in _spellings() if _like(name, words[0])]


def _like(name: str, word: str) -> bool:
    from assistant.text.slips import slips

    return name[0] == word[0] and slips(name, word, 2) <= 1 + (len(name) > 6)


@cache
def _spellings() -> Sequence[tuple[str, str]]:
    """Every name of one word that is long enough to be misspelt, with its symbol."""
    from assistant.packs.trading.words.instruments import gazetteer

    return [
        (words[0], sense.symbol)
        for words, senses in gazetteer().senses.items()
        for sense in senses
        if len(words) == 1 and sense.form == "name" and len(words[0]) > 3
    ]
