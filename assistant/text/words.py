"""The words of a text as they stand in it, whatever the language."""

from __future__ import annotations

import re
from functools import lru_cache

from assistant.text.folding import fold

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_NAME = re.compile(r"(?<=\S\s)[^\W\d_a-zà-ÿ]\w+")


@lru_cache(maxsize=4096)
def words(text: str) -> tuple[str, ...]:
    """Its folded words, in order."""
    return tuple(_WORD.findall(fold(text)))


def names(text: str) -> frozenset[str]:
    """Words written with a capital inside a sentence, folded."""
    return frozenset(map(fold, _NAME.findall(text)))
