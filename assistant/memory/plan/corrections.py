"""Corrections: their marker taken off, and the few words of one spelled out (F7). Pure.

"Corrección: el equipo es de 7" says that the team is 7 *now*. "Perdón, 7 no 5" and "no, es el
jueves" say it of the fact stated just before that holds such a value: they mean the fact's own
words with the new one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache

from assistant.languages import setting
from assistant.memory.plan.statements import Statement, pieces_of, without_no
from assistant.memory.signals.lexicon import load_lexicon
from assistant.memory.signals.text import Canon, tokenize
from assistant.records import Fact, Language
from assistant.text.folding import fold
from assistant.text.phrases import listed, tokens
from assistant.text.wording import Word, Wording, wording

JUST_NOW = timedelta(hours=1)
"""How long ago a fact may have been stated for a few words to correct it."""
_VALUE = r"[\w.,:/]*\w"
_ORDINAL = r"(?:st|nd|rd|th|[ªº])?"
_HALF = r"(?<=\d) ?[ap]m"
"""Which half of the day: "4pm" is one value."""
_HOUR = re.compile(rf"\d:\d|{_HALF}")


def unmarked(statement: Statement) -> Statement:
    """The statement without the marker of a correction at its beginning, as news."""
    rest = _without_marker(statement.said)
    if rest is None:
        return statement
    text = _without_marker(statement.text) or statement.text
    return statement._replace(
        said=f"{setting(statement.language, 'phrases', 'now')} {rest}", text=text
    )


def without_slip(statement: Statement) -> Statement | None:
    """The statement without the pieces that only say that something was told wrong: "I got it wrong
    about Jean, her school was …". None where nothing is left."""
    lexicon = load_lexicon()

    def is_slip(piece: str) -> bool:
        return lexicon.has("mem_mend_sure", Canon.of(tokenize(piece, lexicon.speller)).text)

    if not is_slip(statement.said):
        return statement
    said, text = (
        ", ".join(piece for piece in pieces_of(whole) if not is_slip(piece))
        for whole in (statement.said, statement.text)
    )
    return statement._replace(said=said, text=text) if said and text else None


def spelled_out(statement: Statement, live: Sequence[Fact], now: datetime) -> Statement | None:
    """A bare correction in the words of the fact that it corrects, None where there is no such
    fact; any other statement as it is."""
    rest = _without_marker(statement.said) or without_no(statement.said)
    typed = (rest or statement.said).strip(" .!")
    match = _bare().fullmatch(fold(typed))
    if match is None or not (rest or match["old"] or match["better"]):
        return statement
    values = [_value(word, statement.language) for word in (match["new"], match["old"]) if word]
    if None in values:  # "los miércoles no laburo" gives nothing instead of anything
        # … and a name that puts right nothing that was told just before tells nothing
        return None if rest and len(tokens(typed)) == 1 else statement
    recent = [fact for fact in reversed(live) if now - fact.last_confirmed_at <= JUST_NOW]
    recent.sort(key=lambda fact: fact.last_confirmed_at, reverse=True)
    if match["better"]:  # it may be said of anything: only what came last is meant for sure
        recent = [fact for fact in recent if fact.last_confirmed_at == recent[0].last_confirmed_at]
    for fact in recent:
        if match["people"] and not _of_people(fact):
            continue
        if not _measured(fact, match["unit"]):
            continue
        new = typed[slice(*match.span("new"))] if len(fold(typed)) == len(typed) else match["new"]
        text = _with_value(fact, new, match["old"], statement.language)
        if text is not None:
            said = f"{setting(fact.language, 'phrases', 'now')} {text}"
            return statement._replace(said=said, text=text, language=fact.language, doubt=0.0)
    return statement if match["people"] or match["unit"] or match["better"] else None


def _with_value(fact: Fact, new: str, old: str | None, language: Language) -> str | None:
    """The fact's text with ``new`` for its one value of that kind, or for ``old``; None where it
    has none."""
    wanted, given = _value(new, language), _value(old, language) if old else None
    if wanted is None:
        return None
    known = wording(fact.fact, fact.language)
    held = [word for word in known.words if word.kind == wanted.kind]
    if _HOUR.search(new):  # "mejor a las 8:30" is no number of lines
        held = [word for word in held if _tells_hour(known, word)]
    if any(word.key == wanted.key for word in held):
        return fact.fact  # said again
    if given:
        held = [word for word in held if word.key == given.key]
    if len(held) != 1:
        return None
    half = f"(?:{_HALF})?" if re.search(_HALF, new) else ""
    place = re.search(rf"(?<!\w){re.escape(held[0].text)}{_ORDINAL}{half}(?!\w)", fold(fact.fact))
    if place is None or len(fold(fact.fact)) != len(fact.fact):
        return None
    return fact.fact[: place.start()] + new + fact.fact[place.end() :]


def _value(text: str, language: Language) -> Word | None:
    """The one word of a text, where it is a value: a number, a weekday, a colour."""
    words = wording(re.sub(_HALF, "", text), language).words
    return words[0] if len(words) == 1 and words[0].kind not in ("", "person") else None


def _tells_hour(text: Wording, word: Word) -> bool:
    following = text.tokens[word.place + 1 : word.place + 2]
    return (
        ":" in word.text
        or not {"am", "pm"}.isdisjoint(following)
        or text.before(word) in listed("before an hour")
    )


def _of_people(fact: Fact) -> bool:
    return wording(fact.fact, fact.language).holds("groups")


def _measured(fact: Fact, unit: str | None) -> bool:
    """Whether the fact has the word, if there is one, behind a number."""
    return unit is None or re.search(rf"\d {re.escape(unit)}(?!\w)", fold(fact.fact)) is not None


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
    """A value with the few words around it that say no more than that it is the right one."""
    people, of_people, instead = map(_any, ("we are", "of people", "instead of"))
    now, other, lead, sorry = map(_any, ("by now", "it is", "before a number", "corrects"))
    better = _any("make it")
    return re.compile(
        rf"(?:(?:(?:{now}) )?(?:(?P<people>{people})|{other}|(?P<better>{better})) )?"
        rf"(?:(?:{lead}) )?(?P<new>{_VALUE})"
        rf"(?: (?:(?:{of_people})|(?P<unit>[^\W\d_]+)))?"
        rf"(?:,? (?:y )?(?:{instead}) (?P<old>{_VALUE}))?(?:,? (?:{sorry}))?"
    )


def _any(name: str) -> str:
    """A pattern for any entry of a list, the longest first."""
    return "|".join(re.escape(entry) for entry in sorted(listed(name), key=len, reverse=True))
