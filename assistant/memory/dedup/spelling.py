"""Slips of the pen and words that two languages share."""

from __future__ import annotations

import re
from functools import lru_cache

from assistant.memory.dedup.text import root, tokens
from assistant.memory.wording import fold

_SOUNDS = (
    *(("ph", "f"), ("th", "t"), ("tion", "cion"), ("qu", "k"), ("ch", "x"), ("ll", "y")),
    *(("ce", "se"), ("ci", "si"), ("ge", "je"), ("gi", "ji"), ("h", ""), ("v", "b"), ("z", "s")),
    *(("c", "k"), ("y", "i"), ("w", "u"), ("j", "g")),
)
_DOUBLE = re.compile(r"(\w)\1")
_SHORT, _LONG = 6, 8


def respelled(one: str, other: str) -> tuple[str, str, int]:
    """Both questions, words of one that are slips for a word of the other made alike.

    The spelling that is a word wins. Forms of one word are left alone: they may tell the tense.
    Also tells how many slips there were.
    """
    mine, theirs = tokens(one), tokens(other)
    count = 0
    for word in sorted(set(mine) - set(theirs)):
        for partner in sorted(set(theirs) - set(mine)):
            if root(word) != root(partner) and slip(word, partner):
                right, wrong = (word, partner) if _is_word(word) else (partner, word)
                one, other = _put(one, wrong, right), _put(other, wrong, right)
                count += 1
                break
    return one, other, count


def _put(text: str, wrong: str, right: str) -> str:
    return re.sub(rf"(?<!\w){re.escape(wrong)}(?!\w)", right, fold(text))


def slip(one: str, other: str) -> bool:
    """Whether one word is the other misspelt: near in letters, and at least one is no word.

    Names that nobody knows need to be long and to lack, double or turn round but one letter:
    ``redis`` is no ``redux``.
    """
    if any(c.isdigit() or c in "+#./" for c in one + other) or min(len(one), len(other)) < 3:
        return False
    distance = _distance(one, other)
    sound = _sound(one) == _sound(other)
    if not sound and (distance > 2 or one[0] != other[0]):
        return False
    known = _is_word(one) + _is_word(other)
    shortest = min(len(one), len(other))
    if known == 2:
        return False
    if not sound and _another_ending(one, other):
        return False
    if known == 1:
        return sound or distance == 1 or shortest >= _SHORT
    return shortest >= _SHORT and (sound or (distance == 1 and not _exchanged(one, other)))


def cognate(one: str, other: str) -> bool:
    """Whether two words of different languages are one ("photosynthesis", "fotosíntesis")."""
    mine, theirs = _sound(one), _sound(other)
    shortest = min(len(mine), len(theirs))
    if shortest < 4 or mine[0] != theirs[0]:
        return False
    if mine.startswith(theirs) or theirs.startswith(mine):
        return abs(len(mine) - len(theirs)) <= 2 and shortest >= 5
    return _distance(mine, theirs) <= (0 if shortest < _SHORT else 1 if shortest < _LONG else 2)


def _exchanged(one: str, other: str) -> bool:
    """One letter for another: in names that nobody knows, another name (``strftime``)."""
    return len(one) == len(other) and sorted(one) != sorted(other)


def _another_ending(one: str, other: str) -> bool:
    """One letter for another near the end makes a word of its own (``sulfate``, ``sulfite``)."""
    if len(one) != len(other):
        return False
    places = [i for i, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
    return len(places) == 1 and places[0] >= len(one) - 3


@lru_cache(maxsize=4096)
def _sound(word: str) -> str:
    for letters, sound in _SOUNDS:
        word = word.replace(letters, sound)
    return _DOUBLE.sub(r"\1", word)


@lru_cache(maxsize=4096)
def _is_word(word: str) -> bool:
    import simplemma

    return any(simplemma.is_known(word, lang=language) for language in ("es", "en"))


def _distance(one: str, other: str) -> int:
    from rapidfuzz.distance import OSA

    return int(OSA.distance(one, other))
