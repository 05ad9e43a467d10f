"""A new value in the place of the old one, where a fact tells more than that value (F7). Pure.

"Núria gets married on 17 April in Peralada, to a Scot called Callum": who tells later that it is
on the 24th says nothing of Peralada, nor of Callum. What else the fact tells stays as it was told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from assistant.languages import FALLBACK
from assistant.memory.matching import Meaning
from assistant.memory.matching.alignment import Alignment, align
from assistant.memory.plan.parts import spoken_of
from assistant.memory.plan.statements import Statement
from assistant.memory.plan.substitutions import (
    PLAIN,
    Token,
    is_denied,
    of_another_scale,
    one_value,
    values_of,
)
from assistant.records import Fact, Language
from assistant.text.phrases import listed, tokens
from assistant.text.word_forms import same_word
from assistant.text.wording import Word, wording

_FIGURES = re.compile(r"\d+")
_LETTER = re.compile(r"(?<![^\W\d_])[^\W\d_](?![^\W\d_])")
"""One letter by itself, as in room 4B."""
_NEXT = re.compile(r"\s+\w+")
_CURRENCY = tuple("$£€")
_IN_A_DATE = 4
"""Characters between a day and its month, at most: "17 de abril"."""
_DAY, _YEAR = 2, 4
"""Figures of one, at most, and of the other."""
_BESIDE = 2
"""Words on either side of an hour among which a part of it is told."""
_DATED = ("number", "weekday", "month")
_TELLS_MORE = 2
"""Words that a fact tells beside its value and that the statement leaves out, at least, unless it
is a name or a number …"""
_NEWS = 3
"""… and words of the statement that the fact lacks, beyond which it is news of its own."""

_Pair = tuple["_Value", "_Value"]
"""An old value and the new one in its place."""


class _Value(NamedTuple):
    """A value of a text, with the words of meaning nearest to it, as all languages have them."""

    token: Token
    before: str
    after: str
    unit: str
    """The word right behind it, if that carries meaning: "7 days", "14 Albany Street"."""
    sign: str
    denied: bool

    def is_like(self, other: _Value) -> bool:
        return self.token.word == other.token.word or one_value(self.token, other.token)

    def is_dated_by(self, day: _Value) -> bool:
        """Whether it is the month of a day that stands before it."""
        near = self.token.span[0] - day.token.span[1] <= _IN_A_DATE
        return near and day.token.sort == "number" and len(day.token.word) <= _DAY

    def is_of_a_form(self, other: _Value) -> bool:
        """Whether both are of one sort, and numbers written alike: no address is a version. One in
        letters is a number only of what both count: "four days", but not "the big one"."""
        if self.token.sort != other.token.sort or self.sign != other.sign:
            return False
        if self.token.sort not in ("number", "id"):
            return True
        words = [value.token.word for value in (self, other)]
        if all(map(_FIGURES.search, words)):
            return len({_LETTER.sub("a", _FIGURES.sub("0", word)) for word in words}) == 1
        return self.unit == other.unit != ""


class Renewed(NamedTuple):
    """A fact's text with new values; ``news``: whether the statement tells more than those."""

    text: str
    news: bool


def with_new_values(old: Fact, statement: Statement, meaning: Meaning) -> Renewed | None:
    """The fact with the values that the statement tells instead of its own; None where that says no
    more than the statement, or it is not plain which stands for which."""
    said, language = statement.said, statement.language
    told, own = list(_values(said, language)), list(_values(old.fact, old.language))
    part = spoken_of(old, statement)  # of Renata's hours, not of Mateo's
    own = [value for value in own if value.token.span[0] in part]
    told, since = _until_since(said, language, told, own)
    pairs = _pairs(own, told)
    if not pairs or any(_is_cut(before, own, told, pairs) for before, _ in pairs):
        return None
    plain = all(new.token.sort == "id" or new.token.word[0].isdigit() for _, new in pairs)
    if language != old.language and not plain:
        return None
    found = align(old.fact, old.language, said, language, meaning)
    if any(of_another_scale(old.fact, o.token, said, new.token) for o, new in pairs):
        return None
    over = found.said.cues["gone"] and not any(value.denied for value in told)
    if over or _denies_more(found, said, language) or not _tells_more(found, pairs):
        return None
    if any(_differ(found, *pair) for pair in pairs):
        return None
    if any(_part_of_the_hour(old.fact, o) != _part_of_the_hour(said, n) for o, n in pairs):
        return None
    text = old.fact
    for before, after in sorted(pairs, key=lambda pair: -pair[0].token.span[0]):
        start, end = before.token.span
        text = text[:start] + after.token.typed + text[end:]
    text = f"{text}, {since}" if since else text
    more = _news(found, [new for _, new in pairs])
    more = [word for word in more if word.text not in tokens(since)]
    named = any(word.exact for word in more)
    if named and _another_in_its_place(found, more):
        return None
    news = named or len(more) > _NEWS
    return None if news and not _is_of_the_same(found, pairs) else Renewed(text, news)


def holds_values(fact: Fact, statement: Statement, meaning: Meaning) -> bool:
    """Whether a fact has the values of a statement that tells hardly more: what was put in the
    place of another is said again."""
    said, language = statement.said, statement.language
    things = listed("kinds of things")  # "en casa" is no value, nor is "se casa"
    told = [v for v in _values(said, language) if not v.denied and v.token.sort not in things]
    own = list(_values(fact.fact, fact.language))
    if not told or not all(_stands_there(own, value) for value in told):
        return False
    news = _news(align(fact.fact, fact.language, said, language, meaning), told)
    return len(news) <= _NEWS and not any(word.exact for word in news)


def differ_in_a_number(fact: Fact, statement: Statement) -> bool:
    """Whether both tell a number of one unit, and not the same: $85 an hour is not $95 an hour."""
    said, language = statement.said, statement.language
    pairs = _pairs(list(_values(fact.fact, fact.language)), list(_values(said, language)))
    return any(
        new.token.sort == "number" and (old.unit == new.unit != "" or new.sign)
        for old, new in pairs
    )


def is_misplaced(text: str, language: Language, said: str, said_language: Language) -> bool:
    """Whether another stands where a value is told: "debian 16, pg 13" of one on debian 13."""
    own = list(_values(text, language))
    told = [value for value in _values(said, said_language) if not value.denied]
    return any(
        new.before == other.before != "" and other.is_of_a_form(new) and not other.is_like(new)
        for new in told
        for other in own
    )


def _values(text: str, language: Language) -> Iterator[_Value]:
    for token in values_of(text, language):
        if token.sort in PLAIN:
            continue
        start, end = token.span
        next_, sign = _NEXT.match(text, end), text[start - 1 : start]
        yield _Value(
            token,
            before=_nearest(text[:start], -1),
            after=_nearest(text[end:], 0),
            unit=_nearest(next_.group(), 0) if next_ else "",
            sign=sign if sign in _CURRENCY else "",
            denied=is_denied(text, token),
        )


def _until_since(
    said: str, language: Language, told: list[_Value], own: Sequence[_Value]
) -> tuple[list[_Value], str]:
    """The values that a statement tells, and the end of it that says from which month they hold,
    where the fact tells of none: "the rent went up to £1,220 in September"."""
    first = next((n for n, value in enumerate(told) if value.token.sort == "month"), 0)
    if first and told[first].is_dated_by(told[first - 1]):
        first -= 1
    if not first or any(value.token.sort == "month" for value in own):
        return told, ""
    since = said[told[first - 1].token.span[1] :].strip(" .,;")
    plain = [word for word in wording(since, language).words if not word.kind]
    dated = all(value.token.sort in _DATED for value in told[first:])
    return (told[:first], since) if dated and len(plain) <= 1 else (told, "")


def _nearest(text: str, place: int) -> str:
    words = [word.key for word in wording(text, FALLBACK).words if word.kind != "person"]
    return words[place] if words else ""


def _pairs(own: Sequence[_Value], told: Sequence[_Value]) -> list[_Pair]:
    """Each new value with the one in whose place it stands; none where one of them has none."""
    pairs: list[_Pair] = []
    for new in told:
        if new.denied or _stands_there(own, new):
            continue
        again = [v for v in told if not v.denied]
        rivals = [v for v in own if v.is_of_a_form(new) and not any(map(v.is_like, again))]
        wrong = [v for v in rivals if any(d.denied and d.is_like(v) for d in told)]
        rivals = wrong or rivals
        elsewhere = any(map(new.is_like, own))  # it stands there, of something else
        only = len(rivals) == 1 and not elsewhere
        chosen = rivals if only else _in_its_place(rivals, new)
        if len(chosen) != 1 or any(chosen[0] is before for before, _ in pairs):
            return []
        pairs.append((chosen[0], new))
    return pairs


def _in_its_place(rivals: Sequence[_Value], new: _Value) -> list[_Value]:
    """Those behind the word that the new value stands behind, or before the same one: "24 April"
    and "17 de abril"; or those of as many figures: a rent of 420 and not the 5th."""
    behind = [v for v in rivals if new.before and v.before == new.before]
    beside = behind or [v for v in rivals if new.after and v.after == new.after]
    return beside or [v for v in rivals if len(v.token.word) == len(new.token.word)]


def _stands_there(own: Sequence[_Value], new: _Value) -> bool:
    """Whether the fact has the value already, and not of something else: "postgres 13" is not
    "debian 13"."""
    same = [value for value in own if value.is_like(new)]
    rivals = [value for value in own if value.is_of_a_form(new)]
    if len(rivals) <= 1 or not new.before:
        return bool(same)
    return any(v.before == new.before or v.after == new.after != "" for v in same)


def _is_cut(
    old: _Value, own: Sequence[_Value], told: Sequence[_Value], pairs: Sequence[_Pair]
) -> bool:
    """Whether the day before a month, or the month before a year, is told no more: "12 June", "in
    September"."""
    start = old.token.span[0]
    first = next((v for v in reversed(own) if v.token.span[1] <= start), None)
    if first is None or start - first.token.span[1] > _IN_A_DATE:
        return False
    sorts = first.token.sort, old.token.sort
    is_year = sorts == ("month", "number") and len(old.token.word) == _YEAR
    if not is_year and sorts != ("number", "month"):
        return False
    return not any(map(first.is_like, told)) and all(first is not before for before, _ in pairs)


def _denies_more(found: Alignment, said: str, language: Language) -> bool:
    """Whether a word of the fact is said to be wrong that is no value: "on the 14th, and no longer
    at El Nogal"."""
    wrong = [t for t in values_of(said, language) if t.sort in PLAIN and is_denied(said, t)]
    words = [word for token in wrong for word in wording(token.word, language).words]
    return any(same_word(word, other) for word in words for other in found.known.words)


def _differ(found: Alignment, old: _Value, new: _Value) -> bool:
    """Whether more than the value is another: "82 Queens Drive" and "14 Albany Street", "72 hours"
    and "7 days"."""
    left = ({word.key for word in words} for words in (found.left_known, found.left_said))
    return all(word in own for word, own in zip((old.unit, new.unit), left, strict=True))


def _part_of_the_hour(text: str, value: _Value) -> set[str]:
    """What of an hour is told beside it: "half past six", "las seis y media"."""
    start, end = value.token.span
    beside = {*tokens(text[:start])[-_BESIDE:], *tokens(text[end:])[:_BESIDE]}
    return beside & listed("parts of an hour")


def _is_of_the_same(found: Alignment, pairs: Sequence[_Pair]) -> bool:
    """Whether a statement with news of its own names what the fact is about, and a number or a date
    of it: "the Alpina party moved to the 17th, and the contact is Lina now"."""
    dated = all(new.token.sort in _DATED for _, new in pairs)
    return dated and bool(found.met(found.anchors))


def _another_in_its_place(found: Alignment, more: Sequence[Word]) -> bool:
    """Whether a name of the statement stands where another does in the fact: "calle Pellegrini"."""
    own = {found.known.before(word) for word in found.left_known if word.exact}
    return any(found.said.before(word) in own for word in more if word.exact)


def _tells_more(found: Alignment, pairs: Sequence[_Pair]) -> bool:
    """Whether the fact tells more than its values, which the statement leaves out."""
    gone = {before.token.word for before, _ in pairs}
    left = [w for w in found.left_known if w.text not in gone and w.kind != "person"]
    return len(left) >= _TELLS_MORE or any(word.exact or word.kind == "number" for word in left)


def _news(found: Alignment, values: Sequence[_Value]) -> list[Word]:
    """The words that only the statement has, apart from its values and what says when."""
    own = {word.text for value in values for word in wording(value.token.typed, FALLBACK).words}
    known = own | listed("when") | listed("common")
    return [word for word in found.left_said if word.text not in known]
