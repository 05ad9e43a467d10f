"""What in a text may name an instrument, before anything is known of what surrounds it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from assistant.packs.trading.words.instruments import FEWEST_LETTERS, WORD, Gazetteer, Kind, Sense
from assistant.text.dictionaries import is_word
from assistant.text.folding import fold
from assistant.text.slips import slips

Look = Literal["cashtag", "pair", "marked", "TICKER", "ticker", "tick", "Name", "name", "misspelt"]
"""How it is written: ``marked`` with its exchange (``NASDAQ:AAPL``), ``tick`` a ticker of few small
letters, ``Name`` with a capital where the sentence asks for none."""

LONGEST_TEXT = 8000
"""Characters that are looked at; nobody types more about instruments."""
SHORT_TICKER = 3
LONG_NAME = 8
"""Letters from which a name may have two slips."""
DOLLARS = ("usd", "dolares", "dollars")
STABLE = ("usdt", "usdc", "busd", "dai")
QUOTES = (*STABLE, "eur", "btc", "eth", "ars", "mxn", "gbp", "brl", *DOLLARS)
"""What the price of a coin is told in; a pair in dollars is the coin's own symbol."""
CURRENCIES = frozenset((*QUOTES, "clp", "uyu", "jpy", "chf")) - {"btc", "eth"}
"""What is money, and no instrument where it stands alone."""

_ELSEWHERE = re.compile(
    r"https?://\S+|www\.\S+|\S+@\S+|(?<!\w)@\w+|`[^`\n]*`|(?<!\w)[~./]*/[\w./-]+"
    r"|\w[\w-]*\.(?:com|org|net|io|gov|edu|info|app|dev|example|html?|pdf|csv|xlsx?|py|js|json|txt"
    r"|png|jpe?g)(?:\.\w\w)?\b(?:/\S*)?|(?<!\w)T ?\+ ?\d\b",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"(?:[ \-.'’]| ?& ?|, )?")
_PAIRED = re.compile(r"\s?[/\-_]\s?")
_MARKED_BEFORE = re.compile(r"(?:NASDAQ|NYSE|BME|BMV|BYMA|BCBA|AMEX|ARCA|MC|LSE)\s?:\s?$")
_MARKED_BEHIND = re.compile(r"\.(?:BA|MC|MX|US|L|SA)\b")
_START = re.compile(r"(?:^|[.!?¿¡:\n«\"“(]|\.\.\.)[\s¿¡«\"“(*-]*$")


class Token(NamedTuple):
    """A word as it stands in the text, and folded."""

    written: str
    word: str
    start: int
    end: int


class Candidate(NamedTuple):
    """What may name an instrument; ``first`` and ``last`` are the numbers of its tokens. ``kind``
    is None where the gazetteer does not know it."""

    symbol: str
    look: Look
    doubt: int
    kind: Kind | None
    start: int
    end: int
    first: int
    last: int


@lru_cache(maxsize=256)
def tokens_of(text: str) -> tuple[Token, ...]:
    """The words and numbers of a text, in order."""
    head = text[:LONGEST_TEXT]
    return tuple(Token(m.group(), fold(m.group()), *m.span()) for m in WORD.finditer(head))


def shouted(tokens: Sequence[Token], known: Gazetteer) -> bool:
    """Whether a text, or most of it, is in capitals, which then say nothing."""
    plain = [
        t for t in tokens if len(t.word) > 1 and t.word.isalpha() and not known.certain(t.word)
    ]
    capitals = sum(t.written.isupper() for t in plain)
    return capitals > len(plain) / 2 and capitals > 0


def candidates(text: str, known: Gazetteer) -> list[Candidate]:
    """Every one, in order, none over another; the longest where several begin together."""
    tokens = tokens_of(text)
    elsewhere = [found.span() for found in _ELSEWHERE.finditer(text[:LONGEST_TEXT])]
    loud = shouted(tokens, known)
    found: list[Candidate] = []
    at = 0
    while at < len(tokens):
        here = _beginning(text, tokens, at, known, loud)
        if here and not any(
            s < here.end and here.start < e and not (here.start <= s and e <= here.end)
            for s, e in elsewhere
        ):
            found.append(here)
            at = here.last
        at += 1
    return found


def _beginning(
    text: str, tokens: Sequence[Token], at: int, known: Gazetteer, loud: bool
) -> Candidate | None:
    """The longest candidate that begins with a token."""
    return (
        _cashtag(text, tokens, at, known)
        or _pair(text, tokens, at, known)
        or _named(text, tokens, at, known, loud)
        or _shaped(tokens, at, known)
        or _misspelt(tokens, at, known)
    )


def _cashtag(text: str, tokens: Sequence[Token], at: int, known: Gazetteer) -> Candidate | None:
    token = tokens[at]
    before = text[max(0, token.start - 2) : token.start]
    if not before.endswith("$") or (len(before) > 1 and before[0].isalnum()):
        return None
    if not token.word.isalnum() or token.word[0].isdigit() or token.word in CURRENCIES:
        return None
    run, senses = _longest(text, tokens, at, known)
    ticker = next((s for s in senses if s.form == "ticker"), None)
    if ticker:
        start, end = token.start - 1, tokens[at + run - 1].end
        return Candidate(ticker.symbol, "cashtag", 0, ticker.kind, start, end, at, at + run - 1)
    if not token.word.isascii() or not 2 <= len(token.word) <= 5:
        return None
    return Candidate(token.word.upper(), "cashtag", 2, None, token.start - 1, token.end, at, at)


def _pair(text: str, tokens: Sequence[Token], at: int, known: Gazetteer) -> Candidate | None:
    """``BTC/USDT``, ``btc-usd``, ``ethusdt``, ``SOL USDT``."""
    token = tokens[at]
    for quote in QUOTES:
        base = token.word.removesuffix(quote)
        if base != token.word and base in known.coins and len(base) > 1:
            return _paired(known.coins[base], quote, token, token, at, at)
    if token.word not in known.coins or at + 1 == len(tokens):
        return None
    behind, between = tokens[at + 1], text[token.end : tokens[at + 1].start]
    joined = _PAIRED.fullmatch(between) or (between == " " and behind.word in STABLE)
    if not joined or behind.word not in QUOTES:
        return None
    return _paired(known.coins[token.word], behind.word, token, behind, at, at + 1)


def _paired(symbol: str, quote: str, first: Token, last: Token, at: int, until: int) -> Candidate:
    base = symbol.partition("/")[0]
    symbol = symbol if quote in DOLLARS else f"{base}/{quote.upper()}"
    return Candidate(symbol, "pair", 0, "coin", first.start, last.end, at, until)


def _longest(
    text: str, tokens: Sequence[Token], at: int, known: Gazetteer
) -> tuple[int, tuple[Sense, ...]]:
    """How many tokens from here on the gazetteer knows together, and as what."""
    words = [tokens[at].word]
    best: tuple[int, tuple[Sense, ...]] = (0, ())
    for run in range(1, known.longest + 1):
        senses = known.senses.get(tuple(words)) or known.senses.get((*words[:-1], _singular(words)))
        if senses:
            best = run, senses
        if at + run >= len(tokens):
            break
        between = text[tokens[at + run - 1].end : tokens[at + run].start]
        if not _BETWEEN.fullmatch(between) or (", " in between):
            break
        words.append(tokens[at + run].word)
    return best


def _singular(words: Sequence[str]) -> str:
    """The last word without the ending of several: "nvidias", "Galicias"."""
    word = words[-1]
    return word[:-1] if len(word) > SHORT_TICKER + 1 and word.endswith("s") else ""


def _named(
    text: str, tokens: Sequence[Token], at: int, known: Gazetteer, loud: bool
) -> Candidate | None:
    run, senses = _longest(text, tokens, at, known)
    if not senses:
        return None
    first, last = tokens[at], tokens[at + run - 1]
    written = text[first.start : last.end]
    high = written.isupper() and not loud and text[first.start - 1 : first.start] not in ("'", "’")
    sense = _meant(senses, high)
    if sense.form == "ticker" and (not written.isascii() or (len(written) == 1 and not high)):
        return None
    if _MARKED_BEFORE.search(text[max(0, first.start - 10) : first.start]) or (
        _MARKED_BEHIND.match(text[last.end : last.end + 4]) and sense.form == "ticker"
    ):
        return _of(sense, "marked", first, last, at, at + run - 1)
    if sense.form == "ticker":
        low: Look = "tick" if len(first.word) <= SHORT_TICKER else "ticker"
        return _of(sense, "TICKER" if high else low, first, last, at, at + run - 1)
    named = (
        first.written[0].isupper()
        and not loud
        and not _START.search(text[max(0, first.start - 12) : first.start])
    )
    return _of(sense, "Name" if named else "name", first, last, at, at + run - 1)


def _meant(senses: Sequence[Sense], high: bool) -> Sense:
    """A ticker where there are capitals, else a name; the first where neither is there."""
    wanted: str = "ticker" if high else "name"
    return next((sense for sense in senses if sense.form == wanted), senses[0])


def _of(sense: Sense, look: Look, first: Token, last: Token, at: int, until: int) -> Candidate:
    return Candidate(sense.symbol, look, sense.doubt, sense.kind, first.start, last.end, at, until)


def _shaped(tokens: Sequence[Token], at: int, known: Gazetteer) -> Candidate | None:
    """A ticker that is made by a rule; without the letter of the currency that it is paid in."""
    token = tokens[at]
    written = token.word.upper()
    if not known.shapes.fullmatch(written):
        return None
    look: Look = "TICKER" if token.written.isupper() else "ticker"
    return Candidate(written, look, 1, "bond", token.start, token.end, at, at)


def _misspelt(tokens: Sequence[Token], at: int, known: Gazetteer) -> Candidate | None:
    token = tokens[at]
    word = token.word
    if len(word) < FEWEST_LETTERS - 1 or not word.isalpha():
        return None
    near = [
        (distance, sense)
        for name, sense in known.spellings.get(word[0], ())
        if abs(len(name) - len(word)) <= 2
        and (distance := slips(name, word)) <= (2 if min(len(name), len(word)) >= LONG_NAME else 1)
    ]
    if not near or is_word(word):
        return None
    distance, sense = min(near)
    doubt = min(2, sense.doubt + distance - 1)
    return Candidate(sense.symbol, "misspelt", doubt, sense.kind, token.start, token.end, at, at)
