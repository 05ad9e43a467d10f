"""Days that memory gives plainly: "how many days until my exam", once "my exam is on 14 January"
was told."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import NamedTuple

from assistant.answers import dates
from assistant.answers.base import Memory
from assistant.answers.text import Token, tokens, words
from assistant.answers.vocabulary import words as listed
from assistant.answers.when import yearly
from assistant.memory.decay import state_of
from assistant.records import Fact, Language
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
    place = next((n for n, word in enumerate(folded) if word in listed("questions", "own")), None)
    if place is None or place + 1 >= len(folded):
        return None
    name = " ".join(token.typed for token in said[place + 1 :])
    wanted = wording(f"de {name}", language).words
    if not wanted:
        return None
    told = [
        fact
        for fact in memory.facts()
        if state_of(fact, now).injection != "never"
        and all(
            any(same_word(w, o) for o in wording(fact.fact, fact.language).words) for w in wanted
        )
    ]
    day = _plain_day(told[0], wanted, folded, now) if len(told) == 1 else None
    if day is None:
        return None
    return OwnDay((*said[:place], Token(day.isoformat(), day.isoformat())), told[0])


def _plain_day(
    fact: Fact, wanted: Sequence[Word], folded: Sequence[str], now: datetime
) -> date | None:
    spoken = words(tokens(fact.fact))
    told_on = fact.created_at.astimezone(now.tzinfo).date()
    found = dates.all_in(spoken, told_on, fact.language)
    if len(found) != 1:
        return None
    (place, (when, length)), today = found[0], now.date()
    if when.weekday is not None or when.month:
        return None
    rest = wording(" ".join((*spoken[:place], *spoken[place + length :])), fact.language).words
    if not all(any(same_word(word, other) for other in wanted) for word in rest):
        return None
    if when.on and not listed("questions", "yearly").isdisjoint(folded):
        return yearly(when.on, today).next
    return when.next
