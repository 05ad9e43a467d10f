"""Whether a text says how the assistant is to answer, whatever it is asked (F8).

"I'd rather you answered in British English", "quiero que seas breve", 'stop saying "great
question"'. The patterns are in ``data/recall/style.toml``, plain phrases in ``answering.txt``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from assistant.resources import toml_of
from assistant.text.folding import fold
from assistant.text.phrases import bordered, phrases_of

_REFERENCE = re.compile(r"<([a-z]+)>")
_QUOTES = str.maketrans("’‘", "''")


@lru_cache(maxsize=4096)
def of_every_answer(text: str) -> bool:
    """A wish of style under no condition."""
    folded = _folded(text)
    if not (phrases_of("recall", "answering.txt").search(folded) or _wishes().search(folded)):
        return False
    return unconditional(text)


@lru_cache(maxsize=4096)
def unconditional(text: str) -> bool:
    """Whether a text ties what it asks for to no occasion."""
    return phrases_of("recall", "conditions.txt").search(_settled().sub(" ", _folded(text))) is None


def _folded(text: str) -> str:
    return fold(text).translate(_QUOTES)


@cache
def _wishes() -> re.Pattern[str]:
    return _whole_words(_read()["patterns"])


@cache
def _settled() -> re.Pattern[str]:
    return _whole_words(_read()["settled"])


def _whole_words(patterns: Sequence[str]) -> re.Pattern[str]:
    words: Mapping[str, Sequence[str]] = _read()["words"]

    def listed(match: re.Match[str]) -> str:
        return f"(?:{'|'.join(words[match[1]])})"

    return bordered(_REFERENCE.sub(listed, pattern) for pattern in patterns)


def _read() -> Mapping[str, Any]:
    return toml_of("recall", "style.toml")
