"""One question, the first of the answerers that is certain."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING

from assistant.answers.base import Answer, Memory
from assistant.languages import pattern
from assistant.messages import say
from assistant.records import Language

if TYPE_CHECKING:
    from assistant.answers.text import Token

LONGEST = 160
"""Characters beyond which a message is no question that the program answers by itself."""


def likely(text: str) -> bool:
    """Whether it is worth a closer look: many a question is not, and costs nothing."""
    if len(text) > LONGEST:
        return False
    return any(_may(text, kind) for kind in ("calendar", "converted", "sum", "memory"))


def _may(text: str, kind: str) -> bool:
    """Whether a text holds what such a question has: ``likely.toml`` of the languages."""
    return pattern("likely", "likely", kind, re.IGNORECASE).search(text) is not None


def known(text: str, language: Language, now: datetime, memory: Memory) -> Answer | None:
    """The answer, or None when it takes a model.

    ``now`` is in the person's own time zone. ``memory`` is read only for questions about what is
    stored.
    """
    if not likely(text):
        return None
    found: Answer | None = None
    if _may(text, "sum") and _may(text, "number"):
        from assistant.answers import arithmetic

        found = arithmetic.answer(text, language)
    if found is None and (_may(text, "calendar") or _may(text, "converted")):
        found = _framed(text, language, now, memory)
    if found is None and _may(text, "memory"):
        from assistant.answers import about_memory

        found = about_memory.answer(text, now, memory)
    return found


def thing_counted_to(text: str, language: Language, now: datetime) -> str:
    """The thing until which it is asked how long it is, and of which only the person can know: "the
    exam"; "" where none is. A day in its place makes a question that is worked out."""
    from assistant.answers import own_days
    from assistant.answers.text import Token, tokens

    if len(text) > LONGEST or not _may(text, "counted"):
        return ""
    said = tokens(text)
    place = own_days.thing(said)
    if place is None:
        return ""
    day = now.date().isoformat()
    counts = _worked_out((*said[:place], Token(day, day)), language, now) is not None
    return " ".join(token.typed for token in said[place:]) if counts else ""


def _framed(text: str, language: Language, now: datetime, memory: Memory) -> Answer | None:
    """Questions about days, times and units; about a day of the person's own where a fact says no
    more than when it is."""
    from assistant.answers import own_days
    from assistant.answers.frames import covers
    from assistant.answers.text import tokens, words
    from assistant.compute import calendar

    said = tokens(text)
    if covers(words(said)):
        return _worked_out(said, language, now)
    own = own_days.read(said, language, now, memory) if _may(text, "counted") else None
    found = _worked_out(own.said, language, now) if own else None
    if own is None or found is None:
        return None
    day = calendar.written(own.fact.created_at.astimezone(now.tzinfo).date(), language)
    told = {"sentence": found.text, "fact": own.fact.fact, "date": day}
    return Answer(say("computed.remembered_date", language, **told), (own.fact,))


def _worked_out(said: tuple[Token, ...], language: Language, now: datetime) -> Answer | None:
    from assistant.answers import days, times, units
    from assistant.answers.frames import matches

    tables = (days.ANSWERS, times.ANSWERS, units.ANSWERS)
    try:
        for match in matches(said, now, language):
            reply = next(table[match.frame] for table in tables if match.frame in table)
            if found := reply(match):
                return Answer(found)
    except (ValueError, OverflowError):
        return None  # a day that no calendar has
    return None
