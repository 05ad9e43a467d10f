"""How much a word says of what a conversation was about, by the lists of ``data/segments``."""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache

from assistant.memory.wording import fold
from assistant.records import Language
from assistant.resources import data_path

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
    """Whether a word tells nothing of a subject in either language."""
    return weight(word, "es") < FULL or weight(word, "en") < FULL


def key(word: str) -> str:
    """Equal for a word's singular and plural."""
    folded = fold(word)
    return folded[:-1] if len(folded) > 3 and folded.endswith("s") else folded


def belongs(word: str, section: str) -> bool:
    """Whether a list of ``words.toml`` holds it, in either language."""
    return fold(word) in listed(section)


@cache
def listed(section: str) -> frozenset[str]:
    """A section's words of both languages, folded."""
    return frozenset().union(*map(_split, _table()[section].values()))


@cache
def _classes(language: Language) -> tuple[frozenset[str], frozenset[str]]:
    function, light = listed("function"), listed("light")
    if language == "es":
        own = _table()["spanish"]
        return function | _split(own["function"]), light | _split(own["light"])
    return function, light


def _split(words: str) -> frozenset[str]:
    return frozenset(fold(word) for word in words.split())


@cache
def _table() -> dict[str, dict[str, str]]:
    return tomllib.loads(data_path("segments", "words.toml").read_text("utf-8"))
