"""Which of the two languages a message is written in, by its little words."""

from __future__ import annotations

import re

from assistant.memory.signals.lexicon import load_lexicon
from assistant.records import Language

_SPANISH_MARKS = re.compile(r"[ñ¿¡áéíóú]")
_WORD = re.compile(r"[^\W\d_]+")


def detect_language(text: str) -> Language:
    """The language of most function words; Spanish marks break a tie, English is the default."""
    from assistant.memory.signals.text import READ_AT_MOST, fold

    lists = load_lexicon().words["function"]
    head = text[:READ_AT_MOST]
    words = _WORD.findall(fold(head))
    spanish = sum(word in lists["es"] for word in words)
    english = sum(word in lists["en"] for word in words)
    if spanish == english:
        return "es" if _SPANISH_MARKS.search(head.lower()) else "en"
    return "es" if spanish > english else "en"
