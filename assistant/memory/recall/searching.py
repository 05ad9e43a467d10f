"""Which facts some words are about, for a person who looks for them. Pure.

A prompt may hold a fact too many; a list that answers "cats" with twenty facts, none about cats, is
no answer. So a fact is shown that says the words, or one that is near enough in meaning.
"""

from __future__ import annotations

from collections.abc import Sequence

from assistant.memory.recall.scoring import Candidate, Question, by_chance, score
from assistant.records import Fact
from assistant.text.phrases import tokens
from assistant.text.wording import stem

NEAR = 0.28
"""Nearness from which a fact is about words that it does not say: on invented people the second
fact of one matter lies above, the nearest of another matter below."""
BESIDE = 0.6
"""Of the best one's nearness, what another needs at least."""
BEGINNING = 4
"""Letters from which the beginning of a word stands for it."""


def matching(
    question: Question, words: Sequence[str], candidates: Sequence[Candidate], stored: int
) -> list[Fact]:
    """Those that say most of the words, then those that are near; each nearest first.

    ``candidates`` are the nearest of ``stored`` facts and those that share a word.
    """
    wanted = [(word, stem(word)) for word in dict.fromkeys(words)]
    said = {c.fact.id: _said(wanted, c.fact) for c in candidates}
    most = max(said.values(), default=0)
    nearest = max((c.nearness for c in candidates), default=0.0)
    floor = max(NEAR + max(0.0, by_chance(stored)), BESIDE * nearest)

    def says(candidate: Candidate) -> bool:
        return bool(most) and said[candidate.fact.id] == most

    shown = [c for c in candidates if says(c) or c.nearness >= floor]
    shown.sort(key=lambda c: (not says(c), -score(question, c), c.fact.id))
    return [c.fact for c in shown]


def _said(wanted: Sequence[tuple[str, str]], fact: Fact) -> int:
    """How many of the words a fact says, in any form."""
    held = tokens(fact.fact)
    stems = {stem(token) for token in held}
    return sum(
        root in stems or (len(word) >= BEGINNING and any(token.startswith(word) for token in held))
        for word, root in wanted
    )
