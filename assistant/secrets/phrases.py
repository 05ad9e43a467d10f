"""Recovery phrases of wallets, by the lists of words that they are drawn from (BIP-39)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from unicodedata import normalize

from assistant.secrets.base import Secret
from assistant.text.folding import fold_in_place

SHORTEST = 12
"""Words of the shortest phrase."""
DIFFERENT = 0.7
"""Of the words of a phrase, how many differ at least."""
LANGUAGES = ("english", "spanish")

_ITEM = r"(?:\d{1,2}[.):]?[ \t]{0,3})?[a-z]{3,8}"
_LIKELY = re.compile(rf"(?<![a-z])(?:{_ITEM}[\s,;|\"'*-]{{1,6}}){{{SHORTEST - 1}}}{_ITEM}(?![a-z])")
_WORDS = re.compile(r"[a-z]+")
_BETWEEN = re.compile(r"[\s,;|\"'*.):\d-]{0,12}")


def find_phrases(text: str) -> Iterator[Secret]:
    """Twelve words of one list or more in a row, numbered or not."""
    low = fold_in_place(text)
    if not _LIKELY.search(low):
        return
    for words in map(_list, LANGUAGES):
        start = end = count = 0
        for match in _WORDS.finditer(low):
            known = match.group() in words
            joined = count and _BETWEEN.fullmatch(low, end, match.start())
            if known and joined:
                end, count = match.end(), count + 1
                continue
            if count >= SHORTEST and _drawn(low[start:end]):
                yield Secret((start, end), "seed_phrase")
            start, end, count = match.start(), match.end(), int(known)
        if count >= SHORTEST and _drawn(low[start:end]):
            yield Secret((start, end), "seed_phrase")


def _drawn(phrase: str) -> bool:
    """Words drawn by lot hardly come twice."""
    words = _WORDS.findall(phrase)
    return len(set(words)) >= DIFFERENT * len(words)


@cache
def _list(language: str) -> frozenset[str]:
    from mnemonic import Mnemonic

    return frozenset(fold_in_place(normalize("NFC", word)) for word in Mnemonic(language).wordlist)
