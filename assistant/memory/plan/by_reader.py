"""What the reader says of a request that its words alone do not decide (F7). Pure.

The words say which facts cannot be meant: another name, number or person. Among the others the
reader knows what is meant in quite other words. It may make a doubtful request plain, and a plain
one doubtful; what it takes for several is asked about, as ever.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from assistant.languages import pattern
from assistant.memory.base import Reading as Said
from assistant.memory.matching import Meaning
from assistant.memory.matching.spelling import spelled_as_told
from assistant.memory.plan.holding import Match, lacks_a_word
from assistant.memory.plan.requests import NOT_STATED, asks_for_all
from assistant.memory.plan.shortlist import shortlist
from assistant.reader import FORGETS, Reading
from assistant.records import Fact, Language
from assistant.text.phrases import listed, tokens

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

Reads = Callable[[str, Sequence[str]], Reading]
"""A message and the texts of facts, oldest first."""

SURE = 0.97
"""Share from which the reader knows that a fact is meant: one of some that it is put beside …"""
LIKELY, SURE_BY_ONE = 0.73, 0.99
"""… the only one, by several words that name the matter and tell it from none, or by a single one:
"my weight" is nearly a height …"""
PERHAPS = 0.05
"""… from which it may be, so that one that is sure beside it is not the only one …"""
FAR_LIKELIER, FAR = 0.8, 0.007
"""… or that is, and that the others are, where the words that name the matter are not known …"""
UNLIKELY = 0.35
"""… and below which one is not: what the words put right may be another …"""
DOUBTED, DOUBTED_APART = 0.2, 3.0
"""… and below which even one that has all the words is doubted, unless by both readings its logit
is so much more than any other."""
ASKS = FORGETS
"""Share from which the message asks to forget at all …"""
ASKS_UNHEARD = 0.9
"""… and where no words that ask for it were heard."""
CORRECTS = 0.9
"""Share from which a message corrects something."""
TAKES_BACK = 0.8
"""Share from which a message takes back what was said last …"""
LAST, BESIDE_LAST = 0.6, 0.5
"""… and shares from which the facts told last are the ones, and below which no other is."""
BOTH, BOTH_LACKING, BOTH_APART, BOTH_OTHERS = 4.0, 9.0, 6.0, -2.0
"""Logit of both readings from which one fact is meant by a request to forget, also one that lacks a
word of it ("the thyroid pill", "that I'm allergic to hazelnuts"), how far it is from the others,
and what no other may have."""
NEARLY, NEARLY_APART, MOST_NEARLY = -6.0, 6.0, 3
"""Logit of both readings from which a fact may be meant, how much less than the likeliest it may
have, and how many are asked about."""
ASKS_SURELY = 0.97
"""Share from which such a message has a fact forgotten unasked."""
_NEAREST, _LATEST, _OF_A_REQUEST = 6, 3, 40
"""Facts that are read: the nearest, those told last, since a correction may name nothing, and of a
request to forget the nearest. To encode one takes 8 ms."""


@dataclass(frozen=True, slots=True)
class Read:
    """A message as the reader sees it beside some facts: of each fact's id the share that it is
    meant; ``asks``: that anything is to be forgotten; ``corrects``: that one is put right;
    ``takes_back``: that what was said last does not hold."""

    facts: tuple[Fact, ...] = ()
    meant: Mapping[str, float] = field(default_factory=dict)
    asks: float = 0.0
    corrects: float = 0.0
    takes_back: float = 0.0
    both: Mapping[str, float] = field(default_factory=dict)
    """Of a request to forget the logit of each fact by both readings."""
    of_others: frozenset[str] = frozenset()
    """Facts near the message that are of somebody else, where it speaks of the speaker's own."""

    def takes_back_last(self, last: Collection[str]) -> bool:
        """Whether the message takes back just these facts, which were told last."""
        mine = [share for id, share in self.meant.items() if id in last]
        other = max((share for id, share in self.meant.items() if id not in last), default=0.0)
        if not mine or len(mine) < len(last):
            return False
        if self.takes_back < TAKES_BACK:  # "undo that last thing about the drinking"
            return self.takes_back > ASKS and min(mine) >= SURE and other < PERHAPS
        return min(mine) >= LAST and other < BESIDE_LAST

    def contradicts(self, id: str) -> bool:
        """Whether what the words put right is not what the reader sees put right."""
        own, most = self.meant.get(id, 1.0), max(self.meant.values(), default=0.0)
        return own < UNLIKELY and (most >= ASKS if self.corrects >= ASKS else own < PERHAPS)

    def passes_over(self, last: Collection[str]) -> bool:
        """Whether the message takes nothing back, and means none of these."""
        away = bool(self.meant) and self.takes_back + self.corrects < ASKS
        return away and all(self.meant.get(id, 0.0) < PERHAPS for id in last)

    def only(self, share: float, others: float = PERHAPS) -> str | None:
        """The one fact that is meant from that share on, where all others are below theirs."""
        near = self._from(others)
        return near[0] if len(near) == 1 and self.meant[near[0]] >= share else None

    def by_both(self, message: str, language: Language) -> Fact | None:
        """The one fact that a request to forget means by both readings; None where all of a thing
        is to go."""
        first, *others = sorted(self.facts, key=lambda fact: -self.both[fact.id])
        logit = self.both[first.id]
        if asks_for_all(message) or logit < BOTH:
            return None
        if any(self.both[fact.id] > min(BOTH_OTHERS, logit - BOTH_APART) for fact in others):
            return None
        restated = pattern("reader", "whether", "restates").search(message.lower())
        lacks = restated or lacks_a_word(message, language, first, self.facts)
        return None if lacks and logit < BOTH_LACKING else first

    def nearly(self, *, all_: bool = False) -> tuple[str, ...]:
        """The few facts that a request to forget may mean by both readings, the likeliest first;
        ``all_``: of a thing that all of is to go."""
        best = max(self.both.values(), default=-math.inf)
        near = [id for id, logit in self.both.items() if logit >= max(NEARLY, best - NEARLY_APART)]
        near.sort(key=lambda id: -self.both[id])
        return tuple(near if all_ else near[:MOST_NEARLY])

    def doubts(self, id: str) -> bool:
        """Whether a fact that has all the words is most likely not meant: not where it is far
        likelier than any other by both readings."""
        others = [logit for other, logit in self.both.items() if other != id]
        ahead = id in self.both and self.both[id] > max(others, default=-math.inf) + DOUBTED_APART
        return self.meant.get(id, 1.0) < DOUBTED and not (others and ahead)

    def sure(self) -> tuple[str, ...]:
        return self._from(SURE)

    def likely(self) -> tuple[str, ...]:
        return self._from(UNLIKELY)

    def perhaps(self) -> tuple[str, ...]:
        return self._from(PERHAPS)

    def _from(self, share: float) -> tuple[str, ...]:
        return tuple(id for id, own in self.meant.items() if own >= share)


NOTHING_READ = Read()


def read_matches(message: str, matches: Sequence[Match], reads: Reads) -> Read:
    """The facts that a request may mean, those nearest to it, as the reader sees them."""
    held = [match for match in matches if _to_the_letter(message, match.fact)]
    nearest = sorted(held, key=lambda match: (-sum(match.held), -match.near))[:_OF_A_REQUEST]
    return _read(message, [match.fact for match in nearest], reads)


def read_message(
    said: Said,
    live: Sequence[Fact],
    vectors: Matrix | None,
    meaning: Meaning,
    reads: Reads,
    *,
    corrects: bool = False,
) -> Read:
    """The message beside the facts near it and those told last, which one that names nothing means.
    It is read where it may concern what is known, or ``corrects`` it by its words: to read every
    statement would make each of them wait."""
    own = all(clause.status not in NOT_STATED for clause in said.clauses)
    spoken_to = said.wary or said.forgets  # the memory
    if not live or not (spoken_to or corrects or (own and said.concerns)):
        return NOTHING_READ
    most = _OF_A_REQUEST if spoken_to else _NEAREST
    nearest = shortlist(said.text, said.language, live, vectors, meaning, most)
    latest = sorted(live, key=lambda fact: fact.last_confirmed_at)[-_LATEST:]
    beside = {fact.id: fact for fact in (*nearest, *reversed(latest))}
    return _read(said.text, [*beside.values()], reads)


def _read(message: str, nearest: Sequence[Fact], reads: Reads) -> Read:
    facts = sorted(nearest, key=lambda fact: fact.created_at)
    if not facts:
        return NOTHING_READ
    found = reads(spelled_as_told(message, facts), [fact.fact for fact in facts])
    means = (1 / (1 + math.exp(-logit)) for logit in found.means)
    meant = {fact.id: share for fact, share in zip(facts, means, strict=True)}
    shares = found.shares
    asks = shares["forget"] + shares["forget all"]
    others = _of_others(message, facts, meant)
    meant = {id: share for id, share in meant.items() if id not in others}
    both = {
        f.id: logit for f, logit in zip(facts, found.together, strict=False) if f.id not in others
    }
    facts = [fact for fact in facts if fact.id not in others]
    return Read(tuple(facts), meant, asks, shares["correct"], shares["take back"], both, others)


def _of_others(said: str, facts: Sequence[Fact], meant: Mapping[str, float]) -> frozenset[str]:
    """Facts about something else of the speaker's than a message names, where one about that may be
    meant: "my extension" is not the extension of my supervisor."""
    known = [tokens(fact.fact) for fact in facts]
    own, words = _owned(tokens(said)), set(tokens(said))
    others = {
        fact.id
        for fact, typed in zip(facts, known, strict=True)
        if own & (set(typed) - _owned(typed)) and _owned(typed) and not _owned(typed) & words
    }
    near = any(share >= PERHAPS for id, share in meant.items() if id not in others)
    return frozenset(others) if near else frozenset()


def _owned(typed: Sequence[str]) -> set[str]:
    """What a text says is the speaker's: the words behind "my"."""
    mine = listed("mine")
    return {thing for owner, thing in pairwise(typed) if owner in mine}


def _to_the_letter(message: str, fact: Fact) -> bool:
    """Whether a fact with a code or a number holds all those of the message: "SJ57 PVL" is not
    "SJ57 PLV"."""
    told = set(_CODE.findall(fact.fact))
    return not told or set(_CODE.findall(message)) <= told


_CODE = re.compile(r"\b(?=\w*\d)\w+\b|\b[A-Z]{2,}\b")
"""A word with a figure, or in capitals."""
