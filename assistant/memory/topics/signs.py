"""Signs, in the words alone, that a message goes on with what was being said."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple

from assistant.memory.topics.text import plain, sentences
from assistant.resources import toml_of
from assistant.text.folding import fold
from assistant.text.words import words

ELLIPTIC_WORDS = 2
"""A message that begins with "and", "pero"… and has no more words of its own than this goes on."""

STEM = 6
"""Letters that tell words apart: "cocino" and "cocinar" are one."""

_PRECISE = re.compile(r"[`\"«\d:]")
_LAUGH = re.compile(r"\A(?:(?:ja|je|ji|ha|he)+h?|l+o+l+|o+k+(?:e+y*)?|si+|no+|ye+s+|gra+cia+s+)\Z")


class Signs(NamedTuple):
    """What the words of a message show; ``last`` ones are read in its last sentence."""

    asks: bool
    last_asks: bool
    last_asks_word: bool
    last_about_you: bool
    opening: bool
    returning: bool
    pointing: bool
    last_pointing: bool
    connecting: bool
    requesting: bool
    adding: bool
    content_words: int


def follow_up(text: str) -> bool:
    """Acknowledgement, thanks, correction or ellipsis: no subject of its own (C5)."""
    folded = _folded(text)
    if not words(folded):
        return True
    return acknowledges(folded) or elliptic(folded) or _corrects(folded)


def acknowledges(folded: str) -> bool:
    """Nothing but thanks, assent, laughter or goodbye."""
    known = _set("acknowledging")
    return all(word in known or _LAUGH.match(word) for word in words(folded))


def elliptic(folded: str) -> bool:
    """ "and in python?", "¿y si falla?", "why not": says nothing without what came before."""
    own = content(folded)
    if not own and not _opener().search(folded):
        return True
    return len(own) <= ELLIPTIC_WORDS and _begins("connecting").match(folded) is not None


def read(text: str) -> Signs:
    """The signs of ``text``."""
    folded = _folded(text)
    every = sentences(plain(text))
    asked = [sentence for sentence in every if "?" in sentence]
    last = fold((asked or every)[-1]).lstrip("¿¡ ")
    everywhere = words(folded)
    spoken = set(words(last))
    asks_word = _begins("asking").match(last) is not None
    return Signs(
        asks="?" in folded or asks_word,
        last_asks="?" in last or asks_word,
        last_asks_word=asks_word,
        last_about_you=bool(spoken & {"you", "your", "vos", "tu", "tus", "te", "usted"}),
        opening=_opener().search(folded) is not None,
        returning=_begins("returning").fullmatch(last.rstrip(" ?!.")) is not None,
        pointing=not _set("pointing").isdisjoint(everywhere),
        last_pointing=bool(spoken & _set("pointing")),
        connecting=_begins("connecting").match(folded) is not None,
        requesting=_begins("requesting").match(folded) is not None,
        adding=not _set("adding").isdisjoint(everywhere),
        content_words=len(content(folded)),
    )


@lru_cache(maxsize=2048)
def content(text: str) -> frozenset[str]:
    """Beginnings of the words that carry meaning, equal for most forms of one word."""
    empty = _set("empty")
    found = (word for word in words(text) if word not in empty)
    return frozenset(word[:STEM] for word in found if len(word) > 1 or word.isdigit())


def about_oneself(text: str) -> bool:
    """Whether the speaker speaks of "I", "my", "yo", "mi"…"""
    return not _set("oneself").isdisjoint(words(_folded(text)))


def precise(text: str) -> bool:
    """Whether it holds figures, code, quotations or a list, as answers do and small talk seldom."""
    return _PRECISE.search(text) is not None


def listed(name: str) -> list[str]:
    """A list of ``data/topics/signs.toml``."""
    found: str | list[str] = toml_of("topics", "signs.toml")[name]
    return found.split() if isinstance(found, str) else found


def _corrects(folded: str) -> bool:
    start = _begins("correcting").match(folded)
    return start is not None and len(content(folded[start.end() :])) <= ELLIPTIC_WORDS


def _folded(text: str) -> str:
    return fold(plain(text)).lstrip("¿¡ ")


@cache
def _set(name: str) -> frozenset[str]:
    return frozenset(listed(name))


@cache
def _begins(name: str) -> re.Pattern[str]:
    entries = "|".join(re.escape(entry) for entry in listed(name))
    return re.compile(rf"(?:(?:{entries})(?!\w)[ ,]*)+")


@cache
def _opener() -> re.Pattern[str]:
    return re.compile("|".join(f"(?<!\\w)(?:{entry})" for entry in listed("opening")))
