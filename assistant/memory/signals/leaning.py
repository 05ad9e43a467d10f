"""What a later sentence of a message tells of whom or what the one before names (F5).

"My sister lives in Halifax. She's having twins" is one fact: by itself the second says nothing of
whom it tells.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from assistant.memory.base import Clause, ClauseStatus, Finding
from assistant.memory.signals.clauses import RawClause
from assistant.memory.signals.lexicon import Lexicon
from assistant.memory.signals.regions import Span, overlaps
from assistant.memory.signals.rewording import LONGEST

_NAMES_IT: frozenset[ClauseStatus] = frozenset(("assertion", "passing"))
"""What a clause may be from which a later one is understood, if nothing is kept of it alone."""


def gathered(
    message: str,
    raw: Sequence[RawClause],
    clauses: Sequence[Clause],
    found: Mapping[int, Finding],
    closed: Sequence[Span],
    lexicon: Lexicon,
    leans: Collection[int] = (),
) -> tuple[Finding, ...]:
    """The findings in order, each with those that lean on it. ``found``: by the place of the
    clause that it was made of; ``closed``: secrets and requests, of which no fact is made;
    ``leans``: places of what is kept only because what stands before it is."""
    whole: dict[int, Finding] = {}
    for place, finding in sorted(found.items()):
        joined = None
        tells_more = place in leans and place - 1 in whole
        if tells_more or (place and points_back(raw[place - 1], raw[place], message, lexicon)):
            joined = _joined(whole.get(place - 1), clauses[place - 1], finding, closed)
        if joined:
            whole.pop(place - 1, None)
        whole[place] = joined or finding
    return tuple(whole.values())


def points_back(last: RawClause, clause: RawClause, message: str, lexicon: Lexicon) -> bool:
    """Whether a sentence of its own begins with a word for somebody or something named before, or
    with a figure, and nothing in it tells of what: "first gig! 24 April at the Tote"."""
    if last.whose != "own" or last.asked or clause.sentence == last.sentence:
        return False
    first = clause.typed(message).lower().partition(" ")[0]  # an accent may be all that tells it
    typed = first in lexicon.entries("points_back_typed")
    return typed or first[:1].isdigit() or lexicon.match("points_back", clause.text, 0) is not None


def is_of_nobody(text: str, lexicon: Lexicon) -> bool:
    """Whether a canonical text tells of somebody, and not of whom: "she charges 900 a month"."""
    return lexicon.has("unnamed", text) or lexicon.has("of_nobody", text)


def _joined(
    named: Finding | None, before: Clause, finding: Finding, closed: Sequence[Span]
) -> Finding | None:
    """One fact of both sentences; None where it would be too long, or the first is nothing that
    may be kept. ``named``: what is kept of the first."""
    open_ = before.status in _NAMES_IT and not overlaps(before.span, closed)
    if named is None and not open_:
        return None
    first = named.text if named else before.text
    text = f"{first.rstrip(' .,;:')}, {finding.text[:1].lower()}{finding.text[1:]}"
    if len(text) > LONGEST:
        return None
    kept = named or finding
    return kept._replace(
        text=text,
        span=((named or before).span[0], finding.span[1]),
        on_purpose=kept.on_purpose or finding.on_purpose,
    )
