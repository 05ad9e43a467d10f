"""The gazetteer: which instruments there are, and what people call them (``instruments.txt``)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Literal, NamedTuple

from assistant.packs.trading.texts import shipped
from assistant.text.folding import fold

Form = Literal["ticker", "name"]
Kind = Literal["share", "fund", "bond", "coin"]

WORD = re.compile(r"[^\W_]+")
MARKS = {"~": 1, "*": 2, "**": 3}
EXACT = "!"
FEWEST_LETTERS = 6
"""Of a name that may be misspelt: a shorter one has too many neighbours."""


class Sense(NamedTuple):
    """One thing that a run of words may name. ``doubt``: 0 it hardly ever means anything else,
    1 a brand or a name of others too, 2 a word of everyday language, 3 one of the commonest."""

    symbol: str
    kind: Kind
    form: Form
    doubt: int


class Gazetteer(NamedTuple):
    """``senses`` by folded words; ``spellings`` are names of one word that may be misspelt, by
    their first letter; ``coins`` the canonical pair of each coin by its folded tickers and names of
    one word; ``shapes`` match tickers that are made by a rule."""

    senses: Mapping[tuple[str, ...], tuple[Sense, ...]]
    longest: int
    spellings: Mapping[str, tuple[tuple[str, Sense], ...]]
    coins: Mapping[str, str]
    shapes: re.Pattern[str]

    def certain(self, word: str) -> bool:
        """Whether a folded word hardly ever means anything but an instrument."""
        return any(not sense.doubt for sense in self.senses.get((word,), ()))


def words_of(text: str) -> tuple[str, ...]:
    """The folded words of a name; marks between them make no difference."""
    return tuple(WORD.findall(fold(text)))


@cache
def gazetteer() -> Gazetteer:
    """The shipped one, read once."""
    return read(shipped("words/instruments.txt"))


@cache
def headings() -> Mapping[str, str]:
    """The canonical symbol of everything listed, with the heading under which it stands: "shares
    of Spain"."""
    found: dict[str, str] = {}
    heading = ""
    for line in shipped("words/instruments.txt").splitlines():
        if line.startswith("[") and line.endswith("]"):
            heading = line.strip("[]")
        elif line and not line.startswith("#") and heading != "shapes":
            found.setdefault(line.split()[0].rstrip("~*"), heading)
    return found


def read(text: str) -> Gazetteer:
    """The gazetteer that a text in the format of ``instruments.txt`` describes."""
    senses: dict[tuple[str, ...], dict[Sense, None]] = {}
    spellings: dict[str, dict[str, Sense]] = {}
    coins: dict[str, str] = {}
    shapes: list[str] = []
    for section, line in _lines(text):
        if section == "shapes":
            shapes.append(line.partition(" = ")[0].strip())
            continue
        for called, sense, exact in _senses(section, line):
            words = words_of(called)
            senses.setdefault(words, {}).setdefault(sense)
            if len(words) > 1:
                continue
            if sense.kind == "coin":
                coins.setdefault(words[0], sense.symbol)
            if sense.form == "name" and sense.doubt < 2 and not exact:
                spellings.setdefault(words[0][0], {}).setdefault(words[0], sense)
    return Gazetteer(
        {words: tuple(found) for words, found in senses.items()},
        max(map(len, senses), default=0),
        {first: tuple(_long(names)) for first, names in spellings.items()},
        coins,
        re.compile(f"(?:{'|'.join(shapes) or '(?!)'})[DC]?"),
    )


def _long(names: Mapping[str, Sense]) -> Iterator[tuple[str, Sense]]:
    return ((name, sense) for name, sense in names.items() if len(name) >= FEWEST_LETTERS)


def _lines(text: str) -> Iterator[tuple[str, str]]:
    """Each line with the first word of its section's heading."""
    section = ""
    for line in text.splitlines():
        if line.startswith("[") and line.endswith("]"):
            section = line.strip("[]").split()[0]
        elif line and not line.startswith("#"):
            yield section, line


_KINDS: Mapping[str, Kind] = {"exchange": "fund", "bonds": "bond", "coins": "coin"}


def _senses(section: str, line: str) -> Iterator[tuple[str, Sense, bool]]:
    """What a line says: what something is called, what it then means, and whether to the letter."""
    kind = _KINDS.get(section, "share")
    tickers, _, names = line.partition(" = ")
    first, *others = tickers.split()
    symbol = first.rstrip("~*")
    pair = "/" in symbol
    for ticker in others if pair else (first, *others):
        called, doubt = _graded(ticker)
        yield called, Sense(symbol, kind, "ticker", doubt), True
    for name in names.split(","):
        called, doubt = _graded(name.strip())
        if called:
            yield called.rstrip(EXACT), Sense(symbol, kind, "name", doubt), called.endswith(EXACT)


def _graded(called: str) -> tuple[str, int]:
    plain = called.rstrip("~*")
    return plain, MARKS.get(called[len(plain) :], 0)
