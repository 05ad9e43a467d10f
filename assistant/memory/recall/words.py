"""Words as recall compares them, and the phrases that ``data/recall/`` lists."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from assistant.resources import lines_of
from assistant.text.folding import fold
from assistant.text.phrases import any_of

_WORD = re.compile(r"\w+(?:['’]\w+)?")


@lru_cache(maxsize=4096)
def words(text: str) -> frozenset[str]:
    """The folded words of a text."""
    return frozenset(_WORD.findall(fold(text)))


@cache
def phrases(name: str) -> re.Pattern[str]:
    """Any phrase of ``data/recall/NAME.txt`` (one a line) in folded text.

    A phrase stands between word borders; one that ends in * is the beginning of a word.
    """
    return any_of(lines_of("recall", f"{name}.txt"))
