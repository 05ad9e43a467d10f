"""Which words of one question answer to which words of the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from assistant.memory.dedup import cues
from assistant.memory.dedup.lexicon import (
    LONGEST_PHRASE,
    groups_of,
    is_phrase,
    one_word,
    opposite,
)
from assistant.memory.dedup.spelling import cognate
from assistant.memory.dedup.text import root, tokens

Likeness = Callable[[str, str], float]
Weight = Literal["hard", "soft", "asking"]
"""``asking`` only says what kind of answer is wanted; ``soft`` is done with most things."""
HOW = "how"
_BEFORE_NOUN = frozenset(
    {"el", "la", "los", "las", "un", "una", "unos", "unas", "de", "con", "en", "por", "sin"}
)
TRANSLATION = 0.8
"""Likeness from which two single words of different languages count as one."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word or phrase that carries meaning; ``place`` counts tokens, ``groups`` the lexicon's.

    ``noun``: its place is one where no verb of Spanish can stand.
    """

    text: str
    place: int
    groups: frozenset[int]
    weight: Weight
    noun: bool = False


@dataclass(frozen=True, slots=True)
class Alignment:
    """``kinds`` tells how each pair was found; ``left`` and ``right`` have no partner."""

    pairs: tuple[tuple[Word, Word], ...]
    kinds: tuple[str, ...]
    left: tuple[Word, ...]
    right: tuple[Word, ...]
    opposed: bool
    steps: bool

    @property
    def hard_left(self) -> tuple[Word, ...]:
        return self._hard(self.left, self.right)

    @property
    def hard_right(self) -> tuple[Word, ...]:
        return self._hard(self.right, self.left)

    def _hard(self, mine: Sequence[Word], theirs: Sequence[Word]) -> tuple[Word, ...]:
        """What is left and counts. To show is not to create: a soft word may be missing where
        steps are asked for, but where both sides have one left they are two things to do."""
        counted = {"hard"}
        if not self.steps or any(word.weight != "asking" for word in theirs):
            counted.add("soft")
        return tuple(word for word in mine if word.weight in counted)

    def count(self, *kinds: str) -> int:
        return sum(kind in kinds for kind in self.kinds)


@lru_cache(maxsize=2048)
def content_words(text: str, ask: str) -> tuple[Word, ...]:
    """The words of a question that say what it is about, phrases of the lexicon as one."""
    found = tokens(text)
    words: list[Word] = []
    place = 0
    while place < len(found):
        size = _phrase_at(found, place)
        if size > 1:
            phrase = found[place : place + size]
            words.append(Word(" ".join(phrase), place, groups_of(phrase), _weight(phrase, ask)))
        elif _carries(found[place]):
            words.append(_single(found, place, ask))
        place += size
    return tuple(words)


def align(
    one: str, other: str, *, asks: tuple[str, str], cross: bool, likeness: Likeness | None
) -> Alignment:
    """Match by form, by the lexicon and, across languages, by sound and meaning.

    Phrases of the lexicon as a whole first, then what is left of them word by word.
    """
    mine, theirs = list(content_words(one, asks[0])), list(content_words(other, asks[1]))
    pairs: list[tuple[Word, Word]] = []
    kinds: list[str] = []
    for _ in range(2):
        for kind, fits in _stages(cross=cross, likeness=likeness):
            for word in tuple(mine):
                partner = next((w for w in theirs if fits(word, w)), None)
                if partner is not None:
                    pairs.append((word, partner))
                    kinds.append(kind)
                    mine.remove(word)
                    theirs.remove(partner)
        mine, theirs = _apart(mine, asks[0]), _apart(theirs, asks[1])
    opposed = _opposed(pairs, mine, theirs, one, other)
    steps = asks == (HOW, HOW)
    return Alignment(tuple(pairs), tuple(kinds), tuple(mine), tuple(theirs), opposed, steps)


def _single(found: Sequence[str], place: int, ask: str) -> Word:
    token, before = found[place], found[place - 1] if place else ""
    noun = before in _BEFORE_NOUN or cues.found("scope", "mention", before)
    return Word(token, place, groups_of((token,), noun=noun), _weight((token,), ask), noun)


def _weight(phrase: Sequence[str], ask: str) -> Weight:
    light = cues.asking(ask) | cues.words("function")
    if all(word in light for word in phrase):
        return "asking"
    return "soft" if all(word in light | cues.words("soft") for word in phrase) else "hard"


def _stages(
    *, cross: bool, likeness: Likeness | None
) -> list[tuple[str, Callable[[Word, Word], bool]]]:
    stages: list[tuple[str, Callable[[Word, Word], bool]]] = [
        ("form", lambda a, b: a.text == b.text),
        ("root", lambda a, b: _plain(a, b) and _one_root(a, b)),
        ("group", lambda a, b: bool(a.groups & b.groups)),
    ]
    if cross:
        stages.append(("cognate", lambda a, b: _plain(a, b) and cognate(a.text, b.text)))
        if likeness is not None:
            near = likeness
            stages.append(
                ("meaning", lambda a, b: _unlisted(a, b) and near(a.text, b.text) >= TRANSLATION)
            )
    return stages


def _one_root(one: Word, other: Word) -> bool:
    if root(one.text) != root(other.text):
        return False
    return one_word(one.text, other.text, noun=one.noun or other.noun)


def _plain(one: Word, other: Word) -> bool:
    """Neither a number nor an identifier, which are compared letter by letter, nor opposites."""
    if any(char.isdigit() for char in one.text + other.text):
        return False
    return not opposite(one.text, other.text)


def _unlisted(one: Word, other: Word) -> bool:
    """What the lexicon does not join to a word that it knows is another thing, however like."""
    return _plain(one, other) and not (one.groups or other.groups)


def _opposed(
    pairs: Sequence[tuple[Word, Word]],
    mine: Sequence[Word],
    theirs: Sequence[Word],
    one: str,
    other: str,
) -> bool:
    """Whether words without a partner are opposites, little ones included."""
    left, right = [w.text for w in mine], [w.text for w in theirs]
    said, answered = set(tokens(one)), set(tokens(other))
    if any(opposite(a, b) for a in left for b in answered - said):
        return True
    if any(opposite(a, b) for a in said - answered for b in right):
        return True
    met = {token for pair in pairs for word in pair for token in word.text.split()}
    here, there = said - met, answered - met
    return any(opposite(a, b) for a in here - there for b in there - here)


def _apart(words: Sequence[Word], ask: str) -> list[Word]:
    """The words of phrases, one by one."""
    return [
        Word(
            token,
            word.place + step,
            groups_of((token,), noun=word.noun),
            _weight((token,), ask),
            word.noun,
        )
        for word in words
        for step, token in enumerate(word.text.split())
        if _carries(token)
    ]


def _carries(token: str) -> bool:
    return token not in cues.words("function")


def _phrase_at(found: Sequence[str], place: int) -> int:
    """The number of tokens of the longest phrase of the lexicon that begins here; 1 for none."""
    if not is_phrase(found[place]):
        return 1
    for size in range(min(LONGEST_PHRASE, len(found) - place), 1, -1):
        if groups_of(tuple(found[place : place + size])):
            return size
    return 1
