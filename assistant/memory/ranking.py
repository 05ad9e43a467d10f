"""Which facts enter a prompt, and why the others do not (F8, F9). Pure.

Three decisions, in this order: whether facts about the user help to answer at all (most questions
of the world need none, and then none is injected); which of them are nearest to the question, or
hold what it asks for; how many fit. Weights and floors were fitted on the invented people of
``data/recall/people`` (``tests/benchmarks/recall.py`` measures them).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from assistant.memory.recall.cues import (
    answer_fits,
    asks_memory,
    holds_always,
    named,
    same_day,
)
from assistant.memory.recall.rendering import full, terse
from assistant.records import ConsideredFact, Fact

SHOWN = 30
"""Facts that are reported as considered, besides those that are in and those that always hold."""
STANDING_SHARE = 0.4
"""Of the budget, at most this much for rules that hold for every answer."""
SHORTEST_LINE = 4
"""Tokens under which no line is tried."""
WHOLE_LINES = 3
"""The nearest facts are written whole, the others as in a telegram."""


@dataclass(frozen=True, slots=True)
class Weights:
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


@dataclass(frozen=True, slots=True)
class Gate:
    """Logit that facts help: from the question alone, from how near the nearest facts are, and from
    a name that the question and a fact both say."""

    about_user: float
    precedents: float
    nearness: float
    cosine: float
    bias: float
    named: float = 2.0


WEIGHTS = Weights()
GATE = Gate(about_user=0.82, precedents=0.8, nearness=5.7, cosine=0.0, bias=0.2)
BARE_GATE = Gate(about_user=0.0, precedents=0.0, nearness=0.0, cosine=12.0, bias=-4.0)
"""For an embedder without a lens; its cosines are on SPEC's calibrated scale."""
SPREAD = 0.12
"""How much the nearness of facts that do not matter varies: what the nearest of many is due to."""
REFERENCE_SIZE = 40
FLOOR = -1.5
"""Score under which a fact is too far from the question, however much room there is."""


@dataclass(frozen=True, slots=True)
class Question:
    """The typed words. ``about_user``: the lens's logit, None where the embedder has no lens;
    ``precedents``: theirs."""

    text: str
    about_user: float | None = None
    precedents: float = 0.0


@dataclass(frozen=True, slots=True)
class Candidate:
    """A fact that may matter: its cosine with the question, its nearness through the lens, and how
    well it and its domain agree with the facts that mattered to questions like this one."""

    fact: Fact
    cosine: float
    nearness: float
    precedent: float = 0.0
    domain: float = 0.0


_Placed = tuple[int, tuple[float, Candidate]]
"""A candidate with its score and its place by score, from 0."""


@dataclass(frozen=True, slots=True)
class RankedFact:
    """``line`` is how it stands in a prompt. ``standing``: it holds for every answer (F8)."""

    fact: Fact
    considered: ConsideredFact
    line: str
    standing: bool = False


@dataclass(frozen=True, slots=True)
class Ranking:
    """Those that are in, standing rules first, then by score; then those that are out."""

    facts: tuple[RankedFact, ...]
    tokens: int
    needed: bool
    """Whether facts about the user help to answer; False: only standing rules are in."""


def rank(
    question: Question,
    candidates: Sequence[Candidate],
    *,
    stored: int,
    budget: int,
    count: Callable[[str], int],
    barred: Callable[[Fact], str] = lambda _: "",
    said: Collection[str] = (),
) -> Ranking:
    """Decide each candidate. A line costs ``count(" " + line) + 1`` tokens of ``budget``.

    ``candidates`` are the nearest of ``stored`` facts and every one that ``holds_always``.
    ``barred`` tells why a fact may not be injected (F6, F9; "" when it may); ``said`` are the ids
    of the last 3 turns' facts, which the window shows already.
    """
    scored = sorted(
        ((score(question, c), c) for c in candidates), key=lambda s: (-s[0], s[1].fact.id)
    )
    refusals = [_kept_out(c.fact, barred, said) for _, c in scored]
    free = [pair for pair, reason in zip(scored, refusals, strict=True) if not reason]
    needed = asks_memory(question.text) or facts_help(question, [c for _, c in free], stored)
    room = _Room(budget, count)
    standing = _standing(free, room)
    taken = {r.fact.id for r in standing}
    placed = list(enumerate((s, c) for s, c in free if c.fact.id not in taken))
    others = [(s, c.fact, *_decide(p, s, c, needed, room)) for p, (s, c) in _by_worth(placed)]
    others.sort(key=_by_score)
    inside = [_ranked(fact, "in", why, s, line) for s, fact, line, why in others if line]
    outside = [other for other in others if not other[2]]
    outside += [(s, c.fact, "", why) for (s, c), why in zip(scored, refusals, strict=True) if why]
    outside.sort(key=_by_score)
    shown = [_ranked(fact, "out", why, s, "") for s, fact, _, why in outside[:SHOWN]]
    return Ranking((*standing, *inside, *shown), room.used, needed)


def _by_score(decided: tuple[float, Fact, str, str]) -> float:
    return -round(decided[0], 3)


def score(question: Question, candidate: Candidate) -> float:
    """How much a fact matters to the question; comparable within one question."""
    text, fact = question.text, candidate.fact.fact
    who, when, how_much = answer_fits(text, fact)
    w = WEIGHTS
    return (
        w.nearness * candidate.nearness
        + w.precedent * candidate.precedent
        + w.domain * candidate.domain
        + w.who * who
        + w.when * when
        + w.how_much * how_much
        + w.named * named(text, fact)
        + w.day * same_day(text, fact)
    )


def facts_help(question: Question, candidates: Iterable[Candidate], stored: int) -> bool:
    """The relevance floor: whether any fact about the user has to do with the question.

    The nearest of many is near by chance alone: what chance gives among ``stored`` facts is taken
    off, so that the same floor serves 10 facts and 10,000.
    """
    known = list(candidates)
    if not known:
        return False
    gate = BARE_GATE if question.about_user is None else GATE
    chance = SPREAD * (_best_of(stored) - _best_of(REFERENCE_SIZE))
    logit = (
        gate.about_user * (question.about_user or 0.0)
        + gate.precedents * question.precedents
        + gate.nearness * (max(c.nearness for c in known) - chance)
        + gate.cosine * (max(c.cosine for c in known) - chance)
        + gate.named * max(named(question.text, c.fact.fact) for c in known)
        + gate.bias
    )
    return logit > 0


@lru_cache(maxsize=64)
def _best_of(count: int) -> float:
    """The expected greatest of that many draws, in standard deviations (Blom, 1958)."""
    from statistics import NormalDist  # 5 ms that a turn without facts does not need

    return NormalDist().inv_cdf((max(count, 1) - 0.375) / (max(count, 1) + 0.25))


def _kept_out(fact: Fact, barred: Callable[[Fact], str], said: Collection[str]) -> str:
    return barred(fact) or ("said in the last 3 turns" if fact.id in said else "")


class _Room:
    """What is left of the budget."""

    def __init__(self, budget: int, count: Callable[[str], int]) -> None:
        self.budget = budget
        self.used = 0
        self._count = count

    @property
    def full(self) -> bool:
        """Known without writing a line or counting its tokens: that is what costs."""
        return self.budget - self.used < SHORTEST_LINE

    def take(self, line: str, limit: float = math.inf) -> bool:
        """Use the room for a line, unless it would pass the budget or ``limit``."""
        tokens = self._count(f" {line}") + 1
        if self.used + tokens > min(self.budget, limit):
            return False
        self.used += tokens
        return True


def _standing(free: Sequence[tuple[float, Candidate]], room: _Room) -> list[RankedFact]:
    """The rules that hold for every answer, the most relevant first, within their share."""
    kept: list[RankedFact] = []
    share = STANDING_SHARE * room.budget
    for s, c in free:
        if share - room.used < SHORTEST_LINE:
            break
        if not holds_always(c.fact):
            continue
        line = full(c.fact)
        if room.take(line, share):
            kept.append(_ranked(c.fact, "in", "holds for every answer", s, line, standing=True))
    return kept


def _by_worth(placed: Sequence[_Placed]) -> list[_Placed]:
    """The order in which facts get room: the nearest, then by what each brings for its length.

    Scores are fitted so that exp(score) is proportional to the chance that the fact is the one
    wanted; the best use of room left over takes chance per token.
    """
    rest = sorted(
        placed[WHOLE_LINES:], key=lambda p: math.log(len(p[1][1].fact.fact) + 1) - p[1][0]
    )
    return [*placed[:WHOLE_LINES], *rest]


def _decide(place: int, s: float, c: Candidate, needed: bool, room: _Room) -> tuple[str, str]:
    """Its line, empty when it is out, and why."""
    if not needed:
        return "", "the question needs no fact about the user"
    if s < FLOOR:
        return "", "too far from the question"
    if not room.full:
        line = full(c.fact) if place < WHOLE_LINES else terse(c.fact)
        if room.take(line):
            return line, f"{_ordinal(place + 1)} nearest to the question"
    return "", f"no room in {room.budget} tokens"


def _ordinal(n: int) -> str:
    ending = "th" if 10 <= n % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def _ranked(
    fact: Fact,
    decision: Literal["in", "out"],
    reason: str,
    s: float,
    line: str,
    *,
    standing: bool = False,
) -> RankedFact:
    considered = ConsideredFact(fact.id, fact.fact, decision, reason, round(s, 3))
    return RankedFact(fact, considered, line, standing)
