"""Which words of one question answer to which words of the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from assistant.memory.dedup import cues
from assistant.memory.dedup.lexicon import (
    LONGEST_PHRASE,
    groups_of,
    is_phrase,
    one_word,
    opposite,
)
from assistant.memory.dedup.spelling import cognate, named
from assistant.memory.dedup.text import root, tokens, unbroken
from assistant.memory.signals.language import detect_language

Weight = Literal["hard", "soft", "asking"]
"""``asking`` only says what kind of answer is wanted; ``soft`` is done with most things."""
HOW = "how"
_BEFORE_NOUN = frozenset(
    {"el", "la", "los", "las", "un", "una", "unos", "unas", "de", "con", "en", "por", "sin"}
)


class Word(NamedTuple):
    """A word or phrase that carries meaning; ``place`` counts tokens, ``groups`` the lexicon's.

    ``noun``: its place is one where no verb of Spanish can stand. ``name``: it has a capital.
    """

    text: str
    place: int
    groups: frozenset[int]
    weight: Weight
    noun: bool = False
    name: bool = False
    spanish: bool = False


class Alignment(NamedTuple):
    """``kinds`` tells how each pair was found; ``left`` and ``right`` have no partner."""

    pairs: tuple[tuple[Word, Word], ...]
    kinds: tuple[str, ...]
    left: tuple[Word, ...]
    right: tuple[Word, ...]
    opposed: bool
    brief: tuple[bool, bool]

    @property
    def hard_left(self) -> tuple[Word, ...]:
        return self._hard(self.left, self.right, brief=self.brief[1])

    @property
    def hard_right(self) -> tuple[Word, ...]:
        return self._hard(self.right, self.left, brief=self.brief[0])

    def _hard(
        self, mine: Sequence[Word], theirs: Sequence[Word], *, brief: bool
    ) -> tuple[Word, ...]:
        """What is left and counts. To show is not to create: a soft word may be missing from a
        ``brief`` question, but where both sides have one left they are two things to do."""
        counted = {"hard"}
        if not brief or any(word.weight != "asking" for word in theirs):
            counted.add("soft")
        return tuple(word for word in mine if word.weight in counted)

    @property
    def mine(self) -> tuple[Word, ...]:
        """The words of the first question, phrases only where they were matched as one."""
        return (*(a for a, _ in self.pairs), *self.left)

    @property
    def theirs(self) -> tuple[Word, ...]:
        """Those of the other."""
        return (*(b for _, b in self.pairs), *self.right)


@lru_cache(maxsize=2048)
def head(text: str) -> int:
    """The number of tokens with which a question only begins to ask ("how do I", "the way to")."""
    begins = cues.pattern("frame", "head").match(" ".join(tokens(text)))
    return len(begins.group().split()) if begins else 0


@lru_cache(maxsize=2048)
def content_words(text: str, ask: str) -> tuple[Word, ...]:
    """The words of a question that say what it is about, phrases of the lexicon as one."""
    found = tokens(text)
    words: list[Word] = []
    spanish = detect_language(text) == "es"
    place = head(text)
    while place < len(found):
        size = _phrase_at(found, place)
        if size > 1:
            phrase = found[place : place + size]
            words.append(Word(" ".join(phrase), place, groups_of(phrase), _weight(phrase, ask)))
        elif _carries(found[place]) or (found[place] in cues.words("english") and not spanish):
            word = _single(found, place, ask, spanish=spanish)
            words.append(word._replace(name=word.text in named(text)))
        place += size
    return tuple(words)


def align(one: str, other: str, *, asks: tuple[str, str], cross: bool) -> Alignment:
    """Match by form, by the lexicon and, across languages, by sound.

    Phrases of the lexicon as a whole first, then what is left of them word by word.
    """
    mine, theirs = list(content_words(one, asks[0])), list(content_words(other, asks[1]))
    pairs: list[tuple[Word, Word]] = []
    kinds: list[str] = []
    for _ in range(2):
        for kind, fits in _stages(cross=cross):
            for word in tuple(mine):
                partner = next((w for w in theirs if fits(word, w)), None)
                if partner is not None:
                    pairs.append((word, partner))
                    kinds.append(kind)
                    mine.remove(word)
                    theirs.remove(partner)
        mine, theirs = _apart(mine, asks[0]), _apart(theirs, asks[1])
    opposed = _opposed(pairs, mine, theirs, one, other)
    brief = _brief(one, asks), _brief(other, asks)
    return Alignment(tuple(pairs), tuple(kinds), tuple(mine), tuple(theirs), opposed, brief)


def _brief(text: str, asks: tuple[str, str]) -> bool:
    """Whether a question asks for steps and does not say for which ("gazpacho recipe")."""
    words = tokens(text)
    return asks == (HOW, HOW) and not {"how", "como"} & set(words) and head(text) == 0


def _single(found: Sequence[str], place: int, ask: str, *, spanish: bool) -> Word:
    token, before = found[place], found[place - 1] if place else ""
    noun = before in _BEFORE_NOUN or cues.found("scope", "mention", before)
    groups = groups_of((token,), noun=noun, spanish=spanish)
    return Word(token, place, groups, _weight((token,), ask), noun, spanish=spanish)


def _weight(phrase: Sequence[str], ask: str) -> Weight:
    light = cues.asking(ask) | cues.little()
    if all(word in light for word in phrase):
        return "asking"
    return "soft" if all(word in light | cues.words("soft") for word in phrase) else "hard"


def _stages(*, cross: bool) -> list[tuple[str, Callable[[Word, Word], bool]]]:
    stages: list[tuple[str, Callable[[Word, Word], bool]]] = [
        ("form", lambda a, b: a.text == b.text),
        ("root", lambda a, b: _plain(a, b) and _one_root(a, b, cross=cross)),
        ("group", lambda a, b: bool(a.groups & b.groups)),
    ]
    if not cross:
        return stages
    stages.append(("cognate", lambda a, b: _unlisted(a, b) and cognate(a.text, b.text)))
    return [(kind, _honest(fits)) for kind, fits in stages]


def _honest(fits: Callable[[Word, Word], bool]) -> Callable[[Word, Word], bool]:
    """The same test, which words spelt alike by chance fail: "red" is a colour or a net,
    "Granada" a city, but "la granada" a fruit."""
    return lambda a, b: fits(a, b) and not (a.text == b.text and _by_chance(a, b))


def _by_chance(one: Word, other: Word) -> bool:
    named = one.name != other.name and (one.noun or other.noun)
    return named or one.text in cues.words("homographs")


def _one_root(one: Word, other: Word, *, cross: bool) -> bool:
    """Of two languages, only a plural: a "bat" is no "bate"."""
    if one.name or other.name or not _same_root(one.text, other.text):
        return False
    if cross and one.text.removesuffix("s") != other.text.removesuffix("s"):
        return False
    return one_word(
        one.text, other.text, noun=one.noun or other.noun, spanish=one.spanish or other.spanish
    )


def _same_root(one: str, other: str) -> bool:
    return root(one) == root(other) or root(unbroken(one)) == root(unbroken(other))


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
    return [part for word in words for part in _parts(word, ask)]


def _parts(word: Word, ask: str) -> list[Word]:
    if " " not in word.text:
        return [word]
    return [
        Word(token, word.place + step, groups_of((token,)), _weight((token,), ask))
        for step, token in enumerate(word.text.split())
        if _carries(token)
    ]


def _carries(token: str) -> bool:
    return token not in cues.little()


def _phrase_at(found: Sequence[str], place: int) -> int:
    """The number of tokens of the longest phrase of the lexicon that begins here; 1 for none."""
    if not is_phrase(found[place]):
        return 1
    for size in range(min(LONGEST_PHRASE, len(found) - place), 1, -1):
        if groups_of(tuple(found[place : place + size])):
            return size
    return 1
