"""Slips of the pen and words that two languages share."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from assistant.memory.dedup import cues
from assistant.memory.dedup.lexicon import groups_of, is_listed, one_word, opposite
from assistant.memory.dedup.text import root, tokens
from assistant.text.dictionaries import is_word
from assistant.text.folding import fold
from assistant.text.slips import slips
from assistant.text.words import names

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
    Also tells how many slips there were. May open the dictionaries, which takes its time.
    """
    mine, theirs = named(one), named(other)

    def fits(word: str, partner: str) -> bool:
        return slip(word, partner, named=word in mine and partner in theirs)

    return _alike(one, other, fits, _is_word)


def supposed(one: str, other: str) -> tuple[str, str, int]:
    """The same as if no dictionary knew better: words near in letters made alike."""
    return _alike(one, other, _near, _listed)


def _alike(
    one: str, other: str, fits: Callable[[str, str], bool], right: Callable[[str], bool]
) -> tuple[str, str, int]:
    mine, theirs = tokens(one), tokens(other)
    count = 0
    for word in sorted(set(mine) - set(theirs)):
        for partner in sorted(set(theirs) - set(mine)):
            if not _forms_of_one(word, partner) and fits(word, partner):
                kept, wrong = (word, partner) if right(word) else (partner, word)
                one, other = _put(one, wrong, kept), _put(other, wrong, kept)
                count += 1
                break
    return one, other, count


def _forms_of_one(one: str, other: str) -> bool:
    return root(one) == root(other) and one_word(one, other, noun=False)


def _put(text: str, wrong: str, right: str) -> str:
    return re.sub(rf"(?<!\w){re.escape(wrong)}(?!\w)", right, fold(text))


def slip(one: str, other: str, *, named: bool = False) -> bool:
    """Whether one word is the other misspelt: near in letters, and at least one is no word.

    Names that nobody knows need to be long and to lack, double or turn round but one letter:
    ``redis`` is no ``redux``. A short one of two ``named`` words may well be a name that no
    dictionary has: ``Lara`` is not ``Laura``.
    """
    if not _near(one, other):
        return False
    known = _is_word(one) + _is_word(other)
    short = min(len(one), len(other)) < _SHORT
    if known == 1:
        return not (named and short) or _heard_alike(one, other) or sorted(one) == sorted(other)
    if known == 2 or short:
        return False
    return _heard_alike(one, other) or (slips(one, other) == 1 and not _exchanged(one, other))


def _heard_alike(one: str, other: str) -> bool:
    return _sound(one) == _sound(other)


def _near(one: str, other: str) -> bool:
    """Near enough in letters for a slip, whatever the dictionaries say."""
    shortest = min(len(one), len(other))
    if any(c.isdigit() or c in "+#./" for c in one + other) or shortest < 3:
        return False
    if groups_of((one,)) & groups_of((other,)) or opposite(one, other):
        return False  # the lexicon says what they are to each other
    if _heard_alike(one, other):
        return True
    distance = slips(one, other)
    if distance > 2 or one[0] != other[0] or _another_ending(one, other):
        return False
    return distance == 1 or shortest >= _SHORT


def named(text: str) -> frozenset[str]:
    """Words with a capital inside a sentence; none where most words have one."""
    found = names(text)
    typed_so = text.isupper() or len(found) > len(text.split()) / 2
    return frozenset() if typed_so else found


def cognate(one: str, other: str) -> bool:
    """Whether two words of different languages are one ("photosynthesis", "fotosíntesis")."""
    mine, theirs = _sound(one), _sound(other)
    shortest = min(len(mine), len(theirs))
    if shortest < _SHORT or mine[0] != theirs[0]:
        return False
    if mine.startswith(theirs) or theirs.startswith(mine):
        return abs(len(mine) - len(theirs)) <= 2
    return slips(mine, theirs) <= (0 if shortest < _LONG else 1)


def _exchanged(one: str, other: str) -> bool:
    """One letter for another: in names that nobody knows, another name (``strftime``)."""
    return len(one) == len(other) and sorted(one) != sorted(other)


def _another_ending(one: str, other: str) -> bool:
    """One letter for another near the end makes a word of its own (``sulfate``, ``sulfite``), and
    one more behind a short word (``latte``, ``latter``); only an "e" is often forgotten."""
    if len(one) != len(other):
        shorter, longer = sorted((one, other), key=len)
        return len(longer) < _LONG and longer[:-1] == shorter and not longer.endswith("e")
    places = [i for i, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
    return len(places) == 1 and places[0] >= len(one) - 3


@lru_cache(maxsize=4096)
def _sound(word: str) -> str:
    for letters, sound in _SOUNDS:
        word = word.replace(letters, sound)
    return _DOUBLE.sub(r"\1", word)


def _is_word(word: str) -> bool:
    """A word of our own lists, which need no dictionary, or of a dictionary."""
    return _listed(word) or is_word(word)


def _listed(word: str) -> bool:
    """A word of our own lists, which need no dictionary."""
    return is_listed(word) or word in cues.words("function")
