"""How much a word says of what a conversation was about, by the lists of each language."""

from __future__ import annotations

from functools import cache, lru_cache

from assistant.languages import each, known, table
from assistant.records import Language
from assistant.text.folding import fold

FUNCTION, LIGHT, FULL = 0.0, 0.4, 1.0


@lru_cache(maxsize=16_384)
def weight(word: str, language: Language) -> float:
    """``FUNCTION`` for grammar, ``LIGHT`` for small talk, ``FULL`` for words with a subject."""
    if "/" in word:
        return max(weight(part, language) for part in word.split("/"))
    folded = fold(word)
    function, light = _classes(language)
    if (
        not folded
        or folded in function
        or (len(folded) < 2 and folded.isascii() and not folded.isdigit())
    ):
        return FUNCTION
    bare = folded.partition("'")[0]
    return LIGHT if folded in light or bare in light or bare in function else FULL


def is_common(word: str) -> bool:
    """Whether a word tells nothing of a subject in some language."""
    return any(weight(word, language) < FULL for language in known())


def belongs(word: str, section: str) -> bool:
    """Whether a list of the words of some language's ``summaries.toml`` holds it."""
    return fold(word) in listed(section)


@cache
def listed(section: str) -> frozenset[str]:
    """A list of words of all languages, folded."""
    return frozenset().union(*(_split(own[section]) for _, own in each("summaries", "words")))


@cache
def _classes(language: Language) -> tuple[frozenset[str], frozenset[str]]:
    own = table(language, "summaries").get("own", {})
    function, light = _split(own.get("function", "")), _split(own.get("light", ""))
    return listed("function") | function, listed("light") | light


def _split(words: str) -> frozenset[str]:
    return frozenset(fold(word) for word in words.split())
