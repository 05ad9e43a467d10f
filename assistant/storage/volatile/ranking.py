"""bm25 over a handful of texts, as FTS5's ``unicode61 remove_diacritics 2`` would have it."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping, Sequence

_K1, _B, _LEAST_IDF = 1.2, 0.75, 1e-6  # FTS5's constants
_TOKEN = re.compile(r"[^\W_]+")


def tokens(text: str) -> list[str]:
    """Runs of letters and digits, without case and accents."""
    folded = unicodedata.normalize("NFD", text.casefold())
    return _TOKEN.findall("".join(c for c in folded if not unicodedata.combining(c)))


def bm25(texts: Mapping[str, str], words: Sequence[str], limit: int) -> list[tuple[str, float]]:
    """(key, score) of the texts that hold any of the words, best first."""
    documents = {key: tokens(text) for key, text in texts.items()}
    phrases = {tuple(found) for word in words if (found := tokens(word))}
    average = sum(map(len, documents.values())) / max(len(documents), 1)
    scores: defaultdict[str, float] = defaultdict(float)
    for phrase in phrases:
        hits = {key: n for key, text in documents.items() if (n := _count(text, phrase))}
        rarity = math.log((len(documents) - len(hits) + 0.5) / (len(hits) + 0.5))
        for key, n in hits.items():
            length = _K1 * (1 - _B + _B * len(documents[key]) / average)
            scores[key] += max(rarity, _LEAST_IDF) * n * (_K1 + 1) / (n + length)
    return sorted(scores.items(), key=lambda item: -item[1])[:limit]


def _count(text: Sequence[str], phrase: tuple[str, ...]) -> int:
    size = len(phrase)
    return sum(tuple(text[i : i + size]) == phrase for i in range(len(text) - size + 1))
