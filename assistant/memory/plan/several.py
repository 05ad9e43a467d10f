"""A statement beside facts about several, and one that tells of several itself. Pure.

"Dayana earns 1200 and does the till, and Wilmer is in the kitchen" is news of two: what Dayana
earns is nothing to Wilmer's wage.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assistant.memory.matching import Meaning, Relation, relate
from assistant.memory.matching.naming import heading
from assistant.memory.matching.persons import of_the_speaker
from assistant.memory.matching.relation import LEFT_ALONE
from assistant.memory.matching.told_of import (
    names_beside,
    role_alone,
    share_only_a_name,
    share_only_whom,
    told_of_both,
    without_shared_words,
)
from assistant.memory.plan.cutting import cut, stands
from assistant.memory.plan.pairing import paired, values_of_both
from assistant.memory.plan.replacing import first_name
from assistant.memory.plan.statements import Statement
from assistant.records import Fact
from assistant.text.phrases import tokens
from assistant.text.verbs import begins_with_verb
from assistant.text.word_forms import same_word
from assistant.text.wording import wording

LIKELY_OF_WHOM, CHANGED_OF_WHOM, CHANGED_OF_A_NAME, LEAST_CHANGED = 0.25, 0.85, 0.93, 0.1
"""Belief in a change between which what shares only of whom it tells is looked at without those
words, where both begin so or where only the fact does, and by which it is a change then. Of 132
changes of people who knew nothing of this program that begin with whom they tell of 120 are left,
of 228 others 192, the rest is asked about; of twelve facts of one home that were taken for changes
three."""
BELIEVED, DOUBTED = 0.6, 0.44
"""Belief from which it is asked about all the same, and what is left of it then: too little for any
change."""


def told_of_its_own(statement: Statement, fact: Fact) -> Statement:
    """The statement without what it tells of others whom it names first, where it has a part about
    one whom the fact names; else all of it."""
    groups = _by_name(statement)
    held = tokens(fact.fact)
    own = [text for name, text in groups if name in held]
    if not own or len(own) == len(groups):
        return statement
    return statement._replace(said=", ".join(own), text=", ".join(own))


def _by_name(statement: Statement) -> Sequence[tuple[str, str]]:
    """Each one whom a statement tells of by name, and what it tells, under no name what its speaker
    tells of themselves first; nothing where some of it is of nobody."""
    said, language = statement.said, statement.language
    groups: list[tuple[str, tuple[int, int]]] = []
    for start, end in cut(said, language):
        part = wording(said[start:end], language)
        first = first_name(part)
        # "I hate meme stocks, GME above all" tells nothing of GME's own
        behind = " ".join(part.tokens[first.place + 1 :]) if first else ""
        tells = not (groups and not groups[0][0]) or begins_with_verb(behind, language)
        if first is not None and tells and stands(said[start:end], language):
            groups.append((first.text, (start, end)))
        elif groups:
            name, (begin, _) = groups[-1]
            groups[-1] = name, (begin, end)
        elif of_the_speaker(wording(said[start:end], language)):
            groups.append(("", (start, end)))
        else:
            return ()
    return [(name, said[start:end]) for name, (start, end) in groups]


def headed_so(statement: Statement, near: Sequence[Fact]) -> list[Fact]:
    """The facts without those under a heading of their own, where a statement names what another
    one is headed by: staging's version is no news of "prod payments: pg 15"."""
    own = {fact.id: set(heading(fact.fact)) for fact in near}
    said = set(tokens(statement.said))
    headed = [words for words in own.values() if words]
    shared = set.intersection(*headed) if len(headed) > 1 else set()
    named = [id for id, words in own.items() if (words - shared) & said]
    return [fact for fact in near if not named or not own[fact.id] or fact.id in named]


def one_of_several(statement: Statement, near: Iterable[Fact]) -> bool:
    """Whether a statement tells of "my sister" where the facts name two."""
    role = role_alone(statement.said, statement.language)
    return (
        bool(role)
        and len({names_beside(role, f.fact, f.language) for f in near} - {frozenset()}) > 1
    )


def of_one_person(
    statement: Statement, fact: Fact, relation: Relation, meaning: Meaning
) -> Relation:
    """``relation``, unless the statement shares only of whom it tells with the fact, and tells of
    them what has nothing to do with it: "Declan and I got married" beside the bus that he drives
    is asked about at most."""
    if not LIKELY_OF_WHOM <= relation.changed < CHANGED_OF_A_NAME:
        return relation
    sides = fact.fact, fact.language, statement.said, statement.language
    surely = relation.changed >= CHANGED_OF_WHOM or not relation.worded
    if surely and (told_of_both(*sides) or _begin_with_one_name(statement, fact)):
        return relation
    if _ends_what_it_names(statement, fact) or _tells_another_day(statement, fact):
        return relation
    if not (share_only_whom(*sides) or share_only_a_name(*sides)):
        return relation
    known, said = without_shared_words(*sides)
    apart = relate(known, fact.language, said, statement.language, meaning)
    if apart.changed >= LEAST_CHANGED:
        return relation
    return relation._replace(changed=DOUBTED) if relation.changed >= BELIEVED else LEFT_ALONE


def _begin_with_one_name(statement: Statement, fact: Fact) -> bool:
    """Whether both begin with the same word: a name, also one that was typed small."""
    said, known = wording(statement.said, statement.language), wording(fact.fact, fact.language)
    first = [side.words[0] for side in (said, known) if side.words and not side.words[0].place]
    return len(first) > 1 and same_word(*first)


def _tells_another_day(statement: Statement, fact: Fact) -> bool:
    """Whether all the values that a statement tells are days and months instead of others."""
    own, told = values_of_both(fact, statement)
    pairs = paired(fact, own, statement, told)
    return bool(pairs) and all(
        new.day or new.token.sort in ("weekday", "month") for _, new in pairs
    )


def _ends_what_it_names(statement: Statement, fact: Fact) -> bool:
    """Whether a statement says that something is over, and begins with a name of the fact, or has
    several: "Iñigo isn't my boss any more", "the trip to Lima with Ana is off"; whom a thing was
    sold to is named beside it."""
    said, known = wording(statement.said, statement.language), wording(fact.fact, fact.language)
    met = [w for w in said.words if any(same_word(w, other) for other in known.words)]
    return bool(said.cues["gone"]) and (len(met) > 1 or met == list(said.words[:1]))


def share_whom_alone(fact: Fact, statement: Statement) -> bool:
    """Whether both have whom they tell of in common, or names, and no other word: of the Cerrillo
    there is a lawsuit, and eleven thousand kilos were picked there."""
    known, said = wording(fact.fact, fact.language), wording(statement.said, statement.language)
    shared = [(a, b) for a in known.words for b in said.words if same_word(a, b)]
    if shared and all(a.exact or b.exact for a, b in shared):
        return True
    return share_only_whom(fact.fact, fact.language, statement.said, statement.language)


def denies_as_well(statement: Statement, fact: Fact) -> bool:
    """Whether a statement denies one more thing beside what a fact denies or dislikes: "no pork"
    stands when "no bacon either" comes."""
    if not wording(statement.said, statement.language).holds("not either"):
        return False
    known = wording(fact.fact, fact.language)
    return bool(known.cues["negation"]) or known.holds("dislikes")
