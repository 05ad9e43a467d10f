"""Whether what is to be forgotten by a question's words is what answers the question (F7). Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from assistant.memory.matching import Meaning
from assistant.memory.plan.by_reader import Reads
from assistant.memory.plan.shortlist import shortlist
from assistant.records import Fact, Language

NEARLY, LEAST = 1.0, -5.0
"""Logit by which another fact answers less than the one that has the words, at most, and from
which it may answer at all."""


def answers_too(
    asked: str,
    found: Collection[str],
    facts: Sequence[Fact],
    language: Language,
    meaning: Meaning,
    reads: Reads,
) -> tuple[str, ...]:
    """The facts that answer what is ``asked`` ("where I work") as well as the one ``found`` by its
    words ("I cycle to work"), or better; none where more were found."""
    if not asked or len(found) != 1:
        return ()
    near = [fact for fact in facts if fact.id in found]
    near += [f for f in shortlist(asked, language, facts, None, meaning) if f not in near]
    near.sort(key=lambda fact: (fact.created_at, fact.id))
    answers = reads(asked, [fact.fact for fact in near]).answers
    own = next(logit for fact, logit in zip(near, answers, strict=True) if fact.id in found)
    from_on = max(own - NEARLY, LEAST)
    pairs = zip(near, answers, strict=True)
    return tuple(f.id for f, logit in pairs if logit >= from_on and f.id not in found)
