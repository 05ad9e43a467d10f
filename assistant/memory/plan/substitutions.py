"""The ways to read a correction: the words and values of a text, and for one that a fact holds
another of its sort. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from assistant.languages import FALLBACK
from assistant.memory.matching import Meaning
from assistant.memory.matching.alignment import values_in
from assistant.memory.matching.spelling import spelled_alike
from assistant.memory.plan.holding import Known, held
from assistant.memory.plan.spelled_numbers import spelled_numbers
from assistant.memory.signals.lexicon import load_lexicon
from assistant.records import Fact, Language
from assistant.text.folding import fold
from assistant.text.phrases import THOUSANDS, listed, tokens
from assistant.text.wording import wording
from assistant.text.words import names

MARK = re.compile(r"[,;:.!?()\n](?:\s|$)|[!?…]|\s[-–—]\s")
_NO_AFTER = re.compile(r" no\b(?= ?(?:[,;:.!]|es\b|son\b|era\b|$))", re.IGNORECASE)
_NOT_BEFORE = re.compile(r"\b(?:not|no|ni)\s+(?:el |la |the )?$", re.IGNORECASE)
_SHARED = 0.95
PLAIN = ("", "name")
"""Sorts of words that need more than to be of one sort: most words are."""
_IN_SCALE = 3
"""Figures of a number of thousands or millions, at most."""
_OF_A_DAY = 2
"""Figures of a day, at most: "due on the 1st" is no premium of 1,480."""
NEAR_BEFORE = 3
"""Words before a value among which one tells that it is the wrong one."""

VALUE = re.compile(r"[^\W_]+(?:[-_./:,#'’][^\W_]+)*%?")
_COMPOUND = re.compile(r"\d+ ([^\W\d_]{1,8}) \d+(?![^\W_]|[.,:/-]\d)")
"""A value in two figures: "3 kilos 200"."""
ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th|[ªº])")


class Token(NamedTuple):
    """A word or value as typed, and its sort: "number", "id", a kind of value, "name" or ""."""

    typed: str
    word: str
    sort: str
    span: tuple[int, int]


class Substitution(NamedTuple):
    """One way to read the correction: ``named``: it says the old value too; ``shared``: the words
    beside the values that the fact holds, ``unmet`` those that it does not."""

    fact: Fact
    old: Token
    new: Token
    named: bool
    shared: int
    unmet: int
    denied: bool
    """Whether the message says of the old value that it is wrong, or was said."""
    apart: int
    """Characters of the message between the two values, where it says both."""
    lacking: int
    """Words of the fact that are not said with the new value."""
    literal: int
    """Of the words that are shared, those that the fact holds in this very form."""
    astray: int
    """Words before the new value, in its sentence, that name what the fact does not hold."""
    in_place: bool
    """Whether both values stand behind the same word: "in Galway", "in Cork"."""
    put_right: bool = False
    """Whether the new value stands right behind the words that put it in the place of another."""


def substitutions(
    fact: Fact, text: str, told: Sequence[Token], language: Language, meaning: Meaning
) -> Iterable[Substitution]:
    """Every pair of a value of the fact and another of its sort that the message tells."""
    own = values_of(fact.fact, fact.language)
    held_words = {token.word for token in own}
    values = _values(fact, own)
    known = Known.of(fact)
    topic = [t for t in told if not t.sort or t.sort == "name"]
    for new in told:
        if new.word in held_words or _said_wrong(new, told, held_words, text):
            continue
        if any(one_value(new, token) for token in own):
            continue
        for old in values:
            same = [t for t in told if t.word == old.word or one_value(t, old)]
            named, denied = bool(same), any(is_denied(text, t) for t in same)
            if named and not denied and _stays(old, values, told, fact, text):
                continue
            if not _of_a_sort(old, new, text, denied=denied):
                continue
            if _is_half_a_name(old, new, own, told, text if denied else ""):
                continue
            if of_another_scale(fact.fact, old, text, new):
                continue
            others = [t for t in told if t is not new and t.word != old.word]
            beside = [t for t in others if t in topic or _identifies(t, held_words)]
            near = [t for t in beside if _one_piece(text, t, new)]
            before = [t for t in beside if t.span < new.span and _one_sentence(text, t, new)]
            strange = {t for t in beside if not _met(t, known, language, meaning)}
            met = len(beside) - len(strange)
            unmet = sum(t in strange for t in near)
            astray = sum(t in strange and t.word not in listed("sorts of values") for t in before)
            said = [abs(t.span[0] - new.span[0]) for t in told if t.word == old.word]
            apart = min(said, default=0)
            lacking = _lacking(own, old, [t for t in told if _one_piece(text, t, new)])
            literal = sum(t.word in held_words for t in beside)
            in_place = _before(text, new) == _before(fact.fact, old) != ""
            counts = (met, unmet, denied, apart, lacking, literal, astray)
            yield Substitution(fact, old, new, named, *counts, in_place)


def _stands_beside(one: Token, other: Token, text: str) -> bool:
    """Whether a text has two words of a fact beside each other as well."""
    first, second = sorted((one, other), key=lambda token: token.span)
    return f"{first.typed} {second.typed}" in text


def _is_half_a_name(
    old: Token, new: Token, own: Sequence[Token], told: Sequence[Token], denied: str
) -> bool:
    """Whether the old value is a part of a name of which the message says nothing else: Darjeeling
    is instead of Earl Grey, not of Earl; or all of it, in a message that ``denied`` it: Helotes is
    no Oak instead of Stone Oak."""
    said = {token.word for token in told}
    beside = [
        token
        for token in own
        if token.typed.istitle() and (token.word not in said or _stands_beside(old, token, denied))
        if 1 in (old.span[0] - token.span[1], token.span[0] - old.span[1])
        if not denied or token.word in said
    ]
    return old.sort == "name" and bool(beside) and not spelled_alike(old.word, new.word)


def _stays(
    old: Token, values: Sequence[Token], told: Sequence[Token], fact: Fact, text: str
) -> bool:
    """Whether a value that is said as it was is right: "from Denver" tells which fact is meant, and
    of "turns 58, on the 9th" the day is not what was wrong where an age is known as well."""
    if old.sort in PLAIN or _said_again(old, told, fact, text):
        return True
    words = {t.word for t in told}
    return any(v.sort == old.sort and v.word not in words for v in values)


def _said_again(old: Token, told: Sequence[Token], fact: Fact, text: str) -> bool:
    """Whether the message says a value as the fact does, at the same place: "turns 7"."""
    same = [t for t in told if t.word == old.word]
    return any(_before(text, t) == _before(fact.fact, old) != "" for t in same)


def _before(text: str, token: Token) -> str:
    """The word before a value; "" where it begins the text or a piece of it."""
    before = text[: token.span[0]]
    start = max((match.end() for match in MARK.finditer(before)), default=0)
    return next(reversed(tokens(before[start:])), "")


def _identifies(token: Token, held_words: set[str]) -> bool:
    """Whether a token tells which fact is meant: a figure does only where the fact holds it."""
    return token.sort not in ("number", "id") or token.word in held_words


def _lacking(own: Sequence[Token], old: Token, piece: Sequence[Token]) -> int:
    """How many words of the fact the piece that has the new value leaves out: "the panel" is not
    Dale's panel."""
    said = {token.word for token in piece}
    return sum(token.word not in said for token in own if token is not old)


def _one_piece(text: str, one: Token, other: Token) -> bool:
    """Whether no mark stands between two words of the message."""
    start, end = sorted((one.span, other.span))
    return MARK.search(text[start[1] : end[0]]) is None


def _one_sentence(text: str, one: Token, other: Token) -> bool:
    """Whether no end of a sentence stands between two words of the message."""
    return not re.search(r"[.!?\n](?:\s|$)", text[one.span[1] : other.span[0]])


def _said_wrong(new: Token, told: Sequence[Token], held_words: set[str], text: str) -> bool:
    """Whether "950 not 900" denies the value, where the fact holds the right one already."""
    if not _NOT_BEFORE.search(text[: new.span[0]]):
        return False
    return any(t.sort == new.sort and t.word in held_words for t in told)


def is_denied(text: str, token: Token) -> bool:
    """ "No es Ruiz", "dije Ruiz", "Ruiz no, Roig"; who puts the rent up denies none."""
    before = f" {' '.join(tokens(text[: token.span[0]])[-NEAR_BEFORE:])} "
    after = tokens(text[token.span[1] :])[:1]
    named = any(f" {words} " in before for words in listed("before the wrong one"))
    moved = not listed("behind what is moved").isdisjoint(after)
    return (named and not moved) or bool(_NO_AFTER.match(text, token.span[1]))


def _met(token: Token, known: Known, language: Language, meaning: Meaning) -> bool:
    """Whether the fact has a word or its translation; one of like meaning counts too little."""
    words = wording(token.typed, language).words
    meaning = Meaning() if language == known.language else meaning
    return bool(words) and all(
        held(w, token.typed, language, known, meaning) >= _SHARED for w in words
    )


def _values(fact: Fact, own: Sequence[Token]) -> list[Token]:
    """What could be another in the fact while it stays the same matter."""
    values = {word.text for word in values_in(fact.fact, fact.language)}
    found = [token for token in own if token.sort or token.word in values]
    first = own[0] if own and own[0].typed[:1].isupper() and not own[0].sort else None
    return [first._replace(sort="name"), *found] if first and first.span[0] == 0 else found


def _of_a_sort(old: Token, new: Token, text: str, *, denied: bool) -> bool:
    """Whether one may stand where the other stood. A word that begins the fact may be a name or
    none: only a name spelled much like it takes its place."""
    if old.sort == "name" and old.span[0] == 0 and not denied:
        return new.sort == "name" and spelled_alike(old.word, new.word)
    if old.sort == new.sort and old.sort:
        return not (ORDINAL.fullmatch(new.typed) and len(old.word) > _OF_A_DAY)
    if denied and new.sort == "name" and old.typed[:1].isupper():
        return True  # Bazel, which may be a tool, is the dog that is called otherwise
    if old.sort == "name" and old.typed in _typed_names(text):
        return new.sort == "name"  # who writes the one with a capital writes the other so
    return old.sort in PLAIN and new.sort in PLAIN and (denied or not old.sort)


def of_another_scale(fact: str, old: Token, text: str, new: Token) -> bool:
    """Whether a number told whole would stand where so many thousands or millions are told."""
    scaled = [tokens(said[t.span[1] :])[:1] for said, t in ((fact, old), (text, new))]
    of = [bool(next_) and next_[0] in listed("scales") for next_ in scaled]
    return of == [True, False] and new.word.isdecimal() and len(new.word) > _IN_SCALE


def _typed_names(text: str) -> set[str]:
    return {match.group() for match in VALUE.finditer(text) if match.group()[:1].isupper()}


def one_value(one: Token, other: Token) -> bool:
    """Whether two tokens are forms of one value: "Thursday" and "Thursdays"."""
    if one.sort != other.sort or one.sort in ("name", "id"):
        return False
    first, second = (wording(t.word, FALLBACK).words for t in (one, other))
    return bool(first and second) and first[0].key == second[0].key


def values_of(text: str, language: Language) -> list[Token]:
    """Words that carry meaning, and values whole: "27C", "0.14", "OPS-3317", "ciento diez"."""
    found = list[Token]()
    named, in_words = names(text), spelled_numbers(text, language)
    for match in _values_in(text, language):
        if found and match.start() < found[-1].span[1]:
            continue  # inside a number in words
        if number := in_words.get(match.start()):
            typed = text[slice(*number.span)]
            found.append(Token(typed, number.figures, "number", number.span))
            continue
        typed = match.group()
        ordinal = ORDINAL.fullmatch(typed)
        word = fold(THOUSANDS.sub("", ordinal[1] if ordinal else typed))
        sort = _sort(word, language, named)
        if sort is not None:
            found.append(Token(typed, word, sort, match.span()))
    return found


def _values_in(text: str, language: Language) -> Iterable[re.Match[str]]:
    no_units = listed("function") | load_lexicon().entries("function")
    at = 0
    while match := VALUE.search(text, at):
        compound = _COMPOUND.match(text, match.start())
        unit = fold(compound[1]) if compound else ""
        if compound and unit not in no_units and _sort(unit, language, frozenset()) != "month":
            match = compound
        yield match
        at = match.end()


def _sort(word: str, language: Language, named: frozenset[str]) -> str | None:
    """None for a word that carries no meaning."""
    figures, letters = any(map(str.isdigit, word)), any(map(str.isalpha, word))
    if figures:
        ordinal = re.fullmatch(r"\d+(?:st|nd|rd|th|am|pm)", word)
        return "number" if not letters or ordinal else "id"
    words = wording(word, language).words
    if not words or word in listed("negation"):
        return None
    kind = words[0].kind
    if kind and kind != "person":
        return kind
    return "name" if word in named else ""
