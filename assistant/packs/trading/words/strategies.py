"""Ways of trading that a person names as their own, in their words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from assistant.packs import Heard, Lesson
from assistant.packs.trading.words.speech import Part, denial_before, parts_of, personal, pieces
from assistant.packs.trading.words.symbols import mentions
from assistant.packs.trading.words.vocabulary import pattern, shape

LONGEST = 90
"""Characters of a rule in the person's words."""
FEWEST_WORDS = 4
REACH = 2
"""Words from a "no" to what it denies: "no promedio", "I never use stops"."""


def strategies(heard: Heard) -> Iterator[Lesson]:
    """Each once. What is asked counts too where the person adds that it is their habit: "tell me
    when it crosses the VWAP, that is where I enter"."""
    told = [*personal(heard)]
    if any(shape("strategies", "habit").search(part.folded) for part in parts_of(heard)):
        told += [part for part in parts_of(heard) if part.asked]
    seen: dict[str, None] = {}
    for part in told:
        for value in (*_named(part), *_rules(part)):
            seen.setdefault(value)
    for value in seen:
        yield Lesson("strategies", value)


def _named(part: Part) -> Iterator[str]:
    """Those that have a name, as it is written."""
    for term in _terms().finditer(part.folded):
        denied = denial_before(part, term.start())
        if denied is not None and len(part.text[denied : term.start()].split()) <= REACH:
            continue
        yield part.text[term.start() : term.end()].lower().rstrip(",.;:")


def _rules(part: Part) -> Iterator[str]:
    """What is told as a rule of one's own and has no name: "I only buy after two red weeks"."""
    for piece in pieces(part):
        rule = shape("strategies", "rule").search(piece.folded)
        told = piece.text[rule.start() :].strip() if rule else ""
        fits = len(told) <= LONGEST and len(told.split()) >= FEWEST_WORDS
        if rule and fits and _of_market(piece, rule.group()) and not _once(piece):
            yield told.lower()


def _of_market(piece: Part, opening: str) -> bool:
    """Whether it speaks of a market, or begins with what is done there; of buying and selling, if
    not at the baker's."""
    if pattern("market", "strong").search(piece.folded) or pattern("market", "weak").search(
        opening
    ):
        return True
    bought = pattern("market", "weak").search(piece.folded)
    return bought is not None and not pattern("goods", "words").search(piece.folded)


def _once(piece: Part) -> bool:
    """Whether it is of one day or one instrument, or has a name after all."""
    one_day = shape("strategies", "once").search(piece.folded)
    return bool(one_day or mentions(piece.text) or _terms().search(piece.folded))


@cache
def _terms() -> re.Pattern[str]:
    before, term, behind = (
        shape("strategies", key).pattern for key in ("setup_before", "terms", "setup_behind")
    )
    return re.compile(rf"(?<!\w)(?:{before})?(?:{term})(?:{behind})?(?!\w)")
