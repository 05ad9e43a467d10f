"""Which facts enter a prompt, and why the others do not (F8, F9). Pure.

Three decisions, in this order: whether facts about the user help to answer at all (most questions
of the world need none, and then none is injected); which of them are nearest to the question, or
hold what it asks for; how many fit.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Literal, NamedTuple

from assistant.memory.base import OfferedFact
from assistant.memory.recall.cues import asks_memory, holds_always
from assistant.memory.recall.rendering import full, terse
from assistant.memory.recall.scoring import Candidate, Question, facts_help, score
from assistant.records import ConsideredFact, Fact

SHOWN = 30
"""Facts that are reported as considered, besides those that are in and those that always hold."""
STANDING_SHARE = 0.4
"""Of the room, at most this much for rules that hold for every answer."""
SHORTEST_LINE = 4
"""Tokens under which no line is tried."""
WHOLE_LINES = 3
"""The nearest facts are written whole, the others as in a telegram."""
FLOOR = -1.5
"""Score under which a fact is too far from the question, however much room there is."""
BEHIND = 4.0
"""How far a fact may lie behind the nearest: of 717 questions (14 people, the shared cases and a
collection of preferences) the right one of 3 does, and what else does was in by mere room."""

EVERY_ANSWER = "holds for every answer"
"""Why a fact is in that is about no question of its own (F8)."""

_Scored = tuple[float, Candidate]


class TokenBudget(NamedTuple):
    """The tokens that the facts' lines have together. ``cost(line, standing)`` is what one of them
    takes as the prompt writes it, so that what is chosen here loses nothing there."""

    tokens: int
    cost: Callable[[str, bool], int]


def rank(
    question: Question,
    candidates: Sequence[Candidate],
    *,
    stored: int,
    room: TokenBudget,
    barred: Callable[[Fact], str] = lambda _: "",
    said: Collection[str] = (),
) -> tuple[OfferedFact, ...]:
    """Decide each candidate: those that are in, standing rules first, then by score; then those
    that are out.

    ``candidates`` are the nearest of ``stored`` facts and of those that hold always.
    ``barred`` tells why a fact may not be injected (F6, F9; "" when it may); ``said`` are the ids
    of the last 3 turns' facts, which the window shows already.
    """
    scored = sorted(
        ((score(question, c), c) for c in candidates), key=lambda s: (-s[0], s[1].fact.id)
    )
    refused = {c.fact.id: why for _, c in scored if (why := _kept_out(c.fact, barred, said))}
    free = [pair for pair in scored if pair[1].fact.id not in refused]
    all_asked = asks_memory(question.text)
    needed = all_asked or facts_help(question, [c for _, c in free], stored)
    filling = _Filling(room)
    standing = _standing(free, filling)
    taken = {r.fact.id for r in standing}
    asked = [pair for pair in free if pair[1].fact.id not in taken]
    floor = FLOOR if all_asked or not asked else max(FLOOR, asked[0][0] - BEHIND)
    decided = {id: ("", why) for id, why in refused.items()}
    decided |= {id: (line, why) for id, line, why in _decide(asked, needed, floor, filling)}
    others = [(s, c, *decided[c.fact.id]) for s, c in scored if c.fact.id not in taken]
    inside = [_ranked(s, c, "in", why, line) for s, c, line, why in others if line]
    outside = [other for other in others if not other[2]][:SHOWN]
    shown = [_ranked(s, c, "out", why) for s, c, _, why in outside]
    return (*standing, *inside, *shown)


def _kept_out(fact: Fact, barred: Callable[[Fact], str], said: Collection[str]) -> str:
    return barred(fact) or ("said in the last 3 turns" if fact.id in said else "")


class _Filling:
    """A room as it fills up."""

    def __init__(self, room: TokenBudget) -> None:
        self.room = room
        self.used = 0

    @property
    def full(self) -> bool:
        """Known without writing a line or counting its tokens: that is what costs."""
        return self.room.tokens - self.used < SHORTEST_LINE

    def take(self, line: str, limit: float = math.inf, *, standing: bool = False) -> bool:
        """Use the room for a line, unless it would pass the room or ``limit``."""
        tokens = self.room.cost(line, standing)
        if self.used + tokens > min(self.room.tokens, limit):
            return False
        self.used += tokens
        return True


def _standing(free: Sequence[_Scored], filling: _Filling) -> list[OfferedFact]:
    """The rules that hold for every answer, the most relevant first, within their share."""
    kept: list[OfferedFact] = []
    share = STANDING_SHARE * filling.room.tokens
    for s, c in free:
        if share - filling.used < SHORTEST_LINE:
            break
        if not holds_always(c.fact):
            continue
        line = terse(c.fact)
        if filling.take(line, share, standing=True):
            kept.append(_ranked(s, c, "in", EVERY_ANSWER, line, standing=True))
    return kept


def _decide(
    asked: Sequence[_Scored], needed: bool, floor: float, filling: _Filling
) -> Iterator[tuple[str, str, str]]:
    """Each one's id, its line, empty when it is out, and why."""
    no_room = f"no room in {filling.room.tokens} tokens"
    for place, (s, c) in _by_worth(asked) if needed else enumerate(asked):
        line, why = "", no_room
        if not needed:
            why = "the question needs no fact about the user"
        elif s < floor:
            why = "too far from the question"
        elif not filling.full:
            line = full(c.fact) if place < WHOLE_LINES else terse(c.fact)
            if filling.take(line):
                why = f"{_ordinal(place + 1)} nearest to the question"
            else:
                line = ""
        yield c.fact.id, line, why


def _by_worth(scored: Sequence[_Scored]) -> Iterator[tuple[int, _Scored]]:
    """Places by score, from 0, in the order in which facts get room: the nearest, then by what
    each brings for its length.

    Scores are fitted so that exp(score) is proportional to the chance that the fact is the one
    wanted; the best use of room left over takes chance per token.
    """
    placed = list(enumerate(scored))
    yield from placed[:WHOLE_LINES]
    yield from sorted(
        placed[WHOLE_LINES:], key=lambda p: math.log(len(p[1][1].fact.fact) + 1) - p[1][0]
    )


def _ordinal(n: int) -> str:
    ending = "th" if 10 <= n % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def _ranked(
    s: float,
    candidate: Candidate,
    decision: Literal["in", "out"],
    reason: str,
    line: str = "",
    *,
    standing: bool = False,
) -> OfferedFact:
    fact = candidate.fact
    considered = ConsideredFact(fact.id, fact.fact, decision, reason, round(s, 3))
    return OfferedFact(fact, considered, standing, line)
