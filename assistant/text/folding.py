"""Text as it is compared: lower case, without accents, with plain apostrophes."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=65_536)
def fold(text: str) -> str:
    """Lower case, without accents, with plain apostrophes; it may be shorter than ``text``."""
    lowered = text.lower().replace("’", "'")
    if lowered.isascii():
        return lowered
    from unicodedata import combining, normalize

    return "".join(char for char in normalize("NFD", lowered) if not combining(char))


class _InPlace(dict[int, str]):
    """For ``str.translate``: what one character becomes, worked out when it is first met."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        folded = fold(char)
        self[code] = folded if len(folded) == 1 else char
        return self[code]


_IN_PLACE = _InPlace()


def fold_in_place(text: str) -> str:
    """The same, each character on its place, so that spans hold in the text itself."""
    return text.lower() if text.isascii() else text.translate(_IN_PLACE)
