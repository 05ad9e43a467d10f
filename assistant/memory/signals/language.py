"""Which of the two languages a message is written in, by its little words."""

from __future__ import annotations

import re

from assistant.memory.signals.lexicon import load_lexicon
from assistant.memory.signals.text import READ_AT_MOST, fold
from assistant.records import Language

_SPANISH_MARKS = re.compile(r"[ñ¿¡áéíóú]")
_WORD = re.compile(r"[^\W\d_]+")


def detect_language(text: str) -> Language:
    """The language of most function words; Spanish marks break a tie, English is the default."""
    words = _words(text)
    spanish, english = _count(words, "es"), _count(words, "en")
    if spanish == english:
        return "es" if _SPANISH_MARKS.search(text[:READ_AT_MOST].lower()) else "en"
    return "es" if spanish > english else "en"


def is_foreign(text: str) -> bool:
    """Whether a message is in a language that the signals do not read, as far as that shows."""
    words = _words(text)
    foreign = sum(word in load_lexicon().entries("foreign") for word in words)
    return foreign > max(_count(words, "es"), _count(words, "en"))


def function_words(text: str, language: Language) -> int:
    """How many words of a text's beginning are little words of that language."""
    return _count(_words(text), language)


def _words(text: str) -> list[str]:
    return _WORD.findall(fold(text[:READ_AT_MOST]))


def _count(words: list[str], language: Language) -> int:
    function = load_lexicon().words["function"][language]
    return sum(word in function for word in words)
