"""What each statement of a message is to the known facts near it (F7). Pure.

What is over and what is instead may take two sentences: "La hogaza ya no sale 3400. Ahora sale
3600." The first alone would retire the old value, and the new one would be lost: the two are
judged as one statement.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from assistant.memory.matching import Meaning, Relation, relate
from assistant.memory.matching.alignment import align
from assistant.memory.matching.relation import IDENTICAL, LEFT_ALONE, UNSURE, look_at, may_be_near
from assistant.memory.matching.told_of import (
    begins_with_all_of,
    fully_named,
    told_apart,
    told_of_both,
)
from assistant.memory.plan.exchanged import was_exchanged, with_what_was_exchanged
from assistant.memory.plan.in_place import differ_in_a_number, holds_values
from assistant.memory.plan.pairing import takes_a_place
from assistant.memory.plan.parts import divided
from assistant.memory.plan.several import (
    CHANGED_OF_WHOM,
    denies_as_well,
    headed_so,
    of_one_person,
    one_of_several,
    share_whom_alone,
    told_of_its_own,
)
from assistant.memory.plan.shortlist import shortlist
from assistant.memory.plan.statements import Statement, is_within, joined, repeats
from assistant.memory.plan.subjects import has_pronoun
from assistant.records import Fact
from assistant.text.phrases import CUES, listed, tokens
from assistant.text.word_forms import same_word
from assistant.text.wording import Word, wording

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

SAME, SURELY_SAME = 0.5, 0.75
CHANGED = 0.6
CHANGED_TOO = 0.75
"""Belief from which a change retires a second fact as well."""
ALIKE = 0.3
"""Belief that two texts are of one attribute from which a sentence may go on about the other, and
in a change from which what the fact names is what was given for something else."""
OF_A_PART = 0.2
"""Belief in a change of a fact from which the part that a statement speaks of is judged alone: what
is told beside it hides the change."""
CLOSELY = 3
"""The nearest facts, to which a statement is compared; it leaves the others alone."""

Judged = tuple[Statement, list[tuple[Fact, Relation]]]


def told_again(judged: Sequence[Judged]) -> bool:
    """Whether a fact is told again, in whatever form: "home inverter: Felicity, 5 kVA"."""
    return any(r.same >= SURELY_SAME for _, relations in judged for _, r in relations)


def going_on_from(told_before: Collection[str], judged: Sequence[Judged]) -> list[Judged]:
    """What goes on from facts that were just told tells more: it repeats none of them, and takes no
    place of theirs, unless it says that something is new or over and surely changes them: "she's a
    midwife" after "my sister lives in Harrow"."""

    def beside(statement: Statement, fact: Fact, relation: Relation) -> Relation:
        cues = wording(statement.said, statement.language).cues
        changes = (cues["new"] or cues["gone"]) and relation.changed >= CHANGED_OF_WHOM
        more = fact.id in told_before and not changes
        return LEFT_ALONE if more and relation != IDENTICAL else relation

    return [(s, [(fact, beside(s, fact, r)) for fact, r in pairs]) for s, pairs in judged]


def judge_all(
    said: Sequence[Statement], live: Sequence[Fact], vectors: Matrix | None, meaning: Meaning
) -> list[Judged]:
    """Each statement by itself, with its sequel, or a short message as one where only that shows
    the change; no two facts that stand by themselves become one."""
    apart = [_judge(s, said, live, vectors, meaning) for s in said]
    paired = _with_sequels(apart, live, vectors, meaning)
    whole = joined(said)
    stand_alone = sum(statement.finding is not None for statement in said)
    if whole is None or len(paired) < len(apart) or stand_alone > 1:
        return paired
    together = _judge(whole, [], live, vectors, meaning)
    own = _made_before(together)
    seen = [r for _, pairs in apart for fact, r in pairs if fact.id not in own]
    if any(r.same >= SAME or r.changed >= CHANGED for r in seen):
        return apart
    changed = max((r.changed for _, r in together[1]), default=0.0)
    return [together] if own or changed >= CHANGED_TOO else apart


def alike(one: Fact, other: Fact, meaning: Meaning) -> bool:
    """Whether two facts hold one value: what changes one changes the other. Not where one names
    somebody or something that the other does not."""
    found = align(one.fact, one.language, other.fact, other.language, meaning)
    if any(_tells_apart(word) for word in (*found.left_known, *found.left_said)):
        return False
    return bool(found.met(found.values))


def _tells_apart(word: Word) -> bool:
    return word.exact or word.kind in ("person", "number")


def _with_sequels(
    apart: Sequence[Judged], live: Sequence[Fact], vectors: Matrix | None, meaning: Meaning
) -> list[Judged]:
    """What only ends a fact goes with the next statement, where that tells what is instead."""
    found = list(apart[:1])
    for later in apart[1:]:
        before = found[-1]
        ended = _ended(before, meaning)
        whole = joined((before[0], later[0]))
        together = _judge(whole, [], live, vectors, meaning) if whole else None
        if together and ended and _tells_instead(later, ended, before[0], meaning):
            changed = {fact.id: relation.changed for fact, relation in together[1]}
            together = together if changed.get(ended.id, 0.0) >= CHANGED else None
        elif together and (ended or not _made_before(together)):
            together = None
        found[-1:] = [together] if together else [before, later]
    return found


def _made_before(judged: Judged) -> set[str]:
    """The facts that this very statement made when it was said before: its text, or what was put
    in the place of others."""
    text = tokens(judged[0].text)
    return {
        fact.id
        for fact, relation in judged[1]
        if relation.same == 1.0 and (fact.replaces or tokens(fact.fact) == text)
    }


def _ended(judged: Judged, meaning: Meaning) -> Fact | None:
    """The fact that a statement ends without a word of what is instead."""
    statement, relations = judged
    best = max(relations, key=lambda pair: pair[1].changed, default=None)
    if best is None or best[1].changed < CHANGED or any(r.same >= SAME for _, r in relations):
        return None
    fact = best[0]
    found = align(fact.fact, fact.language, statement.said, statement.language, meaning)
    told = [word for word in found.left_said if word.text not in listed("when")]
    return fact if not told and any(found.said.cues[name] for name in CUES) else None


def _tells_instead(later: Judged, ended: Fact, ending: Statement, meaning: Meaning) -> bool:
    """Whether a statement goes on about what the one before it ended."""
    statement, relations = later
    if statement.passing or _of_somebody_else(statement, ended):
        return False
    if statement.doubt:  # "Abre 8:30" has the form of an order
        found = align(ended.fact, ended.language, statement.said, statement.language, meaning)
        return bool(found.pairs and found.swapped)
    if has_pronoun(statement.said):
        return True
    said = wording(statement.said, statement.language)
    news = bool(said.cues["new"])  # what is new repeats nothing
    others = [relation for fact, relation in relations if fact.id != ended.id]
    if any(max(r.changed, 0.0 if news else r.same) >= CHANGED for r in others):
        return False
    before = (
        *wording(ended.fact, ended.language).words,
        *wording(ending.said, ending.language).words,
    )
    shared = any(same_word(a, b) for a in said.words if a.kind != "person" for b in before)
    alike = meaning.same_attribute(ended.fact, statement.said)[0] >= ALIKE
    return news or shared or alike


def _of_somebody_else(statement: Statement, fact: Fact) -> bool:
    said = wording(statement.said, statement.language).words
    known = {word.key for word in wording(fact.fact, fact.language).words}
    return any(word.kind == "person" and word.key not in known for word in said)


def _judge(
    statement: Statement,
    all_said: Iterable[Statement],
    live: Sequence[Fact],
    vectors: Matrix | None,
    meaning: Meaning,
) -> Judged:
    """The statement's relation to each fact near it, but not to facts this message made itself."""
    others = [other for other in all_said if other is not statement]
    near = shortlist(statement.said, statement.language, live, vectors, meaning)
    relations = _compared(statement, headed_so(statement, near), meaning)
    if one_of_several(statement, near):
        relations = [(f, r._replace(changed=min(r.changed, UNSURE))) for f, r in relations]
    return statement, [
        (fact, relation)
        for fact, relation in relations
        if relation.same == 1.0
        or not any(repeats(other.text, fact.fact, other.language) for other in others)
    ]


def _compared(
    statement: Statement, near: Sequence[Fact], meaning: Meaning
) -> list[tuple[Fact, Relation]]:
    """What a statement is to each fact, the nearest first."""
    known = {fact.id: _known(statement, fact) for fact in near}
    if IDENTICAL not in known.values():
        nearest = [fact for fact in near[:CLOSELY] if known[fact.id] is None]
        sharing = [fact for fact in nearest if _shares_a_word(statement, fact, meaning)]
        if statement.finding is None and not _ends_something(statement):
            nearest = sharing  # it has to name what it confirms
        read = [f for f in nearest if f in sharing or may_be_near(f.fact, statement.said, meaning)]
        if read:
            look_at((statement.said, *(fact.fact for fact in read)))
        own = {fact.id: told_of_its_own(statement, fact) for fact in nearest}
        related = {fact.id: _related(own[fact.id], fact, meaning) for fact in nearest}
        related = {f.id: of_one_person(own[f.id], f, related[f.id], meaning) for f in nearest}
        if all(relation.changed < CHANGED for relation in related.values()):
            related = {f.id: _of_its_part(own[f.id], f, related[f.id], meaning) for f in nearest}
        known |= related
    return [(fact, known[fact.id] or LEFT_ALONE) for fact in near]


def _ends_something(statement: Statement) -> bool:
    return bool(wording(statement.said, statement.language).cues["gone"])


def _shares_a_word(statement: Statement, fact: Fact, meaning: Meaning) -> bool:
    said, language = statement.said, statement.language
    return bool(align(fact.fact, fact.language, said, language, meaning).pairs)


def _known(statement: Statement, fact: Fact) -> Relation | None:
    """What a statement is to a fact that needs no comparing."""
    language = statement.language
    named = fully_named(statement.text, language, fact.fact, fact.language)
    if fact.replaces and is_within(statement.text, fact.fact):
        return IDENTICAL
    if any(repeats(text, fact.fact, language) for text in {statement.text, statement.said, named}):
        return IDENTICAL
    more = begins_with_all_of(fact.fact, fact.language, statement.said, language)
    return LEFT_ALONE if more or denies_as_well(statement, fact) else None


def _related(statement: Statement, fact: Fact, meaning: Meaning) -> Relation:
    """What a statement is to a fact; what has its values already is told again."""
    if fact.replaces and (holds_values(fact, statement, meaning) or was_exchanged(fact, statement)):
        return IDENTICAL
    language = statement.language
    whole = relate(fact.fact, fact.language, statement.said, language, meaning)
    if whole.same and differ_in_a_number(fact, statement):
        whole = whole._replace(same=0.0, changed=whole.changed + whole.same)
    if whole.changed >= ALIKE and with_what_was_exchanged(fact, statement):
        return Relation(0.0, 1.0, 0.0)
    if not whole.worded and _only_one_rules(statement, fact):
        return LEFT_ALONE
    by_chance = not whole.worded or share_whom_alone(fact, statement)
    if by_chance and whole.same < SURELY_SAME:  # it would be lost as told before
        whole = whole._replace(same=min(whole.same, UNSURE))
    return _of_both(statement, fact, whole, meaning)


def _of_its_part(statement: Statement, fact: Fact, whole: Relation, meaning: Meaning) -> Relation:
    """``whole``, or what a statement is to the part of a fact that it speaks of."""
    instead = takes_a_place(fact, statement) or _ends_something(statement)
    if whole.same >= SAME or whole.changed < OF_A_PART or not instead:
        return whole
    parts = divided(fact, statement, named=True)
    if parts is None:
        return whole
    apart = relate(parts.gone, fact.language, statement.said, statement.language, meaning)
    return apart if apart.changed > whole.changed else whole


def _only_one_rules(statement: Statement, fact: Fact) -> bool:
    """Whether one of the two says how to answer or to work, and the other what is so: "contéstame
    corto, sin rollo" is no word of "no tomo leche"."""
    finding = statement.finding
    return finding is not None and (finding.kind == "rule") != (fact.kind == "rule")


def _of_both(statement: Statement, fact: Fact, whole: Relation, meaning: Meaning) -> Relation:
    """``whole``, or the relation of what is told of somebody whom both begin with, as if each told
    it of themselves: of whom it is told says nothing about a change."""
    told = {statement.said, statement.text}  # "remember that my cousin …" begins with the request
    if any(told_apart(fact.fact, fact.language, text, statement.language) for text in told):
        return Relation(0.0, 0.0, 1.0)
    both = told_of_both(fact.fact, fact.language, statement.said, statement.language)
    if both is None or whole.same >= SAME:
        return whole
    apart = relate(both.known.rest, fact.language, both.said.rest, statement.language, meaning)
    return apart._replace(worded=True) if apart.changed > whole.changed else whole
