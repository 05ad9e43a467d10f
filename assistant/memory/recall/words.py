"""Words as recall compares them, and the phrases that ``data/recall/`` lists."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

from assistant.memory.phrases import any_of
from assistant.resources import data_path

_WORD = re.compile(r"\w+(?:['’]\w+)?")


def fold(text: str) -> str:
    """Lower case, without accents or other marks (ñ becomes n)."""
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFD", text.lower())
    return "".join(c for c in parts if not unicodedata.combining(c))


@lru_cache(maxsize=4096)
def words(text: str) -> frozenset[str]:
    """The folded words of a text."""
    return frozenset(_WORD.findall(fold(text)))


@cache
def phrases(name: str) -> re.Pattern[str]:
    """Any phrase of ``data/recall/NAME.txt`` (one a line) in folded text.

    A phrase stands between word borders; one that ends in * is the beginning of a word.
    """
    lines = data_path("recall", f"{name}.txt").read_text("utf-8").splitlines()
    return any_of(line for line in lines if line.strip() and not line.startswith("#"))
