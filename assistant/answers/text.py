"""Questions as the answerers read them: courtesy taken off, words and numbers apart."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple

from assistant.answers.vocabulary import alternatives
from assistant.text.folding import fold

TOKEN = re.compile(r"\d+(?:[.,:/-]\d+)*|[^\W\d_]+(?:['.-][^\W\d_]+)*|[^\w\s]", re.UNICODE)
_SILENT = frozenset('¿?¡!.,;:"“”«»()…')
_ENDS = " ¿?¡!.,;:="


class Token(NamedTuple):
    """A folded word, number or sign, and how it was typed."""

    word: str
    typed: str


@lru_cache(maxsize=64)
def plain(text: str) -> str:
    """Lower case, no accents, no courtesy, no marks at the ends, single spaces."""
    bare = " ".join(fold(text).split()).strip(_ENDS)
    return _courtesy().sub("", _courtesy().sub("", bare)).strip(_ENDS)


@lru_cache(maxsize=64)
def tokens(text: str) -> tuple[Token, ...]:
    """The words of a question without its courtesy; marks that say nothing are left out."""
    typed = [found.group() for found in TOKEN.finditer(text.replace("’", "'"))]
    found = [Token(fold(word), word) for word in typed if word not in _SILENT]
    return tuple(_without_courtesy(found))


def words(found: tuple[Token, ...]) -> tuple[str, ...]:
    return tuple(token.word for token in found)


def _without_courtesy(found: list[Token]) -> list[Token]:
    said = " ".join(token.word for token in found)
    bare = _courtesy().sub("", _courtesy().sub("", said)).strip(_ENDS)
    if bare == said:
        return found
    before = len(said[: said.find(bare)].split()) if bare else len(found)
    return found[before : before + len(bare.split())]


@cache
def _courtesy() -> re.Pattern[str]:
    """What begins or ends a question and asks nothing."""
    before, after = (alternatives("courtesy", key) for key in ("before", "after"))
    return re.compile(rf"^(?:{before}\b[,:.!?¿¡ ]*)+|(?:[,.!?¿¡ ]*\b{after})+$")
