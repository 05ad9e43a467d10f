"""Who or what a text names last: "my brother Tom". Pure."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.languages import pattern
from assistant.memory.matching.told_of import WHO
from assistant.records import Language
from assistant.text.folding import fold
from assistant.text.wording import Word, wording

_QUOTED = " “”«»\"'.,;:?!¿"


def whom_named_last(text: str, language: Language) -> str:
    """Who or what was named last: "my brother Tom"."""
    words = text.split()
    places = [n for n, word in enumerate(words) if is_somebody(word, text, language)]
    first, last = phrase_around(words, places) if places else (0, -1)
    return " ".join(words[first : last + 1]).strip(_QUOTED)


def phrase_around(words: Sequence[str], places: Sequence[int]) -> tuple[int, int]:
    """From the last of some places back to where its phrase begins."""
    first = last = places[-1]
    while first - 1 in places:
        first -= 1
    if first and _owned(fold(words[first - 1])):
        first -= 1
    return first, last


def is_somebody(word: str, text: str, language: Language) -> bool:
    return fold(word.strip(_QUOTED)) in {fold(name) for name in names_and_roles(text, language)}


def names_and_roles(text: str, language: Language) -> Sequence[str]:
    """The words that say who somebody is, and names, in their order."""
    return [word.text for word in wording(text, language).words if _says_who(word)]


def _owned(word: str) -> bool:
    return pattern("reader", "following", "owned").fullmatch(word) is not None


def _says_who(word: Word) -> bool:
    return word.kind in WHO or (word.exact and word.text.isalpha())
