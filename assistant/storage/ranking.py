"""bm25 over a handful of texts, as FTS5's ``unicode61 remove_diacritics 2`` would have it.

The sums are FTS5's to the last bit, so that all stores give the same order; what weighs the same
stays in the order of the texts.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import NamedTuple

_K1, _B, _LEAST_IDF = 1.2, 0.75, 1e-6  # FTS5's constants
_TOKEN = re.compile(r"[^\W_]+")


class Corpus(NamedTuple):
    """All the texts that there are: how many, and how many tokens they have on average."""

    texts: int
    average: float


def tokens(text: str) -> list[str]:
    """Runs of letters and digits, without case and accents."""
    folded = unicodedata.normalize("NFD", text.casefold())
    return _TOKEN.findall("".join(c for c in folded if not unicodedata.combining(c)))


def phrases_of(words: Sequence[str]) -> list[tuple[str, ...]]:
    """Their tokens, each once; those without a letter or digit are left out."""
    return list(dict.fromkeys(tuple(found) for word in words if (found := tokens(word))))


def bm25(
    texts: Mapping[str, str], words: Sequence[str], limit: int, corpus: Corpus | None = None
) -> list[tuple[str, float]]:
    """(key, score) of the texts that hold any of the words, best first.

    ``texts`` are all of the ``corpus`` where it is not given; else at least those that hold a word.
    """
    documents = {key: tokens(text) for key, text in texts.items()}
    if corpus is None:
        total = sum(map(len, documents.values()))
        corpus = Corpus(len(documents), total / max(len(documents), 1))
    scores: dict[str, float] = dict.fromkeys(documents, 0.0)
    counted = [
        (phrase, {key: n for key, text in documents.items() if (n := _count(text, phrase))})
        for phrase in phrases_of(words)
    ]
    counted.sort(key=lambda pair: (len(pair[1]), pair[0]))  # the rare first, as FTS5 is asked
    for _, hits in counted:
        rarity = math.log((corpus.texts - len(hits) + 0.5) / (len(hits) + 0.5))
        for key, n in hits.items():
            length = _K1 * (1 - _B + _B * len(documents[key]) / corpus.average)
            scores[key] += max(rarity, _LEAST_IDF) * (n * (_K1 + 1) / (n + length))
    found = [(key, score) for key, score in scores.items() if score > 0]
    return sorted(found, key=lambda item: -item[1])[:limit]


def _count(text: Sequence[str], phrase: tuple[str, ...]) -> int:
    size = len(phrase)
    return sum(tuple(text[i : i + size]) == phrase for i in range(len(text) - size + 1))
