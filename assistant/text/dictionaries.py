"""Whether a word is one: the dictionaries of the languages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from unicodedata import normalize

from assistant.languages import known, table
from assistant.records import Language

_ACUTE, _TILDE = "\N{COMBINING ACUTE ACCENT}", "\N{COMBINING TILDE}"


@lru_cache(maxsize=16_384)
def is_word(word: str) -> bool:
    """Whether the dictionary of a language holds a form, in lower case.

    The first word of a process takes most of a second: the dictionaries are opened.
    """
    from simplemma import is_known

    return is_known(word, lang=_with_dictionary())


@lru_cache(maxsize=16_384)
def is_folded_word(folded: str) -> bool:
    """The same of a form that has lost its marks: "cumpleanos", "telefono", "compania". A name that
    was typed small is none."""
    return is_word(folded) or any(map(is_word, _marked(folded)))


def _marked(folded: str) -> Iterator[str]:
    """A form with one of its marks put back, or with a tilde and another."""
    for tilde in (False, True):
        for word in _with_one(folded, _TILDE) if tilde else (folded,):
            yield word
            yield from _with_one(word, _ACUTE)


def _with_one(word: str, mark: str) -> Iterator[str]:
    for place in range(1, len(word) + 1):
        marked = normalize("NFC", word[:place] + mark + word[place:])
        if len(marked) == len(word):  # there is such a letter
            yield marked


@cache
def _with_dictionary() -> tuple[Language, ...]:
    return tuple(one for one in known() if table(one, "language").get("dictionary"))
