"""Words that ask for the same thing, and words that turn a question into another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from assistant.memory.dedup import cues
from assistant.memory.dedup.text import inflected, other_gender, root, tokens, unbroken, written_out
from assistant.resources import lines_of

LONGEST_PHRASE = 5
_LONG_ENOUGH = 5
_GROUPS = ("synonyms.txt", "dictionary.txt")
_OPPOSITES = ("opposites.txt", "antonyms.txt")
_PREFIXES = ("des", "dis", "in", "im", "un", "non", "anti", "ir", "il", "mis", "de")


@lru_cache(maxsize=8192)
def groups_of(
    phrase: tuple[str, ...], *, noun: bool = False, spanish: bool | None = None
) -> frozenset[int]:
    """The groups of the lexicon that hold a word or phrase, in any of its forms in a language.

    A ``noun`` is no form of the word that only differs in gender ("libra", "libro").
    """
    if len(phrase) == 1:
        exact = next(
            (_forms()[(form,)] for form in _plainly(phrase[0]) if (form,) in _forms()), None
        )
        return exact if exact is not None else _groups_of_forms(phrase[0], noun, spanish)
    return _roots().get(tuple(map(root, phrase)), frozenset())


def one_word(one: str, other: str, *, noun: bool, spanish: bool = True) -> bool:
    """Whether two words of one root are forms of one word."""
    if one != other and {one, other} & cues.words("own"):
        return False
    fits = inflected(one, other, spanish=spanish)
    if spanish and not fits:
        fits = inflected(unbroken(one), unbroken(other), spanish=True)
    return fits and not (noun and other_gender(one, other))


def is_listed(word: str) -> bool:
    """Whether the lexicon has a word, spelt so."""
    return (word,) in _forms()


def is_phrase(start: str) -> bool:
    """Whether some phrase of several words begins so."""
    return root(start) in _beginnings()


def opposite(one: str, other: str) -> bool:
    """Listed opposites, or a word and its negation by prefix ("activar", "desactivar")."""
    mine, theirs = _sides(one), _sides(other)
    if any((number, not side) in theirs for number, side in mine):
        return True
    return _negates(one, other) or _negates(other, one)


def _negates(longer: str, shorter: str) -> bool:
    """Hyphens are parts: "case-insensitive" negates "case-sensitive"."""
    if "-" in longer and "-" in shorter:
        pairs = zip(longer.split("-"), shorter.split("-"), strict=False)
        return any(_negates(a, b) for a, b in pairs)
    if len(shorter) < 4 or len(longer) <= len(shorter):
        return False
    bare = root(shorter)
    return any(root(longer) == prefix + bare for prefix in _PREFIXES)


@lru_cache(maxsize=8192)
def _sides(word: str) -> frozenset[tuple[int, bool]]:
    """The lines of opposites that hold a word, and on which side."""
    found = set(_opposites().get(root(word), ()))
    for group in groups_of((word,)):
        found |= _group_sides().get(group, frozenset())
    return frozenset(found)


@cache
def _groups() -> tuple[tuple[tuple[str, ...], ...], ...]:
    """The groups of words and phrases, as tokens: plain text, read without looking for more."""
    return tuple(
        tuple(written_out(entry) for entry in line.split("=")) for line in _lines(*_GROUPS)
    )


@cache
def _forms() -> dict[tuple[str, ...], frozenset[int]]:
    """Every word and phrase as it is written."""
    return _numbered((entry, number) for number, group in enumerate(_groups()) for entry in group)


@cache
def _roots() -> dict[tuple[str, ...], frozenset[int]]:
    """The phrases by their roots."""
    return _numbered(
        (tuple(map(root, entry)), number)
        for number, group in enumerate(_groups())
        for entry in group
        if len(entry) > 1
    )


def _numbered(
    entries: Iterable[tuple[tuple[str, ...], int]],
) -> dict[tuple[str, ...], frozenset[int]]:
    found: dict[tuple[str, ...], set[int]] = {}
    for key, number in entries:
        found.setdefault(key, set()).add(number)
    return {key: frozenset(numbers) for key, numbers in found.items()}


def _groups_of_forms(word: str, noun: bool, spanish: bool | None) -> frozenset[int]:
    forms = _spellings().get(root(word), ())
    kin = [form for form in forms if one_word(word, form, noun=noun, spanish=spanish is not False)]
    return frozenset[int]().union(*(_forms()[(form,)] for form in kin))


@cache
def _spellings() -> dict[str, list[str]]:
    """The single words of the lexicon by their roots."""
    found: dict[str, list[str]] = {}
    for phrase in _forms():
        if len(phrase) == 1:
            found.setdefault(root(phrase[0]), []).append(phrase[0])
    return found


def _plainly(word: str) -> tuple[str, ...]:
    """A word and what it may be the plural of."""
    if word in cues.words("own") or len(word) < _LONG_ENOUGH:
        return (word,)
    if word.endswith("es"):
        return (word, word[:-1], word[:-2])
    return (word, word[:-1]) if word.endswith("s") and not word.endswith("ss") else (word,)


@cache
def _beginnings() -> frozenset[str]:
    return frozenset(phrase[0] for phrase in _roots())


@cache
def _opposites() -> dict[str, set[tuple[int, bool]]]:
    found: dict[str, set[tuple[int, bool]]] = {}
    for number, line in enumerate(_lines(*_OPPOSITES)):
        for side, words in enumerate(line.split("|")):
            for word in words.split("="):
                for token in tokens(word)[:1] if " " not in word.strip() else ():
                    found.setdefault(root(token), set()).add((number, bool(side)))
    return found


@cache
def _group_sides() -> dict[int, frozenset[tuple[int, bool]]]:
    """A group takes the side of the word that leads it, so that its translations do as well."""
    found: dict[int, frozenset[tuple[int, bool]]] = {}
    for number, (leading, *_) in enumerate(_groups()):
        if len(leading) == 1 and root(leading[0]) in _opposites():
            found[number] = frozenset(_opposites()[root(leading[0])])
    return found


def _lines(*names: str) -> Iterator[str]:
    return (line for name in names for line in lines_of("dedup", name))
