"""Whether a word is one: the dictionaries of the languages."""

from __future__ import annotations

from functools import cache, lru_cache

from assistant.languages import known, table
from assistant.records import Language


@lru_cache(maxsize=16_384)
def is_word(word: str) -> bool:
    """Whether the dictionary of a language holds a form, in lower case.

    The first word of a process takes most of a second: the dictionaries are opened.
    """
    from simplemma import is_known

    return is_known(word, lang=_with_dictionary())


@cache
def _with_dictionary() -> tuple[Language, ...]:
    return tuple(one for one in known() if table(one, "language").get("dictionary"))
