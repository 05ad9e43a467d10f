"""Days that memory gives plainly: "how many days until my exam", once "my exam is on 14 January"
was told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import NamedTuple

from assistant.answers import dates
from assistant.answers.base import Memory
from assistant.answers.text import Token, tokens, words
from assistant.answers.vocabulary import own
from assistant.answers.vocabulary import words as listed
from assistant.answers.when import yearly
from assistant.memory.decay import state_of
from assistant.records import Fact, Language
from assistant.text.folding import fold
from assistant.text.word_forms import same_word
from assistant.text.wording import Word, wording


class OwnDay(NamedTuple):
    """The question with the day in place of what it calls it, and the fact that gives it."""

    said: tuple[Token, ...]
    fact: Fact


def read(
    said: tuple[Token, ...], language: Language, now: datetime, memory: Memory
) -> OwnDay | None:
    """None unless one fact alone speaks of the thing named at the end of the question, and says
    nothing more than its day."""
    folded = words(said)
    place = _thing_or_name(said)
    wanted = _named(said, place, language) if place is not None else ()
    if place is None or not wanted:
        return None
    told = [
        fact
        for fact in memory.facts()
        if state_of(fact, now).injection != "never" and _tells_of(fact, wanted)
    ]
    if len(told) > 1 and folded[place] in listed("questions", "own"):
        told = [f for f in told if fold(_of_a_thing(f).split()[0]) in listed("questions", "own")]
    day = _plain_day(told[0], wanted, folded, now) if len(told) == 1 else None
    if day is None:
        return None
    return OwnDay((*said[:place], Token(day.isoformat(), day.isoformat())), told[0])


def thing(said: tuple[Token, ...]) -> int | None:
    """Where a question names a thing by its last words: "until my exam", "until the exam". Behind
    an article it is no name that the world knows: "until the World Cup"."""
    folded = words(said)
    for place, word in enumerate(folded[:-1]):
        if word in listed("questions", "own"):
            return place
        counted = place and folded[place - 1] in listed("questions", "until")
        if counted and word in listed("questions", "thing"):
            return None if any(t.typed[:1].isupper() for t in said[place + 1 :]) else place
    return None


def _thing_or_name(said: tuple[Token, ...]) -> int | None:
    """Of what a fact may tell the day, also a name alone: "until Meera's birthday"."""
    until = [n for n, word in enumerate(words(said)[:-1]) if word in listed("questions", "until")]
    found = thing(said)
    return found if found is not None or not until else until[-1] + 1


def _tells_of(fact: Fact, wanted: Sequence[Word]) -> bool:
    told = wording(_of_a_thing(fact), fact.language).words
    return all(any(same_word(word, other) for other in told) for word in wanted)


def _of_a_thing(fact: Fact) -> str:
    """What a fact tells, of a thing where it told it as a doing: "cumplo años el 9 de febrero"."""
    said: Mapping[str, str] = own(fact.language, "questions", "doings", {})
    begins = next((doing for doing in said if fold(fact.fact).startswith(f"{doing} ")), "")
    return f"{said[begins]}{fact.fact[len(begins) :]}" if begins else fact.fact


def _named(said: tuple[Token, ...], place: int, language: Language) -> Sequence[Word]:
    before = listed("questions", "own") | listed("questions", "thing")
    behind = place + (words(said)[place] in before)
    name = " ".join(token.typed for token in said[behind:])
    return wording(f"de {name}", language).words


def _plain_day(
    fact: Fact, wanted: Sequence[Word], folded: Sequence[str], now: datetime
) -> date | None:
    spoken = words(tokens(_of_a_thing(fact)))
    told_on = fact.created_at.astimezone(now.tzinfo).date()
    found = dates.all_in(spoken, told_on, fact.language)
    if len(found) != 1:
        return None
    (place, (when, length)), today = found[0], now.date()
    if when.weekday is not None or when.month:
        return None
    head = _without_which_one(spoken[:place], wanted, fact.language)
    rest = wording(" ".join((*head, *spoken[place + length :])), fact.language).words
    if not all(any(same_word(word, other) for other in wanted) for word in rest):
        return None
    if when.on and not listed("questions", "yearly").isdisjoint(folded):
        return yearly(when.on, today).next
    return when.next


def _without_which_one(
    head: Sequence[str], wanted: Sequence[Word], language: Language
) -> Sequence[str]:
    """What stands before the day, without what only tells which of them it is: "the exam for year
    11". It begins with the thing itself, or something else may be meant."""
    for place, word in enumerate(head):
        if place and word in listed("questions", "which_one"):
            spoken = wording(" ".join(head[:place]), language).words
            asked = all(any(same_word(one, other) for other in spoken) for one in wanted)
            return head[:place] if spoken and asked else head
    return head
