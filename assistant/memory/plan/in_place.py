"""A new value in the place of the old one, where a fact tells more than that value (F7). Pure.

"Núria gets married on 17 April in Peralada, to a Scot called Callum": who tells later that it is
on the 24th says nothing of Peralada, nor of Callum. What else the fact tells stays as it was told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from assistant.languages import FALLBACK
from assistant.memory.matching import Meaning
from assistant.memory.matching.alignment import Alignment, align
from assistant.memory.plan.pairing import Pair, before_reason, paired, stands_there, values_of_both
from assistant.memory.plan.placed_values import (
    DATED,
    IN_A_DATE,
    PlacedValue,
    placed_values,
)
from assistant.memory.plan.replacing import OF_TIME
from assistant.memory.plan.statements import Statement
from assistant.memory.plan.substitutions import (
    MARK,
    PLAIN,
    is_denied,
    of_another_scale,
    values_of,
)
from assistant.records import Fact, Language
from assistant.text.phrases import listed, tokens
from assistant.text.word_forms import same_word
from assistant.text.wording import Word, wording

_YEAR = 4
"""Figures of one."""
_BESIDE = 2
"""Words on either side of an hour among which a part of it is told."""
_TELLS_MORE = 2
"""Words that a fact tells beside its value and that the statement leaves out, at least, unless it
is a name or a number …"""
_NEWS = 3
"""… and words of the statement that the fact lacks, beyond which it is news of its own."""


class Renewed(NamedTuple):
    """A fact's text with new values; ``news``: whether the statement tells more than those."""

    text: str
    news: bool


def with_new_values(old: Fact, statement: Statement, meaning: Meaning) -> Renewed | None:
    """The fact with the values that the statement tells instead of its own; None where that says no
    more than the statement, or it is not plain which stands for which."""
    said, language = before_reason(statement.said), statement.language
    own, told = values_of_both(old, statement)
    told, since = _until_since(said, language, told, own)
    pairs = paired(old, own, statement, told)
    if not pairs or any(_is_cut(before, own, told, pairs) for before, _ in pairs):
        return None
    plain = all(new.token.sort == "id" or new.token.word[0].isdigit() for _, new in pairs)
    if language != old.language and not plain:
        return None
    found = align(old.fact, old.language, said, language, meaning)
    if any(of_another_scale(old.fact, o.token, said, new.token) for o, new in pairs):
        return None
    over = found.said.cues["gone"] and not any(value.denied for value in told)
    if over or _denies_more(found, said, language, told) or not _tells_more(found, pairs):
        return None
    if any(
        _differ(found, *pair) or _of_another_thing(old, said, language, *pair) for pair in pairs
    ):
        return None
    if any(_part_of_the_hour(old.fact, o) != _part_of_the_hour(said, n) for o, n in pairs):
        return None
    if _parts_of_hours(said) - _parts_of_hours(old.fact):
        return None
    text = old.fact
    for before, after in sorted(pairs, key=lambda pair: -pair[0].token.span[0]):
        start, end = before.token.span
        text = text[:start] + after.token.typed + text[end:]
    text = f"{text}, {since}" if since else text
    whole = align(old.fact, old.language, statement.said, language, meaning)
    more = _news(whole, [new for _, new in pairs])
    more = [word for word in more if word.text not in tokens(since)]
    named = any(word.exact for word in more)
    if named and _another_in_its_place(whole, more):
        return None
    news = named or len(more) > _NEWS
    return None if news and not _is_of_the_same(found, pairs) else Renewed(text, news)


def holds_values(fact: Fact, statement: Statement, meaning: Meaning) -> bool:
    """Whether a fact has the values of a statement that tells hardly more: what was put in the
    place of another is said again."""
    said, language = statement.said, statement.language
    things = listed("kinds of things")  # "en casa" is no value, nor is "se casa"
    told = [v for v in placed_values(said, language) if not v.denied and v.token.sort not in things]
    own = placed_values(fact.fact, fact.language)
    if not told or not all(stands_there(own, value) for value in told):
        return False
    found = align(fact.fact, fact.language, said, language, meaning)
    news = _news(found, told)
    if news and all(word.kind in OF_TIME for word, _ in found.pairs):
        return False  # "thanks, good night" says no dose again that is taken every night
    return len(news) <= _NEWS and not any(word.exact or not word.place for word in news)


def differ_in_a_number(fact: Fact, statement: Statement) -> bool:
    """Whether both tell a number of one unit, and not the same: $85 an hour is not $95 an hour."""
    said, language = statement.said, statement.language
    own, told = placed_values(fact.fact, fact.language), placed_values(said, language)
    pairs = paired(fact, own, statement, told)
    return any(
        new.token.sort == "number" and (old.unit == new.unit != "" or new.sign)
        for old, new in pairs
    )


def is_misplaced(text: str, language: Language, said: str, said_language: Language) -> bool:
    """Whether another stands where a value is told: "debian 16, pg 13" of one on debian 13."""
    own = placed_values(text, language)
    told = [value for value in placed_values(said, said_language) if not value.denied]
    return any(
        new.before == other.before != "" and other.is_of_a_form(new) and not other.is_like(new)
        for new in told
        for other in own
    )


def _until_since(
    said: str, language: Language, told: list[PlacedValue], own: Sequence[PlacedValue]
) -> tuple[list[PlacedValue], str]:
    """The values that a statement tells, and the end of it that says from which month they hold,
    where the fact tells of none: "the rent went up to £1,220 in September"."""
    first = next((n for n, value in enumerate(told) if value.token.sort == "month"), 0)
    if first and told[first].is_dated_by(told[first - 1]):
        first -= 1
    if not first or any(value.token.sort == "month" for value in own):
        return told, ""
    since = said[told[first - 1].token.span[1] :].strip(" .,;")
    plain = [word for word in wording(since, language).words if not word.kind]
    dated = all(value.token.sort in DATED for value in told[first:])
    return (told[:first], since) if dated and len(plain) <= 1 else (told, "")


def _is_cut(
    old: PlacedValue,
    own: Sequence[PlacedValue],
    told: Sequence[PlacedValue],
    pairs: Sequence[Pair],
) -> bool:
    """Whether the day before a month, or the month before a year, is told no more: "12 June", "in
    September"."""
    start = old.token.span[0]
    first = next((v for v in reversed(own) if v.token.span[1] <= start), None)
    if first is None or start - first.token.span[1] > IN_A_DATE:
        return False
    sorts = first.token.sort, old.token.sort
    is_year = sorts == ("month", "number") and len(old.token.word) == _YEAR
    if not is_year and sorts != ("number", "month"):
        return False
    return not any(map(first.is_like, told)) and all(first is not before for before, _ in pairs)


def _denies_more(
    found: Alignment, said: str, language: Language, told: Sequence[PlacedValue]
) -> bool:
    """Whether a word of the fact is said to be wrong that is no value: "on the 14th, and no longer
    at El Nogal"; the verb before a value that is, "ya no entrena lunes", is not."""
    denied = [value.token.span[0] for value in told if value.denied]
    wrong = [
        token
        for token in values_of(said, language)
        if token.sort in PLAIN and is_denied(said, token)
        if not any(
            token.span[1] <= at and not MARK.search(said, token.span[1], at) for at in denied
        )
    ]
    words = [word for token in wrong for word in wording(token.word, language).words]
    return any(same_word(word, other) for word in words for other in found.known.words)


def _differ(found: Alignment, old: PlacedValue, new: PlacedValue) -> bool:
    """Whether more than the value is another: "82 Queens Drive" and "14 Albany Street", "72 hours"
    and "7 days"."""
    left = ({word.key for word in words} for words in (found.left_known, found.left_said))
    return all(word in own for word, own in zip((old.unit, new.unit), left, strict=True))


def _of_another_thing(
    old: Fact, said: str, language: Language, before: PlacedValue, new: PlacedValue
) -> bool:
    """Whether a later piece of a statement says of what its value is, and the fact tells of no such
    thing before its own: "rent's going up, my share is 640"."""
    marks = [mark.end() for mark in MARK.finditer(said, 0, new.token.span[0])]
    told = wording(said[max(marks, default=0) : new.token.span[0]], language)
    if not marks or listed("is").isdisjoint(told.tokens):
        return False
    plain = listed("when") | listed("common")
    of = [word for word in told.words if word.text not in plain and not word.kind]
    known = wording(old.fact[: before.token.span[0]], old.language).words
    return bool(of) and not any(same_word(word, other) for word in of for other in known)


def _part_of_the_hour(text: str, value: PlacedValue) -> set[str]:
    """What of an hour is told beside it: "half past six", "las seis y media"."""
    start, end = value.token.span
    beside = {*tokens(text[:start])[-_BESIDE:], *tokens(text[end:])[:_BESIDE]}
    return beside & listed("parts of an hour")


def _parts_of_hours(text: str) -> set[str]:
    return set(tokens(text)) & listed("parts of an hour")


def _is_of_the_same(found: Alignment, pairs: Sequence[Pair]) -> bool:
    """Whether a statement with news of its own names what the fact is about, and a number or a date
    of it: "the Alpina party moved to the 17th, and the contact is Lina now"."""
    dated = all(new.token.sort in DATED for _, new in pairs)
    return dated and bool(found.met(found.anchors))


def _another_in_its_place(found: Alignment, more: Sequence[Word]) -> bool:
    """Whether a name of the statement stands where another does in the fact: "calle Pellegrini"."""
    own = {found.known.before(word) for word in found.left_known if word.exact}
    return any(found.said.before(word) in own for word in more if word.exact)


def _tells_more(found: Alignment, pairs: Sequence[Pair]) -> bool:
    """Whether the fact tells more than its values, which the statement leaves out."""
    gone = {before.token.word for before, _ in pairs}
    left = [w for w in found.left_known if w.text not in gone and w.kind != "person"]
    sure = any(w.exact or w.kind == "number" or w.text in listed("periods") for w in left)
    return sure or len(left) >= _TELLS_MORE


def _news(found: Alignment, values: Sequence[PlacedValue]) -> list[Word]:
    """The words that only the statement has, apart from its values and what says when."""
    own = {word.text for value in values for word in wording(value.token.typed, FALLBACK).words}
    known = own | listed("when") | listed("common")
    return [word for word in found.left_said if word.text not in known]
