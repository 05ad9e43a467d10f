"""How much a fact matters to a question, and whether any fact about the user does (F8). Pure.

Weights and floors were fitted on the invented people of ``training/data/recall``
(``tests/benchmarks/recall.py`` measures them).
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from assistant.memory.recall.cues import asked_by, held_by
from assistant.records import Fact, Language
from assistant.text.folding import fold
from assistant.text.phrases import tokens
from assistant.text.wording import stem, wording

_PIECE = re.compile(r"[^\W_]+")
"""What stands between the marks of an identifier."""


class Weights(NamedTuple):
    """A fact's score is a weighted sum. ``who``, ``when`` and ``how_much`` count where the question
    asks for a person, a time or a number and the fact holds one; ``named`` where both say a name,
    ``day`` where both say a weekday or a month.
    """

    nearness: float = 9.5
    precedent: float = 1.0
    domain: float = 0.46
    who: float = 1.0
    when: float = 0.1
    how_much: float = 0.3
    named: float = 1.5
    day: float = 2.5


class Gate(NamedTuple):
    """Logit that facts help: from the question alone, from how near the nearest facts are, and from
    a name that the question and a fact both say."""

    about_user: float
    examples: float
    nearness: float
    cosine: float
    bias: float
    named: float = 2.0


WEIGHTS = Weights()
GATE = Gate(about_user=0.82, examples=0.8, nearness=5.7, cosine=0.0, bias=0.25)
BARE_GATE = Gate(about_user=0.0, examples=0.0, nearness=0.0, cosine=12.0, bias=-4.0)
"""For an embedder without a relevance model; its cosines are on SPEC's calibrated scale."""
SPREAD = 0.12
"""How much the nearness of facts that do not matter varies: what the nearest of many is due to."""
REFERENCE_SIZE = 40


class Question(NamedTuple):
    """The typed words. ``about_user``: the logit of the relevance model, None where the embedder
    has none; ``examples``: theirs."""

    text: str
    about_user: float | None = None
    examples: float = 0.0


class Candidate(NamedTuple):
    """A fact that may matter: its cosine with the question, its nearness through the relevance
    model, and how well it and its domain agree with the facts that mattered to questions like this
    one."""

    fact: Fact
    cosine: float
    nearness: float
    precedent: float = 0.0
    domain: float = 0.0


def score(question: Question, candidate: Candidate) -> float:
    """How much a fact matters to the question; comparable within one question."""
    fact, _, nearness, precedent, domain = candidate
    asked, held, w = asked_by(question.text), held_by(fact.fact), WEIGHTS
    total = w.nearness * nearness + w.precedent * precedent + w.domain * domain
    if asked.who and held.name:
        total += w.who
    if asked.when and held.time:
        total += w.when
    if asked.how_much and held.number:
        total += w.how_much
    if not asked.words.isdisjoint(held.names):
        total += w.named
    if not asked.days.isdisjoint(held.days):
        total += w.day
    return total


def facts_help(question: Question, candidates: Iterable[Candidate], stored: int) -> bool:
    """The relevance floor: whether any fact about the user has to do with the question.

    The nearest of many is near by chance alone: what chance gives among ``stored`` facts is taken
    off, so that the same floor serves 10 facts and 10,000.
    """
    known = list(candidates)
    if not known:
        return False
    gate = BARE_GATE if question.about_user is None else GATE
    chance = by_chance(stored)
    spoken = asked_by(question.text).words
    logit = (
        gate.about_user * (question.about_user or 0.0)
        + gate.examples * question.examples
        + gate.nearness * (max(c.nearness for c in known) - chance)
        + gate.cosine * (max(c.cosine for c in known) - chance)
        + gate.named * any(not spoken.isdisjoint(held_by(c.fact.fact).names) for c in known)
        + gate.bias
    )
    return logit > 0


def by_chance(stored: int) -> float:
    """Nearness that the nearest of so many facts owes to their number."""
    return SPREAD * (_best_of(stored) - _best_of(REFERENCE_SIZE))


@lru_cache(maxsize=64)
def _best_of(count: int) -> float:
    """The expected greatest of that many draws, in standard deviations (Blom, 1958)."""
    from statistics import NormalDist  # 5 ms that a turn without facts does not need

    return NormalDist().inv_cdf((max(count, 1) - 0.375) / (max(count, 1) + 0.25))


WORD = 2.0
"""What a word that a question shares with one fact alone speaks for it …"""


def by_words(text: str, language: Language, candidates: Sequence[Candidate]) -> Mapping[str, float]:
    """… of each candidate, by id, what all such words do; one that several have speaks for each the
    less, by the root of their number."""
    words = wording(text, language).words
    asked = {stem(word.text) for word in words if word.kind != "number"}
    facts = [candidate.fact for candidate in candidates]
    shared = [asked & set(map(stem, tokens(fact.fact))) for fact in facts]
    of = Counter(root for roots in shared for root in roots)
    return {
        fact.id: math.fsum(WORD / math.sqrt(of[root]) for root in roots)
        for fact, roots in zip(facts, shared, strict=True)
    }


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
    """How many of the words a fact says, in any form, or as a part of an identifier: "412"."""
    held = {*tokens(fact.fact), *_PIECE.findall(fold(fact.fact))}
    stems = {stem(token) for token in held}
    return sum(
        root in stems or (len(word) >= BEGINNING and any(token.startswith(word) for token in held))
        for word, root in wanted
    )
