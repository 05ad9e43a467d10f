"""What stays of a fact of which a part is over: a nurse at the Centenario is a nurse elsewhere too,
but who has moved pays another rent (F7). Pure."""

from __future__ import annotations

import re

from assistant.languages import pattern
from assistant.memory.matching.relation import belief_in_change
from assistant.memory.matching.told_of import begins_with
from assistant.memory.plan.cutting import cut
from assistant.memory.plan.statements import Statement
from assistant.records import Fact, Language
from assistant.text.phrases import listed
from assistant.text.verbs import begins_with_verb
from assistant.text.word_forms import same_word
from assistant.text.wording import Wording, wording

CHANGED_TOO = 0.7
"""Belief from which a part is changed by the same statement as the one that it stood beside."""


def without_where(old: Fact, statement: Statement) -> str | None:
    """A fact without the place at its end, where a statement tells that whom it begins with has
    moved to another; None where it tells hardly more than that place."""
    moves = _form("moves").search(statement.said)
    where = _form("where").search(old.fact)
    if not moves or not where:
        return None
    left = old.fact[: where.start()].rstrip(" ,")
    known, said = wording(left, old.language), wording(statement.said, statement.language)
    who = [w for w in known.words if w.exact or w.kind == "person" or not w.place]
    if not any(same_word(word, one) for one in who for word in said.words):
        return None
    begun = begins_with(left, old.language)
    return left if _tells_what(wording(begun.rest, old.language) if begun else known) else None


def still_so(left: str, language: Language, statement: Statement) -> str:
    """What stays of a fact, without the parts of no subject of their own that a part of the
    statement changes as well: "we live in Narvarte, I pay 16,500" is over with "we are in Del Valle
    now, and the rent is 19,000". As it is where no part changes; "" where each does."""
    said = [statement.said[start:end] for start, end in cut(statement.said, statement.language)]
    parts = [left[start:end] for start, end in cut(left, language)]

    def is_over(part: str) -> bool:
        goes_on = begins_with_verb(part, language)
        return goes_on and any(belief_in_change(part, one) >= CHANGED_TOO for one in said)

    stay = [part for part in parts if not is_over(part)]
    return left if len(stay) == len(parts) else ", ".join(stay)


def _tells_what(known: Wording) -> bool:
    """Whether a text says what somebody is or does, and not only the verb: "Lucho vive"."""
    placed = _form("placed")
    own = [word for word in known.words if not (word.exact or word.kind)]
    matter = [word for word in own if not placed.fullmatch(word.text)]  # "Priya is based"
    plain = listed("function") | listed("articles")
    return any(known.before(word) in plain for word in matter)


def _form(key: str) -> re.Pattern[str]:
    return pattern("memory", "moved", key)
