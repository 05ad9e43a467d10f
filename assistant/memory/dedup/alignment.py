"""Which words of one question answer to which words of the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from assistant.memory.dedup import cues
from assistant.memory.dedup.lexicon import LONGEST_PHRASE, groups_of, is_phrase, opposite
from assistant.memory.dedup.spelling import cognate, slip
from assistant.memory.dedup.text import root, tokens

Likeness = Callable[[str, str], float]
TRANSLATION = 0.8
"""Likeness from which two single words of different languages count as one."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word or phrase that carries meaning; ``place`` counts tokens, ``soft`` may be missing."""

    text: str
    place: int
    groups: frozenset[int]
    soft: bool


@dataclass(frozen=True, slots=True)
class Alignment:
    """``kinds`` tells how each pair was found; ``left`` and ``right`` have no partner."""

    pairs: tuple[tuple[Word, Word], ...]
    kinds: tuple[str, ...]
    left: tuple[Word, ...]
    right: tuple[Word, ...]
    opposed: bool

    @property
    def hard_left(self) -> tuple[Word, ...]:
        return tuple(word for word in self.left if not word.soft)

    @property
    def hard_right(self) -> tuple[Word, ...]:
        return tuple(word for word in self.right if not word.soft)

    def count(self, *kinds: str) -> int:
        return sum(kind in kinds for kind in self.kinds)


@lru_cache(maxsize=2048)
def content_words(text: str) -> tuple[Word, ...]:
    """The words of a question that say what it is about, phrases of the lexicon as one."""
    found = tokens(text)
    words: list[Word] = []
    place = 0
    while place < len(found):
        size = _phrase_at(found, place)
        if size > 1:
            phrase = found[place : place + size]
            soft = all(word in cues.words("soft") or word in cues.words("function")
                       for word in phrase)  # fmt: skip
            words.append(Word(" ".join(phrase), place, groups_of(phrase), soft))
        elif _carries(found[place]):
            token = found[place]
            words.append(Word(token, place, groups_of((token,)), token in cues.words("soft")))
        place += size
    return tuple(words)


def align(one: str, other: str, *, cross: bool, likeness: Likeness | None) -> Alignment:
    """Match by form, by the lexicon, by sound or spelling and, across languages, by meaning."""
    mine, theirs = list(content_words(one)), list(content_words(other))
    pairs: list[tuple[Word, Word]] = []
    kinds: list[str] = []
    for kind, fits in _stages(cross=cross, likeness=likeness):
        for word in tuple(mine):
            partner = next((w for w in theirs if fits(word, w)), None)
            if partner is not None:
                pairs.append((word, partner))
                kinds.append(kind)
                mine.remove(word)
                theirs.remove(partner)
    opposed = _opposed(pairs, mine, theirs, one, other)
    return Alignment(tuple(pairs), tuple(kinds), tuple(mine), tuple(theirs), opposed)


def _stages(
    *, cross: bool, likeness: Likeness | None
) -> list[tuple[str, Callable[[Word, Word], bool]]]:
    stages: list[tuple[str, Callable[[Word, Word], bool]]] = [
        ("form", lambda a, b: a.text == b.text),
        ("root", lambda a, b: _plain(a, b) and root(a.text) == root(b.text)),
        ("group", lambda a, b: bool(a.groups & b.groups)),
    ]
    if cross:
        stages.append(("cognate", lambda a, b: _plain(a, b) and cognate(a.text, b.text)))
        if likeness is not None:
            near = likeness
            stages.append(
                ("meaning", lambda a, b: _plain(a, b) and near(a.text, b.text) >= TRANSLATION)
            )
    stages.append(("slip", lambda a, b: _plain(a, b) and slip(a.text, b.text)))
    return stages


def _plain(one: Word, other: Word) -> bool:
    """Neither a number nor an identifier, which are compared letter by letter, nor opposites."""
    if any(char.isdigit() for char in one.text + other.text):
        return False
    return not opposite(one.text, other.text)


def _opposed(
    pairs: Sequence[tuple[Word, Word]],
    mine: Sequence[Word],
    theirs: Sequence[Word],
    one: str,
    other: str,
) -> bool:
    """Whether words without a partner are opposites, little ones included."""
    left, right = [w.text for w in mine], [w.text for w in theirs]
    if any(opposite(a, b) for a in left for b in right):
        return True
    met = {token for pair in pairs for word in pair for token in word.text.split()}
    here, there = set(tokens(one)) - met, set(tokens(other)) - met
    return any(opposite(a, b) for a in here - there for b in there - here)


def _carries(token: str) -> bool:
    return token not in cues.words("function") and (len(token) > 1 or not token.isalpha())


def _phrase_at(found: Sequence[str], place: int) -> int:
    """The number of tokens of the longest phrase of the lexicon that begins here; 1 for none."""
    if not is_phrase(found[place]):
        return 1
    for size in range(min(LONGEST_PHRASE, len(found) - place), 1, -1):
        if groups_of(tuple(found[place : place + size])):
            return size
    return 1
