"""What stays of somebody who has moved on: a nurse at the Centenario is a nurse (F7). Pure."""

from __future__ import annotations

import re

from assistant.languages import pattern
from assistant.memory.matching.told_of import begins_with
from assistant.memory.plan.statements import Statement
from assistant.records import Fact
from assistant.text.phrases import listed
from assistant.text.word_forms import same_word
from assistant.text.wording import Wording, wording


def without_where(old: Fact, statement: Statement) -> str | None:
    """A fact without the place at its end, where a statement tells that whom it begins with has
    moved to another; None where it tells hardly more than that place."""
    moves = _form("moves").search(statement.said)
    where = _form("where").search(old.fact)
    if not moves or not where:
        return None
    left = old.fact[: where.start()].rstrip(" ,")
    known, said = wording(left, old.language), wording(statement.said, statement.language)
    who = [word for word in known.words if word.exact or word.kind == "person"]
    if not any(same_word(word, one) for one in who for word in said.words):
        return None
    begun = begins_with(left, old.language)
    return left if _tells_what(wording(begun.rest, old.language) if begun else known) else None


def _tells_what(known: Wording) -> bool:
    """Whether a text says what somebody is or does, and not only the verb: "Lucho vive"."""
    placed = _form("placed")
    own = [word for word in known.words if not (word.exact or word.kind)]
    matter = [word for word in own if not placed.fullmatch(word.text)]  # "Priya is based"
    plain = listed("function") | listed("articles")
    return any(known.before(word) in plain for word in matter)


def _form(key: str) -> re.Pattern[str]:
    return pattern("memory", "moved", key)
