"""What a later sentence of a message tells of whom or what the one before names (F5).

"My sister lives in Halifax. She's having twins" is one fact: by itself the second says nothing of
whom it tells.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assistant.memory.base import Clause, ClauseStatus, Finding
from assistant.memory.signals.clauses import RawClause
from assistant.memory.signals.lexicon import Lexicon

LONGEST = 200
"""Characters of a fact that is made of two sentences."""
_NAMES_IT: frozenset[ClauseStatus] = frozenset(("assertion", "passing"))
"""What a clause may be from which a later one is understood, if nothing is kept of it alone."""


def gathered(
    message: str,
    raw: Sequence[RawClause],
    clauses: Sequence[Clause],
    found: Mapping[int, Finding],
    lexicon: Lexicon,
) -> tuple[Finding, ...]:
    """The findings in order, each with those that lean on it. ``found``: by the place of the
    clause that it was made of."""
    whole: dict[int, Finding] = {}
    for place, finding in sorted(found.items()):
        before = place - 1
        joined = None
        if before >= 0 and leans(raw[before], raw[place], message, lexicon):
            joined = _joined(whole.get(before), clauses[before], finding)
        if joined:
            whole.pop(before, None)
        whole[place] = joined or finding
    return tuple(whole.values())


def leans(last: RawClause, clause: RawClause, message: str, lexicon: Lexicon) -> bool:
    """Whether a sentence of its own begins with a word for somebody or something named before."""
    if last.whose != "own" or last.asked or clause.sentence == last.sentence:
        return False
    return lexicon.match("points_back", clause.text, 0) is not None or _is_he(clause, message)


def _is_he(clause: RawClause, message: str) -> bool:
    """ "Él", which without its accent is an article."""
    return clause.typed(message).lower().startswith("él ")


def _joined(named: Finding | None, before: Clause, finding: Finding) -> Finding | None:
    """One fact of both sentences; None where it would be too long, or the first is nothing that
    was said. ``named``: what is kept of the first."""
    if named is None and before.status not in _NAMES_IT:
        return None
    first = named.text if named else before.text
    text = f"{first.rstrip(' .,;:')}, {finding.text[:1].lower()}{finding.text[1:]}"
    if len(text) > LONGEST:
        return None
    start = (named or before).span[0]
    kept = named or finding
    told = kept.on_purpose or finding.on_purpose
    return kept._replace(text=text, span=(start, finding.span[1]), on_purpose=told)
