"""Whether what is to be forgotten by a question's words is what answers the question (F7). Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from assistant.memory.matching import Meaning
from assistant.memory.plan.by_reader import Reads
from assistant.memory.plan.shortlist import shortlist
from assistant.records import Fact, Language

BETTER = 1.0
"""Logit by which another fact answers better than the one that has the words."""


def better_answer(
    asked: str,
    found: Collection[str],
    facts: Sequence[Fact],
    language: Language,
    meaning: Meaning,
    reads: Reads,
) -> str | None:
    """The fact that answers what is ``asked`` ("where I work") better than the one ``found`` by
    its words ("I cycle to work"); None where that answers it best, and where more were found."""
    if not asked or len(found) != 1:
        return None
    near = [fact for fact in facts if fact.id in found]
    near += [f for f in shortlist(asked, language, facts, None, meaning) if f not in near]
    near.sort(key=lambda fact: (fact.created_at, fact.id))
    answers = dict(zip(near, reads(asked, [f.fact for f in near]).answers, strict=True))
    best = max(near, key=lambda fact: answers[fact])
    own = next(answers[fact] for fact in near if fact.id in found)
    return best.id if answers[best] - own >= BETTER else None
