"""Which facts a statement retires: how much belief in a change is enough (F7). Pure."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.arrays import logit
from assistant.memory.matching import Meaning, Relation
from assistant.memory.plan.judging import CHANGED, CHANGED_TOO, alike
from assistant.memory.plan.pairing import takes_a_place
from assistant.memory.plan.statements import Statement
from assistant.records import Fact
from assistant.text.word_forms import same_word
from assistant.text.wording import wording

CHANGED_ANNOUNCED = 0.5
"""Belief from which a change retires the one fact in question where the statement says that
something is new …"""
CHANGED_IN_PLACE = 0.45
"""… or tells a value that takes the place of one of its own …"""
CHANGED_UNWORDED = 0.8
"""Belief from which a change retires a fact with which the statement shares no word …"""
CHANGED_UNSAID = 0.97
"""… and is nothing to keep by itself either …"""
CHANGED_OPEN = 0.5
"""… or names no matter, where one fact alone comes into question."""
RIVAL, LEAST_RIVAL = 1.5, 0.4
"""How much less the logit of another fact may be that comes into question as well, and its belief
at least."""
FEW = 8
"""Facts known up to which the likeliest is what is meant: the more is known, the likelier is
another near of which the statement speaks as well."""


def surely_changed(statement: Statement, relation: Relation) -> bool:
    """Whether what is nothing to keep by itself changes a fact without a word in common."""
    return not statement.doubt and relation.changed >= CHANGED_UNSAID


def replaced(
    ranked: Sequence[tuple[Fact, Relation]], statement: Statement, meaning: Meaning, *, many: bool
) -> list[Fact]:
    """The facts that a change retires: one, and those that hold the same value. None where another
    comes into question as well. ``many``: more than FEW are known."""
    enough = CHANGED + statement.doubt
    if not ranked or ranked[0][1].changed < LEAST_RIVAL:
        return []
    first, *others = ranked
    in_place = first[1].worded and statement.finding is not None
    in_place = in_place and takes_a_place(first[0], statement)
    needed = _needed(enough, ranked, statement)
    if first[1].changed < (enough - CHANGED + CHANGED_IN_PLACE if in_place else needed):
        return []
    rivals = [fact for fact, r in others if many and _is_rival(fact, r, first, statement)]
    if in_place:
        rivals = [fact for fact in rivals if takes_a_place(fact, statement)]
    if not all(alike(first[0], fact, meaning) for fact in rivals):
        return []  # it is of one of them, and not plain of which
    too = (CHANGED_TOO, CHANGED_UNWORDED)
    return [first[0]] + [
        fact
        for fact, relation in others
        if relation.changed >= too[not relation.worded] and alike(first[0], fact, meaning)
    ]


def _is_rival(
    fact: Fact, relation: Relation, first: tuple[Fact, Relation], statement: Statement
) -> bool:
    """Whether another fact comes into question nearly as much, and says no less of it."""
    near = relation.changed >= LEAST_RIVAL
    near = near and logit(first[1].changed) - logit(relation.changed) < RIVAL
    return near and _shared(fact, statement) >= _shared(first[0], statement)


def _shared(fact: Fact, statement: Statement) -> int:
    """How many words of a statement a fact has."""
    own = wording(fact.fact, fact.language).words
    said = wording(statement.said, statement.language).words
    return sum(any(same_word(word, other) for other in own) for word in said)


def _share_a_matter(fact: Fact, statement: Statement) -> bool:
    """Whether both have a word that is neither a name, nor a person, nor a number."""
    own = wording(fact.fact, fact.language).words
    said = (w for w in wording(statement.said, statement.language).words if not w.exact)
    matter = (word for word in said if word.kind not in ("person", "number"))
    return any(same_word(word, other) for word in matter for other in own)


def _needed(enough: float, ranked: Sequence[tuple[Fact, Relation]], statement: Statement) -> float:
    """The belief from which a statement retires the fact it most likely changes."""
    first, *others = (relation for _, relation in ranked)
    clear = all(2 * relation.changed <= first.changed for relation in others)
    if first.worded:
        new = bool(wording(statement.said, statement.language).cues["new"])
        plain = clear and new and _share_a_matter(ranked[0][0], statement)
        return enough - CHANGED + CHANGED_ANNOUNCED if plain else enough
    return enough - CHANGED + CHANGED_OPEN if first.open and clear else CHANGED_UNWORDED
