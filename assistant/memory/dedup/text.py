"""A question in plain words: folded, contractions written out, cut into tokens."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from assistant.memory.dedup import cues
from assistant.memory.wording import fold, stem

_TOKEN = re.compile(
    r"(?<![^\s`'\"(])--?(?=[a-z0-9])\w[\w.-]*(?<![.-])|\d+(?:[.,:/]\d+)*%?|\w+(?:[-./]\w+)*(?:\+\+|#)?"
)
"""An option with its dashes, a number with its sign, a number, a word."""
_MEASURE = re.compile(r"(?<!\w)(\d+(?:[.,]\d+)?)([a-zµ°]{1,4}|%)(?!\w)")
_CLITIC = re.compile(r"'(?:s|re|ve|ll|d|m)(?!\w)")
_AUXILIARY = re.compile(
    r"\b(do|does|did|is|are|was|were|has|have|had|could|would|should)n'?t(?!\w)"
)
_BY = re.compile(
    r"(?<!\w)x(?= (?:q|que|favor|eso|ahi|aca|el|la|los|las|un|una|dia|mes|ano|ejemplo)(?!\w))"
)
"""Shorthand for "por"; elsewhere x is a letter."""
_SYMBOLS = re.compile(r"[=<>|^~%*+/\\@$#&]+|!(?==)")
_DOUBLED = re.compile(r"([bcdfgklmnprtz])\1$")
_SHORT = 5
_OPEN = re.compile(r"[aeio]s?$|[aei]r$")


@lru_cache(maxsize=1024)
def normalise(text: str) -> str:
    """Two texts with one form are one question: letters, numbers, operators and order count.

    Case, accents, marks, courtesies and spaces do not.
    """
    return " ".join((*tokens(text), *symbols(text)))


def symbols(text: str) -> tuple[str, ...]:
    """The operators of a question, in order: ``>>`` is not ``>``."""
    return tuple(_SYMBOLS.findall(text))


@lru_cache(maxsize=1024)
def tokens(text: str) -> tuple[str, ...]:
    """Folded words and numbers, shorthand expanded, a number apart from its unit."""
    folded = _AUXILIARY.sub(r"\1 not", fold(text).replace("won't", "will not"))
    folded = folded.replace("can't", "can not").replace("cannot", "can not")
    expand = cues.table("expand")
    for short in ("what's", "who's", "how's", "where's", "why's"):
        folded = folded.replace(short, expand[short])
    folded = _BY.sub("por", _CLITIC.sub("", folded))
    folded = _MEASURE.sub(lambda m: _measure(m.group(1), m.group(2)), folded)
    found = (match.group().replace(",", ".") for match in _TOKEN.finditer(folded))
    words = " ".join(str(expand.get(token, token)) for token in found)
    return tuple(_unframed(words).split())


def _unframed(words: str) -> str:
    """Without the courtesy around a question; a message that is nothing else stays."""
    before = ""
    while words != before:
        before = words
        for part in ("then", "always", "end"):
            words = _frame(part).sub("", words) or words
    return words


@cache
def _frame(part: str) -> re.Pattern[str]:
    """Courtesies where they stand: before a question, at the start of anything, at the end."""
    table = cues.table("frame")
    phrases = "|".join(table[part])
    if part == "end":
        return re.compile(rf" (?:{phrases})$")
    after = rf" (?=(?:{table['asks']})(?!\w))" if part == "then" else " (?=.)"
    return re.compile(rf"^(?:{phrases}){after}")


def _measure(number: str, unit: str) -> str:
    return f"{number} {unit}" if unit in cues.words("units") else f"{number}{unit}"


def root(token: str) -> str:
    """What the forms of one word have in common, doubled last letters made one.

    They are where English adds an ending ("planning"), not in a Spanish word ("pollo", "perro").
    """
    one = token[:-1] if len(token) > 4 and token[-1] == "s" and token[-2] != "s" else token
    return stem(one) if _OPEN.search(token) else _DOUBLED.sub(r"\1", stem(one))


def other_gender(one: str, other: str) -> bool:
    """Words that differ in a last "o" or "a": as nouns two things ("plato", "plata")."""
    one, other = one.removesuffix("s"), other.removesuffix("s")
    return one[:-1] == other[:-1] and {one[-1:], other[-1:]} == {"o", "a"}


def lengthened(one: str, other: str) -> bool:
    """Short words of English, one of them with an "e" more ("cod", "code"; "plan", "plane")."""
    return max(len(one), len(other)) <= _SHORT and (one + "e" == other or other + "e" == one)
