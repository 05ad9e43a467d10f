"""Corrections: their marker taken off, and the few words of one spelled out (F7). Pure.

"Corrección: el equipo es de 7" says that the team is 7 *now*. "Perdón, 7 no 5" says it of the fact
stated just before that holds the number: it means the fact's own words with the new number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache

from assistant.memory.plan.statements import Statement
from assistant.memory.wording import fold, listed, wording
from assistant.records import Fact, Language

JUST_NOW = timedelta(hours=1)
"""How long ago a fact may have been stated for a few words to correct it."""
_NOW = {"es": "ahora", "en": "now"}
_NUMBER = r"[\w.,]*\w"


def unmarked(statement: Statement) -> Statement:
    """The statement without the marker of a correction at its beginning, as news."""
    rest = _without_marker(statement.said)
    if rest is None:
        return statement
    text = _without_marker(statement.text) or statement.text
    return replace(statement, said=f"{_NOW[statement.language]} {rest}", text=text)


def spelled_out(statement: Statement, live: Sequence[Fact], now: datetime) -> Statement | None:
    """A bare correction in the words of the fact that it corrects, None where there is no such
    fact; any other statement as it is."""
    rest = _without_marker(statement.said)
    match = _bare().fullmatch(fold(rest or statement.said).strip(" .!"))
    if match is None or (rest is None and match["old"] is None):
        return statement
    if _number(match["new"], statement.language) is None:
        return statement
    recent = [fact for fact in reversed(live) if now - fact.last_confirmed_at <= JUST_NOW]
    for fact in sorted(recent, key=lambda fact: fact.last_confirmed_at, reverse=True):
        if match["people"] and not _of_people(fact):
            continue
        text = _with_number(fact, match["new"], match["old"], statement.language)
        if text is not None:
            said = f"{_NOW[fact.language]} {text}"
            return replace(statement, said=said, text=text, language=fact.language)
    return statement if match["people"] else None


def _with_number(fact: Fact, new: str, old: str | None, language: Language) -> str | None:
    """The fact's text with ``new`` for its one number, or for ``old``; None where it has none."""
    wanted = _number(new, language)
    held = [word for word in wording(fact.fact, fact.language).words if word.kind == "number"]
    if wanted is None or (old is not None and _number(old, language) is None):
        return None
    if any(word.key == wanted for word in held):
        return fact.fact  # said again
    if old is not None:
        held = [word for word in held if word.key == _number(old, language)]
    if len(held) != 1:
        return None
    place = re.search(rf"(?<!\w){re.escape(held[0].text)}(?!\w)", fact.fact, re.IGNORECASE)
    return fact.fact[: place.start()] + new + fact.fact[place.end() :] if place else None


def _number(text: str, language: Language) -> str | None:
    words = wording(text, language).words
    return words[0].key if len(words) == 1 and words[0].kind == "number" else None


def _of_people(fact: Fact) -> bool:
    return wording(fact.fact, fact.language).holds("groups")


def _without_marker(text: str) -> str | None:
    """What follows the marker of a correction; None where a text begins with none."""
    match = _marker().match(fold(text))
    rest = text[match.end() :].strip() if match and len(fold(text)) == len(text) else ""
    return rest or None


@cache
def _marker() -> re.Pattern[str]:
    sigh, marked, sure = map(_any, ("sighs", "corrects", "corrects alone"))
    return re.compile(rf"\W*(?:(?:{sigh}),? )?(?:(?:{marked})\s*[,:;.…–—-]+\s*|(?:{sure})[,:]?\s+)")


@cache
def _bare() -> re.Pattern[str]:
    """A number with the few words around it that say no more than that it is the right one."""
    people, of_people, instead = map(_any, ("we are", "of people", "instead of"))
    now, other, lead = map(_any, ("by now", "it is", "before a number"))
    return re.compile(
        rf"(?:(?:(?:{now}) )?(?:(?P<people>{people})|{other}) )?(?:(?:{lead}) )?(?P<new>{_NUMBER})"
        rf"(?: (?:{of_people}))?(?:,? (?:y )?(?:{instead}) (?P<old>{_NUMBER}))?"
    )


def _any(name: str) -> str:
    """A pattern for any entry of a list, the longest first."""
    return "|".join(re.escape(entry) for entry in sorted(listed(name), key=len, reverse=True))
