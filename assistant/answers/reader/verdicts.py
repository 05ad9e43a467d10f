"""Yes or no: whether a fact says what a question asks about, or denies it."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import Literal, NamedTuple

from assistant.answers.reader.places import of_one_place
from assistant.answers.reader.weekdays import days_told, part_of_the_day
from assistant.languages import each, joined
from assistant.memory.dedup.lexicon import opposite
from assistant.memory.plan.cutting import cut, without_clauses
from assistant.records import Fact, Language
from assistant.text.folding import fold
from assistant.text.phrases import listed
from assistant.text.word_forms import same_word
from assistant.text.wording import Word, Wording, wording

Verdict = Literal["yes", "no"]

_TWIN = re.compile(r"([a-z])\1")
_YEAR = re.compile(r"\b20\d\d\b")
_STEM = 4
"""Letters by which a word is known again in another form or language."""
_VALUES = frozenset({"weekday", "month", "number", "time of day", "colour"})


def verdict(question: str, language: Language, fact: Fact) -> Verdict | None:
    """What the fact says to a question that wants yes or no; None where it says neither."""
    asked = wording(question, language)
    fact = replace(fact, fact=part_of_the_day(fact, asked.tokens))
    fact = replace(fact, fact=_as_far_as_asked(fact, asked))
    kept, out = _taken_out(fact)
    fact = replace(fact, fact=kept)
    told = wording(fact.fact, fact.language)
    if _comes_second(asked, fact):
        return None
    lasts = _lasts(_untagged(fold(question)), fold(fact.fact))
    if lasts is not None:
        return "yes" if lasts else "no"
    if asked.places("still") and _is_over(asked, told):
        return "no"
    opposed = _opposed(asked, told)
    said = _denies(fold(fact.fact)) if opposed else negates(fact.fact, question)
    denied = _denies(_untagged(fold(question))) != (said != opposed)
    if any(same_word(one, other) for one in out for other in asked.words):
        denied = not denied
    lifted = _lifts(fold(fact.fact), fold(question))
    another = (_other_value(asked, told), _another_place(question, language, asked, fact, told))
    if not denied and any(another):
        denied = True
    allowed = lifted or _patterns().leave.search(fold(fact.fact)) is not None
    if not (denied or allowed) and _seems_forbidden(asked, told, question):
        denied = True
    if not denied and (_of_another_thing(asked, told) or _lives_with(question, fact)):
        return None
    return "no" if denied else "yes"


def _as_far_as_asked(fact: Fact, asked: Wording) -> str:
    """What a fact tells, without what is not asked about: the clause that only describes, "una moto
    que casi no uso", or the parts beside the one that has every word of the question, "we use
    Linear and Figma, Jira no longer"."""
    own = [word for word in asked.words if word.place not in asked.places("still")]

    def holds_all(text: str) -> bool:
        words = wording(text, fact.language).words
        return bool(own) and all(any(same_word(word, other) for other in words) for word in own)

    main = without_clauses(fact.fact)
    main = main if holds_all(main) else fact.fact
    spans = cut(main, fact.language)
    parts = [main[start:end] for start, end in spans if holds_all(main[start:end])]
    return parts[0] if len(parts) == 1 else main


def _lives_with(question: str, fact: Fact) -> bool:
    """Whether a question is whether somebody is with the speaker, of which the fact tells nothing:
    where they live is no yes."""
    with_me = _patterns().with_me
    return bool(with_me.search(fold(question))) and not with_me.search(fold(fact.fact))


def _comes_second(asked: Wording, fact: Fact) -> bool:
    """Whether the question is of what the fact puts second alone: who prefers tea to coffee may
    drink coffee."""
    found = _patterns().rather.search(fold(fact.fact))
    if found is None:
        return False
    sides = [group for group in found.groups() if group]
    first, second = (wording(side, fact.language).words for side in sides)

    def of(side: tuple[Word, ...]) -> bool:
        return any(same_word(one, other) for one in asked.words for other in side)

    return of(second) and not of(first)


def _is_over(asked: Wording, told: Wording) -> bool:
    """Whether a fact tells that something has ended, in words that the question has not."""
    ends = {told.tokens[place] for place in told.cues["gone"]}
    return bool(ends) and not told.cues["still"] and ends.isdisjoint(asked.tokens)


def _lasts(asked: str, told: str) -> bool | None:
    """Whether what lasts until a year lasts in the year asked about; None where the question is of
    the end itself, and where something is not so until then."""
    until = _patterns().until
    if until.search(asked) or not until.search(told) or _denies(asked) or _denies(told):
        return None
    years, ends = _YEAR.findall(asked), _YEAR.findall(told)
    return years[0] <= ends[0] if len(years) == len(ends) == 1 else None


def _taken_out(fact: Fact) -> tuple[str, tuple[Word, ...]]:
    """What a fact says, and the words of what it takes out of that: "every day except Mondays",
    "not on Mondays but on Fridays"."""
    if found := _patterns().instead.search(fact.fact):
        said, out = f"{found['before']}{found['said']}", found["out"]
    elif found := _patterns().taken_out.search(fact.fact):
        said, out = found.groups()
    else:
        return fact.fact, ()
    told = wording(said, fact.language).words
    words = wording(out, fact.language).words
    return said, tuple(w for w in words if not any(same_word(w, other) for other in told))


def _untagged(folded: str) -> str:
    """A question without its tag, which says nothing: "no?", "or not", "verdad"."""
    return _patterns().tag.sub("", folded)


def _denies(folded: str) -> bool:
    return _patterns().denied.search(folded) is not None and not _twice(folded)


def negates(told: str, question: str) -> bool:
    """Whether a text denies something or tells that it has ended; not where the question says the
    same: "am I allergic to…"."""
    folded, asked = fold(told), fold(question)
    if _twice(folded) or _lifts(folded, asked):
        return False
    if _denies(folded):
        return True
    single = _TWIN.sub(r"\1", asked)
    return any(
        _TWIN.sub(r"\1", found)[:_STEM] not in single for found in _patterns().ended.findall(folded)
    )


def _lifts(folded: str, asked: str) -> bool:
    """Whether a text denies what would stand in the way of what is asked: who is no longer allergic
    to shellfish may eat prawns; not where the question is whether that is so."""
    found = _patterns().lifted.search(folded)
    return found is not None and found[1][:_STEM] not in asked


def _opposed(asked: Wording, told: Wording) -> bool:
    return any(opposite(one.text, other.text) for one in asked.words for other in told.words)


def _other_value(asked: Wording, told: Wording) -> bool:
    """Whether both say a value of one kind, and not the same: Tuesday and Thursday."""
    if days := days_told(asked.tokens):
        other = days_told(told.tokens)
        return bool(other) and days.isdisjoint(other)
    for kind in _VALUES:
        mine, theirs = (
            [w for w in side.words if w.kind == kind and not _is_of_figures(w, side)]
            for side in (asked, told)
        )
        if mine and theirs and not any(same_word(a, b) for a in mine for b in theirs):
            return True
    return False


def _is_of_figures(word: Word, side: Wording) -> bool:
    """Whether a number in letters only says of what the one in figures before it is: "650 mil"."""
    in_letters = word.kind == "number" and not any(map(str.isdigit, word.text))
    return in_letters and any(map(str.isdigit, side.before(word)))


def _seems_forbidden(asked: Wording, told: Wording, question: str) -> bool:
    """Whether a question is for leave, or whether something is still so, beside a fact that says it
    in other words: what answers is then mostly what stands in the way, or what came instead."""
    still = asked.places("still")
    own = [word for word in asked.words if word.place not in still]
    unmet = [w for w in own if not any(same_word(w, other) for other in told.words)]
    if still:
        return bool(unmet) and not told.holds("still")
    return 2 * len(unmet) > len(asked.words) and bool(_patterns().leave.search(fold(question)))


def _another_place(
    question: str, asked_in: Language, asked: Wording, fact: Fact, told: Wording
) -> bool:
    """Whether somebody's home, or where they work, is asked about, and all is as in the fact but
    where that is: "does Nisha live in London?" of one who lives in Toronto."""
    if not of_one_place(question, fact.fact):
        return False
    unmet = [w for w in asked.words if not any(same_word(w, other) for other in told.words)]
    theirs = (w for w in told.words if not any(same_word(w, other) for other in asked.words))
    if fact.language != asked_in:
        mine = [word for word in unmet if word.exact and asked.before(word) in listed("links")]
        return bool(mine) and any(w.exact and told.before(w) in listed("links") for w in theirs)
    if len(unmet) != 1:
        return False
    where = asked.before(unmet[0])
    return any(told.before(word) == where != "" for word in theirs)


def _of_another_thing(asked: Wording, told: Wording) -> bool:
    """Whether question and fact are the same but for one word each: who is allergic to penicillin
    may be so to nuts, and who hates Jira may use it. A name is another's name. Nor is a fact a yes
    that has one of two words alone, and not what is asked of it: "is Toby a teenager?" of one who
    is thirteen is as often so as not."""
    days = days_told(told.tokens)
    words = [w for w in asked.words if not (w.kind == "weekday" and days_told((w.text,)) & days)]
    mine = [w for w in words if not any(same_word(w, other) for other in told.words)]
    theirs = [w for w in told.words if not any(same_word(w, other) for other in asked.words)]
    if len(mine) != 1 or mine[0].exact:
        return False
    of_whom = sum(word.kind == "person" for word in asked.words[1:])
    last = mine[0] is asked.words[-1] and len(asked.words) - of_whom == 2
    return last or len(theirs) == 1 < len(asked.words)


def _twice(folded: str) -> bool:
    """Whether two denials make a yes: "I never miss"."""
    return _patterns().twice.search(folded) is not None


class _Patterns(NamedTuple):
    """What denies, and what puts one thing before another, in all languages."""

    denied: re.Pattern[str]
    ended: re.Pattern[str]
    twice: re.Pattern[str]
    tag: re.Pattern[str]
    rather: re.Pattern[str]
    taken_out: re.Pattern[str]
    instead: re.Pattern[str]
    leave: re.Pattern[str]
    lifted: re.Pattern[str]
    until: re.Pattern[str]
    with_me: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    def one_of(key: str) -> str:
        return "|".join(joined(own[key]) for _, own in each("reader", "verdict"))

    def words(key: str) -> str:
        return "|".join(word for _, own in each("reader", "verdict") for word in own[key])

    return _Patterns(
        denied=re.compile(rf"\b(?:{one_of('not')})\b(?! (?:{one_of('not_before')}))"),
        ended=re.compile(rf"\b(?:{one_of('ended')})\b"),
        twice=re.compile(rf"\b(?:{one_of('twice_first')}) (?:\w+ )?(?:{one_of('twice_then')})\b"),
        rather=re.compile(rf"\b(?:{one_of('rather')})"),
        taken_out=re.compile(rf"^(.+?),? (?:{one_of('except')}) (.+)$", re.IGNORECASE),
        instead=re.compile(
            rf"^(?P<before>.+?)\b(?:{one_of('no_longer')}) (?P<out>[^,;.]+?),? "
            rf"(?:{one_of('but')}) (?P<said>.+)$",
            re.IGNORECASE,
        ),
        lifted=re.compile(rf"\b(?:{one_of('not')}) (?:\w+ ){{0,3}}({one_of('restricted')})"),
        leave=re.compile(rf"\b(?:{one_of('leave')})\b"),
        until=re.compile(rf"\b(?:{one_of('until')})\b"),
        with_me=re.compile(rf"\b(?:{one_of('with_me')})\b"),
        tag=re.compile(rf"[,\s]*(?:{words('or')})? ?\b(?:{words('tags')})\W*$"),
    )
